//! Beginning a file, and going on with one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::header::VERSION;
use super::reader::HEAD_BYTES;
use super::{GameRecord, Header, ReadError, Reader};
use crate::bytes::checksum;

/// Appends games to a file. Nobody else can do so as long as it lives.
pub struct Writer {
    file: File,
    bytes: u64,
}

/// Why a file cannot be written, or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Somebody else has it open as a [`Writer`].
    #[error("another process is writing it")]
    Locked,
    /// Its games were made by something else.
    #[error("it was made with {name} `{found}`, not `{expected}`")]
    Differs {
        /// Of which line of the header the value is another.
        name: String,
        /// What the file has.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// It has an earlier version of the format.
    #[error("it has version `{0}` of the format, which only version {VERSION} is added to")]
    Older(u32),
    /// It cannot be read to its end.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The system says why.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Writer {
    /// Begins a file, or goes on with one whose header is the same. The games that are there
    /// already are shown to `visit`; one that was not written to its end is cut off.
    ///
    /// # Errors
    /// It is something else, or damaged, or being written; then it is left as it is.
    pub fn open(
        path: &Path,
        header: &Header,
        visit: impl FnMut(&GameRecord),
    ) -> Result<Self, OpenError> {
        // Not in append mode, in which some systems let nobody cut a file.
        let options = &mut OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => OpenError::Locked,
            TryLockError::Error(error) => error.into(),
        })?;
        let bytes = if is_unbegun(&mut file, header)? {
            file.rewind()?;
            let header = header.to_bytes();
            file.write_all(&header)?;
            header.len() as u64
        } else {
            file.rewind()?;
            survey(&file, header, visit)?
        };
        file.set_len(bytes)?;
        file.seek(SeekFrom::Start(bytes))?;
        Ok(Self { file, bytes })
    }

    /// Appends a game. If the process is killed meanwhile, only this game is lost.
    ///
    /// # Errors
    /// The system says why.
    pub fn append(&mut self, game: &GameRecord) -> io::Result<()> {
        let game = game.to_bytes();
        let length = game.len() as u32;
        let mut block = Vec::with_capacity(HEAD_BYTES + game.len());
        for number in [length, !length, checksum(&game)] {
            block.extend(number.to_le_bytes());
        }
        block.extend(game);
        self.file.write_all(&block)?;
        self.bytes += block.len() as u64;
        Ok(())
    }

    /// Waits until all that was appended would survive a loss of power.
    ///
    /// # Errors
    /// The system says why.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// The size of the file.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// True for a file that is empty, or whose writer was interrupted in the middle of this header.
fn is_unbegun(file: &mut File, header: &Header) -> io::Result<bool> {
    let header = header.to_bytes();
    let mut begun = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut begun)?;
    Ok(begun.len() < header.len() && header.starts_with(&begun))
}

/// Reads the file to the end of the last game that is whole, and says where that is.
fn survey(
    file: &File,
    expected: &Header,
    mut visit: impl FnMut(&GameRecord),
) -> Result<u64, OpenError> {
    let mut reader = Reader::new(BufReader::new(file))?;
    if reader.version() != VERSION {
        return Err(OpenError::Older(reader.version()));
    }
    if let Some((name, [found, expected])) = reader.header().difference(expected) {
        return Err(OpenError::Differs { name, found, expected });
    }
    for game in reader.by_ref() {
        match game {
            Ok(game) => visit(&game),
            Err(ReadError::Torn(_)) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(reader.offset())
}
