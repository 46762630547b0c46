//! The rate at which pieces arrive from the other board.
//!
//! Only sums and quotients are used, so that games on the node clock repeat on every machine.

use tandem_rules::{Millis, PieceType};

/// Pieces that one player received per hour, in 63 games of two and three minutes between people on
/// a server: pawns, knights, bishops, rooks, queens.
const USUAL_PER_HOUR: [f64; 5] = [83.0, 61.0, 57.0, 24.0, 18.0];
/// The usual rate counts as much as this much of observed time.
const WEIGHT_MS: f64 = 60_000.0;
const HOUR_MS: f64 = 3_600_000.0;
/// Factor of a piece that is asked for: the partner takes it before others.
const ASKED: f64 = 3.0;

/// The arrivals so far, by piece type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrivals([u32; 5]);

impl Arrivals {
    pub(super) fn note(&mut self, piece: PieceType) {
        if let Some(count) = self.0.get_mut(piece.index()) {
            *count += 1;
        }
    }

    /// The probability that a piece of this type arrives within `within`, if it is asked for.
    pub(super) fn chance(&self, piece: PieceType, within: Millis, now: Millis) -> f64 {
        let at = piece.index();
        let Some((usual, count)) = USUAL_PER_HOUR.get(at).zip(self.0.get(at)) else { return 0.0 };
        let expected = usual * WEIGHT_MS / HOUR_MS + f64::from(*count);
        let rate = ASKED * expected / (WEIGHT_MS + now.0.max(0) as f64);
        let mean = rate * within.0.max(0) as f64;
        mean / (1.0 + mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_often_is_soon_expected_again() {
        let mut arrivals = Arrivals::default();
        let chance = |arrivals: &Arrivals, piece, seconds| {
            arrivals.chance(piece, Millis::from_seconds(seconds), Millis::from_seconds(30))
        };
        let before = chance(&arrivals, PieceType::Rook, 5);
        assert!(chance(&arrivals, PieceType::Pawn, 5) > before);
        assert!(chance(&arrivals, PieceType::Rook, 10) > before);
        arrivals.note(PieceType::Rook);
        assert!(chance(&arrivals, PieceType::Rook, 5) > before);
        assert!(chance(&arrivals, PieceType::Pawn, 1_000_000) < 1.0);
    }
}
