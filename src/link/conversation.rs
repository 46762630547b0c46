//! What goes on between two ends that are sure of each other: one thread hears, one speaks.

use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use tandem_protocol::text::Line;

use super::News;
use super::handshake::Fault;
use super::wire::{Speaker, Wire};

/// Lines that may wait for the partner. More of them, and it is too slow to be told anything.
const WAITING_LINES: usize = 16;

/// How often it is said that one is there, by a blank line.
const BEAT: Duration = Duration::from_secs(1);

/// Hears the other end until one of the two is gone.
pub(super) fn hold(mut wire: Wire, news: &Sender<News>) {
    let Err(fault) = hear_all(&mut wire, news) else { return }; // nobody listens any more
    log::info!("the link is closed: {fault}");
    drop(news.send(News::Closed));
}

/// `Ok` once nobody wants to hear it.
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

/// The next line that says something.
fn next_line(wire: &mut Wire) -> Result<Line, Fault> {
    loop {
        let line = wire.hear()?;
        if !line.is_empty() {
            log::debug!("link > {line}");
            return Ok(line);
        }
    }
}

/// Says what there is to say until nobody has more, and that one is there in between. The
/// connection closes with the end of this.
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
