//! The games of an input, one after the other.

use std::fmt;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::ProgressBar;
use tandem_rules::notation::bpgn::{Fault, FaultReason, ReadGame, Reader, ReplayRules};
use tandem_rules::notation::chesscom::{GameBoard, is_json};
use tandem_rules::{MoveRules, Preset};

use super::archives::{Archives, LoneBoards, Opened};
use super::cannot_read;
use super::pairs::{self, Input};
use super::progress::{Joining, Shown};
use super::source::Source;
use super::unpack::peeked;

/// The first bytes of a file of results, as `match` and `tune` write them.
const RESULTS: &[u8] = b"{\"tandem_";
/// Bytes in which JSON shows, blanks included.
const LONGEST_START: usize = 32;
/// A byte-order mark, which editors put in front of a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The games of an input, with its progress bar. An error means that the file cannot be read on.
pub(crate) struct Games {
    name: String,
    entries: Box<dyn Iterator<Item = Result<Result<ReadGame, Skipped>>> + Send>,
    pub(crate) bar: ProgressBar,
}

/// Something that is left out. Displayed as one line.
#[derive(Debug)]
pub(crate) enum Skipped {
    /// A game, or the rest of one, that could not be read: file, line number, number of the game, and the
    /// reason.
    Game(String, usize, usize, String),
    /// Boards that make no game here, which is no fault.
    Boards(String),
    /// A board of chess.com without its partner, if such boards are wanted.
    Alone(Box<GameBoard>),
}

impl Games {
    /// Opens an input. A long file has a progress bar on standard error, if that is a terminal and
    /// `may_draw` is true.
    pub(crate) fn open(
        input: &Input,
        rules: impl Into<ReplayRules>,
        may_draw: bool,
    ) -> Result<Self> {
        Self::of_input(input, rules.into(), &may_draw.into(), LoneBoards::Counted)
    }

    /// Opens an input, and gives boards of chess.com without their partner as well. Its progress is shown by
    /// `bar`, which stands for all inputs.
    pub(crate) fn with_lone_boards(
        input: &Input,
        rules: ReplayRules,
        bar: &ProgressBar,
    ) -> Result<Self> {
        Self::of_input(input, rules, &Shown::All(bar.clone()), LoneBoards::Given)
    }

    fn of_input(
        input: &Input,
        rules: ReplayRules,
        shown: &Shown,
        lone: LoneBoards,
    ) -> Result<Self> {
        match input {
            Input::File(path) => Self::of_file(path, rules, shown, lone),
            // Boards that name each other are joined whatever their numbers.
            Input::Boards(boards) if boards.len() > 1 || lone == LoneBoards::Counted => {
                Self::of_boards(boards, rules)
            }
            Input::Boards(files) | Input::Archives(files) => {
                let files = files.iter().map(|path| Opened::Path(path.clone(), shown.clone()));
                let joining = Joining::new(shown.clone(), input.bytes());
                let archives = Archives::new(files.collect(), rules_of_moves(rules), lone, joining);
                Ok(Self::of_archives(archives, ProgressBar::hidden()))
            }
        }
    }

    /// The game of two boards, or the fault of a board without a partner.
    fn of_boards(boards: &[PathBuf], rules: ReplayRules) -> Result<Self> {
        let moves = rules_of_moves(rules);
        let name = boards.first().map_or_else(String::new, |path| path.display().to_string());
        let read = pairs::read(boards, moves)?;
        let read =
            read.map_err(|(path, reason)| Skipped::Game(path.display().to_string(), 1, 1, reason));
        let entries = Box::new(std::iter::once(Ok(read)));
        Ok(Self { name, entries, bar: ProgressBar::hidden() })
    }

    /// The games among the boards of archives.
    fn of_archives(archives: Archives, bar: ProgressBar) -> Self {
        Self { name: archives.name().to_owned(), entries: Box::new(archives), bar }
    }

    fn of_file(path: &Path, rules: ReplayRules, shown: &Shown, lone: LoneBoards) -> Result<Self> {
        let Source { input, bar } = Source::showing(path, shown)?;
        let longest = MARK.len() + RESULTS.len().max(LONGEST_START);
        let (head, input) = peeked(input, longest).with_context(|| cannot_read(path))?;
        if head.strip_prefix(MARK).unwrap_or(&head).starts_with(RESULTS) {
            let name = path.display();
            bail!(
                "`{name}` has the results of games; a match has its games beside it, as .bpgn or .pgn"
            );
        }
        if is_json(&head) {
            let opened = Opened::input(path, Box::new(BufReader::new(input)), bar.clone());
            let joining = Joining::new(Shown::Nothing, 0);
            let archives = Archives::new([opened].into(), rules_of_moves(rules), lone, joining);
            return Ok(Self::of_archives(archives, bar));
        }
        let (name, cannot_read) = (path.display().to_string(), cannot_read(path));
        let shown = name.clone();
        let entries = Reader::with_options(input, rules).map(move |game| match game {
            Ok(game) => Ok(Ok(game)),
            Err(Fault { reason: FaultReason::Input(error), .. }) => {
                Err(anyhow!("{cannot_read}: {error}"))
            }
            Err(Fault { line, game, reason }) => {
                Ok(Err(Skipped::Game(shown.clone(), line, game, reason.to_string())))
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

/// The rules by which boards of chess.com are played.
fn rules_of_moves(rules: ReplayRules) -> MoveRules {
    match rules {
        ReplayRules::Given(options) => options.rules,
        ReplayRules::Recorded => Preset::default().rules().moves,
    }
}

impl Skipped {
    /// True if it is a game that is broken.
    pub(crate) const fn is_fault(&self) -> bool {
        matches!(self, Self::Game(..))
    }

    /// The rest of a game of this file, if it was left out.
    pub(crate) fn rest_of(file: &str, read: &ReadGame) -> Option<Self> {
        let cut = read.cuts().next()?;
        let (name, reason) = (file.to_owned(), cut.kind.to_string());
        Some(Self::Game(name, cut.line, read.game, reason))
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(name, line, game, reason) => {
                write!(f, "{name}:{line}: game {game}: {reason}")
            }
            Self::Boards(line) => f.write_str(line),
            Self::Alone(board) => write!(f, "game {} has no partner here", board.id()),
        }
    }
}
