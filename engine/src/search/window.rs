//! Search windows.

use crate::Score;

/// A search window: the open interval from alpha to beta.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The zero window just below `beta`.
    pub(super) fn below(beta: Score) -> Self {
        Self { alpha: beta.plus(-1), beta }
    }

    /// The window from the opponent's point of view.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The zero window at alpha, which only asks whether the score is above it.
    pub(super) fn zero(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    /// Mate distance pruning: no score from here is below being mated now, or above mating now.
    pub(super) fn within_mates(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated(ply)),
            beta: self.beta.min(-Score::mated(ply + 1)),
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self.beta == self.alpha.next()
    }
}
