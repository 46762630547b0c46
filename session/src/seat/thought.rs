//! A search in our turn, which owes an answer: its start, its end, and its end for being late.

use std::time::Instant;

use tandem_engine::{Info, Limits, SearchId, Thinking, View};
use tandem_rules::Millis;

use super::brain::Brain;
use super::decision::Aim;
use super::mind::{Activity, Mind};
use super::vigil::Vigil;

/// A search that owes an answer; `Q` is what else is known of the question.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Thought<Q> {
    pub(crate) search: SearchId,
    pub(crate) aim: Aim,
    /// Limits of a search for a move.
    pub(crate) limits: Limits,
    /// The watch over the search, if our clock limits it.
    pub(crate) vigil: Option<Vigil>,
    pub(crate) question: Q,
}

/// An activity that may be a search which owes an answer.
pub(crate) trait Owing: Activity {
    /// Facts about a question, beside its search.
    type Question;

    /// The search that owes an answer.
    fn thought(&self) -> Option<&Thought<Self::Question>>;

    /// The search that owes an answer, to be changed.
    fn thought_mut(&mut self) -> Option<&mut Thought<Self::Question>>;

    /// The activity of a search that owes an answer.
    fn owing(thought: Thought<Self::Question>) -> Self;
}

impl<Q> Activity for Option<Thought<Q>> {
    fn search(&self) -> Option<SearchId> {
        self.as_ref().map(|thought| thought.search)
    }
}

impl<Q> Owing for Option<Thought<Q>> {
    type Question = Q;

    fn thought(&self) -> Option<&Thought<Q>> {
        self.as_ref()
    }

    fn thought_mut(&mut self) -> Option<&mut Thought<Q>> {
        self.as_mut()
    }

    fn owing(thought: Thought<Q>) -> Self {
        Some(thought)
    }
}

/// The watch over a search that begins now; `usual` are the limits of a search for a move, and `searched`
/// those of this one. An exact time and the node clock are watched by who set them: no flag falls.
fn watch(
    view: &View,
    (aim, usual, searched): (&Aim, &Limits, &Limits),
    now: Instant,
) -> Option<Vigil> {
    let is_timed = usual.thinking == Thinking::Clock && usual.node_rate.is_none();
    let mut vigil = Vigil::over(view, searched, now).filter(|_| is_timed);
    if let (Some(vigil), Aim::Trial { rival, .. }) = (&mut vigil, aim) {
        vigil.note(rival);
    }
    vigil
}

impl<B: Brain, A: Owing> Mind<B, A> {
    /// The search that owes an answer, if any.
    pub(crate) fn thought(&self) -> Option<&Thought<A::Question>> {
        self.activity().thought()
    }

    /// True if this search owes an answer.
    pub(crate) fn listens_to(&self, search: SearchId) -> bool {
        self.thought().is_some_and(|thought| thought.search == search)
    }

    /// Starts a search of a view for a question; `limits` are those of a search for a move. One whose
    /// answer is held back ponders until [`Self::go_on_in_own_time`].
    pub(crate) fn search(
        &mut self,
        (view, now): (View, Instant),
        (aim, limits): (Aim, Limits),
        is_held_back: bool,
        question: A::Question,
    ) {
        let searched = aim.limits(&limits);
        let searched = Limits { pondering: searched.pondering || is_held_back, ..searched };
        let vigil = watch(&view, (&aim, &limits, &searched), now);
        self.start(view, searched, |search| {
            A::owing(Thought { search, aim, limits, vigil, question })
        });
    }

    /// Lets the search go on that has pondered until now, and watches it; `view` has the clocks.
    pub(crate) fn go_on_in_own_time(&mut self, view: &View, now: Instant) {
        let Some(Thought { aim, limits, .. }) = self.thought() else { return };
        let vigil = watch(view, (aim, limits, &aim.limits(limits)), now);
        let vigil = vigil.map(|vigil| vigil.knowing(self.line()));
        self.ponder_hit(view);
        self.change_thought(|thought| thought.vigil = vigil);
    }

    /// Takes note of a line of the search that owes an answer.
    pub(crate) fn note_line(&mut self, info: &Info) {
        self.change_thought(|thought| {
            if let Some(vigil) = &mut thought.vigil {
                vigil.note(info);
            }
        });
    }

    /// Ends the watch over a search that has ended by itself. Returns the time by which it was late.
    pub(crate) fn end_watch(&mut self, now: Instant) -> Option<Millis> {
        let mut ended = None;
        self.change_thought(|thought| ended = thought.vigil.take());
        ended.map(|vigil| vigil.late(now))
    }

    /// Time at which the search is waited for no longer, if our clock shows `left`.
    pub(crate) fn is_late_at(&self, left: Millis, now: Instant) -> Option<Instant> {
        Some(self.thought()?.vigil.as_ref()?.ends(left, now))
    }

    /// Ends the watch over a search that is late, if our clock shows `left`, unless it is given its time
    /// once more. Returns the watch, which knows what to do without the search.
    pub(crate) fn give_up(&mut self, left: Millis, now: Instant) -> Option<Vigil> {
        self.is_late_at(left, now).filter(|end| *end <= now)?;
        let mut over = None;
        let is_over = |vigil: &mut Vigil| !vigil.begins_anew(left, now);
        self.change_thought(|thought| over = thought.vigil.take_if(is_over));
        let late = over.as_ref()?.late(now);
        log::info!("the search is late by {} ms: going on without it", late.0);
        over
    }

    /// Changes what is known of the search that owes an answer, which goes on.
    pub(crate) fn change_thought(&mut self, change: impl FnOnce(&mut Thought<A::Question>)) {
        self.change(|activity| {
            if let Some(thought) = activity.thought_mut() {
                change(thought);
            }
        });
    }
}
