//! The channels of board reports: partner talk, or the link past the server.

use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::{self, BoardReport, Dialect, Heard};

use super::Session;
use super::reporting::Channel;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;

impl<B: Brain> Session<B> {
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
