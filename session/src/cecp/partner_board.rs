//! The partner's board, as the host shows it (`pmove`, `pholding`), or as a linked partner, which
//! is told of ours in turn, reports it after every move.

use tandem_protocol::cecp::HoldingUpdate;
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Color, Handoff, Millis, Position};

use crate::seat::record::Record;

/// Knowledge of the partner's board in this game.
pub(super) enum PartnerBoard {
    /// It has not been shown.
    Unseen,
    /// Everything shown has been understood.
    Seen(Box<Sight>),
    /// A move was not understood, so that the position is no longer known.
    Lost,
}

/// The partner's board as shown, with its clocks if they were told.
pub(super) struct Sight {
    record: Record,
    clocks: Option<Shown>,
}

/// The clocks of both colors at one time of the game.
#[derive(Clone, Copy)]
struct Shown {
    /// Remaining time of White and Black.
    clocks: [Millis; 2],
    /// Game time at which the clocks showed this.
    at: Millis,
}

impl PartnerBoard {
    pub(super) fn position(&self) -> Option<&Position> {
        match self {
            Self::Seen(sight) => Some(sight.record.position()),
            Self::Unseen | Self::Lost => None,
        }
    }

    /// Remaining time of a color on that board at game time `now`, if its clocks were told.
    pub(super) fn clock(&self, color: Color, now: Millis) -> Option<Millis> {
        let Self::Seen(sight) = self else { return None };
        let Shown { clocks, at } = sight.clocks?;
        let runs = sight.record.position().side_to_move() == color;
        let passed = if runs { (now - at).max(Millis::ZERO) } else { Millis::ZERO };
        Some(clocks[color.index()] - passed)
    }

    /// The board as this move is played there by the host that shows it, if it shows the board.
    /// The first move tells that it does; after that the partner's own reports tell more.
    ///
    /// # Errors
    /// The move is not understood, so that the position is no longer known.
    pub(super) fn play(
        &mut self,
        text: &str,
        start: impl FnOnce() -> Record,
    ) -> Result<bool, MoveTextError> {
        if matches!(self, Self::Unseen) {
            *self = Self::Seen(Box::new(Sight { record: start(), clocks: None }));
        }
        let Self::Seen(sight) = self else { return Ok(false) };
        if sight.clocks.is_some() {
            return Ok(false);
        }
        match sight.record.read(text) {
            Ok(m) => {
                // The handoff is not needed: our holdings are told by the host that shows our
                // board.
                let _handoff = sight.record.play_told(m);
                Ok(true)
            }
            Err(error) => {
                *self = Self::Lost;
                Err(error)
            }
        }
    }

    /// Takes in the holdings that the host shows there. True if anything has changed.
    pub(super) fn hold(&mut self, update: &HoldingUpdate) -> bool {
        match self {
            Self::Seen(sight) => sight.clocks.is_none() && sight.record.hold(update),
            Self::Unseen | Self::Lost => false,
        }
    }

    /// Takes in a report of the partner: its board, and its clocks at game time `at`.
    pub(super) fn report(&mut self, record: Record, clocks: [Millis; 2], at: Millis) {
        let clocks = Some(Shown { clocks, at });
        *self = Self::Seen(Box::new(Sight { record, clocks }));
    }

    /// Forgets the board if the partner has reported it: it is no longer kept up to date.
    pub(super) fn forget_report(&mut self) {
        if matches!(self, Self::Seen(sight) if sight.clocks.is_some()) {
            *self = Self::Unseen;
        }
    }

    /// Adds a piece captured on our board to the holdings there, at once.
    pub(super) fn receive(&mut self, handoff: Option<Handoff>) {
        if let (Self::Seen(sight), Some(handoff)) = (self, handoff) {
            sight.record.receive(handoff);
        }
    }
}
