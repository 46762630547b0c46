//! The builder of a file, or of a part that goes behind one.

mod columns;
mod index;
mod kinds;
mod merge;
mod names;
mod output;
mod partitions;
mod spool;

pub use merge::Merged;

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use tandem_rules::{BoardId, RuleSet, TimeControl};

use crate::board::{Arrivals, Board, BoardFault, BoardNumber};
use crate::error::{BuildError, ExplorerError};
use crate::format::{BLOCK, MOST_PARTS, OutcomeByte, Section};
use crate::game::{pair_visits, plies};
use crate::read::Explorer;
use crate::replay::{Visit, visits};
use crate::stored;

use columns::{Columns, Row};
use kinds::Kinds;
use names::Names;
use output::Output;
use partitions::Partitions;
use spool::Spool;

/// Result of adding a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// The board was added and has this number.
    New(BoardNumber),
    /// A board with the same number at its source was added before. This one was left out.
    Known,
}

/// Builds a file from boards, each of which is seen once.
///
/// Most of what it collects goes to scratch files without names, which vanish with it. In memory are
/// 20 MB, the names of the players, and some 60 bytes a board. A part that is added to a file also
/// keeps the numbers of the file's boards at their source, some 20 bytes each.
///
/// ```
/// use tandem_explorer::{Added, Board, BoardNumber, Builder, Explorer, Filter, Key};
/// use tandem_rules::{Move, MoveRules, Position, Variant};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let mut builder = Builder::new(folder.path())?;
/// let moves: [Move; 2] = ["e2e4".parse()?, "e7e5".parse()?];
/// let board = Board::between("ann", "bob").with_moves(moves);
/// assert_eq!(builder.add(&board)?, Added::New(BoardNumber(0)));
///
/// let path = folder.path().join("games.explorer");
/// builder.finish(std::fs::File::create(&path)?)?;
///
/// let explorer = Explorer::open(&path)?;
/// let start = Position::start(Variant::Bughouse, MoveRules::FICS);
/// let answer = explorer.look(&start, Key::Structure, &Filter::default())?;
/// assert_eq!((answer.games, answer.moves[0].m), (1, moves[0]));
/// # Ok(())
/// # }
/// ```
pub struct Builder {
    folder: PathBuf,
    /// The number of the first board.
    first: u32,
    columns: Columns,
    names: Names,
    clocks: Kinds<Option<TimeControl>>,
    rules: Kinds<RuleSet>,
    sources: HashSet<NonZeroU64>,
    moves: Spool,
    /// The boards of the block that is not full yet.
    block: Vec<u8>,
    block_offsets: Vec<u64>,
    partitions: Partitions,
    /// Visits of the board that is added, kept for the next.
    visits: Vec<Visit>,
    /// The board that was added last.
    last: Option<Board>,
}

impl Builder {
    /// Limit of the boards of a file.
    pub const MOST_BOARDS: u32 = u32::MAX - 1;

