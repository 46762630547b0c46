//! The positions that count for a repetition.

use crate::{OutcomeRules, Position};

impl OutcomeRules {
    /// Number of the `plies` before this position that count for a repetition of it: those since
    /// the last irreversible move, or all if there is a repetition rule by which drops and captures
    /// do not start a new count.
    pub fn counted_plies(&self, position: &Position, plies: usize) -> usize {
        match self.repetition.is_none_or(|rule| rule.drops_start_afresh) {
            true => usize::from(position.halfmove_clock()).min(plies),
            false => plies,
        }
    }
}
