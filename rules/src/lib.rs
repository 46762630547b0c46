//! The rules of bughouse, and nothing else.
//!
//! One board is a [`Position`]; two of them with four clocks and a [`RuleSet`] are a [`Game`].
//! A board never knows its sibling: [`Position::make`] returns the captured piece as a
//! [`Handoff`], and the game gives it to the partner. Text lives in [`notation`] alone.
#![forbid(unsafe_code)]

pub mod attacks;
pub mod bitboard;
mod boards;
mod castling;
mod clock;
mod game;
mod holdings;
mod keys;
mod moves;
pub mod notation;
mod observer;
mod outcome;
pub mod perft;
mod piece;
mod position;
mod rule_set;
mod seat;
mod square;
pub mod talk;

pub use bitboard::Bitboard;
pub use boards::{Boards, IllegalMove};
pub use castling::{Castling, CastlingRights, CastlingSide};
pub use clock::{Bonus, Clock, FirstMove, Millis, TimeControl, TimeControlError};
pub use game::{Claim, ClaimError, Claims, Game, PlayError, Ply};
pub use holdings::Holdings;
pub use keys::Key;
pub use moves::{Move, MoveKind, MoveList};
pub use observer::Observer;
pub use outcome::{Ending, Outcome};
pub use piece::{Color, Piece, PieceType, PieceTypes};
pub use position::{EnPassant, Handoff, Position, PositionError, Setup, Stage, Standing, Variant};
pub use rule_set::{
    BothEnd, BothFlags, Claimants, DrawAgreement, IllegalMoveRule, LastDrop, MateRule, MoveRules,
    NoMoveRule, OutcomeRules, Permission, Preset, Promotions, Repetition, RuleError, RuleSet,
};
pub use seat::{BoardId, Seat, Team, TeamAction};
pub use square::{File, Rank, Square};
