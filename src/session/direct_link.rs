//! How boards are told to the partner: by partner talk, or past the server while a link is open.

use std::time::Instant;

use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::{self, BoardReport, Dialect, Heard};
use tandem_protocol::text::Line;

use super::brain::Brain;
use super::partnership::Partner;
use super::record::Kind;
use super::state::Session;

/// A way for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Channel {
    /// Among the words that go by the server.
    Talk,
    /// The program's own connection, which whoever started it has asked for.
    Link,
}

/// This end of the connection, as far as the session sees it.
#[derive(Default)]
pub(super) struct DirectLink {
    is_open: bool,
    /// What is to be told over it.
    outgoing: Vec<Line>,
}

impl<B: Brain> Session<B> {
    /// Somebody who knows the team's token is there.
    pub(super) fn link_opened(&mut self, now: Instant) -> Vec<Reply> {
        self.link.is_open = true;
        self.report_anew(now)
    }

    /// Nobody is there any more. What it has told stays as true as it was; from here on, the partner
    /// is talked with as ever.
    pub(super) fn link_closed(&mut self, now: Instant) -> Vec<Reply> {
        if !std::mem::take(&mut self.link.is_open) {
            return Vec::new();
        }
        self.link.outgoing.clear();
        self.report_anew(now)
    }

    /// A board is told, or whatever else: that is ignored.
    pub(super) fn link_told(&mut self, text: &Line, now: Instant) -> Vec<Reply> {
        match ptell::hear(text).as_slice() {
            [Heard::Board(report)] => self.hear_report(report, Channel::Link, now),
            _ => log::info!("no board from the link: `{text}`"),
        }
        self.take_replies()
    }

    /// What is to be told over the link.
    pub(super) fn take_reports(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.link.outgoing)
    }

    /// By a new way, the partner is told at once what it may not know. In the opponent's turn that
    /// waits for the move: nobody has told what the opponent's clock shows meanwhile.
    fn report_anew(&mut self, now: Instant) -> Vec<Reply> {
        self.reported = None;
        if self.is_our_turn() {
            self.report_board(now);
        }
        self.take_replies()
    }

    /// Tells the partner by this way how our board stands.
    pub(super) fn tell(&mut self, report: BoardReport, channel: Channel) {
        let text = ptell::say(&Heard::Board(report), Dialect::Tandem);
        match channel {
            Channel::Talk => self.replies.extend(text.map(Reply::Ptell)),
            Channel::Link => self.link.outgoing.extend(text),
        }
    }

    /// The way by which the partner is told how our board stands, if it is.
    pub(super) fn channel(&self) -> Option<Channel> {
        if self.is_linked(Channel::Link) {
            return Some(Channel::Link);
        }
        let talks = self.settings.habits.talks && self.is_linked(Channel::Talk);
        talks.then_some(Channel::Talk)
    }

    /// True if boards are to be shown by this way, and the partner is a Tandem too.
    pub(super) fn is_linked(&self, by: Channel) -> bool {
        let partner = self.partnership.partner();
        let is_tandem = matches!(partner, Some(Partner { dialect: Dialect::Tandem }));
        let is_linked = match by {
            Channel::Talk => self.settings.links && is_tandem,
            Channel::Link => self.link.is_open && (is_tandem || self.may_be_silent_tandem()),
        };
        is_linked && self.record.kind() == Kind::Bughouse
    }

    /// Who is at the other end of the link is known, but not that the server has made it our partner.
    /// It would have greeted us, as we have greeted it, unless nothing is said in this team; until
    /// anybody is named, there is nobody else it could be.
    fn may_be_silent_tandem(&self) -> bool {
        match self.partnership.partner() {
            None => true,
            Some(Partner { dialect }) => dialect == Dialect::People && !self.settings.habits.talks,
        }
    }
}
