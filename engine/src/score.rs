//! What a position is worth, in disjoint bands.

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
/// Losses mirror wins. All fit 16 bits, which is what the transposition table keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// Centipawns.
    Evaluation(i32),
    /// A mate in so many plies; negative if the side to move is mated.
    Mate(i32),
    /// A win in so many plies unless a piece arrives in time; negative for a loss.
    Conditional(i32),
}

const MATE: i32 = 32_000;
const CONDITIONAL: i32 = 25_000;
const EVALUATION: i32 = 20_000;
const BAND: i32 = 1_000;

/// The moves of one side in so many plies, of which the first or the last is its own; below zero as they
/// are.
pub const fn moves_in(plies: i32) -> i32 {
    plies.signum() * ((plies.abs() + 1) / 2)
}

impl Score {
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// Better than any score there is.
    pub const INFINITE: Self = Self(MATE + 1);
    /// Worse than any score there is.
    pub const LOWEST: Self = Self(-MATE - 1);

    /// An evaluation, kept within its band.
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

    /// The side to move is lost unless a piece comes, `ply` plies from the root.
    pub const fn lost_unless_helped(ply: usize) -> Self {
        Self(-CONDITIONAL + ply as i32)
    }

    /// The number behind it.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// One step better.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// So many centipawns better, whatever the band; for windows and margins.
    #[must_use]
    pub const fn plus(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }

    /// What it says.
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

    /// True if a game is decided by it: a mate, or a win unless a piece comes.
    pub const fn is_decided(self) -> bool {
        !matches!(self.kind(), ScoreKind::Evaluation(_))
    }

    /// The part of games that are won from here, roughly: a pawn is worth an eighth of a game.
    pub fn win_rate(self) -> f64 {
        let pawns = f64::from(Self::evaluation(self.value()).value()) / 100.0;
        0.5 + 0.5 * pawns / (pawns.abs() + 3.0)
    }

    /// True if the side to move is mated, or lost unless a piece comes.
    pub const fn is_lost(self) -> bool {
        self.0 < 0 && self.is_decided()
    }

    /// A mate, or a win unless a piece comes, that takes something which is only expected: the sooner the
    /// better, as those are, but an evaluation.
    pub(crate) const fn as_expected(self) -> Self {
        let plies = match self.kind() {
            ScoreKind::Evaluation(_) => return self,
            ScoreKind::Mate(plies) | ScoreKind::Conditional(plies) => plies.abs(),
        };
        Self(self.0.signum() * (EVALUATION - plies))
    }

    /// True if a game is decided should that come.
    pub(crate) const fn is_decided_as_expected(self) -> bool {
        self.0.abs() > EVALUATION - BAND && !self.is_decided()
    }

    /// What a position of this worth to its side to move is worth a ply earlier, to whoever moves there.
    #[must_use]
    pub const fn a_ply_earlier(self) -> Self {
        Self::from_table(Self(-self.0).to_table(0), 1)
    }

    /// As the table keeps it: plies counted from the node at `ply`, not from the root.
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let value = match self.kind() {
            ScoreKind::Evaluation(_) => self.0,
            ScoreKind::Mate(_) | ScoreKind::Conditional(_) => self.0 + self.0.signum() * ply as i32,
        };
        value as i16
    }

    /// The score behind what the table kept, for a node at `ply`.
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

/// As in `+0.35`, `#5`, `#-2` (moves to mate) and `wins in 4 unless helped`.
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
    fn what_is_only_expected_decides_nothing_and_keeps_its_order() {
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
