//! Games of chess.com among many boards: monthly archives of players, and boards whose partner is not
//! known to lie beside them.

use std::collections::VecDeque;
use std::fmt;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use tandem_rules::MoveRules;
use tandem_rules::notation::bpgn::ReadGame;
use tandem_rules::notation::chesscom::{ChesscomError, Documents, Found, GameBoard, Pairing};

use super::cannot_read;
use super::games::Skipped;
use super::progress::{Joining, Shown};
use super::sorting::{Sorted, Sorter};
use super::source::Source;

/// Most broken boards of a file that are told one by one.
const MOST_FAULTS: usize = 10;

/// The reason of an error of a temporary file.
const NO_ROOM: &str = "cannot sort the boards of archives in temporary files";

/// An input that is open.
type Input = Box<dyn BufRead + Send>;
/// A game, or what is left out.
type Entry = Result<ReadGame, Skipped>;

/// The games of archives: first all boards are read, then they are joined.
pub(super) struct Archives {
    rules: MoveRules,
    name: String,
    stage: Stage,
    counts: Counts,
    /// Number of games so far.
    games: usize,
    /// Number of objects of the file that is read, and of those among them that are no boards.
    objects: usize,
    faults: usize,
    ready: VecDeque<Entry>,
    lone: LoneBoards,
    joining: Joining,
}

/// The use of boards without their partner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LoneBoards {
    /// Their number is told.
    Counted,
    /// They are given one by one as well.
    Given,
}

enum Stage {
    Reading { left: VecDeque<Opened>, sorter: Sorter },
    Joining { boards: Sorted, pairing: Pairing },
    Over,
}

/// A file that is to be read; it is opened in its turn.
pub(super) enum Opened {
    Path(PathBuf, Shown),
    Input { name: String, documents: Documents<Input>, bar: ProgressBar },
}

/// A board of a file, with its line and its number.
struct Read {
    line: usize,
    number: usize,
    board: Result<GameBoard, ChesscomError>,
}

/// The boards that make no game here.
#[derive(Default)]
struct Counts {
    boards: usize,
    alone: usize,
    without_moves: usize,
    unclear: usize,
    again: usize,
    of_other_games: usize,
    /// The numbers of the first boards without a partner.
    first: Option<u64>,
}

