//! How one game begins.

use tandem_rules::notation::{Bfen, BfenError};
use tandem_rules::{Boards, Game, Millis, MoveRules, OutcomeRules, Seat, TimeControl};

/// The start of one game.
pub(super) struct Start {
    pub(super) boards: Boards,
    /// What it says of the clocks on each board; it goes before the time control.
    pub(super) clocks: [Option<[i64; 2]>; 2],
}

impl Start {
    /// Two boards as a text describes them.
    pub(super) fn of(text: &str, rules: MoveRules) -> Result<Self, BfenError> {
        let Bfen { boards, clocks } = Bfen::parse(text, rules)?;
        Ok(Self { boards, clocks })
    }

    /// The game before its first move, and what its clocks show: what the start says of them, or
    /// as `usual`.
    pub(super) fn game(
        &self,
        rules: OutcomeRules,
        controls: [TimeControl; 4],
        usual: [Millis; 4],
    ) -> (Game, [Millis; 4]) {
        let mut game = Game::new(self.boards.clone(), rules, Some(controls));
        let shown = Seat::ALL.map(|seat| self.clock(seat).unwrap_or(usual[seat.index()]));
        for (seat, left) in Seat::ALL.into_iter().zip(shown) {
            game.set_clock(seat, left, Millis::ZERO);
        }
        (game, shown)
    }

    fn clock(&self, seat: Seat) -> Option<Millis> {
        self.clocks[seat.board.index()].map(|clocks| Millis(clocks[seat.color.index()]))
    }
}
