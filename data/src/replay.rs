//! Replays of recorded games: the boards and clocks that each player knew when it chose its move.

use tandem_rules::{Boards, Clock, IllegalMove, Millis, Seat, TimeControl};

use crate::game::GameRecord;
use crate::ply::PlyRecord;

/// A replayed game: both boards and the four clocks before the first ply and after each.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    plies: &'a [PlyRecord],
    /// One for each ply, and one for the start.
    moments: Vec<Moment>,
}

/// A ply together with the boards and clocks that its player knew.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The seat that played the ply.
    pub seat: Seat,
    /// Both boards at the start of the player's search; its score refers to them.
    pub boards: &'a Boards,
    /// The clocks at that moment, in the order of [`Seat::ALL`].
    pub clocks: [Millis; 4],
    /// The move and the search behind it.
    pub ply: &'a PlyRecord,
}

/// Reasons why a record cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move is not legal.
    #[error("ply {index}: {error}")]
    Illegal {
        /// Index of the ply, from 0.
        index: usize,
        /// The reason.
        error: IllegalMove,
    },
    /// A ply counts plies as unseen that were not played on the other board during its search.
    #[error("ply {index}: `{unseen}` plies before it cannot all be on the other board")]
    Unseen {
        /// Index of the ply, from 0.
        index: usize,
        /// Number of plies stated as unseen.
        unseen: u16,
    },
}

#[derive(Clone, Debug)]
struct Moment {
    boards: Boards,
    clocks: [Millis; 4],
}

/// The four clocks during a replay.
struct Clocks {
    clocks: [Clock; 4],
    /// By board, the time since which the clock of its side to move has run.
    turn_since: [Millis; 2],
}

impl GameRecord {
    /// Replays the game with clocks that run by `control`.
    ///
    /// # Errors
    /// A [`ReplayError`] if a move is not legal, or a ply's number of unseen plies is impossible.
    pub fn replay(&self, control: TimeControl) -> Result<Replay<'_>, ReplayError> {
        let mut boards = self.start.clone();
        let mut clocks = Clocks::new(control, self.clocks);
        let mut moments = Vec::with_capacity(self.plies.len() + 1);
        moments.push(Moment { clocks: clocks.show(&boards, Millis::ZERO), boards: boards.clone() });
        for (index, ply) in self.plies.iter().enumerate() {
            if !all_on_other_board(&self.plies[..index], ply) {
                return Err(ReplayError::Unseen { index, unseen: ply.unseen });
            }
            let seat = boards.on_turn(ply.board);
            if let Err(error) = boards.play(seat, ply.m) {
                return Err(ReplayError::Illegal { index, error });
            }
            clocks.press(seat, ply.at);
            moments.push(Moment { clocks: clocks.show(&boards, ply.at), boards: boards.clone() });
        }
        Ok(Replay { plies: &self.plies, moments })
    }
}

fn all_on_other_board(before: &[PlyRecord], ply: &PlyRecord) -> bool {
    let unseen = before.len().checked_sub(usize::from(ply.unseen)).map(|known| &before[known..]);
    unseen.is_some_and(|unseen| unseen.iter().all(|earlier| earlier.board != ply.board))
}

impl Replay<'_> {
    /// The situation of each ply, in their order.
    pub fn situations(&self) -> impl Iterator<Item = Situation<'_>> {
        self.plies.iter().enumerate().map(|(index, ply)| {
            let Moment { boards, clocks } = &self.moments[index - usize::from(ply.unseen)];
            Situation { seat: boards.on_turn(ply.board), boards, clocks: *clocks, ply }
        })
    }

    /// Both boards after the first `plies` plies, at the moment of the last of them.
    pub fn boards(&self, plies: usize) -> Option<&Boards> {
        self.moments.get(plies).map(|moment| &moment.boards)
    }

    /// The clocks at the same moment, in the order of [`Seat::ALL`].
    pub fn clocks(&self, plies: usize) -> Option<[Millis; 4]> {
        self.moments.get(plies).map(|moment| moment.clocks)
    }
}

impl Clocks {
    fn new(control: TimeControl, showing: [Millis; 4]) -> Self {
        let clocks = showing.map(|left| Clock::new(control).showing(left));
        Self { clocks, turn_since: [Millis::ZERO; 2] }
    }

    fn press(&mut self, seat: Seat, at: Millis) {
        let since = &mut self.turn_since[seat.board.index()];
        self.clocks[seat.index()].stop(at - *since);
        *since = at;
    }

    fn show(&self, boards: &Boards, at: Millis) -> [Millis; 4] {
        let mut shown = self.clocks.map(|clock| clock.remaining());
        for &board in boards.in_play() {
            let seat = boards.on_turn(board).index();
            shown[seat] = self.clocks[seat].after(at - self.turn_since[board.index()]);
        }
        shown
    }
}
