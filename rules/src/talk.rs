//! What two partners tell each other, as values. Text for them is the protocol's.

use crate::{Millis, Move, PieceType};

/// One thing said to the partner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartnerMessage {
    /// Do not move.
    Sit,
    /// Move.
    Go,
    /// Move quickly.
    Fast,
    /// Take your time.
    Slow,
    /// This piece would help me, and how much.
    Need(PieceType, Urgency),
    /// This piece would help my opponent, and how much.
    Avoid(PieceType, Urgency),
    /// It does not matter any more whether this piece comes.
    Indifferent(PieceType),
    /// Exchanges are good for me.
    TradesGood,
    /// Exchanges are bad for me.
    TradesBad,
    /// I am lost unless something comes.
    Dead,
    /// Forget what I asked for.
    Cancel,
    /// Play this on your board.
    Suggest(Move),
    /// My clock shows this.
    Clock(Millis),
    /// My opponent's clock shows this.
    OpponentClock(Millis),
    /// I mate in so many moves.
    MateIn(u8),
}

/// How much a piece matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Urgency {
    /// It would be nice.
    Some,
    /// It would decide much.
    Much,
    /// It mates.
    Mates,
}
