//! The game as a seat sees it at one moment.

use tandem_rules::{Color, Millis};

use crate::View;

/// The game as a seat sees it at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The view of the seat.
    pub view: &'a View,
    /// Time since the game began, by the clocks of the own board.
    pub now: Millis,
    /// Lateness of the machine: what is due now may be done as late as this. Zero on the node clock.
    pub lateness: Millis,
}

impl Moment<'_> {
    pub(super) fn us(&self) -> Color {
        self.view.seat.color
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.view.own.side_to_move() == self.us()
    }

    /// The base time of the game; two minutes if no clock is known.
    pub(super) fn base(&self) -> Millis {
        const USUAL: Millis = Millis::from_seconds(120);
        self.view.clock().map_or(USUAL, |clock| clock.control().base)
    }

    /// Time left on our own clock; unlimited without a clock.
    pub(super) fn own_time(&self) -> Millis {
        self.view.clock().map_or(Millis(i64::MAX), |clock| clock.remaining())
    }
}
