//! Faults of an engine cost its team the game, with the reason.

use tandem_arbiter::{Close, Engine, Invocation};
use tandem_rules::{Ending, Millis, Outcome, Seat, TimeControl};

use crate::support::{Match, Others, engine, fault, uci_engine};

const WHITE: Seat = Seat::ALL[0];
const BLACK: Seat = Seat::ALL[1];

/// Cases: White's reaction when it is told to play, and the reason of its defeat.
const FAULTS: &[(&str, &str)] = &[
    ("go) exit 3 ;;", "the engine has quit: exit status: 3"),
    ("go) kill -9 $$ ;;", "the engine has quit: signal: 9 (SIGKILL)"),
    ("go) exec >/dev/null; exec tail -f /dev/null ;;", "the engine has quit: signal: 9 (SIGKILL)"),
    ("go) exec yes garbage ;;", "the output of the engine does not end"),
    ("go) yes garbage >&2 ;;", "the output of the engine does not end"),
    ("go) exec cat /dev/zero ;;", "the engine prints a line of more than 64 KiB"),
    ("go) exec yes 'tellics ptell x' ;;", "it sends too many messages"),
    ("go) exec yes 'offer draw' ;;", "it sends too many messages"),
    ("go) echo move e2e5 ;;", "`e2e5` is not legal here"),
    ("go) echo move e7e5 ;;", "`e7e5` is not legal here"),
    ("go) echo move nonsense ;;", "`nonsense` is not a move"),
    ("go) echo move N@e4 ;;", "`N@e4` is not legal here"),
    ("go) echo move K@e4 ;;", "`K@e4` is not a move"),
    ("go) printf 'move \\377\\n' ;;", "`\u{fffd}` is not a move"),
];

#[test]
fn a_fault_loses_the_game_with_its_reason() {
    for &(arms, reason) in FAULTS {
        let played = Match::new(WHITE, &engine(arms), Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason, "{arms}");
        assert_eq!(played.close.winner(), Some(WHITE.team().other()));
    }
}

#[test]
fn an_engine_that_moves_out_of_turn_has_lost() {
    for second in ["d2d4", "e7e5", "nonsense"] {
        let engine = engine(&format!("go) echo move e2e4; echo move {second} ;;"));
        let others = Others { opponent_sits: true, ..Others::default() };
        let played = Match::new(WHITE, &engine, others).play();
        assert_eq!(fault(&played, WHITE), format!("it moves out of turn: `{second}`"));
        assert_eq!(played.game.plies().len(), 1);
    }
}

/// A move that was not answered may be lost, so that it is sent again. It is made once.
#[test]
fn a_move_that_is_sent_again_is_no_fault() {
    let engine = engine("go) echo move e2e4; echo move e2e4; echo resign ;;");
    let others = Others { opponent_sits: true, ..Others::default() };
    let played = Match::new(WHITE, &engine, others).play();
    assert_eq!(played.close.to_string(), "White on A resigns");
    assert_eq!(played.game.plies().len(), 1);
}

/// Cases: Black's reaction when it is told a move, and the beginning of the reason of its defeat.
const FAULTS_OF_BLACK: &[(&str, &str)] = &[
    ("usermove*) echo \"Illegal move: ${line#usermove }\" ;;", "it refuses the legal move `"),
    (
        "usermove*) echo \"Error (unkown command): ${line#usermove }\" ;;",
        "it refuses the legal move `",
    ),
];

#[test]
fn an_engine_that_refuses_a_legal_move_has_lost() {
    for &(arms, reason) in FAULTS_OF_BLACK {
        let played = Match::new(BLACK, &engine(arms), Others::default()).play();
        let fault = fault(&played, BLACK);
        assert!(fault.starts_with(reason), "{arms}: {fault}");
    }
}

/// The game is lost before it begins: no clock has run, and no move is made.
#[test]
fn an_engine_that_cannot_play_has_lost_before_the_first_move() {
    let cases = [
        ("xboard) exit 1 ;;", "the engine has quit: exit status: 1"),
        ("variant*) exit 1 ;;", "the engine has quit: exit status: 1"),
        ("protover*) exec cat /dev/zero ;;", "the engine prints a line of more than 64 KiB"),
        (
            "protover*) echo 'feature variants=\"normal,crazyhouse\" done=1' ;;",
            "it does not play bughouse",
        ),
    ];
    for (arms, reason) in cases {
        let played = Match::new(WHITE, &engine(arms), Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason, "{arms}");
        assert!(played.game.plies().is_empty());
    }
}

