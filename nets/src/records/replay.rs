//! Records played again: what each player saw when it decided.

use tandem_rules::{Boards, Clock, IllegalMove, Millis, Seat, TimeControl};

use super::{GameRecord, PlyRecord};

/// A game played again: both boards and four clocks before the first ply and after each.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    plies: &'a [PlyRecord],
    /// One more than plies.
    moments: Vec<Moment>,
}

/// What a player decided, and on what grounds.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// Who.
    pub seat: Seat,
    /// Both boards as they were when it began to think: what its score is about.
    pub boards: &'a Boards,
    /// What the clocks showed at that moment, in the order of [`Seat::ALL`].
    pub clocks: [Millis; 4],
    /// The move and the thought behind it.
    pub ply: &'a PlyRecord,
}

/// Why a record cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The rules do not allow a move.
    #[error("ply {index}: {error}")]
    Illegal {
        /// Which ply, from 0.
        index: usize,
        /// What is wrong.
        error: IllegalMove,
    },
    /// It counts plies as unseen that were not, or could not be, played while the player thought.
    #[error("ply {index}: `{unseen}` plies before it cannot all be on the other board")]
    Unseen {
        /// Which ply, from 0.
        index: usize,
        /// How many are said to be unseen.
        unseen: u16,
    },
}

#[derive(Clone, Debug)]
struct Moment {
    boards: Boards,
    clocks: [Millis; 4],
}

/// The clocks as a game goes on.
struct Clocks {
    clocks: [Clock; 4],
    /// For each board, since when the player on turn is on turn.
    turn_since: [Millis; 2],
}

impl GameRecord {
    /// Plays the game again, with clocks that work as `control` says.
    ///
    /// # Errors
    /// A ply that cannot be played, or not been thought of as it says.
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
    /// One for each ply, in their order.
    pub fn situations(&self) -> impl Iterator<Item = Situation<'_>> {
        self.plies.iter().enumerate().map(|(index, ply)| {
            let Moment { boards, clocks } = &self.moments[index - usize::from(ply.unseen)];
            Situation { seat: boards.on_turn(ply.board), boards, clocks: *clocks, ply }
        })
    }

    /// Both boards after so many plies, at the moment of the last of them.
    pub fn boards(&self, plies: usize) -> Option<&Boards> {
        self.moments.get(plies).map(|moment| &moment.boards)
    }

    /// What the clocks showed at the same moment, in the order of [`Seat::ALL`].
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
