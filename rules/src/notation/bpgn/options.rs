//! The rules by which a record is read.

use crate::{MoveRules, Preset, RuleSet, Variant};

use super::format::names_variant;
use super::lexer::Token;
use super::raw::{PlyNumber, RawGame};

/// Options of a [`Reader`](super::Reader): the rules by which games are replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The variant of the games; some programs write crazyhouse as BPGN with board A only.
    pub variant: Variant,
    /// The rules that decide which moves are accepted.
    pub rules: MoveRules,
}

/// The choice of the [`ReadOptions`] for each game of a [`Reader`](super::Reader).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayRules {
    /// The same for all games.
    Given(ReadOptions),
    /// Those that the record tells: its tags `Rules` and `Variant`; else bughouse if moves have the
    /// letter of a seat, crazyhouse if there are drops on one board, and chess for any other PGN.
    Recorded,
}

impl From<ReadOptions> for ReplayRules {
    fn from(options: ReadOptions) -> Self {
        Self::Given(options)
    }
}

impl ReplayRules {
    /// The options for a game.
    pub(super) fn of(self, raw: &RawGame) -> ReadOptions {
        match self {
            Self::Given(options) => options,
            Self::Recorded => recorded(raw),
        }
    }
}

fn recorded(raw: &RawGame) -> ReadOptions {
    let tag = |name| raw.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    if let Some(rules) = tag("Rules")
        && let (Some(preset), Ok(set)) = (Preset::leading(rules), rules.parse::<RuleSet>())
    {
        return ReadOptions { variant: preset.variant(), rules: set.moves };
    }
    let named = |value: &String| {
        let variants = [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess];
        let mut named = variants.into_iter().filter(|variant| names_variant(value, *variant));
        // A value for "unknown" may name them all.
        named.next().filter(|_| named.next().is_none())
    };
    let variant = tag("Variant").and_then(named).unwrap_or_else(|| written(raw));
    ReadOptions { variant, rules: Preset::usual(variant).rules().moves }
}

/// The variant that the moves are written as.
fn written(raw: &RawGame) -> Variant {
    let words = || {
        raw.items.iter().filter_map(|item| match &item.token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        })
    };
    let first = words().find_map(PlyNumber::split);
    match first {
        Some((PlyNumber { letter: None, .. }, _)) if words().any(|word| word.contains('@')) => {
            Variant::Crazyhouse
        }
        Some((PlyNumber { letter: None, .. }, _)) => Variant::Chess,
        Some(_) | None => Variant::Bughouse,
    }
}
