//! The rules by which a record is read.

use crate::{MoveRules, Preset, RuleSet, Variant};

use super::fault::FaultReason;
use super::format::{NamedVariant, named_variant};
use super::lexer::Token;
use super::raw::{PlyNumber, RawGame};
use super::words::looks_like_a_move;

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
    /// letter of a seat, crazyhouse if there are drops on one board, and chess for any other PGN. A
    /// game of another variant is a fault.
    Recorded,
}

impl From<ReadOptions> for ReplayRules {
    fn from(options: ReadOptions) -> Self {
        Self::Given(options)
    }
}

impl ReplayRules {
    /// The options for a game.
    ///
    /// # Errors
    /// The record tells a variant that this crate does not have.
    pub(super) fn of(self, raw: &RawGame) -> Result<ReadOptions, FaultReason> {
        match self {
            Self::Given(options) => Ok(options),
            Self::Recorded => recorded(raw),
        }
    }
}

fn recorded(raw: &RawGame) -> Result<ReadOptions, FaultReason> {
    let tag = |name| raw.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    if let Some(rules) = tag("Rules")
        && let (Some(preset), Ok(set)) = (Preset::leading(rules), rules.parse::<RuleSet>())
    {
        return Ok(ReadOptions { variant: preset.variant(), rules: set.moves });
    }
    let told = tag("Variant").map_or("", String::as_str);
    let variant = match named_variant(told) {
        NamedVariant::Known(variant) => variant,
        NamedVariant::Untold => written(raw),
        NamedVariant::Foreign => return Err(FaultReason::ForeignVariant(told.to_owned())),
    };
    Ok(ReadOptions { variant, rules: Preset::usual(variant).rules().moves })
}

/// The variant that the moves are written as, or the start position if there are none.
fn written(raw: &RawGame) -> Variant {
    let words = || {
        raw.items.iter().filter_map(|item| match &item.token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        })
    };
    let fen = raw.tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.as_str());
    let is_of_one_board = match words().find_map(PlyNumber::split) {
        Some((number, _)) => number.letter.is_none(),
        None => match fen {
            Some(fen) => !fen.contains('|'),
            // Moves of one board need no numbers.
            None => words().any(looks_like_a_move),
        },
    };
    let has_holdings = || fen.is_some_and(|fen| fen.contains('['));
    match is_of_one_board {
        false => Variant::Bughouse,
        true if has_holdings() || words().any(|word| word.contains('@')) => Variant::Crazyhouse,
        true => Variant::Chess,
    }
}
