//! Pondering: conversations with a script for the search, then with a real one.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Searcher};
use tandem_protocol::cecp::{Command, Reply};
use tandem_rules::Millis;

use super::super::Session;
use super::super::state::State;
use super::{Stage, transcripts};

/// Conversations like the other transcripts; the decision of a search may be followed by the reply
/// it expects.
const TRANSCRIPTS: &[&str] = &[
    // The expected reply comes, then another one.
    "> new / * clear
     > hard
     > go / * start
     ! e2e4 e7e5 / * ponder / < move e2e4
     > ping 1 / < pong 1
     > ?
     > usermove e7e5 / * hit
     > ping 2
     ! g1f3 b8c6 / * ponder / < move g1f3 / < pong 2
     > usermove d7d5 / * stop / * start
     > ? / * stop
     ! e4d5 / < move e4d5
     > usermove d8d5 / * start",
    // A pondering search shows nothing, even if it wants to play.
    "> new / * clear
     > hard / > post
     > go / * start
     ! e2e4 e7e5 / * ponder / < 3 0 0 12 e2e4 e7e5 / < move e2e4
     ! g1f3
     > usermove e7e5 / * hit
     ! g1f3 / < 3 0 0 12 g1f3 / < move g1f3",
    // Pondering is off until it is turned on; then on and off in the middle.
    "> new / * clear
     > go / * start
     ! e2e4 e7e5 / < move e2e4
     > hard / * ponder
     > easy / * stop
     > usermove e7e5 / * start
     ! g1f3 b8c6 / < move g1f3
     > hard / * ponder
     > usermove b8c6 / * hit
     > easy
     ! f1b5 a7a6 / < move f1b5
     > new / * clear
     > hard / > force / > easy / > hard",
    // Commands that end pondering, and others that do not.
    "> new / * clear
     > hard
     > go / * start
     ! e2e4 e7e5 / * ponder / < move e2e4
     > time 100 / > otim 100 / > memory 8 / * resize 8
     > undo / * stop
     > force / > go / * start
     ! e2e4 e7e5 / * ponder / < move e2e4
     > pause / * stop
     > resume / * ponder
     > hint / < Hint: e7e5
     > usermove e2e5 / < Illegal move: e2e5
     > st 3 / * stop
     > hard / * ponder
     > setboard 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1 / * stop
     > go / * start
     ! e1e2 e8e7 / * ponder / < move e1e2
     > result 1-0 {flag} / * stop
     > go / * start
     ! e8e7 e2e3 / * ponder / < move e8e7
     > analyze / * stop / * start
     > exit / * stop
     > new / * clear
     > go / * start
     ! e2e4 e7e5 / * ponder / < move e2e4
     > new / * stop / * clear",
    // Arrivals in the opponent's time are taken in, and may rule out the expected reply.
    "> new / * clear
     > variant bughouse
     > hard
     > go / * start
     > holding [] [N] BN / * update
     ! e2e4 N@f6 / * ponder / < move e2e4
     > holding [] [N]
     > holding [P] [N] WP / * update
     > holding [P] [NQ] BQ / * update
     > usermove N@f6 / * hit
     > holding [P] [Q]
     ! P@e5 Q@h4 / * ponder / < move P@e5
     > holding [] [] / * stop
     > usermove d7d5 / * start",
    // There is no pondering on the node clock.
    "> new / * clear
     > nps 1000 / > hard
     > go / * start
     ! e2e4 e7e5 / < move e2e4
     > hard
     > nps 0 / > hard / * ponder
     > nps 1000 / * stop
     > usermove e7e5 / * start",
    // No reply is expected, or it ends the game.
    "> new / * clear
     > hard
     > go / * start
     ! f2f3 / < move f2f3
     > usermove e7e5 / * start
     ! g2g4 d8h4 / < move g2g4
     > usermove d8h4 / * start / < 0-1 {Black mates}
     ! sit",
];

#[test]
fn conversations_go_as_written() {
    transcripts::check(TRANSCRIPTS);
}

#[test]
fn the_own_clock_runs_from_the_hit() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "level 0 1 0", "hard", "go"]);
    stage.decide("e2e4 e7e5");
    stage.now += Duration::from_secs(30);
    stage.tell("usermove e7e5");
    stage.now += Duration::from_secs(5);
    stage.decide("g1f3 b8c6");
    let clock = stage.search().0.clock().expect("the own clock is known");
    assert_eq!(clock.remaining(), Millis(55_000));
}

/// A session with a real search.
struct Real {
    session: Session<Searcher>,
    events: Receiver<Event>,
}

impl Real {
    fn new() -> Self {
        let (searcher, events) = Searcher::new(1);
        let mut real = Self { session: Session::new(searcher), events };
        real.tell_all(&["option OwnBook=0", "new", "variant bughouse", "hard", "sd 4"]);
        real
    }

    fn tell_all(&mut self, lines: &[&str]) -> Vec<Reply> {
        let tell = |line: &&str| self.session.command(&Command::parse(line), Instant::now());
        lines.iter().flat_map(tell).collect()
    }

    /// Handles events of the search until the session replies.
    fn reply(&mut self) -> String {
        loop {
            let patience = Duration::from_mins(1);
            let event = self.events.recv_timeout(patience).expect("a search that ends");
            let replies = self.session.event(event, Instant::now());
            if let Some(reply) = replies.first() {
                return reply.to_string();
            }
        }
    }

    fn expected(&self) -> String {
        self.session.record.write(self.session.outlook.reply().expect("a line of four plies"))
    }

    fn other_move(&self) -> String {
        let moves = self.session.record.position().legal_moves();
        let other = moves.into_iter().find(|&m| Some(m) != self.session.outlook.reply());
        self.session.record.write(other.expect("more than one move"))
    }
}

#[test]
fn whatever_is_played_while_it_ponders_is_answered_by_one_legal_move() {
    for are_expected in [[true, true], [true, false], [false, true], [false, false]] {
        let mut real = Real::new();
        real.tell_all(&["cores 2", "go"]);
        for is_expected in are_expected {
            assert!(real.reply().starts_with("move "));
            assert!(matches!(real.session.mind.activity(), State::Pondering(_)));
            let m = if is_expected { real.expected() } else { real.other_move() };
            let before = real.session.record.position().clone();
            assert_eq!(real.tell_all(&[&format!("usermove {m}")]), []);
            assert!(before != *real.session.record.position() && real.session.is_move_owed());
        }
    }
}

#[test]
fn pondering_ends_without_a_word_when_the_game_does() {
    for line in ["new", "force", "result * {adjourned}", "setboard 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"]
    {
        let mut real = Real::new();
        real.tell_all(&["go"]);
        assert!(real.reply().starts_with("move "));
        assert_eq!(real.tell_all(&[line]), []);
        assert_eq!(*real.session.mind.activity(), State::Idle, "{line}");
        // The next reply belongs to the next game.
        real.tell_all(&[
            "new",
            "variant bughouse",
            "setboard 7k/8/8/8/8/8/q7/7K[] w - - 0 1",
            "go",
        ]);
        assert_eq!(real.reply(), "move h1g1", "{line}");
    }
}
