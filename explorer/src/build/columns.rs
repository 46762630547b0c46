//! The facts of boards, in columns.

use std::io::{self, Read, Write};
use std::path::Path;

use bytes::Buf;

use crate::format::{ALONE, OutcomeByte, Section};

use super::output::Output;
use super::spool::Spool;

/// The facts of one board.
pub(super) struct Row {
    pub(super) players: [u32; 2],
    pub(super) ratings: [u16; 2],
    pub(super) ended: u32,
    pub(super) clock: u16,
    pub(super) rules: u8,
    pub(super) outcome: u8,
    pub(super) source: u64,
    pub(super) partner: Option<u32>,
}

/// The columns. Those that the index needs, or that change later, are in memory.
pub(super) struct Columns {
    players: [Spool; 2],
    ratings: Vec<[u16; 2]>,
    ended: Spool,
    clocks: Spool,
    rules: Spool,
    outcomes: Vec<u8>,
    sources: Spool,
    partners: Vec<u32>,
}

/// The facts that are summed for the moves of a position.
pub(super) struct Facts {
    ratings: Vec<[u16; 2]>,
    outcomes: Vec<u8>,
}

impl Facts {
    /// Ratings and outcome of a board.
    pub(super) fn of(&self, board: u32) -> ([u16; 2], OutcomeByte) {
        (self.ratings[board as usize], OutcomeByte(self.outcomes[board as usize]))
    }
}

impl Columns {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let spool = || Spool::new(folder);
        Ok(Self {
            players: [spool()?, spool()?],
            ratings: Vec::new(),
            ended: spool()?,
            clocks: spool()?,
            rules: spool()?,
            outcomes: Vec::new(),
            sources: spool()?,
            partners: Vec::new(),
        })
    }

    /// Number of boards.
    pub(super) fn len(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// Adds a board, whose partner must be an earlier board.
    pub(super) fn add(&mut self, row: &Row) -> io::Result<()> {
        for (spool, player) in self.players.iter_mut().zip(row.players) {
            spool.write_all(&player.to_le_bytes())?;
        }
        self.ended.write_all(&row.ended.to_le_bytes())?;
        self.clocks.write_all(&row.clock.to_le_bytes())?;
        self.rules.write_all(&[row.rules])?;
        self.sources.write_all(&row.source.to_le_bytes())?;
        if let Some(partner) = row.partner {
            self.partners[partner as usize] = self.len();
        }
        self.partners.push(row.partner.unwrap_or(ALONE));
        self.ratings.push(row.ratings);
        self.outcomes.push(row.outcome);
        Ok(())
    }

    /// Takes the facts that the index needs, after [`Self::put`] or before.
    pub(super) fn facts(&self) -> Facts {
        Facts { ratings: self.ratings.clone(), outcomes: self.outcomes.clone() }
    }

    /// Writes the columns; `order` has the number of each name in the file.
    pub(super) fn put<W: Write>(self, order: &[u32], out: &mut Output<W>) -> io::Result<()> {
        let boards = self.len();
        for (section, spool) in [Section::White, Section::Black].into_iter().zip(self.players) {
            let mut players = spool.into_reader()?;
            out.begin(section)?;
            for _ in 0..boards {
                let mut number = [0; 4];
                players.read_exact(&mut number)?;
                let player = order[(&number[..]).get_u32_le() as usize];
                out.write_all(&player.to_le_bytes())?;
            }
            out.end(section);
        }
        for (section, color) in [(Section::WhiteRating, 0), (Section::BlackRating, 1)] {
            out.begin(section)?;
            for ratings in &self.ratings {
                out.write_all(&ratings[color].to_le_bytes())?;
            }
            out.end(section);
        }
        out.spool(Section::Ended, self.ended)?;
        out.spool(Section::Clock, self.clocks)?;
        out.spool(Section::Rules, self.rules)?;
        out.section(Section::Outcome, &self.outcomes)?;
        out.spool(Section::Source, self.sources)?;
        out.begin(Section::Partner)?;
        for partner in self.partners {
            out.write_all(&partner.to_le_bytes())?;
        }
        out.end(Section::Partner);
        Ok(())
    }
}
