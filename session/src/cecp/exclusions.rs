//! Moves that are left out of an analysis.

use tandem_rules::{Move, Position};

/// The moves that are excluded in the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusions(Vec<Move>);

impl Exclusions {
    /// Excludes moves.
    pub(super) fn add(&mut self, moves: Vec<Move>) {
        self.0.extend(moves);
    }

    /// Includes moves again.
    pub(super) fn remove(&mut self, moves: &[Move]) {
        self.0.retain(|m| !moves.contains(m));
    }

    /// Includes all moves again, since the position has changed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The moves to be analyzed. An empty list stands for all moves, also if every move is
    /// excluded.
    pub(super) fn rest(&self, position: &Position) -> Vec<Move> {
        if self.0.is_empty() {
            return Vec::new();
        }
        position.legal_moves().iter().copied().filter(|m| !self.0.contains(m)).collect()
    }
}
