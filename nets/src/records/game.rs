//! One game in bytes.

use std::cmp::Ordering;

use tandem_rules::notation::{Bfen, BfenError, Fen};
use tandem_rules::{BoardId, Boards, Millis, MoveRules, Outcome, Team, Variant};

use super::outcome;
use super::ply::{PlyFault, PlyRecord};
use crate::bytes::{Altered, Bytes};

/// A game from its start to its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Which game of its run it is, from 0.
    pub number: u64,
    /// The boards before the first ply, which say what is played. A file has them as text: what no
    /// text tells, such as a right that outlives a drop, is lost, and so is a board B that nobody
    /// plays on.
    pub start: Boards,
    /// What the clocks show then, in the order of [`Seat::ALL`](tandem_rules::Seat::ALL), within
    /// 2³¹ milliseconds.
    pub clocks: [Millis; 4],
    /// The plies of both boards in the order in which they were played, at most 65 535.
    pub plies: Vec<PlyRecord>,
    /// How it ended; `None` where it was broken off.
    pub outcome: Option<Outcome>,
}

/// Why bytes are no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// No game is so long, or the two statements of its length disagree.
    #[error("`{0:#010x}` and `{1:#010x}` are no length of a game")]
    Length(u32, u32),
    /// Some bit is not as it was written.
    #[error(transparent)]
    Checksum(#[from] Altered),
    /// Not as long as what it says of itself.
    #[error("`{0}` bytes are too few or too many for it")]
    Size(usize),
    /// Not an ending.
    #[error("`{0:?}` is no outcome")]
    Outcome([u8; 3]),
    /// Not a game that is known.
    #[error("`{0}` is no variant, expected 0 to 2")]
    Variant(u8),
    /// The start is no text.
    #[error("its start is not UTF-8")]
    Utf8,
    /// The start is not the boards of its variant.
    #[error("its start: {0}")]
    Start(#[from] BfenError),
    /// A ply that says nothing.
    #[error("ply {index}: {fault}")]
    Ply {
        /// Which, from 0.
        index: usize,
        /// What is wrong with it.
        fault: PlyFault,
    },
}

/// What stands before the text of the start.
const FIXED: usize = 32;

impl GameRecord {
    /// The most bytes a game can have.
    pub(super) const MOST_BYTES: usize = FIXED + (1 + PlyRecord::BYTES) * u16::MAX as usize;

    /// What was played.
    pub const fn variant(&self) -> Variant {
        self.start.position(BoardId::A).variant()
    }

    /// How the game ended for a team: greater if it won. `None` where the game was broken off.
    pub fn result(&self, team: Team) -> Option<Ordering> {
        self.outcome.map(|outcome| match outcome.winner {
            None => Ordering::Equal,
            Some(winner) if winner == team => Ordering::Greater,
            Some(_) => Ordering::Less,
        })
    }

    /// As a file has it, without what is around it there. Plies beyond the most are left out, and
    /// times are kept within their bounds.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (variant, start) = (self.variant(), start_text(&self.start));
        let plies = &self.plies[..self.plies.len().min(usize::from(u16::MAX))];
        let mut bytes = Vec::with_capacity(FIXED + start.len() + PlyRecord::BYTES * plies.len());
        bytes.extend(self.number.to_le_bytes());
        for clock in self.clocks {
            let clock = clock.0.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            bytes.extend(clock.to_le_bytes());
        }
        bytes.extend(outcome::to_bytes(self.outcome));
        bytes.push(code_of(variant));
        bytes.extend((start.len() as u16).to_le_bytes());
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend(start.as_bytes());
        bytes.extend(plies.iter().flat_map(|ply| ply.to_bytes()));
        bytes
    }

    /// Reads a game that was played by `rules`. Whether its moves can be played is seen when it is
    /// [played again](Self::replay).
    ///
    /// # Errors
    /// The first thing found that is wrong.
    pub fn from_bytes(bytes: &[u8], rules: MoveRules) -> Result<Self, GameFault> {
        let parts = Parts::of(bytes).ok_or(GameFault::Size(bytes.len()))?;
        let start = std::str::from_utf8(parts.start).map_err(|_| GameFault::Utf8)?;
        let variant = variant_with_code(parts.variant).ok_or(GameFault::Variant(parts.variant))?;
        let plies = parts.plies.iter().enumerate().map(|(index, &ply)| {
            PlyRecord::from_bytes(ply).map_err(|fault| GameFault::Ply { index, fault })
        });
        Ok(Self {
            number: parts.number,
            start: boards(start, variant, rules)?,
            clocks: parts.clocks.map(|clock| Millis(i64::from(clock))),
            plies: plies.collect::<Result<_, _>>()?,
            outcome: outcome::from_bytes(parts.outcome).ok_or(GameFault::Outcome(parts.outcome))?,
        })
    }
}

const fn code_of(variant: Variant) -> u8 {
    match variant {
        Variant::Bughouse => 0,
        Variant::Crazyhouse => 1,
        Variant::Chess => 2,
    }
}

const fn variant_with_code(code: u8) -> Option<Variant> {
    match code {
        0 => Some(Variant::Bughouse),
        1 => Some(Variant::Crazyhouse),
        2 => Some(Variant::Chess),
        _ => None,
    }
}

/// The boards that are played on.
fn start_text(boards: &Boards) -> String {
    match boards.in_play() {
        [board] => boards.position(*board).to_fen(),
        _ => boards.to_fen(),
    }
}

fn boards(text: &str, variant: Variant, rules: MoveRules) -> Result<Boards, BfenError> {
    match variant {
        Variant::Bughouse => Ok(Bfen::parse(text, rules)?.boards),
        Variant::Crazyhouse | Variant::Chess => match Fen::position(text, variant, rules) {
            Ok(position) => Ok(Boards::beside_start(position)),
            Err(error) => Err(BfenError::Board { board: BoardId::A, error }),
        },
    }
}

/// The fields of a game, not yet understood.
struct Parts<'a> {
    number: u64,
    clocks: [i32; 4],
    outcome: [u8; 3],
    variant: u8,
    start: &'a [u8],
    plies: &'a [[u8; PlyRecord::BYTES]],
}

impl<'a> Parts<'a> {
    /// `None` where there are too few bytes or too many.
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let number = bytes.u64()?;
        let clocks = [bytes.i32()?, bytes.i32()?, bytes.i32()?, bytes.i32()?];
        let (outcome, [variant]) = (bytes.take()?, bytes.take()?);
        let (start, count) = (bytes.u16()?, bytes.u16()?);
        let start = bytes.take_slice(usize::from(start))?;
        let (plies, rest) = bytes.0.as_chunks();
        let is_whole = plies.len() == usize::from(count) && rest.is_empty();
        is_whole.then_some(Self { number, clocks, outcome, variant, start, plies })
    }
}
