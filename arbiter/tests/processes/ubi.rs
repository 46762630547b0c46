//! The commands that a UBI engine is sent, and the interpretation of its output.

use std::num::NonZeroU64;

use tandem_arbiter::{Engine, Protocol};
use tandem_rules::{Boards, MoveRules, OutcomeRules, Preset, RuleSet, Seat};
use tempfile::TempDir;

use crate::support::{self, LONG, Match, Others, blocked_mate, fault, place, told, ubi_engine};

const WHITE: Seat = Seat::ALL[0];
const BLACK: Seat = Seat::ALL[1];

/// The fault of a script that quits, as UBI has no command to resign.
const LEFT: &str = "the engine has quit: exit status: 0";

const OPTIONS: &str = "ubi) echo 'id name script'; echo 'option name Hash type spin min 4 max 8';
    echo 'option name Threads type spin default 9 min 1 max 9';
    echo 'option name rules type string';
    echo 'option name TeamMessageMode type combo default full var full var ignore'; echo ubiok ;;";

fn recorded(folder: &TempDir, arms: &str) -> Engine {
    support::recorded(folder, Protocol::Ubi, &format!("{arms} {OPTIONS}"))
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

/// A line without the times at its end, which differ from run to run.
fn without_clocks(line: &str) -> String {
    line.split_once(" clock ").map_or(line, |(line, _)| line).to_owned()
}

#[test]
fn a_game_is_told_whole_each_time() {
    let folder = folder();
    let arms = "go*) n=$((n+1)); case $n in 1) echo bestmove board A g1f3 ;; *) exit ;; esac ;;";
    let played = Match::new(WHITE, &recorded(&folder, arms), Others::default()).play();
    assert_eq!(fault(&played, WHITE), LEFT);
    let mut position = Boards::start(MoveRules::default()).position(WHITE.board).clone();
    let start = position.to_fen();
    for ply in played.game.plies() {
        let _ = position.make(ply.m, &mut ());
    }
    let told = told(&folder);
    let clocks = |line: &str| line.split_once(" clock ").map(|(_, clocks)| clocks.to_owned());
    let shown = told.iter().filter_map(|line| clocks(line));
    for shown in shown {
        let times: Vec<u128> = shown.split(' ').map(|ms| ms.parse().expect("a time")).collect();
        assert!(times.len() == 4 && times.iter().all(|ms| *ms <= LONG.as_millis()), "{times:?}");
    }
    let expected = [
        "ubi",
        "setoption name Hash value 4",
        "setoption name Threads value 1",
        "setoption name Rules value wbn",
        "ubinewgame",
        "isready",
        &format!("position {start} | {start}"),
        "go board A",
        &format!("position {} | {start}", position.to_fen()),
        "go board A",
    ];
    let told: Vec<String> = told.iter().map(|line| without_clocks(line)).collect();
    assert_eq!(told, expected);
}

/// The engine says nothing until the knight has come.
#[test]
fn a_piece_that_arrives_in_mid_thought_begins_another() {
    let folder = folder();
    let arms = "position*'[n] b'*) held=1 ;; go*) case $held in
        1) held=2; echo info board A depth 7 nodes 700; echo bestmove board A n@f8 ;; 2) exit ;;
        esac ;;";
    let others = Others { moves: 1, ..Others::default() };
    let mut game = Match::new(BLACK, &recorded(&folder, arms), others);
    let played = game.play_from(blocked_mate(), OutcomeRules::FICS);
    assert_eq!(fault(&played, BLACK), LEFT);
    let ply = played.game.plies().iter().position(|ply| ply.seat == BLACK).expect("it moves");
    assert_eq!(played.efforts[ply].thought.depth, 7);
    let told = told(&folder);
    let stop = place(&told, "stop board A");
    let next: Vec<String> = told[stop..stop + 4].iter().map(|line| without_clocks(line)).collect();
    assert_eq!((&*next[0], &*next[1], &*next[3]), ("stop board A", "isready", "go board A"));
    assert!(next[2].starts_with("position 3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b"), "{next:?}");
}

/// The move that crosses with the stop is as good as any other.
#[test]
fn a_move_on_its_way_counts_although_the_search_was_stopped() {
    let folder = folder();
    let arms =
        "stop*) echo bestmove board A n@f8 ;; go*) n=$((n+1)); case $n in 2) exit ;; esac ;;";
    let others = Others { moves: 1, ..Others::default() };
    let mut game = Match::new(BLACK, &recorded(&folder, arms), others);
    let played = game.play_from(blocked_mate(), OutcomeRules::FICS);
    assert_eq!(fault(&played, BLACK), LEFT);
    let own: Vec<String> = played
        .game
        .plies()
        .iter()
        .filter(|ply| ply.seat == BLACK)
        .map(|ply| format!("{:?}", ply.m))
        .collect();
    assert_eq!(own, ["N@f8"]);
    let told = told(&folder);
    assert_eq!(told.iter().filter(|line| line.starts_with("go ")).count(), 2, "{told:?}");
}

