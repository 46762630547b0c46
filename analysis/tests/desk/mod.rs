//! A searcher for tests of plans.

use crossbeam::channel::Receiver;
use tandem_analysis::plans::{Plan, Planner, Question};
use tandem_analysis::search::Search;
use tandem_engine::{Event, Info, Limits, Searcher, View};
use tandem_nets::Networks;

/// A searcher that is asked one question after the other.
pub(crate) struct Desk {
    searcher: Searcher,
    events: Receiver<Event>,
}

impl Desk {
    /// A desk with an empty table.
    pub(crate) fn new() -> Self {
        let (mut searcher, events) = Searcher::new(16);
        searcher.set_networks(Some(Networks::embedded()));
        Self { searcher, events }
    }

    /// The first plan after this many nodes on each board.
    pub(crate) fn plan(&mut self, question: Question, nodes: u64) -> Plan {
        let mut planner = Planner::new(question);
        let mut spent = 0;
        while spent + planner.nodes_of_round() <= nodes {
            spent += planner.nodes_of_round();
            planner.plan(&mut |jobs| {
                Some(jobs.into_iter().map(|job| self.lines(job.view, job.limits)).collect())
            });
        }
        planner.rankings()[0].plans.first().expect("the team is on turn").clone()
    }
}

impl Search for Desk {
    fn search(&mut self, view: View, limits: Limits, show: &mut dyn FnMut(Info)) -> Option<Info> {
        let asked = self.searcher.start(view, limits);
        loop {
            match self.events.recv().ok()? {
                Event::Info(id, info) if id == asked => show(info),
                Event::Done(id, _, info) if id == asked => return Some(info),
                Event::Info(..) | Event::Done(..) => {}
            }
        }
    }

    fn is_interrupted(&self) -> bool {
        false
    }

    fn clear(&mut self) {
        self.searcher.clear();
        self.searcher.settle();
    }
}
