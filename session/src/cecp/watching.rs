//! Searches that are late: the move is then made without them.

use std::time::Instant;

use tandem_engine::{Decision, Info, Limits, View, hard_limit};
use tandem_rules::Move;

use super::Session;
use super::thought::{Freshness, Thought};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::vigil::Vigil;

impl<B: Brain> Session<B> {
    /// Watches the search that is about to begin, if our clock limits it and there is a move. After
    /// `st` no clock is told, so none can be lost.
    pub(super) fn watch(&mut self, view: &View, limits: &Limits, now: Instant) {
        let may_be_late = !limits.pondering && self.timing.has_clock();
        let hard = hard_limit(view, limits).filter(|_| may_be_late && view.own.count_legal() > 0);
        let left = self.timing.own_left(now);
        self.vigil = hard.map(|hard| Vigil::new(now, hard, left));
    }

    /// Takes note that the search has ended by itself.
    pub(super) fn end_watch(&mut self, now: Instant) {
        if let Some(vigil) = self.vigil.take() {
            self.timing.note_lateness(vigil.late(now), now);
        }
    }

    /// Time at which the search for our move is waited for no longer.
    pub(super) fn search_is_late_at(&self, now: Instant) -> Option<Instant> {
        let vigil = self.vigil.as_ref().filter(|_| self.thought.is_owed())?;
        Some(vigil.ends(self.timing.own_left(now), now))
    }

    /// Moves without the search, if that is late: by what it has found so far, or by the static
    /// evaluation if it has found nothing.
    pub(super) fn give_up_search(&mut self, now: Instant) {
        if self.search_is_late_at(now).is_none_or(|end| end > now) {
            return;
        }
        let Some(vigil) = self.vigil.take() else { return };
        let late = vigil.late(now);
        log::info!("the search is late by {} ms: moving without it", late.0);
        self.timing.note_lateness(late, now);
        let found = vigil.into_found().and_then(|info| Some((*info.pv.first()?, info)));
        let found = found.filter(|(m, _)| self.record.position().is_legal(*m));
        let Some((m, info)) = found.or_else(|| self.unsearched(now)) else { return };
        self.brain.stop();
        self.thought = Thought::None;
        if self.timing.forbids_search(now) {
            return self.send(m, info, now);
        }
        self.proceed(Aim::Move, (Decision::Play(m), info), Freshness::Complete, now);
    }

    /// The best move by the static evaluation of the position after it; `None` without a move.
    fn unsearched(&self, now: Instant) -> Option<(Move, Info)> {
        let here = self.view(&self.record, now);
        let moves = self.record.position().legal_moves();
        let best = moves.iter().copied().min_by_key(|&m| {
            let after = self.record.after(m).map(|next| self.view(&next, now));
            // The evaluation tells nothing in check.
            let quiet = after.filter(|view| !view.own.in_check());
            quiet.map_or(0, |view| self.brain.evaluate(&view).value())
        })?;
        Some((best, Info { pv: vec![best], score: self.brain.evaluate(&here), ..Info::default() }))
    }
}
