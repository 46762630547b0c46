//! The chat buttons of pychess: each is answered at once, and a wish shows in the score of the search
//! that is running.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Searcher};
use tandem_protocol::{cecp, uci};
use tandem_session::{cecp::Session as CecpSession, uci::Session as UciSession};

/// The change of the score by a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Rises,
    Falls,
    /// No change: the button asks for no piece.
    Stays,
}

/// All buttons. A piece that the partner needs is missed as long as the enemy has it, and one that
/// it fears is worth more as long as we have it.
const BUTTONS: &[(&str, Score)] = &[
    ("p", Score::Falls),
    ("n", Score::Falls),
    ("b", Score::Falls),
    ("r", Score::Falls),
    ("q", Score::Falls),
    ("nop", Score::Rises),
    ("non", Score::Rises),
    ("nob", Score::Rises),
    ("nor", Score::Rises),
    ("noq", Score::Rises),
    ("trade", Score::Falls),
    ("notrade", Score::Rises),
    ("sit", Score::Stays),
    ("go", Score::Stays),
    ("mate", Score::Stays),
    ("ok", Score::Stays),
    ("no", Score::Stays),
    ("mb", Score::Stays),
    ("nvm", Score::Stays),
    ("nice", Score::Stays),
];

/// Depth at which scores are compared.
const DEPTH: &str = "info depth 4 ";
/// Timeout that is long enough for any machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A UCI session with a real search.
struct Seat {
    session: UciSession<Searcher>,
    events: Receiver<Event>,
}

impl Seat {
    /// A seat that analyzes a game of bughouse in which both sides have all pieces.
    fn analyzing() -> Self {
        let (searcher, events) = Searcher::new(1);
        let session = UciSession::new(searcher, None, Instant::now());
        let mut seat = Self { session, events };
        seat.tell("setoption name UCI_Variant value bughouse");
        seat.tell("position startpos moves e2e4 e7e5 g1f3 b8c6");
        seat.tell("go infinite");
        seat
    }

    fn tell(&mut self, line: &str) -> Vec<String> {
        let replies = self.session.command(&uci::Command::parse(line), Instant::now());
        replies.iter().map(ToString::to_string).collect()
    }

    fn press(&mut self, button: &str) -> Vec<String> {
        self.tell(&format!("setoption name Ptell value {button}"))
    }

    /// Waits for the answer to the question asked.
    fn answer(&mut self) {
        let is_answer = |reply: &uci::Reply| matches!(reply, uci::Reply::BestMove { .. });
        while !self.next().iter().any(is_answer) {}
    }

    /// The replies to the next event of the search.
    fn next(&mut self) -> Vec<uci::Reply> {
        let event = self.events.recv_timeout(PATIENCE).expect("the search goes on");
        self.session.event(event, Instant::now())
    }

    /// The next score at the depth of comparison, in centipawns.
    fn score(&mut self) -> i32 {
        loop {
            let replies = self.next();
            let lines = replies.iter().map(ToString::to_string);
            let mut scores = lines.filter(|line| line.starts_with(DEPTH)).filter_map(|line| {
                let score = line.split_once(" score cp ")?.1;
                score.split(' ').next()?.parse().ok()
            });
            if let Some(score) = scores.next() {
                return score;
            }
        }
    }
}

#[test]
fn each_button_is_answered_and_a_wish_shows_in_the_next_score() {
    for &(button, expected) in BUTTONS {
        let mut seat = Seat::analyzing();
        let before = seat.score();
        assert_eq!(seat.press(&format!("!bug!{button}")), ["info string ptell ok"], "{button}");
        if expected == Score::Stays {
            continue; // the search is not interrupted
        }
        let after = seat.score();
        let change = if after > before { Score::Rises } else { Score::Falls };
        assert_eq!(change, expected, "{button}: {before} to {after}");
        assert_ne!(before, after, "{button}");
    }
}

/// Buttons as some clients pass them on, without the prefix; engines say the others to each other.
const BARE: &[(&str, bool)] = &[
    ("p", true),
    ("noq", true),
    ("trade", true),
    ("notrade", true),
    ("mate", true),
    ("sit", false),
    ("go", false),
    ("nvm", false),
    ("ok", false),
    ("nice", false),
    ("need n", false),
];

#[test]
fn without_its_prefix_only_a_word_of_buttons_is_answered() {
    let mut seat = Seat::analyzing();
    for &(line, is_answered) in BARE {
        let expected: &[&str] = if is_answered { &["info string ptell ok"] } else { &[] };
        assert_eq!(seat.press(line), expected, "{line}");
    }
}