    /// A builder without boards. Its scratch files are in `folder`, on a disk with room for 1,000
    /// bytes a board.
    ///
    /// # Errors
    /// An error of the operating system if no file can be made there.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            first: 0,
            columns: Columns::new(folder)?,
            names: Names::default(),
            clocks: Kinds::new(vec![None], usize::from(u16::MAX)),
            rules: Kinds::new(Vec::new(), usize::from(u8::MAX)),
            sources: HashSet::new(),
            moves: Spool::new(folder)?,
            block: Vec::new(),
            block_offsets: vec![0],
            partitions: Partitions::new(folder)?,
            visits: Vec::new(),
            last: None,
        })
    }

    /// A builder of boards that are to be added to a file: [`Self::finish`] writes a part that belongs
    /// behind the bytes of the file. Boards that are there already are left out.
    ///
    /// # Errors
    /// A [`BuildError`] if the file cannot be read, or has as many parts as are allowed.
    pub fn after(file: &Explorer, folder: &Path) -> Result<Self, BuildError> {
        if file.parts() >= MOST_PARTS {
            return Err(BuildError::Parts);
        }
        let mut builder = Self { first: file.boards(), ..Self::new(folder)? };
        builder.sources = file.sources().collect::<Result<_, ExplorerError>>()?;
        Ok(builder)
    }

    /// Number of boards added.
    pub fn boards(&self) -> u32 {
        self.columns.len()
    }

    /// The number of the board that is added next.
    pub fn next_board(&self) -> BoardNumber {
        BoardNumber(self.first.saturating_add(self.boards()))
    }

    /// Replays a board and adds it.
    ///
    /// # Errors
    /// A [`BuildError`]; after [`BuildError::Board`] nothing of the board was counted.
    pub fn add(&mut self, board: &Board) -> Result<Added, BuildError> {
        let (number, next) = (self.boards(), self.next_board());
        if board.source.is_some_and(|source| self.sources.contains(&source)) {
            return Ok(Added::Known);
        }
        if next.0 >= Self::MOST_BOARDS {
            return Err(BuildError::Full);
        }
        check(board)?;
        let partner = self.partner(board)?;
        visits(board, &mut self.visits)?;
        let pairs = self.pairs(board)?;
        let (clock, rules) = (self.clocks.number(board.clock)?, self.rules.number(board.rules)?);
        stored::put(board, &mut self.block)?;
        let [white, black] = [0, 1].map(|at| self.names.number(&board.players[at].name));
        let is_known = matches!(board.arrivals, Arrivals::Known(_));
        self.columns.add(&Row {
            players: [white, black],
            ratings: [0, 1].map(|at| board.players[at].rating.unwrap_or(0)),
            ended: board.ended.unwrap_or(0),
            clock: clock as u16,
            rules: rules as u8,
            outcome: OutcomeByte::new(board.result, is_known).0,
            source: board.source.map_or(0, NonZeroU64::get),
            partner,
        })?;
        for visit in &self.visits {
            self.partitions.add(visit, number)?;
        }
        for (visit, on) in pairs {
            self.partitions.add(&visit, if on == BoardId::B { number } else { number - 1 })?;
        }
        if self.columns.len().is_multiple_of(BLOCK) {
            self.close_block()?;
        }
        self.sources.extend(board.source);
        self.last = Some(board.clone());
        Ok(Added::New(next))
    }

    /// The number in this part of the partner of a board.
    fn partner(&self, board: &Board) -> Result<Option<u32>, BoardFault> {
        let Some(partner) = board.partner else { return Ok(None) };
        let local = partner.0.checked_sub(self.first).filter(|&local| local < self.boards());
        local.map(Some).ok_or(BoardFault::Partner(partner))
    }

    /// The visits of pairs of positions of a board and of that before it, if their order is known.
    fn pairs(&self, board: &Board) -> Result<Vec<(Visit, BoardId)>, BoardFault> {
        let Some(order) = &board.order else { return Ok(Vec::new()) };
        let partner = board.partner.unwrap_or(self.next_board());
        let fault = || BoardFault::Order(partner);
        let is_known = |board: &Board| matches!(board.arrivals, Arrivals::Known(_));
        let is_next = partner.0.checked_add(1) == Some(self.next_board().0);
        let last = self.last.as_ref().filter(|last| is_next && is_known(last) && is_known(board));
        let last = last.filter(|_| order.len() == board.moves.len()).ok_or_else(fault)?;
        let plies = plies(last.moves.len(), order).ok_or_else(fault)?;
        let (visits, on) = pair_visits([last, board], &plies, partner)?;
        Ok(visits.into_iter().zip(on).collect())
    }

    fn close_block(&mut self) -> io::Result<()> {
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(&self.block)?;
        self.moves.write_all(&deflated.finish()?)?;
        self.block_offsets.push(self.moves.len());
        self.block.clear();
        Ok(())
    }

    /// Writes the file, or the part.
    ///
    /// # Errors
    /// An error of the operating system. A file that was not written to its end is refused by the
    /// reader.
    pub fn finish(mut self, out: impl Write) -> Result<(), BuildError> {
        if !self.block.is_empty() {
            self.close_block()?;
        }
        let mut out = Output::new(out)?;
        let (boards, names) = (self.columns.len(), self.names.len());
        let facts = self.columns.facts();
        self.names.put(&mut out, |order, out| self.columns.put(order, out))?;
        out.section(
            Section::ClockTexts,
            &self.clocks.texts(|clock| clock.map(|c| c.to_string()).unwrap_or_default()),
        )?;
        out.section(Section::RuleTexts, &self.rules.texts(RuleSet::to_string))?;
        out.spool(Section::Moves, self.moves)?;
        out.numbers(Section::BlockOffsets, &self.block_offsets)?;
        let fan_bits = index::put(self.partitions, &facts, &self.folder, &mut out)?;
        out.finish(boards, names, fan_bits)?;
        Ok(())
    }
}

/// Checks what a replay does not.
fn check(board: &Board) -> Result<(), BoardFault> {
    for player in &board.players {
        if player.name.len() > Board::LONGEST_NAME {
            return Err(BoardFault::Name(player.name.clone()));
        }
    }
    let arrivals = match &board.arrivals {
        Arrivals::Known(arrivals) => arrivals.len(),
        Arrivals::Unknown => 0,
    };
    let events = arrivals + board.moves.len();
    if events > Board::MOST_EVENTS {
        return Err(BoardFault::Length(events));
    }
    Ok(())
}
