//! Boards to analyze.

use tandem_engine::View;
use tandem_rules::{
    BoardId, Boards, Clock, Game, Handoff, IllegalMove, Key, Millis, Move, Outcome, OutcomeRules,
    Seat, TimeControl,
};

/// Boards to analyze, with their clocks where they are known.
#[derive(Clone)]
pub struct Scene {
    /// True if board A alone is analyzed: nothing is known of the rest of a bughouse game then.
    is_alone: bool,
    /// Both boards.
    pub boards: Boards,
    /// Clocks of White and Black on each board, if known.
    pub clocks: [Option<[Millis; 2]>; 2],
    /// The `repetition_key`s of the earlier positions of each board, oldest first.
    keys: [Vec<Key>; 2],
}

impl Scene {
    /// Boards without known earlier positions.
    pub fn new(boards: Boards, clocks: [Option<[Millis; 2]>; 2]) -> Self {
        Self { is_alone: false, boards, clocks, keys: Default::default() }
    }

    /// The same boards with the keys that count for a repetition, those of each board oldest first.
    #[must_use]
    pub fn knowing(self, keys: [Vec<Key>; 2]) -> Self {
        Self { keys, ..self }
    }

    /// Board A alone, without clocks.
    pub fn alone(boards: Boards) -> Self {
        Self { is_alone: true, ..Self::new(boards, [None; 2]) }
    }

    /// Plays a move of a game and returns its handoff.
    ///
    /// # Errors
    /// An [`IllegalMove`] if the move cannot be played; nothing has changed then.
    pub fn play(&mut self, seat: Seat, m: Move) -> Result<Option<Handoff>, IllegalMove> {
        let key = self.boards.position(seat.board).repetition_key();
        let handoff = self.boards.play(seat, m)?;
        self.keys[seat.board.index()].push(key);
        Ok(handoff)
    }

    /// The boards to analyze: board A alone, or those in play.
    pub fn shown(&self) -> &'static [BoardId] {
        if self.is_alone { &[BoardId::A] } else { self.boards.in_play() }
    }

    /// The diagonal lead of a seat: its clock minus that of its diagonal; `None` if a clock is
    /// unknown.
    pub(crate) fn lead(&self, seat: Seat) -> Option<Millis> {
        let shown = |seat: Seat| Some(self.clocks[seat.board.index()]?[seat.color.index()]);
        Some(shown(seat)? - shown(seat.diagonal())?)
    }

    /// The clocks in the order of [`Seat::ALL`], if all are known.
    pub fn all_clocks(&self) -> Option<[Millis; 4]> {
        let [[white_a, black_a], [white_b, black_b]] = [self.clocks[0]?, self.clocks[1]?];
        Some([white_a, black_a, white_b, black_b])
    }

    /// The outcome, if the game is over by the boards and the clocks as they stand.
    pub(crate) fn outcome(&self, rules: OutcomeRules) -> Option<Outcome> {
        Game::outcome_of(&self.boards, rules, self.all_clocks())
    }

    /// A board as its player on turn sees it, with the other one beside it.
    pub fn view(&self, board: BoardId, rules: OutcomeRules) -> View {
        let position = self.boards.position(board);
        let beside = self.shown().len() == 2;
        let clock = |seat: Seat| {
            let left = self.clocks[seat.board.index()]?[seat.color.index()];
            Some(Clock::new(TimeControl::sudden_death(left)))
        };
        let keys = &self.keys[board.index()];
        let since = keys.len() - rules.counted_plies(position, keys.len());
        View {
            keys: keys[since..].to_vec(),
            other: beside.then(|| self.boards.position(board.other()).clone()),
            clocks: Seat::ALL.map(clock),
            ..View::of_board(board.seat(position.side_to_move()), position.clone(), rules)
        }
    }
}
