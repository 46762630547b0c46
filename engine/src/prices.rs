//! Prices of pieces: their worth on the other board, as the partner's words tell it.

use tandem_rules::{Key, PieceType, PieceTypes};

/// Prices: deviations from the average value of a piece that changes boards, in quarter pawns, and
/// the pieces that decide the game on the other board.
///
/// For example, the partner says that it needs a knight: the gain of a knight becomes 3, so that a
/// capture of a knight scores 75 centipawns more. Says it that a knight mates, the knight is
/// *winning* as well: its capture ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Prices {
    gains: [i8; 5],
    losses: [i8; 5],
    winning: PieceTypes,
    losing: PieceTypes,
}

impl Prices {
    /// Average values for all pieces.
    pub const NEUTRAL: Self =
        Self { gains: [0; 5], losses: [0; 5], winning: PieceTypes::NONE, losing: PieceTypes::NONE };
    /// The largest deviation, four pawns.
    pub const MOST: i8 = 16;

    /// Sets our partner's gain beyond the average from getting this piece, in quarter pawns.
    pub fn set_gain(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.gains, piece, quarters);
    }

    /// Sets our loss beyond the average if the diagonal opponent gets this piece, in quarter pawns.
    pub fn set_loss(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.losses, piece, quarters);
    }

    /// Marks a piece with which our partner mates: capturing one is a win, unless a piece arrives
    /// for the side that it would mate.
    pub fn set_winning(&mut self, piece: PieceType) {
        self.winning = self.winning.with(piece);
    }

    /// Marks a piece with which the diagonal opponent mates: losing one is a loss, likewise.
    pub fn set_losing(&mut self, piece: PieceType) {
        self.losing = self.losing.with(piece);
    }

    /// True if some piece decides the game on the other board.
    pub(crate) fn decide_anything(&self) -> bool {
        !(self.winning.is_empty() && self.losing.is_empty())
    }

    /// Types with which our partner mates, by its own words.
    pub(crate) fn winning(&self) -> PieceTypes {
        self.winning
    }

    /// Types with which our partner is mated, by its own words.
    pub(crate) fn losing(&self) -> PieceTypes {
        self.losing
    }

    /// Value of our capturing this piece beyond the average, in centipawns.
    pub fn gain(&self, piece: PieceType) -> i32 {
        get(self.gains, piece)
    }

    /// Cost of our losing this piece beyond the average, in centipawns.
    pub fn loss(&self, piece: PieceType) -> i32 {
        get(self.losses, piece)
    }

    /// Hash of the prices for TT keys: zero for neutral prices, so that those share entries with
    /// every other search.
    pub(crate) fn salt(&self) -> Key {
        let mixed = self.gains.iter().chain(&self.losses).fold(0u64, |salt, &quarters| {
            (salt ^ u64::from(quarters as u8)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        let deciding = u64::from(self.winning.bits()) << 8 | u64::from(self.losing.bits());
        Key(mixed ^ deciding.wrapping_mul(0xd6e8_feb8_6659_fd93))
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

    #[test]
    fn winning_and_losing_pieces_are_kept_apart() {
        let mut prices = Prices::NEUTRAL;
        prices.set_winning(PieceType::Knight);
        let salt = prices.salt();
        prices.set_losing(PieceType::Queen);
        assert!(salt != Key(0) && prices.salt() != salt);
        assert_eq!(prices.winning(), PieceTypes::NONE.with(PieceType::Knight));
        assert_eq!(prices.losing(), PieceTypes::NONE.with(PieceType::Queen));
    }
}
