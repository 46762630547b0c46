//! The commands that a UCI engine is sent, and the interpretation of its output.

use std::num::NonZeroU64;

use tandem_arbiter::{Appraisal, Engine, Played, Protocol, Thought};
use tandem_rules::{
    Boards, Ending, Millis, MoveRules, OutcomeRules, Preset, RuleSet, Seat, TimeControl,
};
use tempfile::TempDir;

use crate::support::{self, Match, Others, blocked_mate, fault, place, told, uci_engine};

const WHITE: Seat = Seat::ALL[0];
const BLACK: Seat = Seat::ALL[1];

/// The fault of a script that quits, as UCI has no command to resign.
const LEFT: &str = "the engine has quit: exit status: 0";

const OPTIONS: &str = "uci) echo 'id name script'; echo 'option name Hash type spin min 4 max 8';
    echo 'option name Threads type spin default 9 min 1 max 9';
    echo 'option name Ponder type check default true';
    echo 'option name Clear Hash type button'; echo 'option name rules type string';
    echo 'option name UCI_Variant type combo default chess var bughouse var chess';
    echo 'option name UCI_Chess960 type check default false'; echo uciok ;;";

fn recorded(folder: &TempDir, arms: &str) -> Engine {
    support::recorded(folder, Protocol::Uci, &format!("{arms} {OPTIONS}"))
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

#[test]
fn a_game_is_told_as_a_gui_does() {
    let folder = folder();
    let arms = "go*) n=$((n+1)); case $n in 1) echo bestmove g1f3 ;; *) exit ;; esac ;;";
    let mut game = Match::new(WHITE, &recorded(&folder, arms), Others::default());
    game.control = "300+2".parse().expect("a control");
    let played = game.play();
    assert_eq!(fault(&played, WHITE), LEFT);
    let mut position = Boards::start(MoveRules::default()).position(WHITE.board).clone();
    let start = position.to_fen();
    for ply in played.game.plies() {
        let _ = position.make(ply.m, &mut ());
    }
    let expected = [
        "uci",
        "setoption name Hash value 4",
        "setoption name Threads value 1",
        "setoption name Ponder value false",
        "setoption name Rules value wbn",
        "setoption name UCI_Variant value bughouse",
        "setoption name UCI_Chess960 value false",
        "ucinewgame",
        "isready",
        &format!("position fen {start}"),
        "go wtime 300000 btime 300000 winc 2000 binc 0",
        &format!("position fen {}", position.to_fen()),
    ];
    let mut told = told(&folder);
    assert!(told.pop().is_some_and(|last| last.starts_with("go wtime ")), "{told:?}");
    // The time that passes before the first question differs from run to run.
    told[10] = told[10].replace(told[10].split(' ').nth(2).unwrap_or_default(), "300000");
    assert_eq!(told, expected);
}

#[test]
fn each_game_has_its_name_and_chess_its_plain_fen() {
    for (preset, start) in [
        (Preset::Crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        (Preset::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ] {
        let folder = folder();
        let options = "uci) echo 'option name UCI_Variant type string'; echo uciok ;;";
        let engine = recorded(&folder, &format!("go*) exit ;; {options}"));
        let RuleSet { moves, outcomes } = preset.rules();
        let boards = Boards::start_of(preset.variant(), moves);
        let played = Match::new(WHITE, &engine, Others::default()).play_from(boards, outcomes);
        assert_eq!(fault(&played, WHITE), LEFT);
        let told = told(&folder);
        assert_eq!(told[1], format!("setoption name UCI_Variant value {}", preset.name()));
        assert_eq!(told[place(&told, "position")], format!("position fen {start}"));
    }
}

/// Plays from a blocked mate; the script has nothing to play until the knight comes. Then it drops
/// the knight, and quits.
fn play_blocked_mate(engine: &Engine) -> Played {
    play_blocked_mate_in(match_of(engine))
}

fn match_of(engine: &Engine) -> Match {
    Match::new(BLACK, engine, Others { lines: 3, moves: 1, ..Others::default() })
}

fn play_blocked_mate_in(mut game: Match) -> Played {
    let played = game.play_from(blocked_mate(), OutcomeRules::FICS);
    assert_eq!(fault(&played, BLACK), LEFT);
    assert!(played.game.plies().iter().any(|ply| ply.seat == BLACK));
    played
}

/// The reactions of such a script; `without` is its answer while it has no knight.
fn blocked(without: &str) -> String {
    format!(
        "position*'[n]'*) held=1 ;; go*) case $held in
        1) held=2; echo info depth 1 nodes 700; echo bestmove N@f8 ;; 2) exit ;; *) {without} ;;
        esac ;;"
    )
}

#[test]
fn a_piece_that_arrives_ends_the_sitting() {
    let folder = folder();
    play_blocked_mate(&recorded(&folder, &blocked("echo 'bestmove (none)'")));
    let told = told(&folder);
    let board = "3R2k1/5ppp/8/8/8/8/5PPP/6K1";
    let order = [format!("position fen {board}[] b"), format!("position fen {board}[n] b")];
    assert!(order.iter().map(|line| place(&told, line)).is_sorted(), "{told:?}");
}

