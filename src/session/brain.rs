//! What a session needs of a search, so that tests can stand in for one.

use std::sync::Arc;

use tandem_engine::{Limits, SearchId, Searcher, View};
use tandem_nets::Network;

/// Something that thinks when told; what it finds comes back as events.
pub(super) trait Brain {
    /// Starts to think; an earlier search is stopped.
    fn start(&mut self, view: View, limits: Limits) -> SearchId;
    /// Goes on with a changed view.
    fn update(&mut self, view: View);
    /// What is pondered has come to the board, with the clocks of this view.
    fn ponder_hit(&mut self, view: &View);
    /// Ends the search, which still answers.
    fn stop(&mut self);
    /// Forgets all earlier searches.
    fn clear(&mut self);
    /// Takes so much memory.
    fn resize(&mut self, mebibytes: usize);
    /// Waits until all this is done: nothing of it is on the clock of a search that comes after.
    fn settle(&mut self);
    /// Thinks with so many threads.
    fn set_threads(&mut self, count: usize);
    /// Evaluates by a network, or by hand.
    fn set_network(&mut self, network: Option<Arc<Network>>);
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

    fn settle(&mut self) {
        Self::settle(self);
    }

    fn set_threads(&mut self, count: usize) {
        Self::set_threads(self, count);
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        Self::set_network(self, network);
    }
}