#[test]
fn an_engine_that_never_is_ready_is_not_waited_for() {
    let mut engine = engine("ping*) ;;");
    engine.patience.ready = std::time::Duration::from_millis(100);
    engine.patience.quit = engine.patience.ready;
    let played = Match::new(WHITE, &engine, Others::default()).play();
    assert_eq!(fault(&played, WHITE), "no answer to ping");
}

#[test]
fn an_engine_that_does_not_read_has_lost() {
    let engine = engine("usermove*) exec tail -f /dev/null ;;");
    let engine = Engine { patience: brief(&engine), ..engine };
    let played = Match::new(BLACK, &engine, Others { lines: 20_000, ..Others::default() }).play();
    assert_eq!(fault(&played, BLACK), "it does not read its input");
}

/// The engine prints nothing, half a line, or nothing that is a move: its flag falls.
#[test]
fn an_engine_that_does_not_answer_flags() {
    for arms in [
        "go) ;;",
        "go) exec tail -f /dev/null ;;",
        "go) printf 'move e2e4'; exec tail -f /dev/null ;;",
        "go) echo '1-0 {White mates}' ;;",
        "go) echo e2e4; echo telluser move e2e4; echo ; echo moves e2e4 ;;",
    ] {
        let engine = engine(arms);
        let engine = Engine { patience: brief(&engine), ..engine };
        let mut game = Match::new(WHITE, &engine, Others::default());
        game.control = TimeControl::sudden_death(Millis(200));
        let played = game.play();
        let outcome = Outcome { winner: Some(WHITE.team().other()), ending: Ending::Flag(WHITE) };
        assert_eq!(played.close, Close::Outcome(outcome), "{arms}");
    }
}

#[test]
fn a_program_that_is_not_there_is_an_error_at_once() {
    let engine = Engine { invocation: Invocation::new("/nowhere/engine", &[]), ..engine("") };
    let mailroom = tandem_arbiter::Mailroom::default();
    let seated = tandem_arbiter::CecpSeat::new(engine, "Simple", mailroom.outbox());
    assert!(seated.is_err());
}

/// Shortens the time to quit, for engines that do not quit when asked to.
fn brief(engine: &Engine) -> tandem_arbiter::Patience {
    tandem_arbiter::Patience { quit: std::time::Duration::from_millis(20), ..engine.patience }
}

/// Peak memory of this process, in KiB.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("it can be read");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is there");
    line.trim_end_matches("kB").trim().parse().expect("a number")
}

/// Commands that print without end.
#[cfg(target_os = "linux")]
const FLOODS: &[&str] = &[
    // Millions of lines, which take long to read: in the engine's own time only.
    "yes",
    "yes 'pong 1'",
    "yes 'tellics ptell xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'",
    "yes '12 34 56 78 e2e4'",
    "yes 'feature myname=\"x\"'",
    "cat /dev/zero",
    "yes >&2; true",
];

/// Commands that print without end lines that matter only in UCI.
#[cfg(target_os = "linux")]
const UCI_FLOODS: &[&str] =
    &["yes 'info depth 1 pv e2e4'", "yes 'option name x type button'", "yes readyok"];

#[cfg(target_os = "linux")]
#[test]
fn a_gigabyte_of_anything_takes_little_memory() {
    let gigabyte = |flood: &&str| format!("{flood} | head -c 1000000000");
    for flood in FLOODS.iter().map(gigabyte) {
        takes_little_memory(&engine(&format!("go) {flood}; echo resign ;;")));
    }
    for flood in FLOODS[2..].iter().map(gigabyte) {
        // In the opponent's time, and before the first game.
        takes_little_memory(&engine(&format!("go) echo move e2e4; {flood} ;;")));
        takes_little_memory(&engine(&format!("protover*) {flood} ;;")));
    }
    for flood in UCI_FLOODS.iter().map(gigabyte) {
        takes_little_memory(&uci_engine(&format!("go*) {flood}; exit ;;")));
        takes_little_memory(&uci_engine(&format!("go*) echo bestmove e2e4; {flood} ;;")));
        takes_little_memory(&uci_engine(&format!("uci) {flood} ;;")));
    }
}

/// Plays a game and fails if it takes much memory, or if the engine does not lose by a fault.
#[cfg(target_os = "linux")]
fn takes_little_memory(engine: &Engine) {
    let before = peak();
    let others = Others { opponent_sits: true, ..Others::default() };
    let played = Match::new(WHITE, engine, others).play();
    assert!(!fault(&played, WHITE).is_empty(), "{engine:?}");
    // The kernel counts the pages of each core separately, so the sum may go down a little.
    let grown = peak().saturating_sub(before);
    assert!(grown < 64 << 10, "{engine:?}: {grown} KiB");
}
