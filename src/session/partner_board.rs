//! The partner's board: as the host shows it (`pmove`, `pholding`), or as a linked partner tells
//! of it after every move, while it is told of ours.

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::ptell::BoardReport;
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Clock, Color, Handoff, Millis, Position, Seat};

use super::brain::Brain;
use super::direct_link::Channel;
use super::partnership::Partnership;
use super::record::{Kind, Record};
use super::state::{Session, refusal};

/// What is known of it in this game.
pub(super) enum PartnerBoard {
    /// Nobody has shown it.
    Unseen,
    /// All that was shown has been understood.
    Seen(Box<Sight>),
    /// A move was not, and so nothing is known any more.
    Lost,
}

/// A board that is seen, and its clocks where they were told.
pub(super) struct Sight {
    record: Record,
    clocks: Option<Shown>,
}

/// What two clocks showed at a moment of the game.
#[derive(Clone, Copy)]
struct Shown {
    /// Those of White and Black.
    clocks: [Millis; 2],
    at: Millis,
}

impl PartnerBoard {
    pub(super) fn position(&self) -> Option<&Position> {
        match self {
            Self::Seen(sight) => Some(sight.record.position()),
            Self::Unseen | Self::Lost => None,
        }
    }

    /// What the clock of a color there shows `now`, where that was told.
    pub(super) fn clock(&self, color: Color, now: Millis) -> Option<Millis> {
        let Self::Seen(sight) = self else { return None };
        let Shown { clocks, at } = sight.clocks?;
        let runs = sight.record.position().side_to_move() == color;
        let passed = if runs { (now - at).max(Millis::ZERO) } else { Millis::ZERO };
        Some(clocks[color.index()] - passed)
    }

    /// A piece captured on our board is in hand there at once.
    pub(super) fn receive(&mut self, handoff: Option<Handoff>) {
        if let (Self::Seen(sight), Some(handoff)) = (self, handoff) {
            sight.record.receive(handoff);
        }
    }
}

impl<B: Brain> Session<B> {
    /// A move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        if matches!(self.other, PartnerBoard::Unseen) {
            let record = Record::new(self.record.kind(), self.book);
            self.other = PartnerBoard::Seen(Box::new(Sight { record, clocks: None }));
        }
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        if other.clocks.is_some() {
            return; // the partner itself tells of it, and knows more
        }
        match other.record.read(text) {
            Ok(m) => {
                // Our own hand is told of by whoever shows ours.
                let _handoff = other.record.play_told(m);
                self.news_arrived(now);
            }
            Err(error) => {
                self.other = PartnerBoard::Lost;
                self.replies.push(refusal(&error.to_string(), command));
            }
        }
    }

    /// What both players of that board hold.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        if other.clocks.is_none() && other.record.hold(update) {
            self.news_arrived(now);
        }
    }

    /// A linked partner tells how its board stands. A thought that is going on is not disturbed: it
    /// would only last longer.
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

    /// Tells a linked partner how our board stands, if it has not been told of this position.
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

    /// The clocks of the other board as they show now, in the order of [`Seat::ALL`].
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

    /// Forgets that board, and what was told of ours.
    pub(super) fn forget_partner_board(&mut self) {
        self.other = PartnerBoard::Unseen;
        self.reported = None;
    }

    /// Somebody else is the partner now: what the one before has told is not kept up to date.
    pub(super) fn forget_reports(&mut self) {
        self.reported = None;
        if matches!(&self.other, PartnerBoard::Seen(sight) if sight.clocks.is_some()) {
            self.other = PartnerBoard::Unseen;
        }
    }
}
