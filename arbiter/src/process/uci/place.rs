//! A seat, as far as its engine is concerned.

use std::fmt::Display;

use tandem_protocol::text::Word;
use tandem_rules::{Move, Position, Seat};

/// A seat of the engine.
pub(super) struct Place {
    pub(super) seat: Seat,
    pub(super) doing: Doing,
    /// The board as the engine was last told.
    pub(super) position: Position,
}

/// What a seat is doing, as far as its engine is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doing {
    /// The opponent is on turn.
    Waiting,
    /// It was told to go and has not answered.
    Asked,
    /// It is on turn and has said that it sits.
    Sitting,
    /// It has said a move, which has not been made.
    Moving,
}

/// What a seat does by an answer.
pub(super) enum Decision {
    Move(Move),
    Sit,
    /// It would move, but has to be told to go first.
    Wake,
    /// Nothing: no answer is awaited.
    None,
}

impl Place {
    /// Reads its part of an answer: a move, or none.
    ///
    /// # Errors
    /// It may not do that.
    pub(super) fn decide(&self, text: Option<&Word>, by_nodes: bool) -> Result<Decision, String> {
        let Some(text) = text else {
            let is_asked = self.doing == Doing::Asked;
            return Ok(if is_asked { Decision::Sit } else { Decision::None });
        };
        if self.position.side_to_move() != self.seat.color {
            return Err(out_of_turn(Some(text)));
        }
        if matches!(self.doing, Doing::Waiting | Doing::Moving) {
            return Ok(Decision::None); // it has moved before this was thought of
        }
        let m = self.position.parse_coordinate(text).map_err(|error| error.to_string())?;
        let must_wake = by_nodes && self.doing == Doing::Sitting;
        Ok(if must_wake { Decision::Wake } else { Decision::Move(m) })
    }
}

/// What is wrong with a move that nobody has asked for.
pub(super) fn out_of_turn<T: Display>(text: Option<&T>) -> String {
    text.map_or_else(
        || "it moves out of turn: `(none)`".to_owned(),
        |text| format!("it moves out of turn: `{text}`"),
    )
}
