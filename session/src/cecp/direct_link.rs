//! Board reports to the partner: by partner talk, or past the server while a link is open.

use std::time::Instant;

use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::{self, BoardReport, Dialect, Heard};
use tandem_protocol::text::Line;

use super::Session;
use super::reporting::{Channel, INQUIRY};
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;

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

    /// Reports our board to the partner by this channel.
    pub(super) fn tell(&mut self, report: BoardReport, channel: Channel) {
        let text = ptell::say(&Heard::Board(report), Dialect::Tandem);
        match channel {
            Channel::Talk => self.output.extend(text.map(Reply::Ptell)),
            Channel::Link => self.reporting.send(text),
        }
    }

    /// Says over the link, once in each position, that the partner is not known to be a Tandem: the
    /// one at the other end may have greeted a process before this one, and be as ignorant of us.
    pub(super) fn inquire(&mut self) {
        let is_named = self.partnership.partner().is_some();
        let is_bughouse = self.record.kind() == Kind::Bughouse;
        if self.reporting.is_open() && is_bughouse && is_named && self.options.habits.talks {
            self.reporting.inquire(self.record.position().key());
        }
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

    /// The channel for reports of our board; `None` if the partner is sent none.
    pub(super) fn channel(&self) -> Option<Channel> {
        if self.is_linked(Channel::Link) {
            return Some(Channel::Link);
        }
        self.may_talk().then_some(Channel::Talk)
    }

    /// True if reports may go by partner talk.
    pub(super) fn may_talk(&self) -> bool {
        self.options.habits.talks && self.is_linked(Channel::Talk)
    }

    /// True if boards are to be exchanged by this channel, and the partner is a Tandem too.
    pub(super) fn is_linked(&self, by: Channel) -> bool {
        let is_tandem = self.partnership.partner() == Some(Dialect::Tandem);
        let is_linked = match by {
            Channel::Talk => self.options.links && is_tandem,
            Channel::Link => self.reporting.is_open() && (is_tandem || self.may_be_silent_tandem()),
        };
        is_linked && self.record.kind() == Kind::Bughouse
    }

    /// True if the other end of the link may be our partner although it has not greeted us.
    ///
    /// The link authenticates the other end, but the server decides who our partner is. As our
    /// partner it would have greeted us, as we have greeted it, unless partner talk is off; and as
    /// long as no partner is named, it can be nobody else.
    fn may_be_silent_tandem(&self) -> bool {
        match self.partnership.partner() {
            None => true,
            Some(dialect) => dialect == Dialect::People && !self.options.habits.talks,
        }
    }
}
