//! One board of a game, as the builder takes it and the explorer returns it.

use std::num::NonZeroU64;

use tandem_rules::{Color, Handoff, Millis, Move, RuleSet, Setup, TimeControl};

/// The number of a board in a file, from 0 in the order in which boards were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardNumber(pub u32);

/// A player of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Name of the player. Names that differ only in case are one player.
    pub name: String,
    /// Rating at the time of the game, if it is known. Zero is taken as unknown.
    pub rating: Option<u16>,
}

/// The result of a game, as this board sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardResult {
    /// The team of the player of this color won, on whichever board.
    Won(Color),
    /// The game was drawn.
    Drawn,
}

/// A move and the time it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// Time that the player used. A file keeps tenths of seconds up to 12.7 s and whole seconds up
    /// to 139 s; longer times become 139 s.
    pub time: Option<Millis>,
}

/// A piece that came from the partner's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Index of the move on this board before which the piece came.
    pub ply: u16,
    /// The piece, and the color of the player who got it.
    pub piece: Handoff,
}

/// The pieces that came from the partner's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrivals {
    /// All arrivals, in the order of their plies: the holdings are known at every move.
    Known(Vec<Arrival>),
    /// Unknown: the board has no partner at hand, or no clocks that tell when pieces came. A piece
    /// that is dropped arrives just before. Such boards count for [`Key::Structure`] only.
    ///
    /// [`Key::Structure`]: crate::Key::Structure
    Unknown,
}

/// One board of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// White, then Black.
    pub players: [Player; 2],
    /// End of the game in seconds since 1970, or its start if only that is known. Zero is taken as
    /// unknown.
    pub ended: Option<u32>,
    /// The time control.
    pub clock: Option<TimeControl>,
    /// The result; `None` if the game was not finished or nothing is known.
    pub result: Option<BoardResult>,
    /// The rules by which the moves are replayed.
    pub rules: RuleSet,
    /// Number of the board at its source. A second board with the same number is not added, so the
    /// numbers of different sources must differ.
    pub source: Option<NonZeroU64>,
    /// The partner board of the same game.
    pub partner: Option<BoardNumber>,
    /// For each move, the number of moves that were made before it on the partner board. Only the
    /// later board of a game has it, if the order of all moves is known; the pairs of positions of
    /// the game are then found by [`Explorer::look_at_both`].
    ///
    /// [`Explorer::look_at_both`]: crate::Explorer::look_at_both
    pub order: Option<Vec<u16>>,
    /// The start; `None` for the standard position.
    pub start: Option<Box<Setup>>,
    /// Pieces from the partner's board.
    pub arrivals: Arrivals,
    /// All moves of the board.
    pub moves: Vec<PlayedMove>,
}

impl Board {
    /// A board of two players under the rules of servers, without moves or further facts.
    ///
    /// ```
    /// use tandem_explorer::Board;
    ///
    /// let board = Board::between("ann", "bob");
    /// assert!(board.moves.is_empty() && board.result.is_none());
    /// ```
    pub fn between(white: &str, black: &str) -> Self {
        let player = |name: &str| Player { name: name.to_owned(), rating: None };
        Self {
            players: [player(white), player(black)],
            ended: None,
            clock: None,
            result: None,
            rules: RuleSet::default(),
            source: None,
            partner: None,
            order: None,
            start: None,
            arrivals: Arrivals::Unknown,
            moves: Vec::new(),
        }
    }

    /// The same board with these moves, whose times are not known.
    #[must_use]
    pub fn with_moves(self, moves: impl IntoIterator<Item = Move>) -> Self {
        let moves = moves.into_iter().map(|m| PlayedMove { m, time: None }).collect();
        Self { moves, ..self }
    }
}

/// Reasons why a board cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardFault {
    /// A move is not accepted by the rules of the board.
    #[error("move {} of the board, `{m}`, is not legal", ply + 1)]
    Illegal {
        /// Index of the move.
        ply: usize,
        /// The move.
        m: Move,
    },
    /// The start is not a position.
    #[error("the start is no position: {0}")]
    Start(#[from] tandem_rules::PositionError),
    /// The arrivals are not in order, or one comes after the last move or is a king.
    #[error("a piece arrives out of order, before move {}", .0 + 1)]
    Arrival(u16),
    /// The board is longer than any that was played.
    #[error("`{0}` moves and arrivals are too many, expected {most} at most", most = Board::MOST_EVENTS)]
    Length(usize),
    /// A name is longer than any that is used.
    #[error("the name `{0}` is too long, expected {most} bytes at most", most = Board::LONGEST_NAME)]
    Name(String),
    /// The partner is not a board that was added before.
    #[error("its partner, board {}, is none that was added before", .0.0)]
    Partner(BoardNumber),
    /// The order of the moves does not fit both boards.
    #[error("its moves do not fit those of its partner, board {}", .0.0)]
    Order(BoardNumber),
    /// There are more time controls or rule sets than a file can tell apart.
    #[error("its time control or rule set is one too many, expected {0} at most")]
    Kinds(usize),
}

impl Board {
    /// Limit of the moves and arrivals of a board.
    pub const MOST_EVENTS: usize = 4096;
    /// Limit of a player's name, in bytes.
    pub const LONGEST_NAME: usize = 255;
}
