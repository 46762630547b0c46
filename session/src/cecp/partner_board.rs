//! The partner's board, as the host shows it (`pmove`, `pholding`), or as a linked partner, which
//! is told of ours in turn, reports it after every move.

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::ptell::BoardReport;
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Clock, Color, Handoff, Millis, Position, Seat};

use super::direct_link::Channel;
use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::partnership::Partnership;
use crate::seat::record::{Kind, Record};

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

    /// Adds a piece captured on our board to the holdings there, at once.
    pub(super) fn receive(&mut self, handoff: Option<Handoff>) {
        if let (Self::Seen(sight), Some(handoff)) = (self, handoff) {
            sight.record.receive(handoff);
        }
    }
}

impl<B: Brain> Session<B> {
    /// Handles `pmove`, a move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        if matches!(self.other, PartnerBoard::Unseen) {
            let record = Record::new(self.record.kind(), self.book);
            self.other = PartnerBoard::Seen(Box::new(Sight { record, clocks: None }));
        }
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        if other.clocks.is_some() {
            return; // the partner's own reports tell more
        }
        match other.record.read(text) {
            Ok(m) => {
                // The handoff is not needed: our holdings are told by the host that shows our
                // board.
                let _handoff = other.record.play_told(m);
                self.news_arrived(now);
            }
            Err(error) => {
                self.other = PartnerBoard::Lost;
                self.replies.push(refusal(&error.to_string(), command));
            }
        }
    }

    /// Handles `pholding`, the holdings of both players on that board.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        if other.clocks.is_none() && other.record.hold(update) {
            self.news_arrived(now);
        }
    }

    /// Handles a board report of a linked partner. A running search is not updated, which would
    /// only prolong it.
    pub(super) fn hear_report(&mut self, report: &BoardReport, by: Channel, now: Instant) {
        if !self.is_linked(by) {
            return log::info!("a board from somebody who is no linked partner");
        }
        let record = match Record::from_fen(Kind::Bughouse, self.book, &report.fen) {
            Ok(record) => record,
            Err(error) => return log::warn!("a board from the partner: {error}"),
        };
        let on_turn = record.position().side_to_move();
        let shown = Shown { clocks: report.clocks, at: self.timing.game_time(now) };
        self.other = PartnerBoard::Seen(Box::new(Sight { record, clocks: Some(shown) }));
        self.with_partnership(now, |Partnership { team, .. }, moment| {
            let diagonal = moment.view.seat.diagonal().color;
            team.see_clock(shown.clocks[diagonal.index()], on_turn == diagonal, moment);
        });
        self.reconsider(now);
    }

    /// Reports our board to a linked partner, unless this position has been reported already.
    pub(super) fn report_board(&mut self, now: Instant) {
        let position = self.record.position();
        let Some(channel) = self.channel() else { return };
        if self.reported == Some(position.key()) {
            return;
        }
        self.reported = Some(position.key());
        let clocks = self.timing.board_clocks(self.seat(), now);
        self.tell(BoardReport { fen: Line::new(&position.to_fen()), clocks }, channel);
    }

    /// Adds the clocks of the partner's board, as they show now, to `clocks` in the order of
    /// [`Seat::ALL`].
    pub(super) fn with_clocks_of_partner(
        &self,
        mut clocks: [Option<Clock>; 4],
        seat: Seat,
        now: Instant,
    ) -> [Option<Clock>; 4] {
        let Some(own) = clocks[seat.index()] else { return clocks };
        for seat in [seat.partner(), seat.diagonal()] {
            let shown = self.other.clock(seat.color, self.timing.game_time(now));
            clocks[seat.index()] = shown.map(|left| own.showing(left));
        }
        clocks
    }

    /// Forgets the partner's board, and which position of ours was reported.
    pub(super) fn forget_partner_board(&mut self) {
        self.other = PartnerBoard::Unseen;
        self.reported = None;
    }

    /// Forgets board reports in both directions, since they are no longer kept up to date: the
    /// partner has changed, or a move was taken back.
    pub(super) fn forget_reports(&mut self) {
        self.reported = None;
        if matches!(&self.other, PartnerBoard::Seen(sight) if sight.clocks.is_some()) {
            self.other = PartnerBoard::Unseen;
        }
    }
}
