//! A script in place of the search, for tests.

use std::sync::Arc;

use tandem_engine::{Limits, Score, SearchId, View};
use tandem_nets::Networks;

use super::brain::Brain;

/// A search that notes all calls, and finds what the test wants it to find.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) calls: Vec<String>,
    pub(crate) searches: u64,
    pub(crate) last: Option<(View, Limits)>,
}

impl Brain for Script {
    fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.calls.push(if limits.pondering { "ponder" } else { "start" }.into());
        self.searches += 1;
        self.last = Some((view, limits));
        SearchId(self.searches)
    }

    fn update(&mut self, view: View) {
        self.calls.push("update".into());
        if let Some((last, _)) = &mut self.last {
            *last = view;
        }
    }

    fn ponder_hit(&mut self, _: &View) {
        self.calls.push("hit".into());
    }

    fn stop(&mut self) {
        self.calls.push("stop".into());
    }

    fn clear(&mut self) {
        self.calls.push("clear".into());
    }

    fn resize(&mut self, mebibytes: usize) {
        self.calls.push(format!("resize {mebibytes}"));
    }

    fn settle(&mut self) {
        self.calls.push("settle".into());
    }

    fn set_threads(&mut self, count: usize) {
        self.calls.push(format!("threads {count}"));
    }

    fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        let name = networks.map_or("hand".into(), |networks| networks.name());
        self.calls.push(format!("evaluate {name}"));
    }

    fn evaluate(&self, _: &View) -> Score {
        Score::evaluation(31)
    }
}
