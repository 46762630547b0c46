//! News of the partner's board, and of ours for a linked partner.

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::ptell::BoardReport;
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Clock, Seat};

use super::partner_board::PartnerBoard;
use super::reporting::Channel;
use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    /// Handles `pmove`, a move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        let (kind, book) = (self.record.kind(), self.options.book);
        match self.other.play(text, || Record::new(kind, book)) {
            Ok(true) => self.news_arrived(now),
            Ok(false) => {}
            Err(error) => self.output.push(refusal(&error.to_string(), command)),
        }
    }

    /// Handles `pholding`, the holdings of both players on that board.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        if self.other.hold(update) {
            self.news_arrived(now);
        }
    }

    /// Handles a board report of a linked partner. A running search is not updated, which would
    /// only prolong it.
    pub(super) fn hear_report(&mut self, report: &BoardReport, by: Channel, now: Instant) {
        if !self.is_linked(by) {
            log::info!("ignored a board report: its sender is no linked partner");
            if by == Channel::Link {
                self.ask_partner(now);
            }
            return;
        }
        self.partnership.reported_to();
        let record = match Record::from_fen(Kind::Bughouse, self.options.book, &report.fen) {
            Ok(record) => record,
            Err(error) => return log::warn!("ignored a board report: {error}"),
        };
        let on_turn = record.position().side_to_move();
        self.other.report(record, report.clocks, self.timing.game_time(now));
        self.with_partnership(now, |partnership, moment| {
            let diagonal = moment.view.seat.diagonal().color;
            partnership.see_clock(report.clocks[diagonal.index()], on_turn == diagonal, moment);
        });
        self.reconsider(now);
    }

    /// Reports our board to a linked partner, unless this position has been reported already. If the
    /// partner is not known to be a Tandem, the other end of the link is asked.
    pub(super) fn report_board(&mut self, now: Instant) {
        let position = self.record.position();
        let Some(channel) = self.channel() else { return self.inquire() };
        let key = position.key();
        if self.reporting.is_known(key) {
            return;
        }
        // On the node clock, where time between two lines must not matter, no report waits.
        let is_timed = channel == Channel::Talk && !self.timing.is_in_nodes();
        if is_timed && !self.reporting.may_talk(now) {
            return;
        }
        self.reporting.note(key);
        let clocks = self.timing.board_clocks(self.seat(), now);
        let report = BoardReport { fen: Line::new(&position.to_fen()), clocks };
        if channel == Channel::Link && self.partnership.may_ignore_link() && self.may_talk() {
            self.tell(report.clone(), Channel::Talk);
            self.partnership.told_by_talk();
        }
        self.tell(report, channel);
    }

    /// Reports the board of now, if a report that came too soon after others is due.
    pub(super) fn report_late(&mut self, now: Instant) {
        if self.reporting.take_due(now) {
            self.report_board(now);
        }
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
        self.reporting.forget();
    }

    /// Forgets board reports in both directions, since they are no longer kept up to date: the
    /// partner has changed, or a move was taken back.
    pub(super) fn forget_reports(&mut self) {
        self.reporting.forget();
        self.other.forget_report();
    }
}
