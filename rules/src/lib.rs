#![doc = include_str!("../README.md")]
//!
//! ## Where to begin
//!
//! - [`Position`] is one board with the holdings of both players. It generates, checks and plays
//!   moves, and does not know the other board: [`Position::make`] returns a captured piece as a
//!   [`Handoff`].
//! - [`Boards`] is the pair of positions, and gives each handoff to the partner.
//! - [`Game`] adds the clocks, the claims and the [`OutcomeRules`] of a [`RuleSet`], and decides
//!   when and how the game ends.
//! - [`notation`] reads and writes positions, moves and game records: FEN, BFEN, SAN, BPGN, PGN.
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
mod name;
pub mod notation;
mod observer;
mod outcome;
pub mod perft;
mod piece;
mod position;
mod rule_set;
mod seat;
#[cfg(feature = "serde")]
mod serial;
mod square;
pub mod talk;
mod variant;

pub use bitboard::Bitboard;
pub use boards::{Boards, IllegalMove};
pub use castling::{Castling, CastlingRights, CastlingSide};
pub use clock::{Bonus, Clock, FirstMove, Millis, TimeControl, TimeControlError};
pub use game::{Claim, ClaimError, Claims, Game, PlayError, Ply};
pub use holdings::Holdings;
pub use keys::Key;
pub use moves::{Move, MoveKind, MoveList};
pub use name::NameError;
pub use observer::Observer;
pub use outcome::{Ending, Outcome};
pub use piece::{Color, Piece, PieceType, PieceTypes};
pub use position::{
    CheckSquares, EnPassant, Handoff, Position, PositionError, RefusedMove, Setup, SetupFault,
    Stage, Standing,
};
pub use rule_set::{
    BothEnd, BothFlags, Claimants, DrawAgreement, IllegalMoveRule, LastDrop, MateRule, MoveRules,
    NoMoveRule, OutcomeRules, Permission, Preset, Promotions, Repetition, RuleError, RuleSet,
};
pub use seat::{BoardId, Seat, Team, TeamAction};
pub use square::{File, Rank, Square, SquareError};
pub use variant::Variant;
