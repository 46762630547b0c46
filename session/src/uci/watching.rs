//! Searches that are late: the question is then answered without them.

use std::time::Instant;

use tandem_engine::Decision;

use super::Session;
use super::progress::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Time at which the search is waited for no longer.
    pub(super) fn search_is_late_at(&self) -> Option<Instant> {
        self.mind.is_late_at(self.running_clock()?, self.now)
    }

    /// Goes on without the search, if that is late.
    pub(super) fn give_up_search(&mut self) {
        let late = self.running_clock().and_then(|left| self.mind.give_up(left, self.now));
        let Some((vigil, thought)) = late.and_then(|vigil| Some((vigil, self.mind.take()?))) else {
            return;
        };
        self.lateness.note(vigil.late(self.now), self.now);
        let view = self.view(&thought.question);
        let record = self.game.board(thought.question.board);
        let found = vigil.into_move(|view| self.mind.evaluate(view), record, &view);
        let Some((m, info)) = found else { return self.think(thought.question) };
        if let Aim::Trial { .. } = thought.aim {
            self.partnership.forget_suggestion(); // there is no time to try it
        }
        let left = view.clock().map(|clock| clock.remaining());
        if left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            self.pacing.end();
            return self.settle(thought.limits, Decision::Play(m), &info, thought.question);
        }
        self.mind.turn_to(Some(Thought { aim: Aim::Move, ..thought }));
        self.done(Decision::Play(m), info);
    }
}
