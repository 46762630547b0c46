//! Scores, in disjoint bands for evaluations, conditional wins and mates.

use std::fmt;
use std::ops::Neg;

/// A score in centipawns or as a mate, from the side to move's point of view.
///
/// | band                | from     | to       | meaning                                     |
/// |---------------------|----------|----------|---------------------------------------------|
/// | mate                | 31 000   | 32 000   | unblockable mate, `32 000 - plies`          |
/// | conditional win     | 24 000   | 25 000   | a win unless a piece comes, `25 000 - plies`|
/// | evaluation          | -20 000  | 20 000   | centipawns                                  |
///
/// Losses mirror wins. All scores fit in 16 bits, the width of a score in the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// The kind of a [`Score`], with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// An evaluation in centipawns.
    Evaluation(i32),
    /// A mate in this many plies; negative if the side to move is mated.
    Mate(i32),
    /// A conditional win in this many plies, negative for a loss: the game is decided unless a
    /// piece arrives in time, as when only an arriving piece could answer a check, or when a
    /// capture hands over the piece that mates on the other board.
    Conditional(i32),
}

const MATE: i32 = 32_000;
const CONDITIONAL: i32 = 25_000;
const EVALUATION: i32 = 20_000;
const BAND: i32 = 1_000;

/// Converts plies to moves of the side that makes the first or the last of them; keeps the sign.
pub const fn moves_in(plies: i32) -> i32 {
    plies.signum() * ((plies.abs() + 1) / 2)
}

impl Score {
    /// The score of a draw, or of an even position.
    pub const DRAW: Self = Self(0);
    /// Greater than every score of a position.
    pub const INFINITE: Self = Self(MATE + 1);
    /// Less than every score of a position.
    pub const LOWEST: Self = Self(-MATE - 1);

    /// An evaluation, clamped to its band.
    pub const fn evaluation(centipawns: i32) -> Self {
        Self(if centipawns > EVALUATION {
            EVALUATION
        } else if centipawns < -EVALUATION {
            -EVALUATION
        } else {
            centipawns
        })
    }

    /// The side to move is mated, `ply` plies from the root.
    pub const fn mated(ply: usize) -> Self {
        Self(-MATE + ply as i32)
    }

    /// The side to move is lost unless a piece arrives, `ply` plies from the root.
    pub const fn lost_unless_helped(ply: usize) -> Self {
        Self(-CONDITIONAL + ply as i32)
    }

    /// The raw value.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The next higher score.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// Adds centipawns without regard to bands; for windows and margins.
    #[must_use]
    pub const fn plus(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }

    /// The kind of the score.
    pub const fn kind(self) -> ScoreKind {
        let size = self.0.abs();
        let sign = self.0.signum();
        if size > MATE - BAND {
            ScoreKind::Mate(sign * (MATE - size))
        } else if size > CONDITIONAL - BAND {
            ScoreKind::Conditional(sign * (CONDITIONAL - size))
        } else {
            ScoreKind::Evaluation(self.0)
        }
    }

    /// True for a mate or a conditional win, for either side.
    pub const fn is_decided(self) -> bool {
        !matches!(self.kind(), ScoreKind::Evaluation(_))
    }

    /// The estimated share of games won, from 0 to 1; a pawn ahead adds an eighth.
    pub fn win_rate(self) -> f64 {
        let pawns = f64::from(Self::evaluation(self.value()).value()) / 100.0;
        0.5 + 0.5 * pawns / (pawns.abs() + 3.0)
    }

    /// True if the side to move is mated, or lost unless a piece arrives.
    pub const fn is_lost(self) -> bool {
        self.0 < 0 && self.is_decided()
    }

    /// Demotes a decided score that relies on a forecast arrival to the end of the evaluation band;
    /// shorter wins stay better.
    pub(crate) const fn as_expected(self) -> Self {
        let plies = match self.kind() {
            ScoreKind::Evaluation(_) => return self,
            ScoreKind::Mate(plies) | ScoreKind::Conditional(plies) => plies.abs(),
        };
        Self(self.0.signum() * (EVALUATION - plies))
    }

    /// True for decided scores demoted by [`Self::as_expected`].
    pub(crate) const fn is_decided_as_expected(self) -> bool {
        self.0.abs() > EVALUATION - BAND && !self.is_decided()
    }

    /// Converts the score of a position to that of the move leading to it: negated, mates a ply
    /// longer.
    #[must_use]
    pub const fn a_ply_earlier(self) -> Self {
        Self::from_table(Self(-self.0).to_table(0), 1)
    }

    /// The score as the TT stores it: plies counted from the node at `ply`, not from the root.
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let value = match self.kind() {
            ScoreKind::Evaluation(_) => self.0,
            ScoreKind::Mate(_) | ScoreKind::Conditional(_) => self.0 + self.0.signum() * ply as i32,
        };
        value as i16
    }

    /// Restores a stored score at a node at `ply`.
    pub(crate) const fn from_table(kept: i16, ply: usize) -> Self {
        let score = Self(kept as i32);
        match score.kind() {
            ScoreKind::Evaluation(_) => score,
            ScoreKind::Mate(_) | ScoreKind::Conditional(_) => {
                Self(score.0 - score.0.signum() * ply as i32)
            }
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Written as `+0.35`, `#5`, `#-2` (moves to mate) and `wins in 4 unless helped`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Evaluation(centipawns) => {
                write!(f, "{:+.2}", f64::from(centipawns) / 100.0)
            }
            ScoreKind::Mate(plies) => write!(f, "#{}", moves_in(plies)),
            ScoreKind::Conditional(plies) => {
                let what = if plies > 0 { "wins" } else { "loses" };
                write!(f, "{what} in {} unless helped", moves_in(plies).abs())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap_and_rank_mates_above_conditional_wins_above_evaluations() {
        let rising = [
            Score::mated(0),
            Score::mated(900),
            Score::lost_unless_helped(0),
            Score::lost_unless_helped(900),
            Score::evaluation(-1_000_000),
            Score::DRAW,
            Score::evaluation(1_000_000),
            -Score::lost_unless_helped(900),
            -Score::lost_unless_helped(0),
            -Score::mated(900),
            -Score::mated(0),
            Score::INFINITE,
        ];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn scores_that_rely_on_a_forecast_are_not_decided_and_keep_their_order() {
        for win in [-Score::mated(3), -Score::lost_unless_helped(3)] {
            assert!(
                !win.as_expected().is_decided() && win.as_expected() > Score::evaluation(9_999)
            );
            assert_eq!((-win).as_expected(), -win.as_expected());
        }
        assert!((-Score::mated(3)).as_expected() > (-Score::mated(5)).as_expected());
        assert!(Score::mated(3).as_expected().is_decided_as_expected());
        assert_eq!(Score::evaluation(-50).as_expected(), Score::evaluation(-50));
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for score in [Score::mated(9), -Score::mated(9), Score::lost_unless_helped(7)] {
            let kept = score.to_table(5);
            assert_eq!(Score::from_table(kept, 5), score);
            assert_ne!(Score::from_table(kept, 6), score);
        }
        let score = Score::evaluation(123);
        assert_eq!(Score::from_table(score.to_table(5), 30), score);
    }
}
