//! Faults of a UCI engine cost its team the game, with the same reasons as in CECP.

use std::num::NonZeroU64;
use std::time::Duration;

use tandem_arbiter::{Close, Engine, Patience};
use tandem_rules::{
    Boards, Ending, Millis, Outcome, OutcomeRules, Preset, RuleSet, Seat, TimeControl,
};

use crate::support::{Match, Others, board, fault, uci_engine, uci_team};

const WHITE: Seat = Seat::ALL[0];

/// Cases: White's reaction when it is told to play, and the reason of its defeat.
const FAULTS: &[(&str, &str)] = &[
    ("go*) exit 3 ;;", "the engine has quit: exit status: 3"),
    ("go*) kill -9 $$ ;;", "the engine has quit: signal: 9 (SIGKILL)"),
    ("go*) exec >/dev/null; exec tail -f /dev/null ;;", "the engine has quit: signal: 9 (SIGKILL)"),
    ("go*) exec yes garbage ;;", "the output of the engine does not end"),
    ("go*) exec yes info depth 1 ;;", "the output of the engine does not end"),
    ("go*) yes garbage >&2 ;;", "the output of the engine does not end"),
    ("go*) exec cat /dev/zero ;;", "the engine prints a line of more than 64 KiB"),
    ("go*) echo bestmove e2e5 ;;", "`e2e5` is not legal here"),
    ("go*) echo bestmove e7e5 ;;", "`e7e5` is not legal here"),
    ("go*) echo bestmove nonsense ;;", "`nonsense` is not a move"),
    ("go*) echo bestmove N@e4 ;;", "`N@e4` is not legal here"),
    ("go*) echo bestmove K@e4 ;;", "`K@e4` is not a move"),
    ("go*) echo 'bestmove (e2e4,pass)' ;;", "`(e2e4,pass)` is not a move"),
    ("go*) printf 'bestmove \\377\\n' ;;", "`\u{fffd}` is not a move"),
    ("go*) echo 'bestmove (none)' ;;", "it has a legal move and plays none: `bestmove (none)`"),
    ("go*) echo bestmove 0000 ;;", "it has a legal move and plays none: `bestmove 0000`"),
    ("go*) echo bestmove NULL ;;", "it has a legal move and plays none: `bestmove NULL`"),
    ("go*) echo bestmove ;;", "it has a legal move and plays none: `bestmove`"),
    (
        "go*) echo bestmove ponder e7e5 ;;",
        "it has a legal move and plays none: `bestmove ponder e7e5`",
    ),
];

#[test]
fn a_fault_loses_the_game_with_its_reason() {
    for &(arms, reason) in FAULTS {
        let played = Match::new(WHITE, &uci_engine(arms), Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason, "{arms}");
        assert_eq!(played.close.winner(), Some(WHITE.team().other()));
    }
}

#[test]
fn an_engine_that_moves_unasked_has_lost() {
    for second in ["d2d4", "e2e4", "nonsense", "(none)"] {
        let engine = uci_engine(&format!("go*) echo bestmove e2e4; echo 'bestmove {second}' ;;"));
        let others = Others { opponent_sits: true, ..Others::default() };
        let played = Match::new(WHITE, &engine, others).play();
        assert_eq!(fault(&played, WHITE), format!("it moves out of turn: `{second}`"));
        assert_eq!(played.game.plies().len(), 1);
    }
}

/// Cases: the reaction of a team when it is told to play, and the reason of its defeat.
const FAULTS_OF_A_TEAM: &[(&str, &str)] = &[
    ("go*) exit 3 ;;", "the engine has quit: exit status: 3"),
    ("go*) exec yes garbage ;;", "the output of the engine does not end"),
    ("go*) echo bestmove e2e4 ;;", "`e2e4` is not a pair of moves"),
    ("go*) echo 'bestmove (e2e5,pass)' ;;", "`e2e5` is not legal here"),
    ("go*) echo 'bestmove (e2e4,e7e5)' ;;", "it moves out of turn: `e7e5`"),
    ("go*) echo 'bestmove (pass,nonsense)' ;;", "it moves out of turn: `nonsense`"),
    ("go*) echo 'bestmove (none)' ;;", "it has a legal move and plays none: `bestmove (none)`"),
    ("go*) echo bestmove ;;", "it has a legal move and plays none: `bestmove`"),
];

