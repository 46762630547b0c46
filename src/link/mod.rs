//! A direct connection between two Tandems that are partners: what they tell each other of their
//! boards goes past the server.
//!
//! Both are started with one address and one token. Whoever comes first listens there, the other
//! one connects, and each proves to the other that it knows the token before anything else is
//! said. A thread of its own keeps the link, one reads and one writes, so that a session never
//! waits for a socket: it hears [`News`], and [`Link::tell`] returns at once. Once a link is lost,
//! it is sought again in the background.

mod address;
mod args;
mod conversation;
mod handshake;
mod keeper;
#[cfg(test)]
mod tests;
mod token;
mod wire;

use crossbeam::channel::{Receiver, Sender, bounded, never};
use tandem_protocol::text::Line;

pub(crate) use args::{LinkArgs, Plan};
use keeper::Keeper;

/// News that may wait for the session; then the partner's words wait in the socket.
const WAITING_NEWS: usize = 64;

/// What becomes of a link, and what comes over it.
pub(crate) enum News {
    /// The partner is there; what it is to be told goes in here.
    Opened(Sender<Line>),
    /// It tells something.
    Told(Line),
    /// It is gone.
    Closed,
}

/// One end of a link, for whoever has something to say and to hear.
pub(crate) struct Link {
    news: Receiver<News>,
    partner: Option<Sender<Line>>,
    /// Closes with this value, which tells the keeper to give up.
    _hold: Option<Sender<()>>,
}

impl Link {
    /// Seeks the partner from now on, if that is planned.
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

    /// Where news come in.
    pub(crate) fn news(&self) -> &Receiver<News> {
        &self.news
    }

    /// The partner is there.
    pub(crate) fn opened(&mut self, partner: Sender<Line>) {
        log::info!("linked with the partner");
        self.partner = Some(partner);
    }

    /// The partner is gone.
    pub(crate) fn closed(&mut self) {
        self.partner = None;
    }

    /// No more news will come.
    pub(crate) fn ended(&mut self) {
        self.closed();
        self.news = never();
    }

    /// Tells the partner these lines, without waiting. False if one of them cannot be told: the
    /// partner is gone, or has taken nothing for so long that it might as well be.
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
