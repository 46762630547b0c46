//! The positions of a UCI game.

use tandem_protocol::text::Word;
use tandem_protocol::uci::{BoardMove, PositionSpec, Start};
use tandem_rules::notation::{FenError, MoveTextError};
use tandem_rules::{BoardId, Handoff, Move, Position, Team};

use crate::seat::kind::Kind;
use crate::seat::options::Options;
use crate::seat::record::{CastlesFrom, Record};

/// A game of one board or of two.
pub(super) enum Game {
    One(Box<Record>),
    Both(Box<[Record; 2]>),
}

/// Error for a position that cannot be set up.
#[derive(Debug, thiserror::Error)]
pub(super) enum GameError {
    #[error("invalid position `{0}`: {1}")]
    Fen(String, FenError),
    #[error("{0}")]
    Move(#[from] MoveTextError),
    #[error("no board in `{0}`, expected 1 or 2 before each move")]
    NoBoard(String),
    #[error("`{0}` names a board, but there is only one")]
    OneBoard(String),
}

impl Game {
    /// The initial position.
    pub(super) fn new(options: &Options) -> Self {
        let board = |kind| Record::new(kind, options.book);
        match options.plays_team() {
            true => Self::Both(Box::new([board(Kind::Bughouse), board(Kind::Bughouse)])),
            false => Self::One(Box::new(board(options.kind()))),
        }
    }

    /// Reads a position and the moves since, up to the first that cannot be played, with the reason: the
    /// rules do not accept it, or it names a board where there is only one or none where there are two.
    ///
    /// # Errors
    /// A FEN is malformed or impossible.
    pub(super) fn read(
        spec: &PositionSpec,
        options: &Options,
    ) -> Result<(Self, Option<GameError>), GameError> {
        // A client that wants castling of Chess960 says so, since it is written in another way.
        let castling = if options.chess960 { CastlesFrom::AnyFile } else { CastlesFrom::Home };
        let board = |kind, fen: &str| {
            Record::from_fen_with(kind, options.book, castling, fen)
                .map_err(|error| GameError::Fen(fen.to_owned(), error))
        };
        let mut game = match &spec.start {
            Start::Usual => Self::new(options),
            Start::Fen(fen) => Self::One(Box::new(board(options.kind(), fen)?)),
            Start::Fens([a, b]) => {
                Self::Both(Box::new([board(Kind::Bughouse, a)?, board(Kind::Bughouse, b)?]))
            }
        };
        let rest = spec.moves.iter().try_for_each(|m| game.play(m));
        Ok((game, rest.err()))
    }

    fn play(&mut self, BoardMove { board, text }: &BoardMove) -> Result<(), GameError> {
        match (self, board) {
            (Self::One(record), None) => {
                play(record, text)?;
            }
            (Self::Both(records), Some(board)) => {
                if let Some(handoff) = play(&mut records[board.index()], text)? {
                    records[board.other().index()].receive(handoff);
                }
            }
            (Self::One(_), Some(_)) => return Err(GameError::OneBoard(text.to_string())),
            (Self::Both(_), None) => return Err(GameError::NoBoard(text.to_string())),
        }
        Ok(())
    }

    /// The game with the colors exchanged on each board, without the moves so far; `None` if a
    /// position is not possible so.
    pub(super) fn flipped(&self) -> Option<Self> {
        Some(match self {
            Self::One(record) => Self::One(Box::new(record.flipped()?)),
            Self::Both(records) => {
                Self::Both(Box::new([records[0].flipped()?, records[1].flipped()?]))
            }
        })
    }

    /// The parts of the position that the game lacks, such as a right to castle without a rook.
    pub(super) fn left_out(&self) -> Vec<String> {
        match self {
            Self::One(record) => record.left_out().iter().map(ToString::to_string).collect(),
            Self::Both(records) => {
                let of = |board: BoardId| {
                    let left_out = records[board.index()].left_out().iter();
                    left_out.map(move |warning| format!("board {board}: {warning}"))
                };
                BoardId::ALL.into_iter().flat_map(of).collect()
            }
        }
    }

    pub(super) fn is_team(&self) -> bool {
        matches!(self, Self::Both(_))
    }

    /// The record of a board; in a game of one board, always that of board A.
    pub(super) fn board(&self, board: BoardId) -> &Record {
        match self {
            Self::One(record) => record,
            Self::Both(records) => &records[board.index()],
        }
    }

    /// The record of the other board, in a game of two.
    pub(super) fn other(&self, board: BoardId) -> Option<&Record> {
        self.is_team().then(|| self.board(board.other()))
    }

    /// The boards on which the team is to move; in a game of one board, that board for either
    /// color.
    pub(super) fn boards_on_turn(&self, team: Team) -> Vec<BoardId> {
        let on_turn = |board: &BoardId| {
            team.seat(*board).color == self.board(*board).position().side_to_move()
        };
        match self {
            Self::One(_) => vec![BoardId::A],
            Self::Both(_) => BoardId::ALL.into_iter().filter(on_turn).collect(),
        }
    }

    /// Writes a reply to the move `m` on the only board; `None` if it cannot be played.
    pub(super) fn reply(&self, m: Move, reply: Move, options: &Options) -> Option<Word> {
        let next = self.board(BoardId::A).after(m)?;
        let can_be = next.position().is_accepted(reply);
        can_be.then(|| move_text(next.position(), reply, options)).flatten()
    }
}

fn play(record: &mut Record, text: &str) -> Result<Option<Handoff>, MoveTextError> {
    let m = record.read(text)?;
    Ok(record.play_told(m))
}

/// Writes a move in coordinate notation; in Chess960, castling is written as king takes rook.
pub(super) fn move_text(position: &Position, m: Move, options: &Options) -> Option<Word> {
    let text = match options.chess960 {
        true => format!("{m:?}"),
        false => position.coordinate(m).to_string(),
    };
    Word::new(&text)
}
