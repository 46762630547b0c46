//! The writer of files of games, which starts a file or continues one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::checksum::checksum;
use crate::game::GameRecord;
use crate::header::{Header, VERSION};
use crate::reader::{HEAD_BYTES, ReadError, Reader};

/// Appends games to a file, which it locks as long as it lives.
pub struct Writer {
    file: File,
    bytes: u64,
}

/// Reasons why a file cannot be written or continued.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another [`Writer`] has it open.
    #[error("another process is writing it")]
    Locked,
    /// The header of the file differs from the expected one.
    #[error("it was made with {name} `{found}`, not `{expected}`")]
    Differs {
        /// Name of the header line that differs.
        name: String,
        /// Value in the file.
        found: String,
        /// Value expected.
        expected: String,
    },
    /// The file has an earlier version of the format.
    #[error("it has version `{0}` of the format, which only version {VERSION} is added to")]
    Older(u32),
    /// The file cannot be read to its end.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Writer {
    /// Starts a file, or continues one with the same header. Games already in it are passed to
    /// `visit`; an incomplete last one is cut off.
    ///
    /// # Errors
    /// An [`OpenError`] if the file is something else, is damaged or is being written; it is then
    /// left unchanged.
    pub fn open(
        path: &Path,
        header: &Header,
        visit: impl FnMut(&GameRecord),
    ) -> Result<Self, OpenError> {
        // Not in append mode, in which some systems do not allow a file to be truncated.
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
    /// An error of the operating system.
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

    /// Waits until everything appended would survive a power failure.
    ///
    /// # Errors
    /// An error of the operating system.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Size of the file in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// True for a file that is empty or ends within this header because its writer was interrupted.
fn is_unbegun(file: &mut File, header: &Header) -> io::Result<bool> {
    let header = header.to_bytes();
    let mut begun = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut begun)?;
    Ok(begun.len() < header.len() && header.starts_with(&begun))
}

/// Reads the file up to its last complete game and returns the offset at which that ends.
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
