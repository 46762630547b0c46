//! The session without processes, threads and time: a script stands in for the search.

mod laws;
mod recordings;
mod transcripts;

use std::time::Instant;

use tandem_engine::{Decision, Event, Info, Limits, SearchId, View};
use tandem_protocol::cecp::{Command, Reply};
use tandem_rules::Move;

use super::brain::Brain;
use super::state::Session;
use super::turn::Thought;

/// Notes what it is asked to do, and finds what the test has it find.
#[derive(Default)]
pub(super) struct Script {
    calls: Vec<String>,
    searches: u64,
    last: Option<(View, Limits)>,
}

impl Brain for Script {
    fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.calls.push("start".into());
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

    fn stop(&mut self) {
        self.calls.push("stop".into());
    }

    fn clear(&mut self) {
        self.calls.push("clear".into());
    }

    fn resize(&mut self, mebibytes: usize) {
        self.calls.push(format!("resize {mebibytes}"));
    }

    fn set_threads(&mut self, count: usize) {
        self.calls.push(format!("threads {count}"));
    }
}

/// A session with a script, and the moment it is told everything.
struct Stage {
    session: Session<Script>,
    now: Instant,
}

impl Stage {
    fn new() -> Self {
        Self { session: Session::new(Script::default()), now: Instant::now() }
    }

    fn tell(&mut self, line: &str) -> Vec<Reply> {
        self.session.command(&Command::parse(line), self.now)
    }

    /// Tells all lines, whatever the answers.
    fn tell_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.tell(line);
        }
    }

    /// What the last search was started or updated with.
    fn search(&self) -> &(View, Limits) {
        self.session.brain.last.as_ref().expect("a search has been started")
    }

    /// The last search ends, with a move that its view allows or without one.
    fn decide(&mut self, text: &str) -> Vec<Reply> {
        let own = &self.search().0.own;
        let decision = match text {
            "sit" => Decision::Sit,
            text => Decision::Play(own.parse_coordinate(text).expect("legal where it was sought")),
        };
        self.end_search(self.session.brain.searches, decision)
    }

    fn end_search(&mut self, search: u64, decision: Decision) -> Vec<Reply> {
        let pv: Vec<Move> = match decision {
            Decision::Play(m) => vec![m],
            Decision::Sit => Vec::new(),
        };
        let info = Info { depth: 3, rank: 1, nodes: 12, pv, ..Info::default() };
        self.session.event(Event::Done(SearchId(search), decision, info), self.now)
    }

    fn owes_a_move(&self) -> bool {
        matches!(self.session.thought, Thought::Owed { .. })
    }
}
