//! The games of an input, one after the other.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::ProgressBar;
use tandem_rules::Preset;
use tandem_rules::notation::bpgn::{Fault, FaultReason, ReadGame, Reader, ReplayRules};

use super::cannot_read;
use super::pairs::{self, Input};
use super::source::Source;
use super::unpack::peeked;

/// The first bytes of a file of results, as `match` and `tune` write them.
const RESULTS: &[u8] = b"{\"tandem_";
/// A byte-order mark, which editors put in front of a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The games of an input, with its progress bar. An error means that the file cannot be read on.
pub(crate) struct Games {
    name: String,
    entries: Box<dyn Iterator<Item = Result<Result<ReadGame, Skipped>>> + Send>,
    pub(crate) bar: ProgressBar,
}

/// A game, or the rest of one, that could not be read and is left out. Displayed as one line: file, line number, number
/// of the game, and the reason.
#[derive(Debug)]
pub(crate) struct Skipped {
    name: String,
    line: usize,
    game: usize,
    reason: String,
}

impl Games {
    /// Opens an input. A long file has a progress bar on standard error, if that is a terminal and
    /// `may_draw` is true.
    pub(crate) fn open(
        input: &Input,
        rules: impl Into<ReplayRules>,
        may_draw: bool,
    ) -> Result<Self> {
        match input {
            Input::File(path) => Self::of_file(path, rules.into(), may_draw),
            Input::Boards(boards) => Self::of_boards(boards, rules.into()),
        }
    }

    /// The game of two boards, or the fault of a board without a partner.
    fn of_boards(boards: &[PathBuf], rules: ReplayRules) -> Result<Self> {
        let moves = match rules {
            ReplayRules::Given(options) => options.rules,
            ReplayRules::Recorded => Preset::default().rules().moves,
        };
        let name = boards.first().map_or_else(String::new, |path| path.display().to_string());
        let read = pairs::read(boards, moves)?;
        let read = read.map_err(|(path, reason)| Skipped {
            name: path.display().to_string(),
            line: 1,
            game: 1,
            reason,
        });
        let entries = Box::new(std::iter::once(Ok(read)));
        Ok(Self { name, entries, bar: ProgressBar::hidden() })
    }

    fn of_file(path: &Path, rules: ReplayRules, may_draw: bool) -> Result<Self> {
        let Source { input, bar } = Source::open(path, may_draw)?;
        let longest = MARK.len() + RESULTS.len();
        let (head, input) = peeked(input, longest).with_context(|| cannot_read(path))?;
        if head.strip_prefix(MARK).unwrap_or(&head).starts_with(RESULTS) {
            let name = path.display();
            bail!(
                "`{name}` has the results of games; a match has its games beside it, as .bpgn or .pgn"
            );
        }
        let (name, cannot_read) = (path.display().to_string(), cannot_read(path));
        let shown = name.clone();
        let entries = Reader::with_options(input, rules).map(move |game| match game {
            Ok(game) => Ok(Ok(game)),
            Err(Fault { reason: FaultReason::Input(error), .. }) => {
                Err(anyhow!("{cannot_read}: {error}"))
            }
            Err(Fault { line, game, reason }) => {
                Ok(Err(Skipped { name: shown.clone(), line, game, reason: reason.to_string() }))
            }
        });
        Ok(Self { name, entries: Box::new(entries), bar })
    }

    /// Name of the file, as it is displayed.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Iterator for Games {
    type Item = Result<Result<ReadGame, Skipped>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.entries.next()
    }
}

impl Drop for Games {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Skipped {
    /// The rest of a game of this file, if it was left out.
    pub(crate) fn rest_of(file: &str, read: &ReadGame) -> Option<Self> {
        let cut = read.cuts().next()?;
        let (name, reason) = (file.to_owned(), cut.kind.to_string());
        Some(Self { name, line: cut.line, game: read.game, reason })
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, line, game, reason } = self;
        write!(f, "{name}:{line}: game {game}: {reason}")
    }
}
