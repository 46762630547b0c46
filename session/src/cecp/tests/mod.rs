//! Tests of the session without processes, threads and time: a script stands in for the search.

mod conversations;
mod direct_link;
mod handshake;
mod lateness;
mod laws;
mod link;
mod pace;
mod pondering;
mod recordings;
mod scenarios;
mod transcripts;

use std::time::Instant;

use tandem_engine::{Decision, Event, Info, Limits, SearchId, View};
use tandem_protocol::cecp::{Command, Reply};
use tandem_rules::Move;

use super::Session;
use crate::seat::decision::Aim;
use crate::seat::script::Script;

/// A session with a script as its search, and the time of all its events.
struct Stage {
    session: Session<Script>,
    now: Instant,
}

impl Stage {
    fn new() -> Self {
        let mut session = Session::new(Script::default());
        session.options.openings.set_open(false); // book moves would leave nothing to the script
        Self { session, now: Instant::now() }
    }

    fn tell(&mut self, line: &str) -> Vec<Reply> {
        self.session.command(&Command::parse(line), self.now)
    }

    /// Tells all lines and ignores the replies.
    fn tell_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.tell(line);
        }
    }

    /// View and limits of the last search, as started or updated.
    fn search(&self) -> &(View, Limits) {
        self.session.mind.script().last.as_ref().expect("a search has been started")
    }

    /// Ends the last search, with a line of moves that its view allows or with `sit`.
    fn decide(&mut self, text: &str) -> Vec<Reply> {
        let mut own = self.search().0.own.clone();
        let mut line = Vec::new();
        for word in text.split(' ').filter(|&word| word != "sit") {
            let m = own.parse_coordinate(word).expect("legal where it was sought");
            let _nothing = own.make(m, &mut ());
            line.push(m);
        }
        self.end_search(self.session.mind.script().searches, line)
    }

    /// Ends a search, which wants to play the first move of `pv`, or to sit if that is empty.
    fn end_search(&mut self, search: u64, pv: Vec<Move>) -> Vec<Reply> {
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let info = Info { depth: 3, rank: 1, nodes: 12, pv, ..Info::default() };
        self.session.event(Event::Done(SearchId(search), decision, info), self.now)
    }

    fn owes_a_move(&self) -> bool {
        self.session.mind.thought().is_some_and(|thought| thought.aim == Aim::Move)
    }
}
