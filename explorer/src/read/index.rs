//! Finding a position in the index.

use tandem_rules::Move;

use crate::edge::{Edge, Flags};
use crate::error::ExplorerError;
use crate::format::{BUCKET, READY, Section, TAIL, bucket, fingerprint};
use crate::tally::Tally;
use crate::time::TimeCode;

use super::pages::Cursor;
use super::part::Part;
use super::stream::Stream;

/// The bounds of a bucket in positions, postings and tail.
type Bounds = [(u64, u64); 3];

/// The edges of a position, one by one.
pub(super) struct Edges<'a> {
    stream: Stream<'a>,
    /// Offset of the postings of the next edge.
    postings: u64,
    /// Holdings and flags of the edges that follow.
    group: Option<(u32, Flags)>,
}

/// An edge, and the place of its postings.
pub(super) struct Listed {
    pub(super) edge: Edge,
    pub(super) m: Move,
    games: u64,
    /// The sums, if the file has them.
    pub(super) sums: Option<Tally>,
    postings: (u64, u64),
}

/// The boards of an edge, with the times of its move.
pub(super) struct Postings<'a> {
    stream: Stream<'a>,
    board: u32,
    left: u64,
}

const EDGE: ExplorerError = ExplorerError::Damaged("an edge of the index cannot be read");
const POSTING: ExplorerError = ExplorerError::Damaged("a list of boards cannot be read");

impl Part {
    /// The edges of a position that several boards met, `None` if there is none.
    pub(super) fn find(&self, placement: u64) -> Result<Option<Edges<'_>>, ExplorerError> {
        let [positions, (mut postings, _), _] = self.bucket(placement)?;
        let section = self.footer.section(Section::Positions);
        let mut stream = Stream::new(&self.pages, section, positions)?;
        while !stream.is_over() {
            let here = u64::from_le_bytes(stream.bytes()?);
            let length = stream.number()?;
            let listed = stream.number()?;
            if here == placement {
                stream.cut(length)?;
                return Ok(Some(Edges { stream, postings, group: None }));
            }
            stream.skip(length)?;
            postings = postings.checked_add(listed).ok_or(POSTING)?;
        }
        Ok(None)
    }

    fn bucket(&self, placement: u64) -> Result<Bounds, ExplorerError> {
        let number = bucket(placement, self.footer.fan_bits);
        let at = self.footer.section(Section::Buckets).offset + number * BUCKET;
        let mut cursor = Cursor::new(&self.pages);
        let mut bounds = [(0, 0); 3];
        for (bound, at) in bounds.iter_mut().zip((at..).step_by(8)) {
            let [begin, end] = [cursor.bytes(at)?, cursor.bytes(at + BUCKET)?];
            *bound = (u64::from_le_bytes(begin), u64::from_le_bytes(end));
        }
        Ok(bounds)
    }

    /// The boards of an edge.
    pub(super) fn postings(&self, listed: &Listed) -> Result<Postings<'_>, ExplorerError> {
        let section = self.footer.section(Section::Postings);
        let stream = Stream::new(&self.pages, section, listed.postings)?;
        Ok(Postings { stream, board: 0, left: listed.games })
    }

    /// Boards that may have met a position alone: those with the same part of its key in the tail.
    pub(super) fn tail(&self, placement: u64) -> Result<Vec<u32>, ExplorerError> {
        let [_, _, bounds] = self.bucket(placement)?;
        let wanted = fingerprint(placement, self.footer.fan_bits);
        let mut stream = Stream::new(&self.pages, self.footer.section(Section::Tail), bounds)?;
        let mut boards = Vec::new();
        while stream.left() >= TAIL {
            let [a, b, c] = stream.bytes()?;
            let board = u32::from_le_bytes(stream.bytes()?);
            if u32::from_le_bytes([a, b, c, 0]) == wanted {
                boards.push(board);
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Ok(boards)
    }
}

impl Edges<'_> {
    pub(super) fn next(&mut self) -> Result<Option<Listed>, ExplorerError> {
        if self.stream.is_over() {
            return Ok(None);
        }
        let bits = u16::from_le_bytes(self.stream.bytes()?);
        if bits >> 15 == 1 {
            self.group = Some(self.read_group()?);
        }
        let (holdings, flags) = self.group.ok_or(EDGE)?;
        let m = Move::from_bits(bits & 0x7fff).ok_or(EDGE)?;
        let games = self.stream.number()?;
        let length = self.stream.number()?;
        let sums = match games {
            READY.. => Some(self.read_sums(games)?),
            _ => None,
        };
        let end = self.postings.checked_add(length).ok_or(POSTING)?;
        let postings = (std::mem::replace(&mut self.postings, end), end);
        Ok(Some(Listed { edge: Edge::new(holdings, flags, m), m, games, sums, postings }))
    }

    fn read_group(&mut self) -> Result<(u32, Flags), ExplorerError> {
        let flags = Flags::from_byte(self.stream.byte()?).ok_or(EDGE)?;
        match flags.has(Flags::UNKNOWN) {
            true => Ok((0, flags)),
            false => Ok((u32::from_le_bytes(self.stream.bytes()?), flags)),
        }
    }

    fn read_sums(&mut self, games: u64) -> Result<Tally, ExplorerError> {
        let mut numbers = [0; 7];
        for number in &mut numbers {
            *number = self.stream.number()?;
        }
        Ok(Tally::of_numbers(games, numbers))
    }
}

impl Postings<'_> {
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<(u32, TimeCode)>, ExplorerError> {
        if self.left == 0 {
            return if self.stream.is_over() { Ok(None) } else { Err(POSTING) };
        }
        self.left -= 1;
        let (gap, time) = match self.stream.ahead() {
            // Almost all gaps have one byte or two.
            Some(&[gap @ ..0x80, time, _]) => {
                self.stream.skip(2)?;
                (u32::from(gap), time)
            }
            Some(&[low, high @ ..0x80, time]) => {
                self.stream.skip(3)?;
                (u32::from(low & 0x7f) | u32::from(high) << 7, time)
            }
            _ => {
                let gap = u32::try_from(self.stream.number()?).map_err(|_| POSTING)?;
                (gap, self.stream.byte()?)
            }
        };
        self.board = self.board.checked_add(gap).ok_or(POSTING)?;
        Ok(Some((self.board, TimeCode(time))))
    }
}
