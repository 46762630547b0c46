//! The search of a session, and the activity that owns it.

use std::sync::Arc;

use tandem_engine::{Event, Info, Limits, Score, SearchId, View};
use tandem_nets::Networks;

use super::brain::Brain;
#[cfg(test)]
use super::script::Script;

/// An activity of a session, which may own a search.
pub(crate) trait Activity: Default {
    /// The search that serves this activity; `None` if it needs none.
    fn search(&self) -> Option<SearchId>;
}

/// A search, and the activity that it serves.
///
/// No search runs for nobody: whatever replaces an activity ends its search, unless the next one goes
/// on with it. So a session that is at rest has a search that is idle, or soon will be, and
/// [`Self::settle`] returns.
pub(crate) struct Mind<B, T> {
    brain: B,
    activity: T,
    /// The search that was started last, if it has neither reported its end nor been abandoned.
    running: Option<SearchId>,
    /// The best line of the search that was started last.
    line: Option<Info>,
}

impl<B: Brain, T: Activity> Mind<B, T> {
    /// A mind at rest.
    pub(crate) fn new(brain: B) -> Self {
        Self { brain, activity: T::default(), running: None, line: None }
    }

    /// The current activity.
    pub(crate) fn activity(&self) -> &T {
        &self.activity
    }

    /// Starts a search for an activity. An earlier search ends.
    pub(crate) fn start(
        &mut self,
        view: View,
        limits: Limits,
        activity: impl FnOnce(SearchId) -> T,
    ) {
        let search = self.brain.start(view, limits);
        (self.running, self.line) = (Some(search), None);
        self.turn_to(activity(search));
    }

    /// Begins an activity. The search of the one before ends, unless this one goes on with it.
    pub(crate) fn turn_to(&mut self, activity: T) {
        self.activity = activity;
        if self.running.is_some() && self.running != self.activity.search() {
            self.running = None;
            self.brain.stop();
        }
    }

    /// Ends the current activity, with its search.
    pub(crate) fn rest(&mut self) {
        self.turn_to(T::default());
    }

    /// Ends the current activity, with its search, and returns it.
    pub(crate) fn take(&mut self) -> T {
        let activity = std::mem::take(&mut self.activity);
        self.rest();
        activity
    }

    /// Changes the current activity, which keeps its search.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut T)) {
        let mut activity = std::mem::take(&mut self.activity);
        change(&mut activity);
        self.turn_to(activity);
    }

    /// Takes note of a line of the search, or of its end.
    pub(crate) fn note(&mut self, event: &Event) {
        match event {
            Event::Info(search, info) if self.running == Some(*search) && info.rank <= 1 => {
                self.line = Some(info.clone());
            }
            Event::Done(search, ..) => {
                self.running.take_if(|running| running == search);
            }
            Event::Info(..) => {}
        }
    }

    /// The best line of the search that was started last, also while it ponders.
    pub(crate) fn line(&self) -> Option<&Info> {
        self.line.as_ref()
    }

    /// Asks the search of this activity for its result now.
    pub(crate) fn hasten(&mut self) {
        if self.running.is_some() {
            self.brain.stop();
        }
    }

    /// Continues the search with a changed view.
    pub(crate) fn update(&mut self, view: View) {
        self.brain.update(view);
    }

    /// Tells a pondering search that the expected move was played; `view` has the clocks.
    pub(crate) fn ponder_hit(&mut self, view: &View) {
        self.brain.ponder_hit(view);
    }

    /// Waits until the search is ready for the next one, unless it is at work: that has to end by
    /// itself, and nothing must wait for it.
    pub(crate) fn settle(&mut self) {
        if self.running.is_none() {
            self.brain.settle();
        }
    }

    /// Forgets all earlier searches.
    pub(crate) fn clear(&mut self) {
        self.brain.clear();
    }

    /// Sets the size of the transposition table.
    pub(crate) fn resize(&mut self, mebibytes: usize) {
        self.brain.resize(mebibytes);
    }

    /// The mebibytes that a transposition table can have besides the one that there is.
    pub(crate) fn room_for_table(&self) -> Option<usize> {
        self.brain.room_for_table()
    }

    /// Sets the number of threads.
    pub(crate) fn set_threads(&mut self, count: usize) {
        self.brain.set_threads(count);
    }

    /// Evaluates by this network, or by the hand-written evaluation if `None`.
    pub(crate) fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        self.brain.set_networks(networks);
    }

    /// The static evaluation of the view's own board for its side to move, which is not in check.
    pub(crate) fn evaluate(&self, view: &View) -> Score {
        self.brain.evaluate(view)
    }
}

#[cfg(test)]
impl<T> Mind<Script, T> {
    /// The script in place of the search.
    pub(crate) fn script(&self) -> &Script {
        &self.brain
    }

    /// The script, to be changed.
    pub(crate) fn script_mut(&mut self) -> &mut Script {
        &mut self.brain
    }
}
