//! Positions with clocks and messages, and what follows from them with a real search: sitting,
//! requests, moves that are played and others that are not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Limits, Score, SearchId, Searcher, Thinking, View};
use tandem_nets::Networks;
use tandem_protocol::cecp::{Command, Reply};
use tandem_rules::Millis;

use super::super::Session;
use crate::seat::brain::Brain;

/// Scenarios, separated by empty lines. The first line is the title; then `>` is a line to the
/// session, `~` lets this many seconds pass, and `=` is what is expected since the last of these:
/// `plays`, `plays M`, `plays not M N …`, `sits`, `says TEXT`, `says nothing`, `resigns`,
/// `does not resign`, `agrees to a draw` or `does not agree to a draw`.
const SCENARIOS: &str = include_str!("scenarios.txt");

/// Node limit of a search, enough for a mate in two.
const NODES: u64 = 20_000;
/// Timeout that is long enough for any machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A search that nodes and depth limit, but never the wall clock: a search for a move that runs out
/// of time on a busy machine would find another move than on an idle one. The session still has its
/// clocks, which the scenarios tell it.
struct Untimed(Searcher);

impl Brain for Untimed {
    fn start(&mut self, view: View, limits: Limits) -> SearchId {
        let thinking = match limits.thinking {
            Thinking::Clock | Thinking::Fixed(_) => Thinking::Fixed(Millis::from_seconds(3600)),
            Thinking::Infinite => Thinking::Infinite,
        };
        self.0.start(view, Limits { thinking, ..limits })
    }

    fn update(&mut self, view: View) {
        self.0.update(view);
    }

    fn ponder_hit(&mut self, view: &View) {
        self.0.ponder_hit(view);
    }

    fn stop(&mut self) {
        self.0.stop();
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn resize(&mut self, mebibytes: usize) {
        self.0.resize(mebibytes);
    }

    fn settle(&mut self) {
        self.0.settle();
    }

    fn set_threads(&mut self, count: usize) {
        self.0.set_threads(count);
    }

    fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        self.0.set_networks(networks);
    }

    fn evaluate(&self, view: &View) -> Score {
        self.0.evaluate(view)
    }
}

struct Scene {
    session: Session<Untimed>,
    events: Receiver<Event>,
    now: Instant,
    replies: Vec<Reply>,
}

impl Scene {
    fn new() -> Self {
        let (searcher, events) = Searcher::new(4);
        let mut session = Session::new(Untimed(searcher));
        session.timing.set_nodes(Some(NODES));
        let mut scene = Self { session, events, now: Instant::now(), replies: Vec::new() };
        for line in ["option OwnBook=0", "new", "variant bughouse", "partner Mate", "level 0 2 0"] {
            scene.tell(line);
        }
        scene.replies.clear();
        scene
    }

    fn tell(&mut self, line: &str) {
        self.replies.extend(self.session.command(&Command::parse(line), self.now));
        self.settle();
    }

    /// Lets time pass; the session is woken when it wants to be.
    fn pass(&mut self, seconds: u64) {
        let end = self.now + Duration::from_secs(seconds);
        while let Some(at) = self.session.wakes_at(self.now).filter(|&at| at <= end) {
            self.now = at.max(self.now);
            self.replies.extend(self.session.wake(self.now));
            self.settle();
        }
        self.now = end;
    }

    /// Waits until the search has found the move that is owed.
    fn settle(&mut self) {
        while self.session.is_move_owed() {
            let event = self.events.recv_timeout(PATIENCE).expect("a search ends");
            self.replies.extend(self.session.event(event, self.now));
        }
    }

    fn played(&self) -> Option<String> {
        self.replies.iter().find_map(|reply| match reply {
            Reply::Move(text) => Some(text.to_string()),
            _ => None,
        })
    }

    fn said(&self) -> Vec<String> {
        let said = self.replies.iter().filter_map(|reply| match reply {
            Reply::Ptell(text) => Some(text.to_string()),
            _ => None,
        });
        said.collect()
    }

    /// True if the expectation is met.
    fn is(&self, expected: &str) -> bool {
        let words: Vec<&str> = expected.split(' ').collect();
        let played = self.played();
        match words.as_slice() {
            ["plays"] => played.is_some(),
            ["plays", "not", moves @ ..] => {
                played.is_some_and(|played| !moves.contains(&played.as_str()))
            }
            ["plays", m] => played.is_some_and(|played| played == *m),
            ["sits"] => played.is_none() && self.session.mind.activity().is_sitting(),
            ["says", "nothing"] => self.said().is_empty(),
            ["says", ..] => self.said().iter().any(|said| *said == expected[5..]),
            _ => {
                let (wanted, expected) = match expected.strip_prefix("does not ") {
                    Some(rest) => (
                        false,
                        rest.replacen("agree ", "agrees ", 1).replacen("resign", "resigns", 1),
                    ),
                    None => (true, expected.to_owned()),
                };
                let reply = match expected.as_str() {
                    "resigns" => Reply::Resign,
                    "agrees to a draw" => Reply::OfferDraw,
                    _ => panic!("what is `{expected}`?"),
                };
                self.replies.contains(&reply) == wanted
            }
        }
    }
}

/// Plays a scenario; `Err` tells of the first expectation that is not met.
fn play(scenario: &str) -> Result<(), String> {
    let mut scene = Scene::new();
    let mut is_checked = false;
    for line in scenario.lines().skip(1) {
        let (kind, rest) = line.split_at_checked(2).unwrap_or((line, ""));
        if kind != "= " && std::mem::take(&mut is_checked) {
            scene.replies.clear();
        }
        match kind {
            "> " => scene.tell(rest),
            "~ " => scene.pass(rest.parse().expect("seconds")),
            "= " => {
                is_checked = true;
                if !scene.is(rest) {
                    let replies: Vec<String> =
                        scene.replies.iter().map(ToString::to_string).collect();
                    let thought = scene.session.mind.activity();
                    return Err(format!("`{rest}`, but: {replies:?}, {thought:?}"));
                }
            }
            _ => panic!("what is `{line}`?"),
        }
    }
    Ok(())
}

#[test]
fn each_scenario_ends_as_expected() {
    let mut wrong = Vec::new();
    for scenario in SCENARIOS.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        let title = scenario.lines().next().unwrap_or_default();
        if let Err(what) = play(scenario) {
            wrong.push(format!("{title}\n    expected {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_forty_scenarios_and_each_expects_something() {
    let scenarios: Vec<&str> =
        SCENARIOS.split("\n\n").filter(|text| !text.trim().is_empty()).collect();
    assert!(scenarios.len() >= 40, "{}", scenarios.len());
    assert!(scenarios.iter().all(|scenario| scenario.contains("\n= ")));
}
