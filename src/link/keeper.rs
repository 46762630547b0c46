//! The keeper of a link, which looks for the partner as long as the program runs.

use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use tandem_session::link::{HANDSHAKE_TIME, Role};

use super::args::Plan;
use super::trouble::Trouble;
use super::wire::Wire;
use super::{News, conversation};

/// Pause before the next attempt: the first of these, doubled by each failed attempt up to the
/// second.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(8)];

/// Time for the handshake of a caller, who may have to wait while the listener turns others away.
const CALL_TIME: Duration = Duration::from_secs(3 * HANDSHAKE_TIME.as_secs());

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
        let wire = self.admit(stream, Role::Caller)?;
        self.complaint.clear();
        Ok(Some(wire))
    }

    /// Accepts connections: admits the partner, one at a time, and turns everyone else away.
    fn receive(&self, listener: &TcpListener) {
        log::info!("waiting for the partner at {}", self.plan.address);
        let mut partner: Option<JoinHandle<()>> = None;
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
            if partner.as_ref().is_some_and(|partner| !partner.is_finished()) {
                log::info!("rejected {caller}: the partner is already connected");
                continue;
            }
            match self.admit(stream, Role::Listener) {
                Ok(wire) => {
                    log::debug!("accepted {caller}");
                    let news = self.news.clone();
                    partner = Some(std::thread::spawn(move || conversation::hold(wire, &news)));
                }
                Err(trouble) => log::warn!("rejected {caller}: {trouble}"),
            }
        }
    }

    /// Admits the other end of a connection if it knows the token.
    fn admit(&self, stream: TcpStream, role: Role) -> Result<Wire, Trouble> {
        Wire::admit(stream, role, &self.plan.token, patience(role))
    }
}

fn patience(role: Role) -> Duration {
    match role {
        Role::Caller => CALL_TIME,
        Role::Listener => HANDSHAKE_TIME,
    }
}
