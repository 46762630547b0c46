//! Reports of our board to a linked partner.

use std::time::Instant;

use tandem_protocol::ptell::BoardReport;
use tandem_protocol::text::Line;

use super::Session;
use super::partner_board::PartnerBoard;
use super::reporting::Channel;
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
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
