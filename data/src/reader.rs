//! The reader of files of games.

use std::io::{self, Read};

use bytes::Buf;

use crate::checksum::verify;
use crate::game::{GameFault, GameRecord};
use crate::header::{Header, HeaderError, MAGIC, MOST_BYTES, VERSION};

/// Iterator over the games of a file. It ends after the first error.
pub struct Reader<R> {
    input: R,
    version: u32,
    header: Header,
    /// Offset of the next block, in bytes.
    offset: u64,
    is_over: bool,
    game: Vec<u8>,
}

/// Reasons why a file, or the rest of it, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is not one of game records.
    #[error("not a file of game records")]
    Foreign,
    /// The version of the format is not known.
    #[error("it has version `{0}` of the format, expected {FIRST_VERSION} to {VERSION}")]
    Version(u32),
    /// The header cannot be read.
    #[error("its header: {0}")]
    Header(#[from] HeaderError),
    /// The header or the last game is incomplete because its writer was interrupted. Everything
    /// before it is sound.
    #[error("incomplete from byte {0} on")]
    Torn(u64),
    /// A game is damaged.
    #[error("the game at byte {offset} is damaged: {fault}")]
    Damaged {
        /// Offset of its block, in bytes.
        offset: u64,
        /// The reason.
        fault: GameFault,
    },
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The oldest version that can be read; later ones only added codes that were not in use.
const FIRST_VERSION: u32 = 1;
/// Bytes of a block before its game.
pub(crate) const HEAD_BYTES: usize = 12;

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// A [`ReadError`] if there is no header of a known version, or the input fails.
    pub fn new(mut input: R) -> Result<Self, ReadError> {
        let mut fixed = Vec::new();
        input.by_ref().take(20).read_to_end(&mut fixed)?;
        if !fixed.starts_with(&MAGIC) && !MAGIC.starts_with(&fixed) {
            return Err(ReadError::Foreign);
        }
        let mut numbers = fixed.get(MAGIC.len()..).unwrap_or_default();
        let version = numbers.try_get_u32_le().map_err(|_| ReadError::Torn(0))?;
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        let mut number = || numbers.try_get_u32_le().map_err(|_| ReadError::Torn(0));
        let (length, stated) = (number()? as usize, number()?);
        if length > MOST_BYTES {
            return Err(HeaderError::Length(length).into());
        }
        let mut text = Vec::new();
        input.by_ref().take(length as u64).read_to_end(&mut text)?;
        if text.len() < length {
            return Err(ReadError::Torn(0));
        }
        let header = Header::from_text(&text, stated)?;
        let offset = (fixed.len() + text.len()) as u64;
        Ok(Self { input, version, header, offset, is_over: false, game: Vec::new() })
    }

    /// The version of the file's format.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The header of the file.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Offset in bytes at which the last game read ends, or the header if none was read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    fn read(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let (torn, offset) = (ReadError::Torn(self.offset), self.offset);
        let damaged = |fault| ReadError::Damaged { offset, fault };
        self.fill(HEAD_BYTES)?;
        if self.game.is_empty() {
            return Ok(None);
        }
        if self.game.len() < HEAD_BYTES {
            return Err(torn);
        }
        let mut head = &self.game[..];
        let [length, turned, stated] = std::array::from_fn(|_| head.get_u32_le());
        if length != !turned || length as usize > GameRecord::MOST_BYTES {
            return Err(damaged(GameFault::Length(length, turned)));
        }
        self.fill(length as usize)?;
        if self.game.len() < length as usize {
            return Err(torn);
        }
        if let Err(altered) = verify(&self.game, stated) {
            let is_last = self.input.read(&mut [0])? == 0;
            return Err(if is_last { torn } else { damaged(altered.into()) });
        }
        let game = GameRecord::from_bytes(&self.game, self.header.rules().moves);
        let game = game.map_err(damaged)?;
        self.offset += (HEAD_BYTES + self.game.len()) as u64;
        Ok(Some(game))
    }

    /// Reads `count` bytes into `game`; fewer only at the end of the input.
    fn fill(&mut self, count: usize) -> io::Result<()> {
        self.game.clear();
        self.input.by_ref().take(count as u64).read_to_end(&mut self.game).map(drop)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.read().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
