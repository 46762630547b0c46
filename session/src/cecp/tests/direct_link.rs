//! The direct link between two partners: boards go over it and not past the server.

use tandem_protocol::text::Line;

use super::Stage;

const GAME: &[&str] = &["new", "variant bughouse", "partner Mate"];
const GREETED: &str = "ptell Tandem is an engine.";
const GREETING: &str = "tellics ptell Tandem is an engine.";
const INQUIRY: &str = "~?";
const START: &str = "~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000 6000";
const AFTER_E4: &str = "~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1 6000 6000";
const OTHER: &str = "~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 5000 4000";
const CLOCKS: &[&str] = &["level 0 1 0", "time 6000", "otim 6000"];

/// Opens the link. Returns the replies to the front-end, as lines.
fn open_link(stage: &mut Stage) -> Vec<String> {
    let replies = stage.session.link_opened(stage.now);
    replies.iter().map(ToString::to_string).collect()
}

fn close_link(stage: &mut Stage) -> Vec<String> {
    let replies = stage.session.link_closed(stage.now);
    replies.iter().map(ToString::to_string).collect()
}

fn told(stage: &mut Stage, line: &str) -> Vec<String> {
    stage.tell(line).iter().map(ToString::to_string).collect()
}

fn decided(stage: &mut Stage, text: &str) -> Vec<String> {
    stage.decide(text).iter().map(ToString::to_string).collect()
}

/// The lines to be sent over the link.
fn reports(stage: &mut Stage) -> Vec<String> {
    stage.session.take_reports().iter().map(ToString::to_string).collect()
}

#[test]
fn while_the_link_is_open_boards_go_over_it_and_not_by_the_server() {
    for option in ["option Partner Link=0", "option Partner Link=1"] {
        let mut stage = Stage::new();
        stage.tell_all(&[GAME, &[option, GREETED], CLOCKS].concat());
        assert!(open_link(&mut stage).is_empty());
        assert!(reports(&mut stage).is_empty(), "nothing is on the board yet");
        assert!(told(&mut stage, "go").is_empty());
        assert_eq!(reports(&mut stage), [START]);
        assert_eq!(decided(&mut stage, "e2e4"), ["move e2e4"]);
        assert_eq!(reports(&mut stage), [AFTER_E4]);
    }
}

#[test]
fn when_the_link_closes_partner_talk_goes_on_at_once() {
    let mut stage = Stage::new();
    stage.tell_all(&[GAME, &[GREETED], CLOCKS].concat());
    open_link(&mut stage);
    assert!(told(&mut stage, "go").is_empty());
    assert_eq!(reports(&mut stage), [START]);
    assert_eq!(close_link(&mut stage), [format!("tellics ptell {START}")]);
    assert!(close_link(&mut stage).is_empty(), "it is closed already");
    assert_eq!(
        decided(&mut stage, "e2e4"),
        [format!("tellics ptell {AFTER_E4}"), "move e2e4".into()]
    );
    assert!(reports(&mut stage).is_empty());
    // Once it is open again, the partner is told by it as soon as we are to move.
    assert!(open_link(&mut stage).is_empty());
    assert!(reports(&mut stage).is_empty());
    stage.tell("usermove e7e5");
    assert_eq!(reports(&mut stage).len(), 1);
    assert!(open_link(&mut stage).is_empty());
    assert_eq!(reports(&mut stage).len(), 1);
}

#[test]
fn without_partner_link_nothing_takes_the_place_of_the_link() {
    let mut stage = Stage::new();
    stage.tell_all(&[GAME, &["option Partner Link=0", GREETED], CLOCKS].concat());
    open_link(&mut stage);
    stage.tell("go");
    assert!(close_link(&mut stage).is_empty());
    assert_eq!(decided(&mut stage, "e2e4"), ["move e2e4"]);
    assert!(reports(&mut stage).is_empty());
}

/// A board from the link is believed if it can be the partner's. If it may not be, the partner is
/// asked by one more greeting.
#[test]
fn a_board_from_the_link_counts_where_the_partner_may_have_sent_it() {
    const SILENT: &str = "option Partner Talk=0";
    for (lines, text, is_seen) in [
        (&["partner Mate", GREETED][..], OTHER, true),
        (&[], OTHER, true),
        (&["partner Mate", SILENT], OTHER, true),
        (&["partner Mate"], OTHER, false), // it may be a person
        (&["partner Mate", SILENT, "ptell Hello from Sunsetter"], OTHER, true),
        (&["partner Mate", GREETED, "variant crazyhouse"], OTHER, false),
        (&["partner Mate", GREETED], "~1 8/8/8/8/8/8/8/8[] w - - 0 1 1 1", false),
        (&["partner Mate", GREETED], "~1 gibberish", false),
        (&["partner Mate", GREETED], "sit", false),
        (&["partner Mate", GREETED], "", false),
    ] {
        let mut stage = Stage::new();
        stage.tell_all(&["new", "variant bughouse"]);
        stage.tell_all(lines);
        stage.session.link_opened(stage.now);
        let replies = stage.session.link_told(&Line::new(text), stage.now);
        assert_eq!(replies.len(), usize::from(lines == ["partner Mate"]), "{lines:?} {text}");
        assert!(stage.session.link_told(&Line::new(text), stage.now).is_empty());
        stage.tell("go");
        assert_eq!(stage.search().0.other.is_some(), is_seen, "{lines:?} {text}");
    }
}

