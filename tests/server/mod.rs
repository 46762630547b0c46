//! A small chess server of the FICS family on this machine: enough of it for four programs to play
//! bughouse, by the rules and clocks of `tandem-rules`.
//!
//! One thread owns the parlour and sends all lines; another one for each client reads its lines.
//! The log is a channel, so that a test waits for a line instead of looking for it.

mod lines;
mod offers;
mod parlour;
mod porter;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, unbounded};
use tandem_rules::Game;

use porter::{Event, Porter};

/// An entry of the log.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A client sent a line.
    Heard { from: String, line: String },
    /// A client was sent a line.
    Told { to: String, text: String },
    /// A match has ended.
    Over(Box<Game>),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heard { from, line } => write!(f, "{from} > {line}"),
            Self::Told { to, text } => write!(f, "{to} < {text}"),
            Self::Over(_) => f.write_str("over"),
        }
    }
}

/// A server that runs until it is dropped.
pub(crate) struct Server {
    port: u16,
    events: Sender<Event>,
    entries: Receiver<Entry>,
    /// The entries received so far.
    log: Vec<Entry>,
}

impl Server {
    /// Opens a server on any free port.
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let (events, heard) = unbounded();
        let (log, entries) = unbounded();
        let porter = Porter::new(events.clone(), log);
        std::thread::spawn(move || porter.serve(&heard));
        let door = events.clone();
        std::thread::spawn(move || porter::open_door(&listener, &door));
        Self { port, events, entries, log: Vec::new() }
    }

    /// The port of the server.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Waits for an entry for which `seen` returns a value, and returns that; fails after
    /// `patience`.
    pub(crate) fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut seen: impl FnMut(&Entry) -> Option<T>,
    ) -> T {
        let until = Instant::now() + patience;
        loop {
            let Ok(entry) = self.entries.recv_deadline(until) else {
                panic!("nothing of the kind is said within {patience:?}:\n{}", self.log());
            };
            let found = seen(&entry);
            self.log.push(entry);
            if let Some(found) = found {
                return found;
            }
        }
    }

    /// All entries up to the last one that was waited for.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.log
    }

    /// The entries as text, one a line.
    pub(crate) fn log(&self) -> String {
        let lines: Vec<_> = self.log.iter().map(Entry::to_string).collect();
        lines.join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.events.send(Event::Closing).is_ok() {
            // Wakes the thread that accepts connections, which then sees that nobody serves any
            // more.
            drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
        }
    }
}
