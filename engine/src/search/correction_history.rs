//! Correction history: errors of the static evaluation in positions with the same pawns or
//! holdings.

use tandem_rules::{Color, Holdings, PieceType, Position};

use super::history_value::{HistoryValue, table};
use super::params::HISTORY_MOST;

/// The errors of the static evaluation, by pawns and by holdings.
pub(super) struct CorrectionHistory {
    pawns: Box<[HistoryValue]>,
    holdings: Box<[HistoryValue]>,
}

impl CorrectionHistory {
    const SIZE: usize = 1 << 14;
    /// Steps of a [`HistoryValue`] for one centipawn.
    const GRAIN: i32 = 256;

    pub(super) fn new() -> Self {
        Self { pawns: table(2 * Self::SIZE), holdings: table(2 * Self::SIZE) }
    }

    /// Centipawns to add to the static evaluation of a position.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        let pawns = self.pawns[by_pawns(position)].get();
        let holdings = self.holdings[by_holdings(position)].get();
        (pawns + holdings) / Self::GRAIN
    }

    /// Forgets all errors.
    pub(super) fn clear(&self) {
        for table in [&self.pawns, &self.holdings] {
            table.iter().for_each(HistoryValue::clear);
        }
    }

    /// Learns the error of a static evaluation, in centipawns, as a search to this depth has shown
    /// it.
    pub(super) fn update(&self, position: &Position, error: i32, depth: i32) {
        let bonus = (error * depth.min(16) / 2).clamp(-HISTORY_MOST / 4, HISTORY_MOST / 4);
        self.pawns[by_pawns(position)].update(bonus);
        self.holdings[by_holdings(position)].update(bonus);
    }
}

fn by_pawns(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn).0);
    mixed(position.side_to_move(), white, black)
}

fn by_holdings(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| packed(position.holdings(color)));
    mixed(position.side_to_move(), white, black)
}

/// Packs the holdings, a byte for each type.
fn packed(holdings: Holdings) -> u64 {
    PieceType::DROPPABLE
        .into_iter()
        .fold(0, |sum, piece| sum << 8 | u64::from(holdings.count(piece)))
}

/// An index in a table of corrections (multiplicative hashing).
fn mixed(us: Color, white: u64, black: u64) -> usize {
    let mixed = (white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.rotate_left(32))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    us.index() * CorrectionHistory::SIZE + (mixed >> 50) as usize
}
