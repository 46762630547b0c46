//! The builder of a file.

mod columns;
mod index;
mod kinds;
mod names;
mod output;
mod partitions;
mod spool;

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use tandem_rules::{RuleSet, TimeControl};

use crate::board::{Arrivals, Board, BoardFault, BoardNumber};
use crate::error::BuildError;
use crate::format::{BLOCK, OutcomeByte, Section};
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
/// 20 MB, the names of the players, and some 60 bytes a board.
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
        })
    }

    /// Number of boards added.
    pub fn boards(&self) -> u32 {
        self.columns.len()
    }

    /// Replays a board and adds it.
    ///
    /// # Errors
    /// A [`BuildError`]; after [`BuildError::Board`] nothing of the board was counted.
    pub fn add(&mut self, board: &Board) -> Result<Added, BuildError> {
        let number = self.columns.len();
        if board.source.is_some_and(|source| self.sources.contains(&source)) {
            return Ok(Added::Known);
        }
        if number == Self::MOST_BOARDS {
            return Err(BuildError::Full);
        }
        check(board, number)?;
        visits(board, &mut self.visits)?;
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
            partner: board.partner.map(|BoardNumber(partner)| partner),
        })?;
        for visit in &self.visits {
            self.partitions.add(visit, number)?;
        }
        if self.columns.len().is_multiple_of(BLOCK) {
            self.close_block()?;
        }
        self.sources.extend(board.source);
        Ok(Added::New(BoardNumber(number)))
    }

    fn close_block(&mut self) -> io::Result<()> {
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(&self.block)?;
        self.moves.write_all(&deflated.finish()?)?;
        self.block_offsets.push(self.moves.len());
        self.block.clear();
        Ok(())
    }

    /// Writes the file.
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
fn check(board: &Board, number: u32) -> Result<(), BoardFault> {
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
    match board.partner {
        Some(partner) if partner.0 >= number => Err(BoardFault::Partner(partner)),
        _ => Ok(()),
    }
}