/// The lines after an inquiry of the other end.
fn inquired(stage: &mut Stage) -> Vec<String> {
    let replies = stage.session.link_told(&Line::new(INQUIRY), stage.now);
    replies.iter().map(ToString::to_string).collect()
}

#[test]
fn the_other_end_is_asked_once_in_each_position_while_the_partner_may_be_anybody() {
    for (lines, sent) in [
        (&["partner Mate"][..], &[INQUIRY, INQUIRY][..]),
        (&["partner Mate", "ptell Hello from Sunsetter"], &[INQUIRY, INQUIRY]),
        (&[], &[START, START, AFTER_E4]),
        (&["partner Mate", GREETED], &[START, START, AFTER_E4]),
        (&["partner Mate", "option Partner Talk=0"], &[START, START, AFTER_E4]),
        (&["partner Mate", "variant crazyhouse"], &[]),
    ] {
        let mut stage = Stage::new();
        stage.tell_all(&["new", "variant bughouse"]);
        stage.tell_all(&[lines, CLOCKS].concat());
        open_link(&mut stage);
        stage.tell("go");
        open_link(&mut stage); // for once more: a board is told anew, but nobody is asked again
        stage.decide("e2e4");
        assert_eq!(reports(&mut stage), sent, "{lines:?}");
        // Another link may lead to another process.
        stage.tell("usermove e7e5");
        reports(&mut stage);
        close_link(&mut stage);
        open_link(&mut stage);
        assert_eq!(reports(&mut stage).len(), sent.len().min(1), "{lines:?}");
    }
}

/// A partner is greeted by the server when it asks, as often as a Tandem can need it.
#[test]
fn an_inquiry_of_the_other_end_is_answered_by_a_greeting_to_the_partner() {
    for (lines, answers) in [
        (&["partner Mate"][..], [true, false, false]),
        (&["partner Mate", GREETED], [true, false, false]),
        (&[], [false, false, false]),
        (&["partner Mate", "option Partner Talk=0"], [false, false, false]),
        (&["partner Mate", "variant crazyhouse"], [false, false, false]),
    ] {
        let mut stage = Stage::new();
        stage.tell_all(&["new", "variant bughouse"]);
        stage.tell_all(lines);
        open_link(&mut stage);
        for is_greeted in answers {
            let replies = inquired(&mut stage);
            assert_eq!(replies.len(), usize::from(is_greeted), "{lines:?}: {replies:?}");
            assert!(replies.iter().all(|line| line.starts_with(GREETING)), "{replies:?}");
        }
    }
}

#[test]
fn a_partner_that_inquires_although_it_was_greeted_back_is_told_boards_by_the_server() {
    let mut stage = Stage::new();
    stage.tell_all(&[GAME, &[GREETED], CLOCKS].concat());
    open_link(&mut stage);
    assert_eq!(inquired(&mut stage).len(), 1);
    stage.tell("go");
    assert_eq!(reports(&mut stage), [START]);
    assert!(inquired(&mut stage).is_empty());
    assert_eq!(
        decided(&mut stage, "e2e4"),
        [format!("tellics ptell {AFTER_E4}"), "move e2e4".into()]
    );
    assert_eq!(reports(&mut stage), [AFTER_E4]);
}

#[test]
fn what_the_link_has_told_stays_true_without_it() {
    let mut stage = Stage::new();
    stage.tell_all(&[GAME, &[GREETED]].concat());
    stage.session.link_opened(stage.now);
    stage.session.link_told(&Line::new(OTHER), stage.now);
    stage.session.link_closed(stage.now);
    stage.tell("go");
    assert!(stage.search().0.other.is_some());
    // A line that still comes from a closed link comes too late.
    stage.tell("new");
    stage.tell_all(GAME);
    stage.session.link_told(&Line::new(OTHER), stage.now);
    stage.tell("go");
    assert!(stage.search().0.other.is_none());
}

#[test]
fn words_of_partner_talk_do_nothing_over_the_link() {
    let mut stage = Stage::new();
    stage.tell_all(&[GAME, &[GREETED, "go"]].concat());
    stage.session.link_opened(stage.now);
    for text in ["sit", "help", "call the flag", "need n", "move e2e4", "Tandem is an engine."] {
        let replies = stage.session.link_told(&Line::new(text), stage.now);
        assert!(replies.is_empty(), "{text}: {replies:?}");
    }
    assert_eq!(decided(&mut stage, "d2d4").last().map(String::as_str), Some("move d2d4"));
}
