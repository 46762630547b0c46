//! The file of `--log`, which grows to a largest size and no further.
//!
//! It is not rotated: several engines may write to one file, and one that moved it away would take
//! it from the others; and the beginning of a flood tells more than its end.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Largest size of a log in bytes: some half a million lines.
const LARGEST: u64 = 64 * 1024 * 1024;
/// The last line of a log.
const LAST_LINE: &str = "the log has reached its largest size, and nothing more is written to it\n";

/// A log file.
#[derive(Debug)]
pub(crate) struct LogFile {
    file: File,
    largest: u64,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    /// Nothing more is written.
    Full,
}

impl LogFile {
    /// Opens a log, to which lines are added up to [`LARGEST`]. It makes the file if there is none.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::open_up_to(path, LARGEST)
    }

    fn open_up_to(path: &Path, largest: u64) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let state = if file.metadata()?.len() < largest { State::Open } else { State::Full };
        Ok(Self { file, largest, state })
    }
}

impl Write for LogFile {
    /// Writes a record, or nothing if the file, to which others may write as well, has no room for
    /// it.
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        if self.state == State::Full {
            return Ok(record.len());
        }
        if self.file.metadata()?.len() + record.len() as u64 > self.largest {
            self.state = State::Full;
            self.file.write_all(LAST_LINE.as_bytes())?;
        } else {
            self.file.write_all(record)?;
        }
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "a line of twenty-two b\n";
    const LIMIT: u64 = 1_000;

    #[test]
    fn a_log_grows_to_its_largest_size_and_says_so_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut logs = [(); 2].map(|()| LogFile::open_up_to(&path, LIMIT).expect("a file"));
        for number in 0..1_000 {
            logs[number % 2].write_all(LINE.as_bytes()).expect("room on the disk");
        }
        let text = std::fs::read_to_string(&path).expect("the log");
        let lines = LIMIT as usize / LINE.len();
        let expected = format!("{}{}", LINE.repeat(lines), LAST_LINE.repeat(logs.len()));
        assert_eq!(text, expected, "each of two programs says so");

        let mut again = LogFile::open_up_to(&path, LIMIT).expect("a file");
        again.write_all(LINE.as_bytes()).expect("nothing is written");
        assert_eq!(std::fs::read_to_string(&path).expect("the log"), expected);
    }
}
