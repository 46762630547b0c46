//! A machine that is late: searches that get no processor, and alarms that come late.

use std::time::Duration;

use tandem_engine::{Decision, Event, Info, Score, SearchId};
use tandem_rules::Millis;

use super::Stage;

/// A seat of a game of bughouse with this time control in seconds, in which its search has begun.
fn searching(seconds: u32) -> Stage {
    let mut stage = Stage::new();
    let level = format!("level 0 {}:{:02} 0", seconds / 60, seconds % 60);
    stage.tell_all(&["new", "variant bughouse", "partner Mate", &level, "go"]);
    stage
}

impl Stage {
    /// The alarm, in milliseconds from now.
    fn alarm(&self) -> Option<u128> {
        self.session.wakes_at(self.now).map(|at| (at - self.now).as_millis())
    }

    /// Lets time pass, and wakes the session at its end. Returns the replies.
    fn wake_after(&mut self, ms: u64) -> Vec<String> {
        self.now += Duration::from_millis(ms);
        let replies = self.session.wake(self.now);
        replies.iter().map(ToString::to_string).collect()
    }

    /// An event of the search that runs, with `e2e4` as the line.
    fn report(&mut self, score: Score, is_done: bool) -> usize {
        self.report_line("e2e4", score, is_done)
    }

    /// An event of the search that runs, with a line of one move.
    fn report_line(&mut self, text: &str, score: Score, is_done: bool) -> usize {
        let m = self.search().0.own.parse_coordinate(text).expect("a legal move");
        let info = Info { depth: 4, rank: 1, pv: vec![m], score, ..Info::default() };
        let search = SearchId(self.session.mind.script().searches);
        let event = match is_done {
            true => Event::Done(search, Decision::Play(m), info),
            false => Event::Info(search, info),
        };
        self.session.event(event, self.now).len()
    }

    fn last_call(&self) -> Option<&str> {
        self.session.mind.script().calls.last().map(String::as_str)
    }
}

#[test]
fn a_search_that_gets_no_processor_is_not_waited_for_until_the_flag() {
    for seconds in [1, 10, 60] {
        let mut stage = searching(seconds);
        let alarm = stage.alarm().expect("an alarm") as u64;
        let part = u64::from(seconds) * 1_000 / 4;
        assert!((part..part + part / 2).contains(&alarm), "{seconds} s: {alarm} ms");
        assert!(stage.wake_after(alarm - 1).is_empty(), "too early");
        let replies = stage.wake_after(1);
        assert!(replies.last().is_some_and(|line| line.starts_with("move ")), "{replies:?}");
        assert_eq!((stage.owes_a_move(), stage.last_call()), (false, Some("stop")));
        stage.end_search(1, Vec::new()); // it ends at last, and nobody listens
    }
}

#[test]
fn a_search_that_is_late_has_its_best_line_played() {
    let mut stage = searching(60);
    stage.report(Score::DRAW, false);
    let alarm = stage.alarm().expect("an alarm") as u64;
    assert!((30..1_000).contains(&alarm), "{alarm} ms");
    assert_eq!(stage.wake_after(alarm).last().map(String::as_str), Some("move e2e4"));
    assert!(stage.session.timing.lateness(stage.now) >= Millis(30), "the machine was late");
}

#[test]
fn a_search_that_is_late_after_it_pondered_has_the_line_played_that_it_pondered_on() {
    let mut stage = searching(60);
    stage.tell("hard");
    stage.decide("e2e4 e7e5");
    stage.report_line("g1f3", Score::DRAW, false);
    assert!(stage.tell("usermove e7e5").is_empty() && stage.owes_a_move());
    let alarm = stage.alarm().expect("an alarm") as u64;
    assert!((30..1_000).contains(&alarm), "{alarm} ms");
    assert_eq!(stage.wake_after(alarm).last().map(String::as_str), Some("move g1f3"));
}

#[test]
fn no_search_is_watched_that_the_clock_does_not_limit() {
    for (limit, is_watched) in [("nps 10000", false), ("st 2", false), ("sd 3", true)] {
        let mut stage = searching(60);
        stage.tell_all(&["force", limit, "go"]);
        assert_eq!(stage.alarm().is_some(), is_watched, "{limit}");
    }
    let mut stage = Stage::new();
    stage.tell("setboard 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1");
    stage.tell("go");
    assert_eq!(stage.alarm(), None, "there is no move to make");
}

/// A seat that sits, since every move is soon mated.
fn sitting() -> Stage {
    let mut stage = searching(60);
    stage.report(Score::mated(4), true);
    assert_eq!(stage.last_call(), Some("start"), "it searches on");
    stage
}

#[test]
fn a_seat_that_sits_searches_again_in_time_and_moves_at_once_if_it_is_woken_late() {
    for (late, expected) in [(0, None), (200, None), (330, Some("move e2e4"))] {
        let mut stage = sitting();
        let alarm = stage.alarm().expect("an alarm") as u64;
        let replies = stage.wake_after(alarm + late);
        assert_eq!(replies.last().map(String::as_str), expected, "{late} ms late");
        assert_eq!(stage.owes_a_move(), expected.is_none());
    }
}

#[test]
fn a_seat_sits_for_less_long_on_a_machine_that_is_late() {
    let sits_until = |late| {
        let mut stage = searching(60);
        stage.session.note_lateness(Millis(late), stage.now);
        stage.report(Score::mated(4), true);
        60_000 - stage.alarm().expect("an alarm")
    };
    assert_eq!([0, 100, 400, 900].map(sits_until), [375, 375, 800, 1_800]);
}

/// The course of a turn on the node clock, on a machine that is late by this much: the seat sits and
/// is told its clock, each time with a question whether it still sits.
fn course_on_the_node_clock(late: u64) -> (Vec<String>, Vec<String>) {
    let mut stage = Stage::new();
    let game = ["new", "variant bughouse", "level 0 0:01 0", "nps 50000", "partner Mate", "go"];
    stage.tell_all(&game);
    stage.tell("ping 1");
    stage.report(Score::mated(4), true);
    let mut said = Vec::new();
    for line in ["time 40", "ping 2", "time 13", "ping 3", "time 10", "ping 4"] {
        stage.now += Duration::from_millis(late);
        stage.session.note_lateness(Millis(late as i64), stage.now);
        said.extend(stage.tell(line).iter().map(ToString::to_string));
    }
    (said, stage.session.mind.script().calls.clone())
}

#[test]
fn on_the_node_clock_a_seat_does_the_same_however_late_the_machine_is() {
    let expected = course_on_the_node_clock(0);
    assert_eq!(expected.0, ["pong 2", "pong 3"], "then it searches, and owes a move");
    for late in [1, 49, 51, 300, 4_000] {
        assert_eq!(course_on_the_node_clock(late), expected, "late by {late} ms");
    }
}

/// The search has had no time either, and what it has is no better than a guess.
#[test]
fn a_seat_whose_program_was_stopped_gives_the_search_time_once_more() {
    let mut stage = searching(60);
    let alarm = stage.alarm().expect("an alarm") as u64;
    assert!(stage.wake_after(alarm + 2_000).is_empty());
    let again = stage.alarm().expect("an alarm") as u64;
    assert!((1_000..alarm).contains(&again), "{again} ms, {alarm} ms at first");
    stage.report(Score::DRAW, true);
    assert!(!stage.owes_a_move());
}
