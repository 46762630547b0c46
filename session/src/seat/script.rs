//! A script in place of the search, for tests.

use std::collections::VecDeque;
use std::sync::Arc;

use proptest::prelude::ProptestConfig;
use tandem_engine::{Limits, Score, SearchId, Thinking, View};
use tandem_nets::Networks;
use tandem_rules::Move;

use super::brain::Brain;

/// Number of random conversations that a law is tried on, unless the environment says another.
const CONVERSATIONS: u32 = 1_000;

/// The number of cases of a law on conversations: the variable `CONVERSATIONS`, or as many as take
/// seconds.
pub(crate) fn conversations() -> ProptestConfig {
    let asked = std::env::var("CONVERSATIONS").ok().and_then(|count| count.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(CONVERSATIONS))
}

/// A search that notes all calls, and finds what the test wants it to find.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) calls: Vec<String>,
    pub(crate) searches: u64,
    pub(crate) last: Option<(View, Limits)>,
    /// The searches that have not reported their end, the one that began first in front: a real
    /// search reports each end once, in this order.
    unfinished: VecDeque<Running>,
    /// True if something has waited for a search that nobody had told to end.
    pub(crate) is_deaf: bool,
}

/// A search that has not reported its end.
pub(crate) struct Running {
    pub(crate) search: SearchId,
    view: View,
    limits: Limits,
    is_stopped: bool,
}

impl Running {
    /// The moves that the search may find, as far as they are legal in its view.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let asked = &self.limits.search_moves;
        let legal = self.view.own.legal_moves();
        legal.iter().copied().filter(|m| asked.is_empty() || asked.contains(m)).collect()
    }

    /// A line that begins with this move, and with a reply if there is one; empty for `None`.
    pub(crate) fn line(&self, first: Option<Move>) -> Vec<Move> {
        let Some(m) = first else { return Vec::new() };
        let mut position = self.view.own.clone();
        let _elsewhere = position.make(m, &mut ());
        let reply = position.legal_moves().first().copied();
        [m].into_iter().chain(reply).collect()
    }

    /// True if the search may end now: it was stopped, or has a limit and does not ponder.
    pub(crate) fn may_end(&self) -> bool {
        let Limits { thinking, depth, nodes, mate, pondering, .. } = &self.limits;
        let has_limit =
            *thinking != Thinking::Infinite || depth.is_some() || nodes.is_some() || mate.is_some();
        self.is_stopped || has_limit && !pondering
    }
}

impl Script {
    /// The search that runs on until it is told to end, if there is one.
    pub(crate) fn endless(&self) -> Option<SearchId> {
        let endless = self.unfinished.iter().find(|running| !running.may_end());
        endless.map(|running| running.search)
    }

    /// The next search to report its end, if it may end now. It is taken for ended.
    pub(crate) fn end(&mut self) -> Option<Running> {
        let may_end = self.unfinished.front().is_some_and(Running::may_end);
        if may_end { self.unfinished.pop_front() } else { None }
    }

    /// The searches that nobody has told to stop.
    pub(crate) fn unstopped(&self) -> impl Iterator<Item = SearchId> {
        self.unfinished.iter().filter(|running| !running.is_stopped).map(|running| running.search)
    }
}

impl Brain for Script {
    fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.calls.push(if limits.pondering { "ponder" } else { "start" }.into());
        self.searches += 1;
        let search = SearchId(self.searches);
        self.unfinished.iter_mut().for_each(|running| running.is_stopped = true);
        let running =
            Running { search, view: view.clone(), limits: limits.clone(), is_stopped: false };
        self.unfinished.push_back(running);
        self.last = Some((view, limits));
        search
    }

    fn update(&mut self, view: View) {
        self.calls.push("update".into());
        if let Some(running) = self.unfinished.back_mut() {
            running.view = view.clone();
        }
        if let Some((last, _)) = &mut self.last {
            *last = view;
        }
    }

    fn ponder_hit(&mut self, _: &View) {
        self.calls.push("hit".into());
        if let Some(running) = self.unfinished.back_mut() {
            running.limits.pondering = false;
        }
    }

    fn stop(&mut self) {
        self.calls.push("stop".into());
        self.unfinished.iter_mut().for_each(|running| running.is_stopped = true);
    }

    fn clear(&mut self) {
        self.calls.push("clear".into());
    }

    fn resize(&mut self, mebibytes: usize) {
        self.calls.push(format!("resize {mebibytes}"));
    }

    fn settle(&mut self) {
        self.calls.push("settle".into());
        self.is_deaf |= self.endless().is_some();
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
