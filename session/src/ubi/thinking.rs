//! From `go` to a search: limits, clocks, and the view of a board.

use tandem_engine::{Info, Limits, Thinking, View};
use tandem_protocol::line;
use tandem_protocol::text::Word;
use tandem_protocol::ubi::{self, Choice, Go, Reply};
use tandem_protocol::uci;
use tandem_rules::{BoardId, Millis, Move, Position, Seat};

use super::Session;
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, best_of};
use crate::uci::answer;
use crate::uci::question::{exactly, millis, told};

impl<B: Brain> Session<B> {
    /// Starts the search of a board for the player who is to move there. An earlier search of that
    /// board is not answered.
    pub(super) fn go(&mut self, go: &Go) {
        let board = go.board;
        self.cancel(board);
        if self.side(board).refused.is_some() {
            return self.refuse_question(go);
        }
        let seat = self.on_turn(board);
        self.take_clocks(go, board);
        let habits = self.options.habits;
        self.side_mut(board).sit_down(seat.color, habits);
        self.meet_partners();
        self.look_at_clocks(board);
        let limits = self.limits(go);
        self.search(board, Aim::Move, limits, go.clone());
    }

    /// Answers a question about a board without a position. One that lasts until `stop` has no answer.
    fn refuse_question(&mut self, go: &Go) {
        self.complain_of_position(go.board);
        if !go.infinite {
            self.replies.push(Reply::BestMove { board: go.board, best: None });
        }
    }

    fn limits(&self, go: &Go) -> Limits {
        let thinking = match go.move_time_ms {
            _ if go.infinite => Thinking::Infinite,
            Some(time) => exactly(time),
            None if go.depth.is_some() || go.nodes.is_some() => Thinking::Infinite,
            None => Thinking::Clock,
        };
        let ends = |limit: Option<u64>| limit.filter(|_| !go.infinite);
        Limits {
            thinking,
            time_share: self.side(go.board).team.time_share(),
            depth: go.depth.map(|depth| depth.max(1)).filter(|_| !go.infinite),
            nodes: ends(
                [go.nodes.map(|nodes| nodes.max(1)), self.nodes].into_iter().flatten().min(),
            ),
            ..Limits::clock()
        }
    }

    /// Takes in the clocks that `go` tells.
    fn take_clocks(&mut self, go: &Go, board: BoardId) {
        let running = BoardId::ALL.map(|board| self.on_turn(board));
        for seat in Seat::ALL.into_iter().filter(|seat| seat.board == board) {
            let color = seat.color.index();
            let times = (go.time_ms[color].map(told), go.increment_ms[color].map(millis));
            if times != (None, None) {
                self.clocks.tell_seat(seat, times, running, self.now);
            }
        }
    }

    /// Starts a search of a board; `limits` are those of a search for a move there.
    pub(super) fn search(&mut self, board: BoardId, aim: Aim, limits: Limits, go: Go) {
        let (view, now) = (self.view(board), self.now);
        let side = self.side_mut(board);
        side.unfinished += 1;
        side.mind.search((view, now), (aim, limits), false, go);
    }

    /// Starts the search for a move again, with the time that is left.
    pub(super) fn think_again(&mut self, board: BoardId) {
        if let Some(Thought { limits, question, .. }) = self.side_mut(board).mind.take() {
            self.search(board, Aim::Move, limits, question);
        }
    }

    /// Ends a wait that is over: searches again, or answers with the move that was held back, if
    /// there is no time for another search.
    pub(super) fn end_wait(&mut self, board: BoardId) {
        if !self.left(board).is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            return self.think_again(board);
        }
        if let Some(Thought { aim: Aim::Wait(found), .. }) = self.side_mut(board).mind.take() {
            self.answer(board, best_of(&found));
        }
    }

    /// Lets the search of a board know that something beyond that board has changed.
    pub(super) fn other_board_changed(&mut self, board: BoardId) {
        match self.side(board).thought() {
            Some(Thought { aim: Aim::Move, .. }) => {
                let view = self.view(board);
                self.side_mut(board).mind.update(view);
            }
            Some(_) => self.think_again(board),
            None => {}
        }
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

    /// Shows thinking output, with all fields in every line.
    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        let milliseconds = u64::try_from(info.time.0).unwrap_or(0);
        let position = self.side(board).record.position();
        let pv = line::written(position, &info.pv, move_text);
        let score = uci::Score { value: answer::value(info.score), bound: None };
        let fields = uci::Info {
            depth: Some(info.depth),
            selective_depth: Some(info.selective_depth),
            score: Some(score),
            nodes: Some(info.nodes),
            nodes_per_second: Some(info.nodes.saturating_mul(1000) / milliseconds.max(1)),
            time_ms: Some(milliseconds),
            pv: pv.into_iter().flatten().map(Choice::One).collect(),
            ..uci::Info::default()
        };
        self.replies.push(ubi::Info { board: Some(board), fields, ..ubi::Info::default() }.into());
    }

    /// Time for which the clock of a seat that waits may run on; `None` if it does not wait, or if
    /// that has no time limit.
    pub(super) fn may_wait(&self, board: BoardId) -> Option<Millis> {
        let side = self.side(board);
        let Some(Thought { aim: Aim::Wait(_), .. }) = side.thought() else { return None };
        let until = side.team.stance().until()?;
        Some(self.left(board)? - until)
    }
}

/// Writes a move in UBI's notation: coordinates in lower case.
pub(super) fn move_text(position: &Position, m: Move) -> Option<Word> {
    Word::new(&position.coordinate(m).to_string().to_ascii_lowercase())
}
