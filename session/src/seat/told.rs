//! Times and scores as protocols tell them.

use tandem_engine::{Score, ScoreKind, Thinking, moves_in};
use tandem_protocol::uci::ScoreValue;
use tandem_rules::Millis;

/// Milliseconds kept back of an exact time of UCI and UBI, for everything between us and the clock; at most a
/// tenth of that time.
const MARGIN: u64 = 10;
/// Longest time accepted, in milliseconds: some thirty years. A sum of a few such times stays far from
/// overflow.
const LONGEST: u64 = 1_000_000_000_000;

/// A duration, or the longest that is accepted.
pub(crate) fn millis(milliseconds: u64) -> Millis {
    Millis(i64::try_from(milliseconds.min(LONGEST)).unwrap_or(0))
}

/// What a clock shows, or the longest time that is accepted.
pub(crate) fn shown(milliseconds: i64) -> Millis {
    let longest = millis(LONGEST).0;
    Millis(milliseconds.clamp(-longest, longest))
}

/// The time mode of a search of this many milliseconds, as UCI and UBI ask for it.
pub(crate) fn exactly(milliseconds: u64) -> Thinking {
    Thinking::Fixed(millis(milliseconds - MARGIN.min(milliseconds / 10)))
}

/// A score. A conditional win, which the arrival of a piece may undo, has no term of its own and becomes
/// centipawns.
pub(crate) fn score(score: Score) -> ScoreValue {
    match score.kind() {
        ScoreKind::Mate(plies) => ScoreValue::Mate(moves_in(plies)),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => {
            ScoreValue::Centipawns(score.value())
        }
    }
}
