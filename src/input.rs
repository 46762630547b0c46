//! Line input from a stream of arbitrary bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::time::Instant;

use crossbeam::channel::{Receiver, TrySendError, bounded};

/// Maximum length of a line in bytes, without its end. The longest line of the protocol has a few
/// hundred.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;

/// Capacity of the channel of lines; when it is full, the reading thread waits.
const WAITING_LINES: usize = 1024;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Its text, with invalid UTF-8 replaced by U+FFFD.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes, which were discarded.
    TooLong,
}

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
        loop {
            let input = match read_line(&mut stream) {
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

/// Reads the next line; the last one may lack its end. `None` at the end of the stream.
fn read_line(stream: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    let mut read_any = false;
    let mut too_long = false;
    loop {
        let available = match stream.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() && !read_any {
            return Ok(None);
        }
        read_any = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        too_long |= bytes.len() + part.len() > LONGEST_LINE;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let is_last = end.is_some() || available.is_empty();
        let used = part.len() + usize::from(end.is_some());
        stream.consume(used);
        if is_last {
            break;
        }
    }
    if too_long {
        return Ok(Some(Input::TooLong));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(Input::Line(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads all lines through a buffer of `buffer` bytes, so that lines are split at any place.
    fn read_all(bytes: &[u8], buffer: usize) -> Vec<Input> {
        let mut stream = BufReader::with_capacity(buffer, bytes);
        std::iter::from_fn(|| read_line(&mut stream).expect("a slice can be read")).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_in_every_way_and_the_last_one_may_not_end() {
        let cases: &[(&[u8], &[&str])] = &[
            (b"", &[]),
            (b"\n", &[""]),
            (b"new\nquit\n", &["new", "quit"]),
            (b"new\r\nquit", &["new", "quit"]),
            (b"\r\n\n x \r", &["", "", " x "]),
            (b"a\rb\r\r\n", &["a\rb\r"]),
            (b"\xff\xfe\0\n\xc3", &["\u{fffd}\u{fffd}\0", "\u{fffd}"]),
        ];
        for (bytes, expected) in cases {
            let expected: Vec<Input> = expected.iter().map(|text| line(text)).collect();
            for buffer in [1, 2, 3, 100] {
                assert_eq!(read_all(bytes, buffer), expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_alone() {
        let fits = "x".repeat(LONGEST_LINE);
        let text = format!("a\n{fits}\n{fits}x\nb\n{fits}{fits}");
        let expected = [line("a"), line(&fits), Input::TooLong, line("b"), Input::TooLong];
        for buffer in [1000, 1 << 16, 1 << 20] {
            assert_eq!(read_all(text.as_bytes(), buffer), expected);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_are_lost(bytes: Vec<u8>, buffer in 1usize..50) {
            let lines = read_all(&bytes, buffer);
            let ends = bytes.split(|&byte| byte == b'\n').count() - 1;
            let half = usize::from(bytes.last().is_some_and(|&byte| byte != b'\n'));
            prop_assert_eq!(lines.len(), ends + half);
        }
    }
}
