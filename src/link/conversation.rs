//! The exchange of lines between two authenticated ends: one thread reads, one writes.

use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use tandem_protocol::text::Line;

use super::News;
use super::handshake::Fault;
use super::wire::{Speaker, Wire};

/// Capacity of the channel of lines to the partner. A partner that lets it fill up is too slow to
/// be told anything.
const WAITING_LINES: usize = 16;

/// Time without a line to send, after which a blank one is sent as a sign of life.
const BEAT: Duration = Duration::from_secs(1);

/// Reads from the other end until one of the two is gone; its lines, and its end, become news.
pub(super) fn hold(mut wire: Wire, news: &Sender<News>) {
    let Err(fault) = hear_all(&mut wire, news) else { return }; // nobody receives news any more
    log::info!("the link is closed: {fault}");
    drop(news.send(News::Closed));
}

/// Starts the thread that writes, and passes every line read on as news; `Ok` once nobody receives
/// news any more.
fn hear_all(wire: &mut Wire, news: &Sender<News>) -> Result<(), Fault> {
    wire.trust()?;
    let speaker = wire.speaker()?;
    let (partner, lines) = bounded(WAITING_LINES);
    std::thread::spawn(move || speak(&speaker, &lines));
    let mut heard = News::Opened(partner);
    while news.send(heard).is_ok() {
        heard = News::Told(next_line(wire)?);
    }
    Ok(())
}

/// Waits for the next line that is not blank.
fn next_line(wire: &mut Wire) -> Result<Line, Fault> {
    loop {
        let line = wire.hear()?;
        if !line.is_empty() {
            log::debug!("link > {line}");
            return Ok(line);
        }
    }
}

/// Writes lines, with blank ones as signs of life in between, until the channel closes or the
/// connection fails. The connection closes when this returns.
fn speak(speaker: &Speaker, lines: &Receiver<Line>) {
    loop {
        let said = match lines.recv_timeout(BEAT) {
            Ok(line) => speaker.say(&line),
            Err(RecvTimeoutError::Timeout) => speaker.say(""),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if let Err(fault) = said {
            return log::debug!("nothing more can be said over the link: {fault}");
        }
    }
}
