//! From `go` to a search: the limits and the clocks that the question tells.

use tandem_engine::{Limits, Thinking};
use tandem_protocol::ubi::{Go, Reply};
use tandem_rules::{BoardId, Seat};

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::told;

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

    pub(super) fn limits(&self, go: &Go) -> Limits {
        let thinking = match go.move_time_ms {
            _ if go.infinite => Thinking::Infinite,
            Some(time) => told::exactly(time),
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
            let times =
                (go.time_ms[color].map(told::shown), go.increment_ms[color].map(told::millis));
            if times != (None, None) {
                self.clocks.tell_seat(seat, times, running, self.now);
            }
        }
    }
}
