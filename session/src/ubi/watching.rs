//! Searches that are late: the question is then answered without them.

use std::time::Instant;

use tandem_engine::{Decision, Info};
use tandem_rules::{BoardId, Millis};

use super::Session;
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::vigil::Vigil;

impl<B: Brain> Session<B> {
    /// Takes note of a line of the search of a board.
    pub(super) fn note(&mut self, board: BoardId, info: &Info) {
        self.side_mut(board).mind.change(|thought| {
            let vigil = thought.as_mut().and_then(|thought| thought.vigil.as_mut());
            if let Some(vigil) = vigil {
                vigil.note(info);
            }
        });
    }

    /// Takes note that the search of a board has ended by itself.
    pub(super) fn end_watch(&mut self, board: BoardId) {
        let mut ended = None;
        self.side_mut(board).mind.change(|thought| {
            ended = thought.as_mut().and_then(|thought| thought.vigil.take());
        });
        if let Some(vigil) = ended {
            self.lateness.note(vigil.late(self.now), self.now);
        }
    }

    /// Time at which the search of a board is waited for no longer.
    pub(super) fn search_is_late_at(&self, board: BoardId) -> Option<Instant> {
        let vigil = self.side(board).thought()?.vigil.as_ref()?;
        Some(vigil.ends(self.view(board).clock()?.remaining(), self.now))
    }

    /// Goes on without the search of a board, if that is late.
    pub(super) fn give_up_search(&mut self, board: BoardId) {
        if self.search_is_late_at(board).is_none_or(|end| end > self.now) {
            return;
        }
        let (view, now) = (self.view(board), self.now);
        let left = view.clock().map_or(Millis::ZERO, |clock| clock.remaining());
        let mut over = None;
        self.side_mut(board).mind.change(|thought| {
            let is_over = |vigil: &mut Vigil| !vigil.begins_anew(left, now);
            over = thought.as_mut().and_then(|thought| thought.vigil.take_if(is_over));
        });
        let Some(vigil) = over else { return };
        let Some(thought) = self.side_mut(board).mind.take() else { return };
        let late = vigil.late(self.now);
        log::info!("the search of {board} is late by {} ms: going on without it", late.0);
        self.lateness.note(late, self.now);
        let side = self.side_mut(board);
        let found = vigil.into_move(|view| side.mind.evaluate(view), &side.record, &view);
        let Some((m, info)) = found else { return self.answer(board, Decision::Sit) };
        if self.lateness.forbids_search(left, self.now) {
            return self.answer(board, Decision::Play(m));
        }
        self.side_mut(board).mind.turn_to(Some(Thought { aim: Aim::Move, ..thought }));
        self.done(board, Decision::Play(m), info);
    }
}
