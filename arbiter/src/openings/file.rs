//! Opening files: positions, one per line, or games.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_rules::notation::bpgn::ReadOptions;
use tandem_rules::notation::decoded;

use super::below::below;
use super::error::OpeningError;
use super::{Opening, games, positions};
use crate::excerpt::excerpt;

/// Openings in the order of a file; there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningFile(Vec<Opening>);

/// The kind of an opening file.
enum Content {
    Positions,
    Games,
}

impl OpeningFile {
    /// Reads the openings of a file for games of the variant in `options`. The first line that is
    /// neither empty nor a comment shows the kind of the file:
    ///
    /// - Positions, one per line: two boards as BFEN or as two FENs joined by `|`, or one board as
    ///   FEN or EPD, whose operations are ignored. One board stands for both in bughouse. Empty
    ///   lines and lines that begin with `#` are ignored.
    /// - Games in BPGN or PGN: the opening is the final position of each. In bughouse the moves of
    ///   a PGN are played on both boards at once.
    ///
    /// # Errors
    /// The first opening that cannot be read, in which a side to move has no move, or that does not
    /// fit the variant.
    pub fn read(file: &[u8], options: ReadOptions) -> Result<Self, OpeningError> {
        let text = decoded(file);
        let openings = match content(&text)? {
            Content::Positions => positions::read(&text, options)?,
            Content::Games => games::read(file, options)?,
        };
        match openings.is_empty() {
            true => Err(OpeningError::Empty),
            false => Ok(Self(openings)),
        }
    }

    /// All openings, repeated ones as often as they occur.
    pub fn openings(&self) -> &[Opening] {
        &self.0
    }

    /// The opening of a pair of games: in order, starting again after the last.
    pub fn of_pair(&self, pair: usize) -> &Opening {
        &self.0[pair % self.0.len()]
    }

    /// Shuffles the openings; the order depends only on `seed`, on any machine.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for last in (1..self.0.len()).rev() {
            self.0.swap(last, below(&mut random, last + 1));
        }
        self
    }
}

/// Detects the kind of a file by its first word.
fn content(text: &str) -> Result<Content, OpeningError> {
    let (line, text) = positions::lines(text).next().ok_or(OpeningError::Empty)?;
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    if begins_game(word) {
        Ok(Content::Games)
    } else if word.contains('/') {
        Ok(Content::Positions)
    } else {
        Err(OpeningError::Unknown { line, text: excerpt(text) })
    }
}

/// True for a tag, a comment, or the number of a move as in `1.`, `1` or `12A.`
fn begins_game(word: &str) -> bool {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_letter = after_digits.strip_prefix(['A', 'a', 'B', 'b']);
    let is_number = after_digits.len() < word.len()
        && (after_digits.is_empty()
            || after_digits.starts_with(['.', '…'])
            || after_letter.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
    is_number || word.starts_with(['[', '{', ';', '%'])
}
