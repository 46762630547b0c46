//! The reasons why a set-up is not a position.

use crate::{CastlingSide, Color, Square};

/// Error for a [`Setup`](crate::Setup) that is not a position; contains every reason.
///
/// ```
/// use tandem_rules::{Color, MoveRules, Position, Setup, SetupFault, Variant};
///
/// let error = Position::from_setup(&Setup::empty(), Variant::Bughouse, MoveRules::default())
///     .expect_err("an empty board is no position");
/// let kingless = |color| SetupFault::Kings { color, count: 0 };
/// assert_eq!(error.faults(), [kingless(Color::White), kingless(Color::Black)]);
/// let text = "White has 0 kings, expected one; Black has 0 kings, expected one";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0))]
pub struct PositionError(Vec<SetupFault>);

impl PositionError {
    /// The error with these reasons, at least one.
    pub(super) const fn new(faults: Vec<SetupFault>) -> Self {
        Self(faults)
    }

    /// All reasons, at least one.
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl From<SetupFault> for PositionError {
    fn from(fault: SetupFault) -> Self {
        Self::new(vec![fault])
    }
}

fn joined(faults: &[SetupFault]) -> String {
    let texts: Vec<String> = faults.iter().map(SetupFault::to_string).collect();
    texts.join("; ")
}

/// A reason why a [`Setup`](crate::Setup) is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// A color does not have exactly one king.
    #[error("{color} has {count} kings, expected one")]
    Kings {
        /// The color.
        color: Color,
        /// Number of its kings.
        count: usize,
    },
    /// A pawn on a back rank.
    #[error("a pawn stands on `{0}`, expected none on a back rank")]
    PawnOnBackRank(Square),
    /// A promoted mark on an empty square, a pawn or a king.
    #[error("a promoted mark on `{0}`, expected it on a queen, rook, bishop or knight")]
    PromotedMark(Square),
    /// A castling right without king and rook for it on the back rank.
    #[error("{color} has a right to castle {side} but no king and rook for it on its back rank")]
    Castling {
        /// The color that has the right.
        color: Color,
        /// The castling side.
        side: CastlingSide,
    },
    /// A castling right of Chess960 in another game; see
    /// [`Setup::keep_standard_castling`](crate::Setup::keep_standard_castling).
    #[error("{color} has a right to castle {side} that only Chess960 has")]
    NotStandard {
        /// The color that has the right.
        color: Color,
        /// The castling side.
        side: CastlingSide,
    },
    /// An en passant square that no pawn can have passed with the last move.
    #[error("no pawn can just have passed `{0}`")]
    EnPassant(Square),
    /// The side not to move is in check; the color is the one to move.
    #[error("{0} to move could capture the king")]
    KingEnPrise(Color),
}

impl SetupFault {
    /// True for a right or a mark that no position can have, and that most chess programs leave out
    /// without further ado; [`Position::from_setup_leniently`](crate::Position::from_setup_leniently)
    /// does so too.
    pub const fn is_minor(self) -> bool {
        match self {
            Self::Castling { .. }
            | Self::NotStandard { .. }
            | Self::EnPassant(_)
            | Self::PromotedMark(_) => true,
            Self::Kings { .. } | Self::PawnOnBackRank(_) | Self::KingEnPrise(_) => false,
        }
    }
}
