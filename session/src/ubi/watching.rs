//! Searches that are late: the question is then answered without them.

use std::time::Instant;

use tandem_engine::{Decision, Info};
use tandem_rules::BoardId;

use super::Session;
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Takes note of a line of the search of a board.
    pub(super) fn note(&mut self, board: BoardId, info: &Info) {
        let thought = self.side_mut(board).thought.as_mut();
        if let Some(vigil) = thought.and_then(|thought| thought.vigil.as_mut()) {
            vigil.note(info);
        }
    }

    /// Takes note that the search of a board has ended by itself.
    pub(super) fn end_watch(&mut self, board: BoardId) {
        let thought = self.side_mut(board).thought.as_mut();
        if let Some(vigil) = thought.and_then(|thought| thought.vigil.take()) {
            self.lateness.note(vigil.late(self.now), self.now);
        }
    }

    /// Time at which the search of a board is waited for no longer.
    pub(super) fn search_is_late_at(&self, board: BoardId) -> Option<Instant> {
        let vigil = self.side(board).thought.as_ref()?.vigil.as_ref()?;
        Some(vigil.ends(self.view(board).clock()?.remaining(), self.now))
    }

    /// Goes on without the search of a board, if that is late.
    pub(super) fn give_up_search(&mut self, board: BoardId) {
        if self.search_is_late_at(board).is_none_or(|end| end > self.now) {
            return;
        }
        let view = self.view(board);
        let Some(mut thought) = self.side_mut(board).thought.take() else { return };
        let Some(vigil) = thought.vigil.take() else { return };
        let late = vigil.late(self.now);
        log::info!("the search of {board} is late by {} ms: going on without it", late.0);
        self.lateness.note(late, self.now);
        let side = self.side_mut(board);
        let Some((m, info)) = vigil.into_move(&side.brain, &side.record, &view) else { return };
        side.brain.stop();
        let left = view.clock().map(|clock| clock.remaining());
        if left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            return self.answer(board, Decision::Play(m));
        }
        self.side_mut(board).thought = Some(Thought { aim: Aim::Move, ..thought });
        self.done(board, Decision::Play(m), info);
    }
}
