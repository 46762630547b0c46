//! The lobby of a listener: strangers prove themselves side by side, a limited number at once.

use std::collections::VecDeque;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;

use crossbeam::channel::Sender;
use parking_lot::Mutex;
use tandem_session::link::{HANDSHAKE_TIME, Role, Token};

use super::wire::Wire;
use super::{News, conversation};

/// Maximum number of handshakes at once; for one more, the oldest is broken off.
const MOST_STRANGERS: usize = 16;

/// The partner's place, and the strangers who may turn out to be the partner.
#[derive(Clone)]
pub(super) struct Lobby {
    token: Token,
    news: Sender<News>,
    guests: Arc<Mutex<Guests>>,
}

#[derive(Default)]
struct Guests {
    has_partner: bool,
    /// Handles to the connections of strangers, oldest first, with a number for each.
    strangers: VecDeque<(u64, TcpStream)>,
    /// Number of the last stranger.
    last: u64,
}

impl Lobby {
    pub(super) fn new(token: Token, news: Sender<News>) -> Self {
        Self { token, news, guests: Arc::default() }
    }

    /// Lets somebody in, who proves in a thread of its own to be the partner, and then is talked
    /// with there. Nobody is let in while the partner is here.
    pub(super) fn enter(&self, stream: TcpStream, caller: SocketAddr) {
        let Some(number) = self.register(&stream, caller) else { return };
        let lobby = self.clone();
        let serve = move || {
            let met = Wire::admit(stream, Role::Listener, &lobby.token, HANDSHAKE_TIME);
            let is_first = lobby.leave(number, met.is_ok());
            match met {
                Ok(wire) if is_first => {
                    log::debug!("accepted {caller}");
                    conversation::hold(wire, &lobby.news);
                    lobby.guests.lock().has_partner = false;
                }
                Ok(_) => log::info!("rejected {caller}: the partner is already connected"),
                Err(trouble) => log::warn!("rejected {caller}: {trouble}"),
            }
        };
        if let Err(error) = std::thread::Builder::new().spawn(serve) {
            log::warn!("rejected {caller}: no thread for it: {error}");
            self.leave(number, false);
        }
    }

    /// Notes a stranger. `None` if it is turned away at once.
    fn register(&self, stream: &TcpStream, caller: SocketAddr) -> Option<u64> {
        let mut guests = self.guests.lock();
        if guests.has_partner {
            log::info!("rejected {caller}: the partner is already connected");
            return None;
        }
        let handle = stream.try_clone();
        let handle = handle.inspect_err(|error| log::warn!("rejected {caller}: {error}")).ok()?;
        if guests.strangers.len() >= MOST_STRANGERS
            && let Some((_, oldest)) = guests.strangers.pop_front()
        {
            drop(oldest.shutdown(Shutdown::Both)); // fails only if it is closed already
        }
        guests.last += 1;
        let number = guests.last;
        guests.strangers.push_back((number, handle));
        Some(number)
    }

    /// Ends the handshake of a stranger. True if it is the partner, and the first to prove so.
    fn leave(&self, number: u64, has_proved: bool) -> bool {
        let mut guests = self.guests.lock();
        guests.strangers.retain(|(other, _)| *other != number);
        has_proved && !std::mem::replace(&mut guests.has_partner, has_proved)
    }
}
