//! Lines over a socket, which may be anybody's: none is longer than it should be, and nothing waits
//! for ever.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tandem_protocol::text::Line;

use super::handshake::Fault;

/// The most bytes a line may have, its end left out. A report has less than 200.
pub(super) const LONGEST_LINE: usize = 512;

/// How long a stranger may take to show that it is the partner.
pub(super) const HANDSHAKE_TIME: Duration = Duration::from_secs(3);

/// Who says nothing for so long is gone: the partner says that it is there far more often.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Who takes nothing for so long is gone as well.
const WRITE_TIME: Duration = Duration::from_secs(2);

/// A connection with somebody.
pub(super) struct Wire {
    stream: BufReader<Timed>,
}

/// A stream that does not read beyond a moment, whatever trickles in until then.
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
    /// With somebody who has so much time to become known.
    pub(super) fn new(stream: TcpStream, time: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?; // a report is worth something now
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let until = Some(Instant::now() + time);
        Ok(Self { stream: BufReader::new(Timed { stream, until }) })
    }

    /// The other end is known: it may talk as long as it likes, but not be silent.
    pub(super) fn trust(&mut self) -> io::Result<()> {
        let Timed { stream, until } = self.stream.get_mut();
        *until = None;
        stream.set_read_timeout(Some(LONGEST_SILENCE))
    }

    /// Waits for the next line. Half a line at the end is none.
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

    /// Says a line.
    pub(super) fn say(&self, line: &str) -> Result<(), Fault> {
        say(&self.stream.get_ref().stream, line)
    }

    /// The same connection, for a thread that only speaks.
    pub(super) fn speaker(&self) -> io::Result<Speaker> {
        self.stream.get_ref().stream.try_clone().map(Speaker)
    }
}

/// The end of a connection that is spoken into. Both directions close with it.
pub(super) struct Speaker(TcpStream);

impl Speaker {
    /// Says a line.
    pub(super) fn say(&self, line: &str) -> Result<(), Fault> {
        say(&self.0, line)
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        drop(self.0.shutdown(Shutdown::Both)); // fails only where it is closed already
    }
}

/// In one piece, so that no half of it waits for the other.
fn say(mut stream: &TcpStream, line: &str) -> Result<(), Fault> {
    Ok(stream.write_all(format!("{line}\n").as_bytes())?)
}
