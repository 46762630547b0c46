//! The state of a seat, as its engine sees it.

use std::fmt::Display;

use tandem_protocol::text::Word;
use tandem_rules::{Move, Position, Seat};

use crate::SaidFault;

/// A seat of the engine.
pub(in crate::process) struct Place {
    pub(in crate::process) seat: Seat,
    pub(in crate::process) doing: Doing,
    /// Position of its board, as last sent to the engine.
    pub(in crate::process) position: Position,
}

/// Activity of a seat, as its engine sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::process) enum Doing {
    /// The opponent is to move.
    Waiting,
    /// The seat was told to go and has not answered.
    Asked,
    /// The seat is to move and has said that it sits.
    Sitting,
    /// The seat has answered with a move that has not been made yet.
    Moving,
}

/// Effect of an answer on one seat.
pub(in crate::process) enum Decision {
    Move(Move),
    Sit,
    /// The seat would move, but has to be told to go first.
    Wake,
    /// No effect: no answer is expected.
    None,
}

impl Place {
    /// Reads the part of an answer for this seat: a move or none.
    ///
    /// # Errors
    /// The seat may not do that; the reason.
    pub(in crate::process) fn decide(
        &self,
        text: Option<&Word>,
        by_nodes: bool,
    ) -> Result<Decision, SaidFault> {
        let Some(text) = text else {
            let is_asked = self.doing == Doing::Asked;
            return Ok(if is_asked { Decision::Sit } else { Decision::None });
        };
        if self.position.side_to_move() != self.seat.color {
            return Err(out_of_turn(Some(text)));
        }
        if matches!(self.doing, Doing::Waiting | Doing::Moving) {
            return Ok(Decision::None); // it moved before this was thought out
        }
        let m = self.position.parse_coordinate(text)?;
        let must_wake = by_nodes && self.doing == Doing::Sitting;
        Ok(if must_wake { Decision::Wake } else { Decision::Move(m) })
    }
}

/// The fault of a move that was not asked for.
pub(in crate::process) fn out_of_turn<T: Display>(text: Option<&T>) -> SaidFault {
    SaidFault::OutOfTurn(text.map_or_else(|| "(none)".to_owned(), ToString::to_string))
}
