//! One engine in both seats of a team.

use std::num::NonZeroU64;

use tandem_arbiter::{Engine, Played, Protocol};
use tandem_rules::{Boards, Ending, MoveRules, OutcomeRules, Seat, TimeControl};
use tempfile::TempDir;

use crate::support::{self, LONG, Match, Others, blocked_mate, place, told};

/// Team one: White on A and Black on B.
const WHITE_A: Seat = Seat::ALL[0];
const BLACK_B: Seat = Seat::ALL[3];
/// Team two: Black on A and White on B.
const BLACK_A: Seat = Seat::ALL[1];
const WHITE_B: Seat = Seat::ALL[2];

const OPTIONS: &str = "uci) echo 'option name Team type combo default white var white var black';
    echo 'option name Mode type combo default go var sit var go'; echo uciok ;;";

/// A script that answers each `go` with the next of these answers, and then quits.
fn answering(folder: &TempDir, answers: &[&str]) -> Engine {
    let arms =
        answers.iter().zip(1..).map(|(answer, n)| format!("{n}) echo 'bestmove {answer}' ;;"));
    let arms = arms.collect::<Vec<_>>().join(" ");
    let arms = format!("go*) n=$((n+1)); case $n in {arms} *) exit ;; esac ;; {OPTIONS}");
    support::recorded(folder, Protocol::UciTeam, &arms)
}

fn on_node_clock(engine: Engine) -> Engine {
    Engine { node_rate: NonZeroU64::new(1000), nodes_per_move: NonZeroU64::new(100), ..engine }
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

fn moves(played: &Played) -> Vec<(Seat, String)> {
    let plies = played.game.plies().iter();
    plies.map(|ply| (ply.seat, format!("{:?}", ply.m))).collect()
}

#[test]
fn both_boards_are_told_and_either_may_pass() {
    let folder = folder();
    let engine = on_node_clock(answering(&folder, &["(g1f3,pass)", "(pass,e7e5)"]));
    let others = Others { opponent_sits: true, diagonal_moves: 1, ..Others::default() };
    let mut game = Match::new(WHITE_A, &engine, others);
    game.control = TimeControl::sudden_death((LONG * 2).into());
    let played = game.play();
    let start = Boards::start(MoveRules::default());
    let fen = start.position(WHITE_A.board).to_fen();
    let mut board_b = start.position(BLACK_B.board).clone();
    let first = &played.game.plies()[0];
    assert_eq!(first.seat, WHITE_B);
    let _ = board_b.make(first.m, &mut ());
    let expected: &[&str] = &[
        "uci",
        "setoption name Team value white",
        "ucinewgame",
        "isready",
        "setoption name Mode value sit",
        &format!("position fen {fen}|{fen}"),
        "go nodes 100",
        "setoption name Mode value sit",
        &format!("position fen {fen}|{}", board_b.to_fen()),
        "go nodes 100",
        "quit",
    ];
    drop(game);
    assert_eq!(told(&folder), expected);
    let own = [(WHITE_A, "g1f3".to_owned()), (BLACK_B, "e7e5".to_owned())];
    assert_eq!(moves(&played)[1..], own);
}

#[test]
fn time_to_sit_has_two_names() {
    let folder = folder();
    let options =
        "uci) echo 'option name Team type string'; echo 'option name TimeAdvantage type check';
        echo uciok ;;";
    let engine = support::recorded(&folder, Protocol::UciTeam, &format!("go*) exit ;; {options}"));
    let mut game = Match::new(WHITE_A, &engine, Others::default());
    game.control = TimeControl::sudden_death((LONG * 2).into());
    game.play();
    let told = told(&folder);
    assert_eq!(
        told[place(&told, "setoption name Time")],
        "setoption name TimeAdvantage value true"
    );
}

#[test]
fn a_team_waits_for_the_piece_that_it_takes_itself() {
    for by_nodes in [false, true] {
        let folder = folder();
        let arms = format!(
            "position*'[n] b'*) held=1 ;; go*) case $held in 1) held=2; echo 'bestmove (N@f8,pass)' ;;
            2) exit ;; *) echo 'bestmove (pass,b1c2)' ;; esac ;; {OPTIONS}"
        );
        let engine = support::recorded(&folder, Protocol::UciTeam, &arms);
        let engine = if by_nodes { on_node_clock(engine) } else { engine };
        let mut game = Match::new(BLACK_A, &engine, Others::default());
        let played = game.play_from(blocked_mate(), OutcomeRules::FICS);
        let told = told(&folder);
        assert_eq!(told[place(&told, "setoption name Team")], "setoption name Team value black");
        let expected = [(WHITE_B, "b1c2".to_owned()), (BLACK_A, "N@f8".to_owned())];
        assert_eq!(moves(&played)[..2], expected, "{}: {told:?}", played.close);
    }
}

/// The engine has said that it sits on A; asked about B, it prefers to move on A.
#[test]
fn a_seat_that_sits_moves_when_the_engine_wants_it_to() {
    for by_nodes in [false, true] {
        let folder = folder();
        let answers = ["(pass,pass)", "(e2e4,pass)", "(e2e4,pass)"];
        let engine = answering(&folder, &answers[..if by_nodes { 3 } else { 2 }]);
        let engine = if by_nodes { on_node_clock(engine) } else { engine };
        let others = Others { diagonal_moves: 1, ..Others::default() };
        let played = Match::new(WHITE_A, &engine, others).play();
        let moves = moves(&played);
        assert_eq!(moves[0].0, WHITE_B, "{}", played.close);
        assert_eq!(moves[1], (WHITE_A, "e2e4".to_owned()), "{}", played.close);
        // On the node clock a seat can only move when it is told to go, so its partner tells it.
        let words: Vec<_> = played.messages.iter().map(|told| (told.seat, &*told.text)).collect();
        assert_eq!(words, if by_nodes { vec![(BLACK_B, "go")] } else { vec![] });
    }
}

#[test]
fn a_team_that_passes_flags() {
    let folder = folder();
    let mut game = Match::new(WHITE_A, &answering(&folder, &["(pass,pass)"]), Others::default());
    game.control = "0.2".parse().expect("a control");
    let played = game.play();
    assert_eq!(played.game.outcome().map(|end| end.ending), Some(Ending::Flag(WHITE_A)));
    let told = told(&folder);
    assert!(told[place(&told, "go ")].starts_with("go movetime "), "{told:?}");
}
