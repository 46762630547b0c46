//! Playing a move with a check, on a copy of the position.

use crate::Move;

use super::{Handoff, Position};

/// Error for a move that is neither legal nor accepted in a position; contains the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not legal here")]
pub struct RefusedMove(pub Move);

impl Position {
    /// The position after a move that is legal or accepted, and the captured piece that the partner
    /// gets, if there is one. This position stays as it is.
    ///
    /// [`Self::make`] does the same in place and without the check, for programs that only make
    /// moves which they have generated.
    ///
    /// ```
    /// use tandem_rules::{Color, Handoff, Move, PieceType, Position};
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1".parse()?;
    /// let (after, handoff) = position.play("e4d5".parse()?)?;
    /// assert_eq!(after.to_fen(), "4k3/8/8/3P4/8/8/8/4K3[] b - - 0 1");
    /// assert_eq!(handoff, Some(Handoff { color: Color::Black, piece: PieceType::Pawn }));
    ///
    /// let refused = after.play("e4e5".parse()?).expect_err("there is no pawn on e4 any more");
    /// assert_eq!(refused.to_string(), "`e4e5` is not legal here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RefusedMove`] if the rules refuse the move (see [`Self::is_accepted`]).
    pub fn play(&self, m: Move) -> Result<(Self, Option<Handoff>), RefusedMove> {
        if !self.is_accepted(m) {
            return Err(RefusedMove(m));
        }
        let mut after = self.clone();
        let handoff = after.make(m, &mut ());
        Ok((after, handoff))
    }
}
