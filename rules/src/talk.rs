//! What two partners tell each other, as values. Text for them is the protocol's.

use crate::{Millis, Move, PieceType};

/// One thing said to the partner. It is about the speaker's board, unless it asks for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartnerMessage {
    /// Do not move.
    Sit(Option<Reason>),
    /// Move, and do not sit any more.
    Go(Option<Reason>),
    /// I sit.
    Sitting(Option<Reason>),
    /// I do not sit any more.
    Moving,
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
    /// Exchanges do not matter any more.
    TradesIndifferent,
    /// I mate, in so many moves if that is known.
    Mate(Option<u8>),
    /// I am lost unless something comes.
    Dead,
    /// I am not lost any more.
    NotDead,
    /// Forget what I asked for.
    Cancel,
    /// Play this on your board.
    Suggest(Move),
    /// My clock shows this.
    Clock(Millis),
    /// My opponent's clock shows this.
    OpponentClock(Millis),
    /// We have more time than our opponents, by so many seconds if that is known.
    Ahead(Option<u32>),
    /// We have less time than our opponents, by so many seconds if that is known.
    Behind(Option<u32>),
    /// Call your opponent's flag.
    CallFlag,
    /// Ask your opponent to abort the game.
    Abort,
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

impl Urgency {
    /// All three, in rising order.
    pub const ALL: [Self; 3] = [Self::Some, Self::Much, Self::Mates];
}

/// Why somebody should sit or go, or does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// I wait for a piece.
    AwaitsPiece,
    /// My opponent waits for a piece.
    OpponentWaits,
    /// I am mated, or would be.
    Trouble,
    /// Nothing threatens me any more.
    Safe,
    /// We have more time than our opponents.
    AheadOnTime,
    /// We have less time than our opponents.
    BehindOnTime,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::AwaitsPiece,
        Self::OpponentWaits,
        Self::Trouble,
        Self::Safe,
        Self::AheadOnTime,
        Self::BehindOnTime,
    ];
}
