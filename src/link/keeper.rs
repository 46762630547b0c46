//! The keeper of a link, which looks for the partner as long as the program runs.

use std::net::TcpListener;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use tandem_session::link::{HANDSHAKE_TIME, Role};

use super::args::Plan;
use super::lobby::Lobby;
use super::trouble::Trouble;
use super::wire::Wire;
use super::{News, conversation};

/// Pause before the next attempt: the first of these, doubled by each failed attempt up to the
/// second.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(8)];

/// Connects to a partner that listens, or else listens for one.
pub(super) struct Keeper {
    plan: Plan,
    news: Sender<News>,
    /// Closes when the link is no longer wanted.
    released: Receiver<()>,
    /// The last warning, kept so that it is not repeated.
    complaint: String,
}

impl Keeper {
    pub(super) fn new(plan: Plan, news: Sender<News>, released: Receiver<()>) -> Self {
        Self { plan, news, released, complaint: String::new() }
    }

    /// Keeps the link until it is no longer wanted.
    pub(super) fn run(mut self) {
        let [shortest, longest] = PAUSES;
        let mut pause = shortest;
        loop {
            match self.call() {
                Ok(Some(wire)) => {
                    conversation::hold(wire, &self.news);
                    pause = shortest;
                }
                Ok(None) => match self.plan.address.listen() {
                    Ok(listener) => return self.receive(&listener),
                    Err(error) => log::debug!("cannot listen at {}: {error}", self.plan.address),
                },
                Err(trouble) => self.complain(&trouble),
            }
            if self.rests(pause) {
                return;
            }
            pause = (pause * 2).min(longest);
        }
    }

    /// Waits before the next attempt. True if there is to be none.
    fn rests(&self, pause: Duration) -> bool {
        self.released.recv_timeout(pause) != Err(RecvTimeoutError::Timeout)
    }

    /// Warns of trouble, once if it stays the same.
    fn complain(&mut self, trouble: &Trouble) {
        let complaint = format!("no link with {}: {trouble}", self.plan.address);
        if complaint != self.complaint {
            log::warn!("{complaint}");
            self.complaint = complaint;
        }
    }

    /// Connects to the partner; `None` if nothing listens at the address.
    fn call(&mut self) -> Result<Option<Wire>, Trouble> {
        let Some(stream) = self.plan.address.connect()? else { return Ok(None) };
        let wire = Wire::admit(stream, Role::Caller, &self.plan.token, HANDSHAKE_TIME)?;
        self.complaint.clear();
        Ok(Some(wire))
    }

    /// Accepts connections: whoever proves to be the partner is talked with, everyone else is
    /// turned away.
    fn receive(&self, listener: &TcpListener) {
        let address = &self.plan.address;
        log::info!("waiting for the partner at {address}");
        if listener.local_addr().is_ok_and(|address| address.ip().is_unspecified()) {
            log::warn!("{address} is every address of this machine: any other machine can knock");
        }
        let lobby = Lobby::new(self.plan.token.clone(), self.news.clone());
        loop {
            let (stream, caller) = match listener.accept() {
                Ok(accepted) => accepted,
                Err(error) => {
                    log::debug!("cannot accept connections: {error}");
                    self.rests(PAUSES[0]);
                    continue;
                }
            };
            if self.released.try_recv() != Err(TryRecvError::Empty) {
                return;
            }
            lobby.enter(stream, caller);
        }
    }
}
