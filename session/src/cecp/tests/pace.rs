//! The pace of a person: answers that are held back, on a clock of the test's own.

use std::time::Duration;

use tandem_engine::{Elo, Level};

use super::{Stage, transcripts};

/// Conversations like the other transcripts.
const TRANSCRIPTS: &[&str] = &[
    // `?`, `force` and news reach a search whose answer is held back.
    "> option Skill Level=5
     > new / * clear
     > go / * ponder
     > ? / * stop
     ! e2e4 / < move e2e4
     > usermove e7e5 / * ponder
     > force / * stop
     > variant bughouse
     > go / * ponder
     > holding [N] [] WN / * update
     > ? / * stop
     ! N@e4 / < move N@e4
     > usermove e7e5 / * ponder
     > result 1-0 {flag} / * stop",
    // The clock must be what the time of the answer depends on.
    "> option UCI_LimitStrength=1
     > new / * clear
     > sd 4 / > go / * start
     ! e2e4 / < move e2e4
     > new / * clear
     > st 2 / > go / * start
     ! e2e4 / < move e2e4
     > level 0 1 0 / > nps 5000 / > usermove e7e5 / * start
     ! g1f3 / < move g1f3
     > new / * clear
     > option Pace=engine / > go / * start
     ! e2e4 / < move e2e4
     > option Skill Level=20 / > option UCI_LimitStrength=0 / > option Pace=human
     > usermove e7e5 / * ponder",
];

#[test]
fn conversations_at_the_pace_of_a_person_go_as_written() {
    transcripts::check(TRANSCRIPTS);
}

/// A seat of 1200 Elo at this time control in seconds.
fn stage(seconds: u32) -> Stage {
    let mut stage = Stage::new();
    stage.tell_all(&["option UCI_Elo=1200", "option UCI_LimitStrength=1", "new"]);
    stage.tell_all(&[
        "variant bughouse",
        &format!("level 0 {}:{:02} 0", seconds / 60, seconds % 60),
    ]);
    stage
}

#[test]
fn the_answer_comes_after_a_moment_and_long_before_the_flag() {
    for seconds in [2, 10, 60, 180, 600] {
        let mut stage = stage(seconds);
        stage.tell("go");
        let limits = &stage.search().1;
        let level = Level::Limited(Elo::new(1200).expect("in range"));
        assert!(limits.pondering && limits.level == level);
        let due = stage.session.wakes_at(stage.now).expect("an alarm") - stage.now;
        assert!(due >= Duration::from_millis(40) && due.as_secs() <= u64::from(seconds / 4));
        assert!(seconds < 60 || due >= Duration::from_millis(400), "{seconds}: {due:?}");
        assert_eq!(stage.session.wake(stage.now), [], "an alarm that is too early");
        stage.now += due;
        assert_eq!(stage.session.wake(stage.now), []);
        assert_eq!(stage.session.mind.script().calls.last().map(String::as_str), Some("hit"));
        assert_eq!(stage.session.wake(stage.now), [], "it is released once");
        assert_eq!(
            stage.session.mind.script().calls.iter().filter(|call| *call == "hit").count(),
            1
        );
        let replies: Vec<String> = stage.decide("e2e4").iter().map(ToString::to_string).collect();
        assert_eq!(replies, ["move e2e4"]);
    }
}

#[test]
fn a_clock_that_is_nearly_down_leaves_no_time_to_wait() {
    let mut stage = stage(60);
    stage.tell_all(&["time 20", "otim 500", "go"]);
    assert!(!stage.search().1.pondering);
}

#[test]
fn a_book_move_is_held_back_too() {
    let mut stage = stage(180);
    stage.session.options.openings.set_open(true);
    stage.tell("go");
    let (_, limits) = stage.search();
    assert!(limits.pondering && limits.search_moves.len() == 1);
}

#[test]
fn a_book_move_that_was_held_back_is_made_even_if_the_search_gets_no_processor() {
    let mut stage = stage(180);
    stage.session.options.openings.set_open(true);
    stage.tell("go");
    let of_book = stage.search().1.search_moves[0];
    let expected = format!("move {}", stage.session.record.write(of_book));
    for _ in 0..2 {
        stage.now =
            stage.session.wakes_at(stage.now).expect("an alarm: the answer is due, then late");
        let replies = stage.session.wake(stage.now);
        if let Some(reply) = replies.last() {
            return assert_eq!(reply.to_string(), expected);
        }
    }
    panic!("no move");
}

/// Four seats at 3+0: while one side's person thinks for five seconds a move, the other board has
/// gone on by some plies, not by a hundred.
#[test]
fn a_board_at_the_pace_of_people_leaves_time_to_play_on_the_other() {
    let mut stage = stage(180);
    let (mut plies, began) = (0, stage.now);
    stage.tell_all(&["force", "e2e4", "e7e5", "g1f3", "b8c6", "go"]);
    let mut shuffles = ["f3g1", "c6b8", "g1f3", "b8c6"].into_iter().cycle();
    while stage.now - began < Duration::from_mins(1) {
        let due = stage.session.wakes_at(stage.now).expect("an alarm");
        stage.now = due;
        stage.session.wake(due);
        let (own, reply) = (shuffles.next().expect("endless"), shuffles.next().expect("endless"));
        assert_eq!(stage.decide(own).len(), 1);
        stage.tell(&format!("usermove {reply}"));
        plies += 1;
    }
    assert!((12..=60).contains(&plies), "{plies} moves in a minute");
}
