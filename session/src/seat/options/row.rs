//! A row of the table of options.

use std::ops::RangeInclusive;

use super::{OptionError, Options};
use crate::seat::brain::Brain;
use crate::seat::files::Files;
use crate::seat::mind::{Activity, Mind};

/// An engine protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// That of XBoard and WinBoard.
    Cecp,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Bughouse Interface.
    Ubi,
}

/// An option.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The protocols that show the option.
    pub(super) shown: &'static [Protocol],
    pub(super) value: ValueKind,
}

/// The values that an option can have, its default, and what setting it does.
pub(super) enum ValueKind {
    Button(Effect),
    Check(Value<bool>),
    /// A number of this range.
    Spin(Value<u64>, RangeInclusive<u64>),
    Combo {
        default: &'static str,
        choices: &'static [Choice],
    },
    Text {
        default: &'static str,
        set: SetText,
    },
    /// The name of a file; by default none.
    File(SetText),
}

/// A default, and what sets another value.
pub(super) struct Value<T> {
    pub(super) default: T,
    pub(super) set: fn(&mut Options, T) -> Effect,
}

/// A choice by its name.
pub(super) type Choice = (&'static str, fn(&mut Options));

/// Sets an option whose value is a text, which may name a file.
pub(super) type SetText = fn(&mut Options, &str, &dyn Files) -> Result<Effect, OptionError>;

/// Work for a search because an option has been set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Effect {
    /// Nothing: the session keeps the value.
    Kept,
    /// Take a transposition table of this size, in mebibytes.
    Resize(usize),
    /// Use this number of threads.
    Threads(usize),
    /// Forget all earlier searches.
    Clear,
    /// Evaluate by the evaluation that the options have now.
    Evaluate,
}

impl Effect {
    /// The effect on each of two searches, which share the memory of one.
    pub(crate) fn on_each_of_two(self) -> Self {
        match self {
            Self::Resize(mebibytes) => Self::Resize(mebibytes.div_ceil(2)),
            Self::Kept | Self::Threads(_) | Self::Clear | Self::Evaluate => self,
        }
    }

    /// Lets a search do it.
    pub(crate) fn reach<B: Brain, T: Activity>(self, mind: &mut Mind<B, T>, options: &Options) {
        match self {
            Self::Kept => {}
            Self::Resize(mebibytes) => mind.resize(mebibytes),
            Self::Threads(count) => mind.set_threads(count),
            Self::Clear => mind.clear(),
            Self::Evaluate => mind.set_networks(options.evaluation.networks()),
        }
    }
}
