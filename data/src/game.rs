//! One recorded game and its binary form.

use std::cmp::Ordering;

use bytes::Buf;
use tandem_rules::notation::{Bfen, BfenError, Fen};
use tandem_rules::{BoardId, Boards, Millis, MoveRules, Outcome, Team, Variant};

use crate::checksum::Altered;
use crate::outcome;
use crate::ply::{PlyFault, PlyRecord};

/// A game from its start to its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Number of the game within its run, from 0.
    pub number: u64,
    /// The boards before the first ply, which also tell the variant. A file stores them as text:
    /// state without a notation, such as an en passant right that outlives a drop, is lost, and so
    /// is board B if it is not in play.
    pub start: Boards,
    /// The clocks at the start, in the order of [`Seat::ALL`](tandem_rules::Seat::ALL), within 2³¹
    /// milliseconds.
    pub clocks: [Millis; 4],
    /// The plies of both boards in the order in which they were played, at most 65 535.
    pub plies: Vec<PlyRecord>,
    /// The outcome; `None` if the game was not finished.
    pub outcome: Option<Outcome>,
}

/// Reasons why bytes are not a recorded game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// The length is beyond the limit, or does not match its complement.
    #[error("invalid length of a game: `{0:#010x}` and `{1:#010x}`")]
    Length(u32, u32),
    /// The bytes do not match their checksum.
    #[error(transparent)]
    Checksum(#[from] Altered),
    /// The game is shorter or longer than its own fields say.
    #[error("`{0}` bytes are too few or too many for it")]
    Size(usize),
    /// Winner, ending and subject are not an outcome.
    #[error("invalid outcome `{0:?}`")]
    Outcome([u8; 3]),
    /// The variant is not known.
    #[error("invalid variant `{0}`, expected 0 to 2")]
    Variant(u8),
    /// The start is not UTF-8.
    #[error("its start is not UTF-8")]
    Utf8,
    /// The start cannot be parsed as boards of its variant.
    #[error("its start: {0}")]
    Start(#[from] BfenError),
    /// A ply cannot be read.
    #[error("ply {index}: {fault}")]
    Ply {
        /// Index of the ply, from 0.
        index: usize,
        /// The reason.
        fault: PlyFault,
    },
}

/// Bytes before the text of the start.
const FIXED: usize = 32;

impl GameRecord {
    /// The most bytes a game can take.
    pub(crate) const MOST_BYTES: usize = FIXED + (1 + PlyRecord::BYTES) * u16::MAX as usize;

    /// The variant that was played.
    pub const fn variant(&self) -> Variant {
        self.start.position(BoardId::A).variant()
    }

    /// The result for a team: `Greater` for a win, `Equal` for a draw, `Less` for a loss. `None` if
    /// the game was not finished.
    pub fn result(&self, team: Team) -> Option<Ordering> {
        self.outcome.map(|outcome| match outcome.winner {
            None => Ordering::Equal,
            Some(winner) if winner == team => Ordering::Greater,
            Some(_) => Ordering::Less,
        })
    }

    /// The game as the bytes of a file, without the block header. Plies beyond the limit are
    /// dropped, and clocks are clamped to their range.
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

    /// Reads a game that was played by `rules`. The legality of its moves is only checked by
    /// [`replay`](Self::replay).
    ///
    /// # Errors
    /// The first [`GameFault`] found.
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

/// The boards in play as text: a BFEN, or the FEN of board A alone.
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

/// The fields of a game before they are validated.
struct Parts<'a> {
    number: u64,
    clocks: [i32; 4],
    outcome: [u8; 3],
    variant: u8,
    start: &'a [u8],
    plies: &'a [[u8; PlyRecord::BYTES]],
}

impl<'a> Parts<'a> {
    /// Splits a game into its fields. `None` if there are too few bytes or too many.
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (mut fixed, rest) = bytes.split_at_checked(FIXED)?;
        let number = fixed.get_u64_le();
        let clocks = std::array::from_fn(|_| fixed.get_i32_le());
        let outcome = std::array::from_fn(|_| fixed.get_u8());
        let variant = fixed.get_u8();
        let (start, count) = (fixed.get_u16_le(), fixed.get_u16_le());
        let (start, plies) = rest.split_at_checked(usize::from(start))?;
        let (plies, rest) = plies.as_chunks();
        let is_whole = plies.len() == usize::from(count) && rest.is_empty();
        is_whole.then_some(Self { number, clocks, outcome, variant, start, plies })
    }
}
