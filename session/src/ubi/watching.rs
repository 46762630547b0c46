//! Searches that are late: the question is then answered without them.

use std::time::Instant;

use tandem_engine::Decision;
use tandem_rules::{BoardId, Millis};

use super::Session;
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Time at which the search of a board is waited for no longer.
    pub(super) fn search_is_late_at(&self, board: BoardId) -> Option<Instant> {
        self.side(board).mind.is_late_at(self.left(board)?, self.now)
    }

    /// Goes on without the search of a board, if that is late.
    pub(super) fn give_up_search(&mut self, board: BoardId) {
        let (Some(left), now) = (self.left(board), self.now) else { return };
        let Some(vigil) = self.side_mut(board).mind.give_up(left, now) else { return };
        let view = self.view(board);
        let side = self.side_mut(board);
        let Some(thought) = side.mind.take() else { return };
        let late = vigil.late(now);
        let found = vigil.into_move(|view| side.mind.evaluate(view), &side.record, &view);
        self.lateness.note(late, now);
        let Some((m, info)) = found else { return self.answer(board, Decision::Sit) };
        if self.lateness.forbids_search(left, now) {
            return self.answer(board, Decision::Play(m));
        }
        self.side_mut(board).mind.turn_to(Some(Thought { aim: Aim::Move, ..thought }));
        self.done(board, Decision::Play(m), info);
    }

    /// What the clock of the seat on a board shows, if it is known.
    pub(super) fn left(&self, board: BoardId) -> Option<Millis> {
        self.view(board).clock().map(|clock| clock.remaining())
    }
}