impl Archives {
    /// The games of these files, which are named after the first of them.
    pub(super) fn new(
        files: VecDeque<Opened>,
        rules: MoveRules,
        lone: LoneBoards,
        joining: Joining,
    ) -> Self {
        let first = files.front().map_or_else(String::new, Opened::name);
        let name = match files.len() {
            ..=1 => first,
            count => format!("{first} and {} more", count - 1),
        };
        let stage = Stage::Reading { left: files, sorter: Sorter::default() };
        let (counts, ready) = (Counts::default(), VecDeque::new());
        Self { rules, name, stage, counts, games: 0, objects: 0, faults: 0, ready, lone, joining }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Goes on by one board; false at the end.
    fn step(&mut self) -> Result<bool> {
        match &mut self.stage {
            Stage::Reading { left, sorter } => {
                let Some(file) = left.front_mut() else {
                    let sorter = std::mem::take(sorter);
                    let boards = sorter.sorted().context(NO_ROOM)?;
                    self.stage = Stage::Joining { boards, pairing: Pairing::new(self.rules) };
                    return Ok(true);
                };
                let Some(Read { line, number, board }) = file.next()? else {
                    let objects = std::mem::take(&mut self.objects);
                    let more = std::mem::take(&mut self.faults).saturating_sub(MOST_FAULTS);
                    if objects == 0 {
                        let line = format!("{}: no game of chess.com is in it", file.name());
                        self.ready.push_back(Err(Skipped::Boards(line)));
                    }
                    if more > 0 {
                        let line =
                            format!("{}: {more} more of its objects are no games", file.name());
                        self.ready.push_back(Err(Skipped::Boards(line)));
                    }
                    left.pop_front();
                    return Ok(true);
                };
                self.objects += 1;
                match board {
                    Ok(board) => {
                        self.counts.boards += 1;
                        self.joining.expect();
                        sorter.take(&board).context(NO_ROOM)?;
                    }
                    Err(ChesscomError::Type(_)) => self.counts.of_other_games += 1,
                    Err(error) => {
                        self.faults += 1;
                        let (name, reason) = (file.name(), error.to_string());
                        // Of a file of something else a few lines say enough.
                        if self.faults <= MOST_FAULTS {
                            self.ready.push_back(Err(Skipped::Game(name, line, number, reason)));
                        }
                    }
                }
            }
            Stage::Joining { boards, pairing } => {
                let found = if let Some(board) = boards.next() {
                    self.joining.step();
                    pairing.take(board.context(NO_ROOM)?)
                } else {
                    let found = pairing.finish();
                    self.stage = Stage::Over;
                    found
                };
                for found in found {
                    self.found(found);
                }
                if matches!(self.stage, Stage::Over) && self.counts.is_worth_a_line() {
                    let line = format!("{}: {}", self.name, self.counts);
                    self.ready.push_back(Err(Skipped::Boards(line)));
                }
            }
            Stage::Over => return Ok(false),
        }
        Ok(true)
    }

    fn found(&mut self, found: Found) {
        match found {
            Found::Game(game) => {
                self.games += 1;
                self.ready.push_back(Ok(ReadGame { game: self.games, ..*game }));
            }
            Found::Fault([one, other], error) => {
                let reason = format!("games {one} and {other}: {error}");
                let name = self.name.clone();
                self.ready.push_back(Err(Skipped::Game(name, 1, self.games + 1, reason)));
            }
            Found::Alone(board) if board.plies() == 0 => self.counts.without_moves += 1,
            Found::Alone(board) => {
                self.counts.alone += 1;
                self.alone(board);
            }
            Found::Unclear(board) => {
                self.counts.unclear += 1;
                self.alone(board);
            }
            Found::Again => self.counts.again += 1,
        }
    }

    fn alone(&mut self, board: Box<GameBoard>) {
        self.counts.first.get_or_insert(board.id());
        if self.lone == LoneBoards::Given {
            self.ready.push_back(Err(Skipped::Alone(board)));
        }
    }
}

impl Iterator for Archives {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.pop_front() {
                return Some(Ok(entry));
            }
            match self.step() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.stage = Stage::Over;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Opened {
    /// A file that is open.
    pub(super) fn input(path: &Path, input: Input, bar: ProgressBar) -> Self {
        let name = path.display().to_string();
        Self::Input { name, documents: Documents::new(input), bar }
    }

    fn name(&self) -> String {
        match self {
            Self::Path(path, _) => path.display().to_string(),
            Self::Input { name, .. } => name.clone(),
        }
    }

    /// The next board of the file.
    fn next(&mut self) -> Result<Option<Read>> {
        if let Self::Path(path, shown) = self {
            let Source { input, bar } = Source::showing(path, shown)?;
            *self = Self::input(path, input, bar);
        }
        let Self::Input { name, documents, bar } = self else { return Ok(None) };
        let Some(document) = documents.next() else {
            bar.finish_and_clear();
            return Ok(None);
        };
        let document = document.with_context(|| cannot_read(Path::new(name)))?;
        let board = document.board();
        Ok(Some(Read { line: document.line, number: document.number, board }))
    }
}

impl Counts {
    fn is_worth_a_line(&self) -> bool {
        self.alone + self.without_moves + self.unclear + self.again + self.of_other_games > 0
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { boards, alone, unclear, .. } = self;
        write!(f, "{} of {boards} boards have no partner here", alone + unclear)?;
        if let Some(first) = self.first {
            write!(f, " (first game {first})")?;
        }
        for (what, count) in [
            ("may have several", self.unclear),
            ("others without moves", self.without_moves),
            ("there already", self.again),
            ("of other games", self.of_other_games),
        ] {
            if count > 0 {
                write!(f, ", {what}: {count}")?;
            }
        }
        Ok(())
    }
}
