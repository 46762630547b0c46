//! Single boards of a file.

use std::io::Read;
use std::num::NonZeroU64;

use flate2::read::DeflateDecoder;
use tandem_rules::Move;

use crate::board::{Arrivals, Board, BoardNumber, Player};
use crate::error::ExplorerError;
use crate::format::{ALONE, BLOCK, MOST_BLOCK, OutcomeByte, Section};
use crate::replay::{Visit, visits};
use crate::stored;

use super::Explorer;
use super::columns::Column;
use super::names::Names;
use super::pages::Cursor;

const BOARD: ExplorerError = ExplorerError::Damaged("a board cannot be read");

impl Explorer {
    /// The board of this number as it was added, with its times in the precision of the file.
    ///
    /// # Errors
    /// An [`ExplorerError`] if there is no such board, or the file is damaged or cannot be read.
    pub fn board(&self, number: BoardNumber) -> Result<Board, ExplorerError> {
        let BoardNumber(board) = number;
        if board >= self.footer.boards {
            return Err(ExplorerError::NoBoard(board));
        }
        let rules = self.fact::<1>(Section::Rules, board)?[0];
        let rules = self.rules.get(usize::from(rules)).copied().flatten().ok_or(BOARD)?;
        let clock = u16::from_le_bytes(self.fact(Section::Clock, board)?);
        let clock = self.clocks.get(usize::from(clock)).ok_or(BOARD)?;
        let outcome = OutcomeByte(self.fact::<1>(Section::Outcome, board)?[0]);
        let partner = u32::from_le_bytes(self.fact(Section::Partner, board)?);
        let ended = u32::from_le_bytes(self.fact(Section::Ended, board)?);
        let events = stored::get(&self.block(board / BLOCK)?, board % BLOCK, rules.moves);
        let events = events.ok_or(BOARD)?;
        Ok(Board {
            players: [
                self.player(board, Section::White, Section::WhiteRating)?,
                self.player(board, Section::Black, Section::BlackRating)?,
            ],
            ended: (ended != 0).then_some(ended),
            clock: *clock,
            result: outcome.result(),
            rules,
            source: NonZeroU64::new(u64::from_le_bytes(self.fact(Section::Source, board)?)),
            partner: (partner != ALONE).then_some(BoardNumber(partner)),
            start: events.start,
            arrivals: match outcome.knows_holdings() {
                true => Arrivals::Known(events.arrivals),
                false => Arrivals::Unknown,
            },
            moves: events.moves,
        })
    }

    /// The indexed moves of a board.
    pub(super) fn visits(
        &self,
        board: u32,
    ) -> Result<impl Iterator<Item = (Visit, Move)>, ExplorerError> {
        let mut all = Vec::new();
        visits(&self.board(BoardNumber(board))?, &mut all).map_err(|_| BOARD)?;
        Ok(all.into_iter().filter_map(|visit| Some((visit, Move::from_bits(visit.edge.m())?))))
    }

    fn fact<const N: usize>(&self, section: Section, board: u32) -> Result<[u8; N], ExplorerError> {
        Column::new(&self.pages, &self.footer, section).get(board)
    }

    fn player(&self, board: u32, name: Section, rating: Section) -> Result<Player, ExplorerError> {
        let number = u32::from_le_bytes(self.fact(name, board)?);
        let name = Names::new(&self.pages, &self.footer).name(number)?;
        let rating = u16::from_le_bytes(self.fact(rating, board)?);
        Ok(Player { name, rating: (rating != 0).then_some(rating) })
    }

    /// The block of moves of this number, inflated.
    fn block(&self, number: u32) -> Result<Vec<u8>, ExplorerError> {
        let mut cursor = Cursor::new(&self.pages);
        let at = self.footer.section(Section::BlockOffsets).offset + u64::from(number) * 8;
        let [begin, end] = [cursor.bytes(at)?, cursor.bytes(at + 8)?].map(u64::from_le_bytes);
        let moves = self.footer.section(Section::Moves);
        let length = end.checked_sub(begin).filter(|_| end <= moves.length).ok_or(BOARD)?;
        if length > MOST_BLOCK {
            return Err(BOARD);
        }
        let mut deflated = vec![0; length as usize];
        cursor.fill(moves.offset + begin, &mut deflated)?;
        let mut block = Vec::new();
        let inflated = DeflateDecoder::new(&deflated[..]).take(MOST_BLOCK).read_to_end(&mut block);
        inflated.map_err(|_| BOARD)?;
        Ok(block)
    }
}