#[test]
fn the_other_board_is_shown_in_mid_thought() {
    let folder = folder();
    let arms = "position*) n=$((n+1)); case $n in 2) echo bestmove board A g1f3; exit ;; esac ;;";
    let others = Others { diagonal_moves: 1, opponent_sits: true, ..Others::default() };
    let played = Match::new(WHITE, &recorded(&folder, arms), others).play();
    let told = told(&folder);
    let go = place(&told, "go board A");
    assert!(told[go + 1].starts_with("position "), "{told:?}");
    assert!(!told.iter().any(|line| line.starts_with("stop board")), "{}: {told:?}", played.close);
}

#[test]
fn a_message_to_the_partner_is_passed_on_in_its_words() {
    let folder = folder();
    let arms =
        "go*) echo teammsg need n urgency high; echo teammsg sing; echo info board B depth 9;
        echo bestmove board A e2e4; exit ;;";
    let played = Match::new(WHITE, &recorded(&folder, arms), Others::default()).play();
    let words: Vec<&str> = played
        .messages
        .iter()
        .filter(|told| told.seat == WHITE)
        .map(|told| told.text.as_str())
        .collect();
    assert_eq!(words, ["need n urgency high"]);
}

/// Cases: White's reaction when it is told to play, and the reason of its defeat.
const FAULTS: &[(&str, &str)] = &[
    ("go*) exit 3 ;;", "the engine has quit: exit status: 3"),
    ("go*) exec yes garbage ;;", "the output of the engine does not end"),
    ("go*) exec yes teammsg stall ;;", "it sends too many messages"),
    ("go*) echo bestmove board A e2e5 ;;", "`e2e5` is not legal here"),
    ("go*) echo bestmove board A nonsense ;;", "`nonsense` is not a move"),
    ("go*) echo bestmove board B e2e4 ;;", "it moves out of turn: `e2e4`"),
    (
        "go*) echo bestmove e2e4 ;;",
        "`bestmove e2e4`, expected bestmove board A MOVE or bestmove board B MOVE",
    ),
    (
        "go*) echo bestmove board A e2e4; echo bestmove board A d2d4 ;;",
        "it moves out of turn: `d2d4`",
    ),
];

#[test]
fn a_fault_loses_the_game_with_its_reason() {
    for &(arms, reason) in FAULTS {
        let others = Others { opponent_sits: true, ..Others::default() };
        let played = Match::new(WHITE, &ubi_engine(arms), others).play();
        assert_eq!(fault(&played, WHITE), reason, "{arms}");
    }
}

/// The game is lost before it begins: no clock has run, and no move is made.
#[test]
fn an_engine_that_cannot_play_has_lost_before_the_first_move() {
    let on_node_clock = Engine { node_rate: NonZeroU64::new(1000), ..ubi_engine("") };
    for (engine, reason) in [
        (ubi_engine("ubi) exit 1 ;;"), "the engine has quit: exit status: 1"),
        (on_node_clock, "it cannot play on the node clock: it has no node limit for a move"),
    ] {
        let played = Match::new(WHITE, &engine, Others::default()).play();
        assert_eq!(fault(&played, WHITE), reason);
        assert!(played.game.plies().is_empty());
    }
    let RuleSet { moves, outcomes } = Preset::Crazyhouse.rules();
    let boards = Boards::start_of(Preset::Crazyhouse.variant(), moves);
    let played = Match::new(WHITE, &ubi_engine(""), Others::default()).play_from(boards, outcomes);
    assert_eq!(fault(&played, WHITE), "it does not play crazyhouse");
}

#[test]
fn on_the_node_clock_it_is_given_its_nodes() {
    let folder = folder();
    let arms = "go*) n=$((n+1)); case $n in 1) echo bestmove board A g1f3 ;; *) exit ;; esac ;;";
    let engine = recorded(&folder, arms);
    let engine =
        Engine { node_rate: NonZeroU64::new(1000), nodes_per_move: NonZeroU64::new(100), ..engine };
    let played = Match::new(WHITE, &engine, Others::default()).play();
    assert_eq!(fault(&played, WHITE), LEFT);
    assert_eq!(played.efforts[0].nodes, 100, "it reports none");
    let told = told(&folder);
    assert_eq!(told[place(&told, "go")], "go board A nodes 100");
}
