//! The exchange of lines between two authenticated ends: one thread reads bytes, one does the rest.

use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, at, bounded, never, select_biased};
use tandem_protocol::text::Line;
use tandem_session::link::{Fault, Outcome};

use super::News;
use super::trouble::Trouble;
use super::wire::{Ear, Wire};

/// Capacity of the channel of lines to the partner. A partner that lets it fill up is too slow to
/// be told anything.
const WAITING_LINES: usize = 16;

/// Capacity of the channel of bytes from the partner; when it is full, they wait in the socket.
const WAITING_PIECES: usize = 4;

/// Keeps up a connection until one of the two ends is gone; the lines of the other end, and its
/// end, become news.
pub(super) fn hold(wire: Wire, news: &Sender<News>) {
    let Err(trouble) = talk(wire, news) else { return }; // nobody receives news any more
    log::info!("the link is closed: {trouble}");
    drop(news.send(News::Closed));
}

/// Passes lines in both directions; `Ok` once nobody receives news any more.
fn talk(mut wire: Wire, news: &Sender<News>) -> Result<(), Trouble> {
    let (partner, lines) = bounded(WAITING_LINES);
    let pieces = listen(wire.ear()?);
    let early = wire.take_early();
    exchange(&mut wire, (news, partner, early), (&pieces, &lines))
}

/// Starts the thread that reads, until the connection closes or nobody receives the bytes.
fn listen(mut ear: Ear) -> Receiver<Vec<u8>> {
    let (sender, pieces) = bounded(WAITING_PIECES);
    std::thread::spawn(move || {
        while let Some(piece) = ear.next() {
            if sender.send(piece).is_err() {
                return;
            }
        }
    });
    pieces
}

fn exchange(
    wire: &mut Wire,
    (news, partner, early): (&Sender<News>, Sender<Line>, Vec<Outcome>),
    (pieces, lines): (&Receiver<Vec<u8>>, &Receiver<Line>),
) -> Result<(), Trouble> {
    if news.send(News::Opened(partner)).is_err() {
        return Ok(());
    }
    let mut outcomes = early;
    loop {
        for outcome in outcomes {
            match outcome {
                Outcome::Told(line) => {
                    log::debug!("link > {line}");
                    if news.send(News::Told(line)).is_err() {
                        return Ok(());
                    }
                }
                Outcome::Closed(fault) => return Err(fault.into()),
                Outcome::Say(_) | Outcome::Opened => {}
            }
        }
        let wakes = wire.peer().wakes_at().map_or_else(never, at);
        // Bytes first: they may be the sign of life that is missed.
        let happened = select_biased! {
            recv(pieces) -> piece => match piece {
                Ok(piece) => wire.peer().hear(&piece, Instant::now()),
                Err(_) => wire.peer().hung_up(),
            },
            recv(lines) -> line => {
                // Without a sender of lines, the link is no longer wanted.
                let line = line.map_err(|_| Fault::Ended)?;
                wire.peer().tell(&line, Instant::now()).map(Outcome::Say).into_iter().collect()
            },
            recv(wakes) -> _ => wire.peer().wake(Instant::now()),
        };
        outcomes = wire.carry_out(happened)?;
    }
}
