//! The search as a session uses it, so that tests can stand in for one.

use std::sync::Arc;

use tandem_engine::{Limits, Score, SearchId, Searcher, View};
use tandem_nets::Networks;

/// A search that runs in the background; its results come back as events.
pub trait Brain {
    /// Starts a search; an earlier one is stopped.
    fn start(&mut self, view: View, limits: Limits) -> SearchId;
    /// Continues the search with a changed view.
    fn update(&mut self, view: View);
    /// Tells a pondering search that the expected move was played; `view` has the clocks.
    fn ponder_hit(&mut self, view: &View);
    /// Ends the search, which still reports its result.
    fn stop(&mut self);
    /// Forgets all earlier searches.
    fn clear(&mut self);
    /// Sets the size of the transposition table; the size that it has changes nothing.
    fn resize(&mut self, mebibytes: usize);
    /// The mebibytes that a transposition table can have besides the one that there is; `None` if the
    /// system does not say.
    fn room_for_table(&self) -> Option<usize> {
        None
    }
    /// Waits until all earlier calls have taken effect, so that a later search loses no time to
    /// them.
    fn settle(&mut self);
    /// Sets the number of threads.
    fn set_threads(&mut self, count: usize);
    /// Evaluates by this network, or by the hand-written evaluation if `None`.
    fn set_networks(&mut self, networks: Option<Arc<Networks>>);
    /// The static evaluation of the view's own board for its side to move, which is not in check.
    fn evaluate(&self, view: &View) -> Score;
}

impl Brain for Searcher {
    fn start(&mut self, view: View, limits: Limits) -> SearchId {
        Self::start(self, view, limits)
    }

    fn update(&mut self, view: View) {
        Self::update(self, view);
    }

    fn ponder_hit(&mut self, view: &View) {
        Self::ponder_hit(self, view);
    }

    fn stop(&mut self) {
        Self::stop(self);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn resize(&mut self, mebibytes: usize) {
        Self::resize(self, mebibytes);
    }

    // In a browser the option itself is bounded.
    #[cfg(not(target_family = "wasm"))]
    fn room_for_table(&self) -> Option<usize> {
        tandem_engine::room_for_table()
    }

    fn settle(&mut self) {
        Self::settle(self);
    }

    fn set_threads(&mut self, count: usize) {
        Self::set_threads(self, count);
    }

    fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        Self::set_networks(self, networks);
    }

    fn evaluate(&self, view: &View) -> Score {
        Self::evaluate(self, view)
    }
}