#[test]
fn a_piece_that_arrives_in_mid_thought_begins_another() {
    let folder = folder();
    let arms = format!("stop) echo info nodes 20; echo bestmove e2e5 ;; {}", blocked(":"));
    let played = play_blocked_mate(&recorded(&folder, &arms));
    let told = told(&folder);
    let kinds: Vec<&str> = told.iter().filter_map(|line| line.split(' ').next()).collect();
    let thoughts = &kinds[place(&told, "position")..];
    assert_eq!(thoughts[..5], ["position", "go", "stop", "position", "go"], "words are no reason");
    let knight = played.game.plies().iter().position(|ply| ply.seat == BLACK);
    let nodes = played.efforts[knight.expect("it was played")].nodes;
    assert_eq!(nodes, 720, "all thoughts of a turn count");
}

#[test]
fn on_the_node_clock_a_move_takes_its_nodes_told_or_not() {
    for nodes in [1, 700] {
        let folder = folder();
        let arms = blocked("echo 'bestmove (none)'");
        let arms = if nodes == 1 { arms } else { arms.replace(" nodes 700", "") };
        let engine = recorded(&folder, &arms);
        let engine = Engine {
            node_rate: NonZeroU64::new(1000),
            nodes_per_move: NonZeroU64::new(nodes),
            ..engine
        };
        let played = play_blocked_mate(&engine);
        let at: Vec<i64> = played.game.plies().iter().map(|ply| ply.at.0).collect();
        assert_eq!(at, [1, 701, 702], "{nodes}");
        let told = told(&folder);
        assert_eq!(told[place(&told, "go")], format!("go nodes {nodes}"));
    }
}

#[test]
fn an_engine_with_a_rate_of_its_own_is_timed_by_it_and_the_others_by_that_of_the_clock() {
    for (rate, expected) in [(500, [2, 1402, 1404]), (1000, [2, 702, 704]), (2000, [2, 352, 354])] {
        let folder = folder();
        let engine = recorded(&folder, &blocked("echo 'bestmove (none)'"));
        let [node_rate, nodes_per_move] = [rate, 9].map(NonZeroU64::new);
        let mut game = match_of(&Engine { node_rate, nodes_per_move, ..engine });
        game.timing = "nodes:500".parse().expect("a clock");
        let played = play_blocked_mate_in(game);
        let at: Vec<i64> = played.game.plies().iter().map(|ply| ply.at.0).collect();
        assert_eq!(at, expected, "{rate}");
    }
}

#[test]
fn the_first_of_several_lines_is_the_thought_behind_a_move() {
    let cases = [
        ("info score cp 31", Thought { depth: 0, score: Some(Appraisal::Centipawns(31)) }),
        (
            "info depth 9 score mate -3 upperbound multipv 1",
            Thought { depth: 9, score: Some(Appraisal::Mate(-3)) },
        ),
        ("info string depth 9 score cp 5", Thought::default()),
    ];
    for (info, thought) in cases {
        let others = "echo info depth 8 multipv 2 score cp -7 nodes 6; echo info time 3";
        let arms = format!(
            "go*) n=$((n+1)); case $n in 1) echo {info}; {others}; echo bestmove e2e4 ;; *) exit ;; esac ;;"
        );
        let played = Match::new(WHITE, &uci_engine(&arms), Others::default()).play();
        assert_eq!(played.efforts[0].thought, thought, "{info}");
        assert_eq!(played.efforts[0].nodes, 6);
    }
}

#[test]
fn garbage_and_spellings_do_no_harm() {
    for text in ["e2e4", "e2e4 ponder e7e5", "  e2e4  ", "e2-e4 x"] {
        let arms = format!(
            "go*) n=$((n+1)); case $n in 1) printf '\\377\\000\\n\\nuciok\\nreadyok\\noption\\ninfo pv\\nbest';
            echo 'move {text}' ;; *) exit ;; esac ;;"
        );
        let played = Match::new(WHITE, &uci_engine(&arms), Others::default()).play();
        let moved = played.game.plies().iter().any(|ply| ply.seat == WHITE);
        assert_eq!(moved, !text.contains('x'), "{text}: {}", played.close);
    }
}

/// Plays two games, each of which ends when White's flag falls.
fn two_games(engine: &Engine) {
    let mut games = Match::new(WHITE, engine, Others::default());
    games.control = TimeControl::sudden_death(Millis(100));
    for _ in 0..2 {
        let played = games.play();
        assert_eq!(played.game.outcome().map(|o| o.ending), Some(Ending::Flag(WHITE)));
    }
}

fn count(told: &[String], line: &str) -> usize {
    told.iter().filter(|told| *told == line).count()
}

#[test]
fn an_engine_plays_one_game_after_the_other() {
    for arms in [
        "stop) echo bestmove e2e5 ;;",
        // The answer to `stop` may come late.
        "stop) late=1 ;;
        isready) echo readyok; case $late in 1) late=; echo bestmove e2e4 ;; esac ;;",
    ] {
        let folder = folder();
        two_games(&recorded(&folder, arms));
        let told = told(&folder);
        assert_eq!([count(&told, "uci"), count(&told, "ucinewgame")], [1, 2], "{told:?}");
    }
}

#[test]
fn an_engine_that_does_not_stop_is_replaced_and_the_match_goes_on() {
    let folder = folder();
    let mut engine = recorded(&folder, "stop) ;;");
    engine.patience.ready = std::time::Duration::from_secs(5); // a new process needs some of it
    two_games(&engine);
    assert_eq!(count(&told(&folder), "uci"), 2);
}

#[test]
fn an_engine_that_has_failed_is_started_again() {
    let folder = folder();
    let engine = recorded(&folder, "go*) exit ;;");
    let mut games = Match::new(WHITE, &engine, Others::default());
    for _ in 0..2 {
        assert_eq!(fault(&games.play(), WHITE), LEFT);
    }
    assert_eq!(count(&told(&folder), "uci"), 2);
}
