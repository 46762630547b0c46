//! What a search is given to think about.

use tandem_rules::{Clock, Key, OutcomeRules, PieceType, Position, Seat};

/// The game as one seat sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// Whose moves are searched; it need not be on turn.
    pub seat: Seat,
    /// Its own board.
    pub own: Position,
    /// `repetition_key`s on the own board since its last irreversible move, the current one left
    /// out, oldest first.
    pub keys: Vec<Key>,
    /// The partner's board, where it is known.
    pub other: Option<Position>,
    /// The clocks that are known, in the order of [`Seat::ALL`], as they show now.
    pub clocks: [Option<Clock>; 4],
    /// What pieces are worth on the other board beyond their average.
    pub prices: Prices,
    /// How the game ends.
    pub rules: OutcomeRules,
}

impl View {
    /// A view of one board alone, nothing else known.
    pub fn of_board(seat: Seat, own: Position, rules: OutcomeRules) -> Self {
        Self {
            seat,
            own,
            keys: Vec::new(),
            other: None,
            clocks: [None; 4],
            prices: Prices::NEUTRAL,
            rules,
        }
    }

    /// The own clock, where it is known.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks[self.seat.index()]
    }
}

/// Deviations from what a piece is worth on average when it changes boards, in quarter pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Prices {
    gains: [i8; 5],
    losses: [i8; 5],
}

impl Prices {
    /// Every piece is worth what it is on average.
    pub const NEUTRAL: Self = Self { gains: [0; 5], losses: [0; 5] };
    /// No price is further from the average: four pawns.
    pub const MOST: i8 = 16;

    /// Sets what our partner gains beyond the average by getting this piece.
    pub fn set_gain(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.gains, piece, quarters);
    }

    /// Sets what we lose beyond the average when the diagonal opponent gets this piece.
    pub fn set_loss(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.losses, piece, quarters);
    }

    /// What a capture of this piece by us is worth beyond the average, in centipawns.
    pub fn gain(&self, piece: PieceType) -> i32 {
        get(self.gains, piece)
    }

    /// What a loss of this piece costs us beyond the average, in centipawns.
    pub fn loss(&self, piece: PieceType) -> i32 {
        get(self.losses, piece)
    }

    /// A number that differs for different prices: zero for neutral ones, so that those share
    /// the table with everybody.
    pub(crate) fn salt(&self) -> Key {
        let mixed = self.gains.iter().chain(&self.losses).fold(0u64, |salt, &quarters| {
            (salt ^ u64::from(quarters as u8)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        Key(mixed)
    }
}

fn set(prices: &mut [i8; 5], piece: PieceType, quarters: i8) {
    if let Some(price) = prices.get_mut(piece.index()) {
        *price = quarters.clamp(-Prices::MOST, Prices::MOST);
    }
}

fn get(prices: [i8; 5], piece: PieceType) -> i32 {
    prices.get(piece.index()).map_or(0, |&quarters| i32::from(quarters) * 25)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_bounded_and_salt_the_table_only_where_they_say_something() {
        let mut prices = Prices::NEUTRAL;
        assert_eq!(prices.salt(), Key(0));
        prices.set_gain(PieceType::Knight, 100);
        assert_eq!(prices.gain(PieceType::Knight), 400);
        let salt = prices.salt();
        assert_ne!(salt, Key(0));
        prices.set_gain(PieceType::Knight, 0);
        prices.set_loss(PieceType::Knight, 100);
        assert_ne!(prices.salt(), salt);
    }
}
