//! One recorded move with the search behind it.

use tandem_rules::{BoardId, Millis, Move};

use crate::score::Score;

/// A move as it was played, with the search behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRecord {
    /// The board; the move is that of its side to move.
    pub board: BoardId,
    /// The move.
    pub m: Move,
    /// Score of the search for the player who moves, if there is one.
    pub score: Option<Score>,
    /// Depth searched, in plies; 255 for more.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u32,
    /// Time of the move since the start of the game: 0 to 2³² - 1 milliseconds.
    pub at: Millis,
    /// Number of plies directly before this one, all on the other board, that were played during
    /// the search and were not known to it.
    pub unseen: u16,
}

/// Reasons why 16 bytes are not a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlyFault {
    /// The bits encode no move.
    #[error("invalid move `{0:#06x}`")]
    Move(u16),
    /// The bits encode no score.
    #[error("invalid score `{0}`")]
    Score(i16),
    /// The number is not a board.
    #[error("invalid board `{0}`, expected 0 or 1")]
    Board(u8),
}

impl PlyRecord {
    pub(crate) const BYTES: usize = 16;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let at = u32::try_from(self.at.0.max(0)).unwrap_or(u32::MAX);
        let mut bytes = [0; Self::BYTES];
        bytes[..2].copy_from_slice(&self.m.bits().to_le_bytes());
        bytes[2..4].copy_from_slice(&Score::to_bits(self.score).to_le_bytes());
        bytes[4..8].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[8..12].copy_from_slice(&at.to_le_bytes());
        bytes[12] = self.board.index() as u8;
        bytes[13] = self.depth;
        bytes[14..].copy_from_slice(&self.unseen.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, PlyFault> {
        let [m0, m1, s0, s1, n0, n1, n2, n3, t0, t1, t2, t3, board, depth, u0, u1] = bytes;
        let m = u16::from_le_bytes([m0, m1]);
        let score = i16::from_le_bytes([s0, s1]);
        Ok(Self {
            board: board_with_code(board).ok_or(PlyFault::Board(board))?,
            m: Move::from_bits(m).ok_or(PlyFault::Move(m))?,
            score: Score::from_bits(score).ok_or(PlyFault::Score(score))?,
            depth,
            nodes: u32::from_le_bytes([n0, n1, n2, n3]),
            at: Millis(i64::from(u32::from_le_bytes([t0, t1, t2, t3]))),
            unseen: u16::from_le_bytes([u0, u1]),
        })
    }
}

/// The board with this number in a file.
pub(crate) fn board_with_code(code: u8) -> Option<BoardId> {
    BoardId::ALL.get(usize::from(code)).copied()
}
