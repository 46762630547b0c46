//! Settings that options change, and the options as announced.

use tandem_engine::{Habits, Sitting};
use tandem_protocol::text::Line;
use tandem_protocol::ubi::{OptionKind, OptionSpec};

use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_THREADS, TABLE_MEBIBYTES, THREADS,
};
use crate::seat::rule_book::{self, RuleBook};
use crate::uci::settings::{USE_NETWORK, combo};

/// Name of the option that switches partner talk on and off.
pub(super) const TALK_MODE: &str = "TeamMessageMode";
/// Name of the option that permits to sit.
pub(super) const SITTING: &str = "Sitting";

/// Values of the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) book: RuleBook,
    pub(super) talk: Talk,
    pub(super) sitting: Sitting,
}

/// Partner talk, as `TeamMessageMode` sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Talk {
    /// Nothing is heard or said.
    Ignore,
    /// Messages are heard.
    Consider,
    /// Messages are heard and sent.
    Full,
}

/// Values of `TeamMessageMode`, the default first.
pub(super) const TALKS: [(Talk, &str); 3] =
    [(Talk::Full, "full"), (Talk::Consider, "consider"), (Talk::Ignore, "ignore")];

impl Default for Settings {
    fn default() -> Self {
        Self { book: RuleBook::default(), talk: Talk::Full, sitting: Sitting::Freely }
    }
}

impl Settings {
    /// Behavior towards a partner.
    pub(super) fn habits(&self) -> Habits {
        Habits { talks: self.talk == Talk::Full, sitting: self.sitting }
    }
}

/// All options as announced, with defaults and ranges.
pub(super) fn specs() -> Vec<OptionSpec> {
    let spec = |name: &str, kind| OptionSpec { name: Line::new(name), kind };
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    vec![
        spec(HASH, spin(TABLE_MEBIBYTES as i64, 1, LARGEST_TABLE as i64)),
        spec(THREADS, spin(1, 1, i64::from(MOST_THREADS))),
        spec(TALK_MODE, combo(&TALKS)),
        spec(SITTING, OptionKind::Check(true)),
        spec(rule_book::OPTION, OptionKind::Text(Line::new(RuleBook::USUAL))),
        spec(CLEAR, OptionKind::Button),
        spec(USE_NETWORK, OptionKind::Check(true)),
        spec(EVAL_FILE, OptionKind::Text(Line::new(""))),
    ]
}