/// (lines of CECP, answer to the last of them)
const ANSWERS: &[(&[&str], &[&str])] = &[
    (&["ptell !bug!n"], &["tellics ptell ok"]),
    (&["ptell !bug!nice"], &["tellics ptell ok"]),
    (&["ptell non"], &["tellics ptell ok"]),
    (&["ptell !bug!sit"], &["tellics ptell ok"]),
    (&["option Sitting=0", "ptell !bug!sit"], &["tellics ptell I may not sit"]),
    (&["variant crazyhouse", "ptell !bug!n"], &["tellics ptell no partners in this game"]),
    (&["option Partner Talk=0", "ptell !bug!n"], &[]),
    (&["ptell Hello! I am Sjeng and hope you enjoy playing with me.", "ptell !bug!n"], &[]),
    (&["ptell flurb"], &[]),
    (&["ptell need n"], &[]),
    (&[ANSWERING, "ptell flurb"], &[RIDDLE]),
    (&[ANSWERING, "ptell need n"], &["tellics ptell ok"]),
    (&[ANSWERING, "ptell thanks"], &["tellics ptell ok"]),
    (&[ANSWERING, "ptell !bug!n"], &["tellics ptell ok"]),
    (&[ANSWERING, "option Partner Talk=0", "ptell flurb"], &[]),
    (
        &[ANSWERING, "ptell Hello! I am Sjeng and hope you enjoy playing with me.", "ptell flurb"],
        &[],
    ),
];
/// The option by which every line of a person is answered.
const ANSWERING: &str = "option Answer Partner=1";
const RIDDLE: &str =
    "tellics ptell I don't understand 'flurb', try 'need n', 'sit', 'go' or 'help'";

#[test]
fn a_button_without_effect_is_answered_by_the_reason() {
    for (lines, expected) in ANSWERS {
        let (searcher, _events) = Searcher::new(1);
        let mut session = CecpSession::new(searcher);
        let mut last = Vec::new();
        for line in ["new", "variant bughouse", "partner Mate"].iter().chain(*lines) {
            last = session.command(&cecp::Command::parse(line), Instant::now());
        }
        let last: Vec<String> = last.iter().map(ToString::to_string).collect();
        assert_eq!(last, *expected, "{lines:?}");
    }
    let mut seat = Seat::analyzing();
    seat.tell("stop");
    seat.answer();
    seat.tell("go movetime 60000");
    assert_eq!(seat.press("!bug!sit"), ["info string ptell I do not know my clock"]);
    assert_eq!(seat.press("!bug!go"), ["info string ptell ok"]);
}

/// Lines that a partner may send without end, and the lines that come back to a thousand of each.
const FLOODS: &[&str] = &[
    "help",
    "help sit",
    "!bug!n",
    "!bug!sit",
    "Tandem is an engine. Say 'help' to see which words it understands.",
    "call the flag",
    "flurb",
];

#[test]
fn a_flood_of_lines_is_answered_as_a_person_would_be_and_talk_at_human_speed_is_answered() {
    const ALLOWED: usize = 20;
    for &line in FLOODS {
        let (searcher, _events) = Searcher::new(1);
        let mut session = CecpSession::new(searcher);
        let mut now = Instant::now();
        let tell = |session: &mut CecpSession<Searcher>, line: &str, now: Instant| {
            session.command(&cecp::Command::parse(line), now).len()
        };
        for line in ["new", "variant bughouse", "partner Mate", ANSWERING] {
            tell(&mut session, line, now);
        }
        let line = format!("ptell {line}");
        let answers: usize = (0..1000).map(|_| tell(&mut session, &line, now)).sum();
        assert!((1..=ALLOWED).contains(&answers), "{line}: {answers} answers");
        now += Duration::from_mins(1);
        assert!(tell(&mut session, "ptell !bug!n", now) <= 1);
        let pressed = (0..60).filter(|_| {
            now += Duration::from_millis(500);
            tell(&mut session, "ptell !bug!q", now) == 1
        });
        let expected = if line.contains("engine") { 0 } else { 60 }; // engines are not answered
        assert_eq!(pressed.count(), expected, "{line}");
    }
    let mut seat = Seat::analyzing();
    let answers: usize = (0..1000).map(|_| seat.press("help").len()).sum();
    assert!((1..=2 * ALLOWED).contains(&answers), "by UCI: {answers} answers");
}
