//! Lines of a stream, read in a thread of their own.

use std::io::{BufReader, Read};
use std::time::Instant;

use crossbeam::channel::{Receiver, TrySendError, bounded};
use tandem_protocol::input::read_line;
pub(crate) use tandem_protocol::input::{Input, LONGEST_LINE};

/// Capacity of the channel of lines; when it is full, the reading thread waits.
const WAITING_LINES: usize = 1024;

/// A line of input with the time at which it was read.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) input: Input,
    pub(crate) at: Instant,
}

/// Reads lines in a thread of its own. The channel closes at the end of the stream, or when it
/// cannot be read.
pub(crate) fn lines(stream: impl Read + Send + 'static) -> Receiver<Arrival> {
    let (sender, receiver) = bounded(WAITING_LINES);
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut has_said_so = false;
        let mut is_first = true;
        loop {
            let input = match read_line(&mut stream) {
                Ok(Some(Input::Line(line))) if std::mem::take(&mut is_first) => {
                    // Shells and editors put a byte-order mark in front of the text.
                    Input::Line(line.trim_start_matches('\u{feff}').to_owned())
                }
                Ok(Some(input)) => input,
                Ok(None) => break,
                Err(error) => {
                    log::error!("cannot read: {error}");
                    break;
                }
            };
            let sent = match sender.try_send(Arrival { input, at: Instant::now() }) {
                Err(TrySendError::Full(arrival)) => {
                    if !std::mem::replace(&mut has_said_so, true) {
                        log::warn!("{WAITING_LINES} lines are waiting; no more are read for now");
                    }
                    sender.send(arrival).is_ok()
                }
                sent => sent.is_ok(),
            };
            if !sent {
                break; // nobody receives lines any more
            }
        }
    });
    receiver
}
