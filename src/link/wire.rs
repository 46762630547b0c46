//! Lines over a socket to an untrusted peer: the length of lines and all waiting are limited.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tandem_protocol::text::Line;

use super::handshake::Fault;

/// Maximum length of a line in bytes, without its end. A board report has less than 200.
pub(super) const LONGEST_LINE: usize = 512;

/// Time in which a stranger has to prove that it is the partner.
pub(super) const HANDSHAKE_TIME: Duration = Duration::from_secs(3);

/// Silence after which the other end counts as gone. The partner gives a sign of life far more
/// often.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Timeout of a write, after which the other end counts as gone as well.
const WRITE_TIME: Duration = Duration::from_secs(2);

/// A connection to the other end.
pub(super) struct Wire {
    stream: BufReader<Timed>,
}

/// A stream with a deadline for reading, which data that trickles in does not extend.
struct Timed {
    stream: TcpStream,
    until: Option<Instant>,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(until) = self.until {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer)
    }
}

impl Wire {
    /// Takes over a connection to a stranger, which has `time` to authenticate itself.
    pub(super) fn new(stream: TcpStream, time: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?; // a report must not be delayed
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let until = Some(Instant::now() + time);
        Ok(Self { stream: BufReader::new(Timed { stream, until }) })
    }

    /// Lifts the deadline for an authenticated end: it may talk for any length of time, but not be
    /// silent for [`LONGEST_SILENCE`].
    pub(super) fn trust(&mut self) -> io::Result<()> {
        let Timed { stream, until } = self.stream.get_mut();
        *until = None;
        stream.set_read_timeout(Some(LONGEST_SILENCE))
    }

    /// Waits for the next line. An incomplete line at the end of the stream is not returned.
    pub(super) fn hear(&mut self) -> Result<Line, Fault> {
        let mut bytes = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        self.stream.by_ref().take(most).read_until(b'\n', &mut bytes)?;
        match bytes.last() {
            Some(b'\n') => Ok(Line::new(&String::from_utf8_lossy(&bytes))),
            _ if bytes.len() > LONGEST_LINE => Err(Fault::TooLong),
            _ => Err(Fault::Ended),
        }
    }

    /// Sends a line.
    pub(super) fn say(&self, line: &str) -> Result<(), Fault> {
        say(&self.stream.get_ref().stream, line)
    }

    /// A handle to the same connection for a thread that only writes.
    pub(super) fn speaker(&self) -> io::Result<Speaker> {
        self.stream.get_ref().stream.try_clone().map(Speaker)
    }
}

/// The writing half of a connection. Both directions close when it is dropped.
pub(super) struct Speaker(TcpStream);

impl Speaker {
    /// Sends a line.
    pub(super) fn say(&self, line: &str) -> Result<(), Fault> {
        say(&self.0, line)
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        drop(self.0.shutdown(Shutdown::Both)); // fails only if it is closed already
    }
}

/// Sends a line and its end in one piece, so that no part of it waits for the other.
fn say(mut stream: &TcpStream, line: &str) -> Result<(), Fault> {
    Ok(stream.write_all(format!("{line}\n").as_bytes())?)
}
