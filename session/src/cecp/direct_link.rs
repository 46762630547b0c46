//! The link past the server, while it is open: what comes over it, and the change of the channel.

use std::time::Instant;

use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::{self, Dialect, Heard};
use tandem_protocol::text::Line;

use super::Session;
use super::reporting::{Channel, INQUIRY};
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Handles the opening of the link, whose other end knows the team's token.
    pub fn link_opened(&mut self, now: Instant) -> Vec<Reply> {
        self.reporting.open();
        self.report_anew(now)
    }

    /// Handles the end of the link. A board reported over it stays believed; from now on, reports
    /// go by partner talk as usual.
    pub fn link_closed(&mut self, now: Instant) -> Vec<Reply> {
        if !self.reporting.close() {
            return Vec::new();
        }
        self.report_anew(now)
    }

    /// Handles a line from the link: a board report, an inquiry, or anything else, which is
    /// ignored.
    pub fn link_told(&mut self, text: &Line, now: Instant) -> Vec<Reply> {
        match ptell::hear(text).as_slice() {
            _ if &**text == INQUIRY => self.hear_inquiry(now),
            [Heard::Board(report)] => self.hear_report(report, Channel::Link, now),
            _ => log::info!("ignored a line from the link: `{text}`"),
        }
        self.output.take()
    }

    /// Takes the lines to be sent over the link.
    pub fn take_reports(&mut self) -> Vec<Line> {
        self.reporting.take()
    }

    /// Reports our board by a channel that has changed, because the partner may not know the
    /// position. In the opponent's turn this waits for the move: what the opponent's clock shows
    /// meanwhile is not known.
    fn report_anew(&mut self, now: Instant) -> Vec<Reply> {
        self.reporting.forget();
        if self.is_our_turn() {
            self.report_board(now);
        }
        self.output.take()
    }

    /// Handles the inquiry of a Tandem that does not know us: a partner that is one has forgotten us,
    /// as if it greeted again, and one that may be one is asked.
    fn hear_inquiry(&mut self, now: Instant) {
        if self.partnership.partner() == Some(Dialect::Tandem) {
            self.partnership.be_greeted(Dialect::Tandem);
            self.met(now);
            self.return_greeting(now);
        } else {
            self.ask_partner(now);
        }
    }
}
