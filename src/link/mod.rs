//! A direct connection between two Tandems that are partners, over which they tell each other of
//! their boards past the server.
//!
//! Both are started with one address and one token. The first one listens there, the second
//! connects, and each proves to the other that it knows the token before anything else is sent; all
//! that follows is encrypted. The words, and belief in them, are decided by `tandem_session::link`,
//! without a socket. Here, a
//! thread of its own keeps the link and another one reads, so that a session never waits for a
//! socket: it receives [`News`], and [`Link::tell`] returns at once. A lost link is sought again in
//! the background.

mod address;
mod args;
mod conversation;
mod ephemeral;
mod keeper;
mod lobby;
#[cfg(test)]
mod tests;
mod trouble;
mod wire;

use crossbeam::channel::{Receiver, Sender, bounded, never};
use tandem_protocol::text::Line;

pub(crate) use args::{LinkArgs, Plan};
use keeper::Keeper;

/// Capacity of the channel of news; when it is full, the partner's lines wait in the socket.
const WAITING_NEWS: usize = 64;

/// Changes of a link's state, and lines that arrive over it.
pub(crate) enum News {
    /// The partner is connected; lines for it go into this channel.
    Opened(Sender<Line>),
    /// The partner has sent a line.
    Told(Line),
    /// The partner is gone.
    Closed,
}

/// The session's end of a link.
pub(crate) struct Link {
    news: Receiver<News>,
    partner: Option<Sender<Line>>,
    /// Dropped with the link, which tells the keeper to give up.
    _hold: Option<Sender<()>>,
}

impl Link {
    /// Looks for the partner from now on; does nothing without a plan.
    pub(crate) fn open(plan: Option<Plan>) -> Self {
        let Some(plan) = plan else {
            return Self { news: never(), partner: None, _hold: None };
        };
        let (hold, released) = bounded(0);
        let (sender, news) = bounded(WAITING_NEWS);
        let keeper = Keeper::new(plan, sender, released);
        std::thread::spawn(move || keeper.run());
        Self { news, partner: None, _hold: Some(hold) }
    }

    /// The channel by which news arrive.
    pub(crate) fn news(&self) -> &Receiver<News> {
        &self.news
    }

    /// Takes note of [`News::Opened`]: lines go to `partner` from now on.
    pub(crate) fn opened(&mut self, partner: Sender<Line>) {
        log::info!("linked with the partner");
        self.partner = Some(partner);
    }

    /// Takes note of [`News::Closed`].
    pub(crate) fn closed(&mut self) {
        self.partner = None;
    }

    /// Takes note that no more news will come.
    pub(crate) fn ended(&mut self) {
        self.closed();
        self.news = never();
    }

    /// Sends lines to the partner without waiting. False if one of them cannot be sent: the partner
    /// is gone, or has read nothing for so long that the channel is full.
    pub(crate) fn tell(&mut self, lines: Vec<Line>) -> bool {
        for line in lines {
            log::debug!("link < {line}");
            if self.partner.as_ref().is_none_or(|partner| partner.try_send(line).is_err()) {
                self.closed();
                return false;
            }
        }
        true
    }
}
