//! Messages between partners, as values; their text is the concern of a protocol.

use crate::{Millis, Move, PieceType};

/// A message to the partner. It is about the sender's board, unless it is a request.
///
/// ```
/// use tandem_rules::talk::{PartnerMessage, Urgency};
/// use tandem_rules::{Move, PieceType};
///
/// let wish = PartnerMessage::Need(PieceType::Knight, Urgency::Mates);
/// assert!(matches!(wish, PartnerMessage::Need(_, urgency) if urgency > Urgency::Much));
/// let advice = PartnerMessage::Suggest("N@f2".parse::<Move>()?);
/// assert_ne!(advice, wish);
/// # Ok::<(), tandem_rules::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PartnerMessage {
    /// Request: sit, that is, do not move.
    Sit(Option<Reason>),
    /// Request: go, that is, move and stop sitting.
    Go(Option<Reason>),
    /// The sender sits.
    Sitting(Option<Reason>),
    /// The sender no longer sits.
    Moving,
    /// Request: move quickly.
    Fast,
    /// Request: take your time.
    Slow,
    /// A piece of this type would help the sender, to the degree given.
    Need(PieceType, Urgency),
    /// A piece of this type would help the sender's opponent, to the degree given.
    Avoid(PieceType, Urgency),
    /// A piece of this type no longer matters.
    Indifferent(PieceType),
    /// Trades are good for the sender.
    TradesGood,
    /// Trades are bad for the sender.
    TradesBad,
    /// Trades no longer matter.
    TradesIndifferent,
    /// The sender mates, in the given number of moves if it is known.
    Mate(Option<u8>),
    /// The sender is lost unless something arrives.
    Dead,
    /// The sender is no longer lost.
    NotDead,
    /// Withdraws the requests of the sender.
    Cancel,
    /// Request: play this move on your board.
    Suggest(Move),
    /// Time on the sender's clock.
    Clock(Millis),
    /// Time on the clock of the sender's opponent.
    OpponentClock(Millis),
    /// The team has more time than its opponents, by the given number of seconds if it is known.
    Ahead(Option<u32>),
    /// The team has less time than its opponents, by the given number of seconds if it is known.
    Behind(Option<u32>),
    /// Request: call your opponent's flag.
    CallFlag,
    /// Request: ask your opponent to abort the game.
    Abort,
}

/// The degree to which a piece matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Urgency {
    /// It would help.
    Some,
    /// It would help much.
    Much,
    /// It would mate.
    Mates,
}

impl Urgency {
    /// All three degrees, in rising order.
    pub const ALL: [Self; 3] = [Self::Some, Self::Much, Self::Mates];
}

/// The reason to sit or to go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Reason {
    /// The sender waits for a piece.
    AwaitsPiece,
    /// The sender's opponent waits for a piece.
    OpponentWaits,
    /// The sender is mated, or would be.
    Trouble,
    /// Nothing threatens the sender any more.
    Safe,
    /// The team has more time than its opponents.
    AheadOnTime,
    /// The team has less time than its opponents.
    BehindOnTime,
}

impl Reason {
    /// All six reasons.
    pub const ALL: [Self; 6] = [
        Self::AwaitsPiece,
        Self::OpponentWaits,
        Self::Trouble,
        Self::Safe,
        Self::AheadOnTime,
        Self::BehindOnTime,
    ];
}
