//! Openings: the positions from which the games of a match begin.

mod file;
mod games;
mod positions;
mod random;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, Boards, PieceTypes, Seat, Standing};

pub use file::{OpeningError, OpeningFile};
pub use random::RandomOpenings;

/// The openings of a match, one for each pair of games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a match has one of them")]
pub enum Openings {
    /// The same boards for all games.
    Start(Boards),
    /// Random plies, different for each pair.
    Random(RandomOpenings),
    /// The openings of a file in order, starting again after the last.
    File(OpeningFile),
}

impl Openings {
    /// Returns the opening of a pair of games; it does not depend on earlier calls. `is_balanced`
    /// can reject random openings only: a chosen opening is always played.
    pub fn of_pair(&self, pair: usize, is_balanced: &dyn Fn(&Boards) -> bool) -> Boards {
        match self {
            Self::Start(boards) => boards.clone(),
            Self::Random(openings) => openings.of_pair(pair, is_balanced),
            Self::File(openings) => openings.of_pair(pair).clone(),
        }
    }

    /// Shuffles the openings of a file in an order that depends only on `seed`; others stay as they
    /// are.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        match self {
            Self::File(openings) => Self::File(openings.shuffled(seed)),
            Self::Start(_) | Self::Random(_) => self,
        }
    }
}

/// The boards as their FENs describe them, which is all that engines and records learn of an
/// opening. Facts that only the moves before tell are lost, such as which king has never moved.
fn as_told(boards: &Boards) -> Boards {
    let mut told = boards.clone();
    for &board in boards.in_play() {
        let position = boards.position(board);
        let read = Fen::position(&position.to_fen(), position.variant(), position.rules());
        debug_assert!(read.is_ok(), "a FEN of ours is read: {read:?}");
        if let Ok(position) = read {
            told.set_position(board, position);
        }
    }
    told
}

/// The first seat to move that has no move: no game can go on from there.
fn who_cannot_move(boards: &Boards) -> Option<Seat> {
    let can_move =
        |board: &BoardId| boards.position(*board).standing(PieceTypes::NONE) == Standing::Free;
    let board = boards.in_play().iter().find(|board| !can_move(board))?;
    Some(boards.on_turn(*board))
}

/// A random number below `end`, or 0 if `end` is 0. The bias of the remainder is below 2⁻⁵⁰.
fn below(random: &mut ChaCha8Rng, end: usize) -> usize {
    (random.next_u64() % (end.max(1) as u64)) as usize
}
