//! Depth, score and effort of a move.

use std::fmt;
use std::time::Duration;

use tandem_protocol::comment::Appraisal;

/// Depth and score that a player reports with a move; the default if it reports nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Depth of the search in plies; 0 if not reported.
    pub depth: u32,
    /// Score from the point of view of the player.
    pub score: Option<Appraisal>,
}

/// Effort of a player for one ply, counted from the moment at which it was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Depth and score reported with the move.
    pub thought: Thought,
    /// Nodes searched.
    pub nodes: u64,
    /// Number of plies, on both boards, when its last thought began. On the node clock, the player
    /// did not know of plies played on the other board since then.
    pub known_plies: usize,
    /// Real time for which the arbiter waited for answers, whatever the clocks of the game show.
    pub spent: Duration,
}

/// Written as in `+0.35/12`: the score and the depth. Empty without a score.
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
