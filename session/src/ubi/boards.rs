//! Knowledge of both boards, and of the seats that are asked for moves there.

use std::time::Instant;

use tandem_engine::{Habits, Moment, View};
use tandem_protocol::ubi::Info;
use tandem_rules::{BoardId, Millis, Seat};

use super::Session;
use super::side::{Side, Thought};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    pub(super) fn side(&self, board: BoardId) -> &Side<B> {
        &self.sides[board.index()]
    }

    pub(super) fn side_mut(&mut self, board: BoardId) -> &mut Side<B> {
        &mut self.sides[board.index()]
    }

    /// The behavior towards the partner: a team that plays both boards always talks, to itself.
    pub(super) fn habits(&self) -> Habits {
        let usual = self.options.habits;
        Habits { talks: self.plays_team() || usual.talks && self.plays_seat(), ..usual }
    }

    /// Time since the start of the game.
    pub(super) fn game_time(&self) -> Millis {
        self.now.saturating_duration_since(self.began).into()
    }

    /// Reports a command that cannot be carried out; it has changed nothing.
    pub(super) fn complain(&mut self, text: &str) {
        self.replies.push(Info::of_string(text).into());
    }

    /// Says why a board has no position.
    pub(super) fn complain_of_position(&mut self, board: BoardId) {
        let reason = self.side(board).refused.as_ref().map(ToString::to_string);
        self.complain(&reason.unwrap_or_default());
    }

    /// The seat that is to move on a board.
    pub(super) fn on_turn(&self, board: BoardId) -> Seat {
        board.seat(self.side(board).record.position().side_to_move())
    }

    /// The game as the seat on a board sees it now: the one that was asked for moves, or the one to
    /// move.
    pub(super) fn view(&self, board: BoardId) -> View {
        let [side, other] = [board, board.other()].map(|board| self.side(board));
        let seat = side.color.map_or(self.on_turn(board), |color| board.seat(color));
        let running = BoardId::ALL.map(|board| self.on_turn(board));
        View {
            keys: side.keys.clone(),
            other: other.refused.is_none().then(|| other.record.position().clone()),
            clocks: self.clocks.now(running, self.now),
            prices: side.team.prices(self.game_time()),
            ..View::of_board(seat, side.record.position().clone(), side.record.outcome_rules())
        }
    }

    /// The facts that the team decides by at this time; `view` is that of its seat.
    pub(super) fn moment<'a>(&self, view: &'a View) -> Moment<'a> {
        Moment { view, now: self.game_time(), lateness: self.lateness.usual(self.now) }
    }

    /// Time on the clock of the seat on a board, if it is known.
    pub(super) fn left(&self, board: BoardId) -> Option<Millis> {
        self.view(board).clock().map(|clock| clock.remaining())
    }

    /// True if it plays both seats of a team in this game.
    pub(super) fn plays_team(&self) -> bool {
        matches!(self.sides.each_ref().map(|side| side.color), [Some(a), Some(b)] if a != b)
    }

    /// True if it plays a single seat; neither that nor a team is an analysis of both boards.
    pub(super) fn plays_seat(&self) -> bool {
        self.sides.iter().filter(|side| side.color.is_some()).count() == 1
    }

    /// Time at which the search of a board is waited for no longer.
    pub(super) fn search_is_late_at(&self, board: BoardId) -> Option<Instant> {
        self.side(board).mind.is_late_at(self.left(board)?, self.now)
    }

    /// Time for which the clock of a seat that waits may run on; `None` if it does not wait, or if
    /// that has no time limit.
    pub(super) fn may_wait(&self, board: BoardId) -> Option<Millis> {
        let side = self.side(board);
        let Some(Thought { aim: Aim::Wait(_), .. }) = side.mind.thought() else { return None };
        let until = side.team.stance().until()?;
        Some(self.left(board)? - until)
    }
}
