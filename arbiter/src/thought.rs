//! What stood behind a move.

use std::fmt;
use std::time::Duration;

/// What a player tells of the thought behind a move; one that tells nothing has the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Plies searched.
    pub depth: u32,
    /// What it takes the position to be worth to itself.
    pub score: Option<Appraisal>,
}

/// What a position is worth to a player, in the words of engine protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appraisal {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// It mates in so many moves; is mated where negative.
    Mate(i32),
}

/// What one ply took, from the moment the player was on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The thought that led to it.
    pub thought: Thought,
    /// Positions searched.
    pub nodes: u64,
    /// How many plies there were, on both boards, when its last thought began: what was played on the
    /// other board since then it did not know of, on the node clock.
    pub known_plies: usize,
    /// Real time the arbiter waited for it, whatever the clocks of the game show.
    pub spent: Duration,
}

/// As in `+0.35`, `-M4`.
impl fmt::Display for Appraisal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) => {
                let sign = if moves < 0 { '-' } else { '+' };
                write!(f, "{sign}M{}", moves.unsigned_abs())
            }
        }
    }
}

/// As in `+0.35/12`: the score and the depth.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(score) => write!(f, "{score}/{}", self.depth),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_read_as_score_and_depth() {
        for (score, text) in [
            (Some(Appraisal::Centipawns(35)), "+0.35/12"),
            (Some(Appraisal::Centipawns(-5)), "-0.05/12"),
            (Some(Appraisal::Mate(3)), "+M3/12"),
            (Some(Appraisal::Mate(-4)), "-M4/12"),
            (None, ""),
        ] {
            assert_eq!(Thought { depth: 12, score }.to_string(), text);
        }
    }
}
