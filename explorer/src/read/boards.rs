//! Single boards of a part.

use std::io::Read;
use std::num::NonZeroU64;
use std::sync::Arc;

use flate2::read::DeflateDecoder;
use tandem_rules::{BoardId, Move};

use crate::board::{Arrivals, Board, BoardNumber, Player};
use crate::error::ExplorerError;
use crate::format::{ALONE, BLOCK, MOST_BLOCK, OutcomeByte, Section};
use crate::game::{pair_visits, plies};
use crate::replay::{Visit, visits};
use crate::stored;

use super::names::Names;
use super::pages::Cursor;
use super::part::Part;
use super::question::Scope;

const BOARD: ExplorerError = ExplorerError::Damaged("a board cannot be read");

impl Part {
    /// The board of this number in the part. The number of its partner is that in the file.
    pub(super) fn board(&self, board: u32) -> Result<Board, ExplorerError> {
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
            partner: (partner != ALONE).then(|| BoardNumber(self.first.wrapping_add(partner))),
            order: events.order,
            start: events.start,
            arrivals: match outcome.knows_holdings() {
                true => Arrivals::Known(events.arrivals),
                false => Arrivals::Unknown,
            },
            moves: events.moves,
        })
    }

    /// The indexed moves of a board: in its positions, or in the pairs of positions of its game.
    pub(super) fn visits(
        &self,
        board: u32,
        scope: Scope,
    ) -> Result<impl Iterator<Item = (Visit, Move)>, ExplorerError> {
        let all = match scope {
            Scope::Boards => {
                let mut all = Vec::new();
                visits(&self.board(board)?, &mut all).map_err(|_| BOARD)?;
                all
            }
            Scope::Games => self.visits_of_pairs(board)?,
        };
        Ok(all.into_iter().filter_map(|visit| Some((visit, Move::from_bits(visit.edge.m())?))))
    }

    fn visits_of_pairs(&self, number: u32) -> Result<Vec<Visit>, ExplorerError> {
        let board = self.board(number)?;
        let Some(partner) = board.partner else { return Ok(Vec::new()) };
        let other = partner.0.checked_sub(self.first).filter(|&other| other < self.boards());
        let other = self.board(other.ok_or(BOARD)?)?;
        let (boards, own) = match number < partner.0 - self.first {
            true => ([&board, &other], BoardId::A),
            false => ([&other, &board], BoardId::B),
        };
        let Some(order) = &boards[1].order else { return Ok(Vec::new()) };
        let plies = plies(boards[0].moves.len(), order).ok_or(BOARD)?;
        let (visits, on) = pair_visits(boards, &plies, partner).map_err(|_| BOARD)?;
        Ok(visits
            .into_iter()
            .zip(on)
            .filter(|&(_, on)| on == own)
            .map(|(visit, _)| visit)
            .collect())
    }

    fn fact<const N: usize>(&self, section: Section, board: u32) -> Result<[u8; N], ExplorerError> {
        self.column(section).get(board)
    }

    fn player(&self, board: u32, name: Section, rating: Section) -> Result<Player, ExplorerError> {
        let number = u32::from_le_bytes(self.fact(name, board)?);
        let name = Names::new(&self.pages, &self.footer).name(number)?;
        let rating = u16::from_le_bytes(self.fact(rating, board)?);
        Ok(Player { name, rating: (rating != 0).then_some(rating) })
    }

    /// The block of moves of this number, inflated. The last one is kept for boards in a row.
    fn block(&self, number: u32) -> Result<Arc<[u8]>, ExplorerError> {
        if let Some((last, block)) = &*self.last_block.lock()
            && *last == number
        {
            return Ok(Arc::clone(block));
        }
        let block: Arc<[u8]> = self.inflated(number)?.into();
        *self.last_block.lock() = Some((number, Arc::clone(&block)));
        Ok(block)
    }

    fn inflated(&self, number: u32) -> Result<Vec<u8>, ExplorerError> {
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
