//! Journals: the results of a long command as lines of JSON, one for its settings, then one for each
//! result.
//!
//! A result counts once its line is complete and synchronised to the disk, so that a command that
//! was killed can go on where it was. An incomplete line at the end of the file is ignored.

mod error;
mod head;
mod lock;
mod results;
mod settings;

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::Serialize;

pub use error::JournalError;
pub use lock::lock;
pub use results::Results;
pub use settings::Settings;

/// The kind of a journal: the command that it belongs to.
#[derive(Debug)]
pub struct Kind {
    /// Key of the format version in the head line, by which the kind is recognised.
    pub key: &'static str,
    /// Version of the format; grows with each change that an older reader would misread.
    pub version: u32,
    /// Noun for a run of the command, in messages.
    pub noun: &'static str,
    /// Noun for one result, in messages.
    pub result: &'static str,
    /// Names of the settings in which parts of one run may differ.
    pub may_differ: &'static [&'static str],
}

/// An open journal, to which a line is appended for each result.
pub struct Journal(Arc<Mutex<File>>);

impl Journal {
    /// Opens the journal of a run, or creates it. Returns the results that are already in it, which
    /// may be read while others are appended; an incomplete last line is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or belongs to another run.
    pub fn open<T>(
        path: &Path,
        kind: &Kind,
        settings: &Settings,
    ) -> Result<(Self, Results<T>), JournalError> {
        check_is_file(path)?;
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match lock(&file) {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(JournalError::InUse { noun: kind.noun });
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        let head = head::write(kind, settings)?;
        let first = results::first_line(&mut file)?;
        // Nothing is cut off before the head has shown that the file belongs to this run.
        if !head.as_bytes().starts_with(&first) {
            head::read(&first, kind)?.agree_with(settings, kind)?;
        }
        let whole = results::whole_length(&mut file)?;
        file.set_len(whole)?;
        let file = Arc::new(Mutex::new(file));
        let mut journal = Self(Arc::clone(&file));
        if whole == 0 {
            journal.append(head.as_bytes())?;
        }
        // The results are none if there was no head: an empty range.
        Ok((journal, Results::new(file, first.len() as u64..whole, kind)))
    }

    /// Appends a result. It is on the disk when this returns.
    ///
    /// # Errors
    /// The line could not be written.
    pub fn add(&mut self, result: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(result)?;
        line.push(b'\n');
        self.append(&line)
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let mut file = self.0.lock();
        file.seek(SeekFrom::End(0))?;
        file.write_all(line)?;
        file.sync_data()
    }
}

/// Reads the journal of a run, which may still be in progress: its settings and its results.
///
/// # Errors
/// The file cannot be read, or is not a journal of this kind.
pub fn read<T>(path: &Path, kind: &Kind) -> Result<(Settings, Results<T>), JournalError> {
    check_is_file(path)?;
    let mut file = File::open(path)?;
    let first = results::first_line(&mut file)?;
    let settings = head::read(&first, kind)?;
    let whole = results::whole_length(&mut file)?;
    Ok((settings, Results::new(Arc::new(Mutex::new(file)), first.len() as u64..whole, kind)))
}

/// Checks that nothing but a regular file is at this path: a pipe would block the command, and a
/// device may have no end.
fn check_is_file(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(there) if !there.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
