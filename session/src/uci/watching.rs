//! Searches that are late: the question is then answered without them.

use std::time::Instant;

use tandem_engine::{Decision, Limits, Thinking, View};

use super::Session;
use super::thought::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::vigil::Vigil;

/// The watch over a search that begins now, with these limits; `usual` are those of a search for a
/// move. A front-end that asks for an exact time looks after the clock itself.
pub(super) fn watch(
    view: &View,
    (aim, usual, limits): (&Aim, &Limits, &Limits),
    now: Instant,
) -> Option<Vigil> {
    let mut vigil = Vigil::over(view, limits, now).filter(|_| usual.thinking == Thinking::Clock);
    if let (Some(vigil), Aim::Trial { rival, .. }) = (&mut vigil, aim) {
        vigil.note(rival);
    }
    vigil
}

impl<B: Brain> Session<B> {
    /// Takes note that the search has ended by itself.
    pub(super) fn end_watch(&mut self) {
        let mut ended = None;
        self.mind.change(|thought| {
            ended = thought.as_mut().and_then(|thought| thought.vigil.take());
        });
        if let Some(vigil) = ended {
            self.lateness.note(vigil.late(self.now), self.now);
        }
    }

    /// Time at which the search is waited for no longer.
    pub(super) fn search_is_late_at(&self) -> Option<Instant> {
        let vigil = self.thought()?.vigil.as_ref()?;
        Some(vigil.ends(self.running_clock()?, self.now))
    }

    /// Goes on without the search, if that is late.
    pub(super) fn give_up_search(&mut self) {
        if self.search_is_late_at().is_none_or(|end| end > self.now) {
            return;
        }
        let (left, now) = (self.running_clock().unwrap_or_default(), self.now);
        let mut over = None;
        self.mind.change(|thought| {
            let is_over = |vigil: &mut Vigil| !vigil.begins_anew(left, now);
            over = thought.as_mut().and_then(|thought| thought.vigil.take_if(is_over));
        });
        let Some(vigil) = over else { return };
        let Some(thought) = self.mind.take() else { return };
        let late = vigil.late(self.now);
        log::info!("the search is late by {} ms: going on without it", late.0);
        self.lateness.note(late, self.now);
        let view = self.view(thought.board, Some(&thought.progress));
        let record = self.game.board(thought.board);
        let found = vigil.into_move(|view| self.mind.evaluate(view), record, &view);
        let Some((m, info)) = found else { return self.think(thought.progress) };
        if let Aim::Trial { .. } = thought.aim {
            self.partnership.forget_suggestion(); // there is no time to try it
        }
        let left = view.clock().map(|clock| clock.remaining());
        if left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            self.pacing.end();
            let searched = (thought.board, thought.limits);
            return self.settle(searched, Decision::Play(m), &info, thought.progress);
        }
        self.mind.turn_to(Some(Thought { aim: Aim::Move, ..thought }));
        self.done(Decision::Play(m), info);
    }
}
