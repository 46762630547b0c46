//! A socket to an untrusted peer: all waiting is limited.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tandem_session::link::{Fault, Outcome, Peer, Role, Token};

use super::ephemeral::ephemeral;
use super::trouble::Trouble;

/// Timeout of a write, after which the other end counts as gone.
const WRITE_TIME: Duration = Duration::from_secs(2);

/// Maximum number of bytes that are read at once.
const PIECE: usize = 4096;

/// A connection to the other end. Both directions close when it is dropped.
pub(super) struct Wire {
    stream: TcpStream,
    peer: Peer,
    /// Outcomes that came with the proof of the other end.
    early: Vec<Outcome>,
}

impl Wire {
    /// Takes over a connection to a stranger, and admits it if it proves in this time that it knows
    /// the token.
    ///
    /// # Errors
    /// The other end does not know the token, is not a Tandem of this version, or is gone.
    pub(super) fn admit(
        stream: TcpStream,
        role: Role,
        token: &Token,
        time: Duration,
    ) -> Result<Self, Trouble> {
        stream.set_nodelay(true)?; // a report must not be delayed
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let start = (Instant::now(), time);
        let (peer, hello) = Peer::new(role, token, ephemeral()?, start);
        let mut wire = Self { stream, peer, early: Vec::new() };
        wire.say(&hello)?;
        while !wire.peer.is_open() {
            let outcomes = wire.wait()?;
            wire.early = wire.carry_out(outcomes)?;
        }
        wire.stream.set_read_timeout(None)?; // from now on, a timer ends a silence
        Ok(wire)
    }

    /// Waits for bytes of the other end, as long as the handshake allows.
    fn wait(&mut self) -> Result<Vec<Outcome>, Trouble> {
        let until = self.peer.wakes_at().ok_or(Fault::Ended)?;
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(self.peer.wake(Instant::now()));
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut piece = [0; PIECE];
        match self.stream.read(&mut piece) {
            Ok(0) => Ok(self.peer.hung_up()),
            Ok(count) => Ok(self.peer.hear(&piece[..count], Instant::now())),
            Err(error) => match error.kind() {
                ErrorKind::Interrupted | ErrorKind::TimedOut | ErrorKind::WouldBlock => {
                    Ok(self.peer.wake(Instant::now()))
                }
                _ => match Trouble::from(error) {
                    Trouble::Fault(Fault::Ended) => Ok(self.peer.hung_up()),
                    trouble => Err(trouble),
                },
            },
        }
    }

    /// Says what is to be said. Returns the news among the outcomes, except that the link is open.
    pub(super) fn carry_out(&self, outcomes: Vec<Outcome>) -> Result<Vec<Outcome>, Trouble> {
        let mut news = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Say(text) => self.say(&text)?,
                Outcome::Opened => {}
                Outcome::Closed(fault) if news.is_empty() => return Err(fault.into()),
                Outcome::Told(_) | Outcome::Closed(_) => news.push(outcome),
            }
        }
        Ok(news)
    }

    /// Takes the news that came with the proof of the other end.
    pub(super) fn take_early(&mut self) -> Vec<Outcome> {
        std::mem::take(&mut self.early)
    }

    /// The end of the link that this connection carries.
    pub(super) fn peer(&mut self) -> &mut Peer {
        &mut self.peer
    }

    /// Sends text in one piece, so that no part of it waits for the other.
    pub(super) fn say(&self, text: &str) -> Result<(), Trouble> {
        Ok((&self.stream).write_all(text.as_bytes())?)
    }

    /// A handle to the same connection for a thread that only reads.
    ///
    /// # Errors
    /// The system has no more handles.
    pub(super) fn ear(&self) -> Result<Ear, Trouble> {
        Ok(Ear(self.stream.try_clone()?))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        drop(self.stream.shutdown(Shutdown::Both)); // fails only if it is closed already
    }
}

/// The reading half of a connection.
pub(super) struct Ear(TcpStream);

impl Ear {
    /// Waits for the next bytes; `None` at the end of the connection.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        let mut piece = vec![0; PIECE];
        loop {
            match self.0.read(&mut piece) {
                Ok(0) => return None,
                Ok(count) => {
                    piece.truncate(count);
                    return Some(piece);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    log::debug!("cannot read from the link: {error}");
                    return None;
                }
            }
        }
    }
}