#[test]
fn a_fault_of_either_half_loses_the_game_of_a_team() {
    for &(arms, reason) in FAULTS_OF_A_TEAM {
        let played = Match::new(WHITE, &uci_team(arms), Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason, "{arms}");
        assert!(played.game.plies().is_empty(), "half of a fault is not played");
    }
}

/// The game is lost before it begins: no clock has run, and no move is made.
#[test]
fn an_engine_that_cannot_play_has_lost_before_the_first_move() {
    let chess = "option name UCI_Variant type combo default chess var chess var crazyhouse";
    let speaks = |option: &str| uci_engine(&format!("uci) echo '{option}'; echo uciok ;;"));
    let nodes = |engine: Engine| Engine { node_rate: NonZeroU64::new(1000), ..engine };
    let node_clock = "it cannot play on the node clock: it has no node limit for a move";
    let no_team = Engine { protocol: tandem_arbiter::Protocol::UciTeam, ..speaks("") };
    let cases = [
        (uci_engine("uci) exit 1 ;;"), "the engine has quit: exit status: 1"),
        (uci_engine("ucinewgame) exit 1 ;;"), "the engine has quit: exit status: 1"),
        (speaks(chess), "it does not play bughouse"),
        (nodes(uci_engine("")), node_clock),
        (nodes(uci_team("")), node_clock),
        (no_team, "it does not play a team: it does not offer Team"),
    ];
    for (engine, reason) in cases {
        let played = Match::new(WHITE, &engine, Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason);
        assert!(played.game.plies().is_empty());
    }
}

#[test]
fn a_team_plays_bughouse_only() {
    let RuleSet { moves, outcomes } = Preset::Chess.rules();
    let boards = Boards::start_of(Preset::Chess.variant(), moves);
    let played = Match::new(WHITE, &uci_team(""), Others::default()).play_from(boards, outcomes);
    assert_eq!(fault(&played, WHITE), "it does not play chess");
}

#[test]
fn chess960_is_played_only_where_it_is_offered() {
    let kings = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let boards = Boards::new(board("4k3/8/8/8/8/8/8/1R4KR[] w HB - 0 1"), board(kings));
    let play = |arms: &str| {
        let mut game = Match::new(WHITE, &uci_engine(arms), Others::default());
        game.play_from(boards.clone(), OutcomeRules::FICS)
    };
    assert_eq!(fault(&play(""), WHITE), "it does not play Chess960");
    let played = play(
        "uci) echo 'option name UCI_Chess960 type check default false'; echo uciok ;;
        setoption*960*true) castles=1 ;;
        go*) case $castles in 1) castles=; echo bestmove g1h1 ;; *) exit ;; esac ;;",
    );
    assert!(played.game.plies().iter().any(|ply| ply.seat == WHITE), "{}", played.close);
}

#[test]
fn an_engine_that_never_is_ready_is_not_waited_for() {
    let brief = Duration::from_millis(100);
    let Patience { loading, ready, .. } = uci_engine("").patience;
    for (arms, patience, reason) in [
        ("uci) ;;", (brief, ready), "no answer to uci"),
        ("isready) ;;", (loading, brief), "no answer to isready"),
    ] {
        let mut engine = uci_engine(arms);
        (engine.patience.loading, engine.patience.ready) = patience;
        let played = Match::new(WHITE, &engine, Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason);
    }
}

/// The engine prints nothing, half a line, or nothing that is a move: its flag falls.
#[test]
fn an_engine_that_does_not_answer_flags() {
    for arms in [
        "go*) ;;",
        "go*) exec tail -f /dev/null ;;",
        "go*) printf 'bestmove e2e4'; exec tail -f /dev/null ;;",
        "go*) echo move e2e4; echo e2e4; echo; echo so bestmove e2e4; echo info pv e2e4 ;;",
    ] {
        let mut engine = uci_engine(arms);
        engine.patience.quit = Duration::from_millis(20);
        let mut game = Match::new(WHITE, &engine, Others::default());
        game.control = TimeControl::sudden_death(Millis(200));
        let played = game.play();
        let outcome = Outcome { winner: Some(WHITE.team().other()), ending: Ending::Flag(WHITE) };
        assert_eq!(played.close, Close::Outcome(outcome), "{arms}");
    }
}
