//! Files of openings: positions, a line each, or games.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_rules::notation::bpgn::{Fault, ReadOptions};
use tandem_rules::notation::{BfenError, FenError};
use tandem_rules::{Boards, IllegalMove, Seat};

use crate::excerpt::excerpt;

use super::{as_told, below, games, positions, who_cannot_move};

/// Openings in the order of a file; there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningFile(Vec<Boards>);

/// An opening that cannot be used. The name of the file is the caller's to add.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// Nothing but comments and blanks.
    #[error("no openings, expected positions or games")]
    Empty,
    /// Neither kind of file begins so.
    #[error("line {line}: `{text}` is neither a position nor the beginning of a game")]
    Unknown {
        /// Where it stands.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A position that cannot be read.
    #[error("line {line}, `{text}`: {error}")]
    Board {
        /// Where it stands.
        line: usize,
        /// What stands there.
        text: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// Two positions that cannot be read.
    #[error("line {line}, `{text}`: {error}")]
    Boards {
        /// Where they stand.
        line: usize,
        /// What stands there.
        text: String,
        /// What is wrong with them.
        error: BfenError,
    },
    /// Two positions for a game of one board.
    #[error("line {line}: `{text}` is two boards, expected one")]
    TwoBoards {
        /// Where they stand.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A game that cannot be read.
    #[error(transparent)]
    Game(#[from] Fault),
    /// A game of one board that cannot be played on both: a drop needs what the partner's
    /// opponent has lost, not one's own.
    #[error("line {line}, game {game}: played on both boards, {refused}")]
    OnBothBoards {
        /// Where the game starts.
        line: usize,
        /// Which game of the file, from 1.
        game: usize,
        /// What cannot be played.
        refused: IllegalMove,
    },
    /// Nobody can begin from there.
    #[error("line {line}: {seat} has no move in this opening")]
    NoMove {
        /// Where the opening starts.
        line: usize,
        /// Who is on turn.
        seat: Seat,
    },
}

/// What a file consists of.
enum Content {
    Positions,
    Games,
}

impl OpeningFile {
    /// Reads the openings of a file for games of the variant in `options`. What the file is
    /// shows in its first line that is neither empty nor a comment.
    ///
    /// - Positions, one a line: two boards as BFEN or as two FENs joined by `|`, or one as FEN or
    ///   EPD, whose operations are passed over. One board stands for both in bughouse. Empty
    ///   lines and those that begin with `#` are passed over.
    /// - Games, BPGN or PGN: the opening is where each ends. In bughouse the moves of a PGN are
    ///   played on both boards at once.
    ///
    /// # Errors
    /// The first opening that cannot be read, in which somebody on turn has no move, or that is
    /// none of this variant.
    pub fn read(file: &[u8], options: ReadOptions) -> Result<Self, OpeningError> {
        let text = String::from_utf8_lossy(file);
        let openings = match content(&text)? {
            Content::Positions => positions::read(&text, options)?,
            Content::Games => games::read(file, options)?,
        };
        match openings.is_empty() {
            true => Err(OpeningError::Empty),
            false => Ok(Self(openings)),
        }
    }

    /// All openings, those that are there twice as often as they are there.
    pub fn openings(&self) -> &[Boards] {
        &self.0
    }

    /// The opening of a pair of games: in order, and after the last again the first.
    pub fn of_pair(&self, pair: usize) -> &Boards {
        &self.0[pair % self.0.len()]
    }

    /// The same openings in an order that follows from `seed`, on any machine.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for last in (1..self.0.len()).rev() {
            self.0.swap(last, below(&mut random, last + 1));
        }
        self
    }
}

/// The opening that starts on a line of the file, if a game can go on from it.
pub(super) fn opening(line: usize, boards: &Boards) -> Result<Boards, OpeningError> {
    match who_cannot_move(boards) {
        Some(seat) => Err(OpeningError::NoMove { line, seat }),
        None => Ok(as_told(boards)),
    }
}

/// What the file is, by its first word.
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

/// True for a tag, a comment, or the number of a move as in `1.` or `12A.`
fn begins_game(word: &str) -> bool {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_letter = after_digits.strip_prefix(['A', 'a', 'B', 'b']);
    let is_number = after_digits.len() < word.len()
        && (after_digits.starts_with('.')
            || after_letter.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
    is_number || word.starts_with(['[', '{'])
}
