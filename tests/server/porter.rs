//! Threads and sockets of the server.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::Instant;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender};

use super::Entry;
use super::parlour::{Guest, Parlour, Said};

/// An event for the thread that sends all lines.
pub(super) enum Event {
    Came(TcpStream),
    Heard(Guest, String),
    Left(Guest),
    /// The server is to be closed.
    Closing,
}

/// Accepts connections until the server is closed.
pub(super) fn open_door(listener: &TcpListener, events: &Sender<Event>) {
    for stream in listener.incoming().map_while(Result::ok) {
        if events.send(Event::Came(stream)).is_err() {
            break;
        }
    }
}

/// Passes lines between the sockets of clients and the parlour.
pub(super) struct Porter {
    parlour: Parlour,
    /// The connections, by number of the client.
    streams: Vec<TcpStream>,
    events: Sender<Event>,
    log: Sender<Entry>,
}

impl Porter {
    pub(super) fn new(events: Sender<Event>, log: Sender<Entry>) -> Self {
        Self { parlour: Parlour::default(), streams: Vec::new(), events, log }
    }

    /// Serves until the server is closed.
    pub(super) fn serve(mut self, events: &Receiver<Event>) {
        loop {
            let event = match self.parlour.next_flag() {
                Some(flag) => events.recv_deadline(flag),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Came(stream)) => self.let_in(stream),
                Ok(Event::Heard(guest, line)) => self.hear(guest, line),
                Ok(Event::Left(guest)) => {
                    let said = self.parlour.leave(guest);
                    self.say(said);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let said = self.parlour.tick(Instant::now());
                    self.say(said);
                }
                Ok(Event::Closing) | Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Some(game) = self.parlour.take_finished() {
                self.note(Entry::Over(Box::new(game)));
            }
        }
        for stream in self.streams {
            // Its reader has another handle; one that has gone need not be shut.
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    fn let_in(&mut self, stream: TcpStream) {
        let (Ok(reading), Ok(())) = (stream.try_clone(), stream.set_nodelay(true)) else { return };
        let (guest, said) = self.parlour.enter();
        self.streams.push(stream);
        let events = self.events.clone();
        std::thread::spawn(move || {
            let mut stream = BufReader::new(reading);
            let mut bytes = Vec::new();
            while matches!(stream.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                bytes.clear();
                if events.send(Event::Heard(guest, line)).is_err() {
                    return; // the server is closed
                }
            }
            drop(events.send(Event::Left(guest)));
        });
        self.say(said);
    }

    fn hear(&mut self, guest: Guest, line: String) {
        let said = self.parlour.hear(guest, &line, Instant::now());
        self.note(Entry::Heard { from: self.parlour.name(guest), line });
        if said.iter().all(|said| said.to != guest) {
            self.write(guest, self.parlour.prompt(guest));
        }
        self.say(said);
    }

    /// Sends lines in order, each with a prompt behind it, as a server sends lines that nobody
    /// asked for.
    fn say(&mut self, said: Vec<Said>) {
        for said in said {
            let formed = self.parlour.form(&said);
            let prompt = self.parlour.prompt(said.to);
            self.write(said.to, &format!("\n\r{formed}\n\r{prompt}"));
            self.note(Entry::Told { to: self.parlour.name(said.to), text: said.text });
        }
    }

    /// Sends text to a client. An error is ignored: the reader of this client is about to report
    /// its end.
    fn write(&mut self, guest: Guest, text: &str) {
        drop(self.streams[guest.0].write_all(text.as_bytes()));
    }

    /// Logs an entry. An error is ignored: a test that takes no more entries is about to close the
    /// server.
    fn note(&self, entry: Entry) {
        drop(self.log.send(entry));
    }
}
