//! The lesson of the page, against the rules: its moves are legal, its positions follow from them, and
//! what its words claim of mates is so.

use serde::Deserialize;
use tandem_rules::notation::Bfen;
use tandem_rules::{BoardId, Boards, Color, Move, Preset, Variant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    title: String,
    says: String,
    boards: [String; 2],
    clocks: Option<[u32; 4]>,
    acts: Vec<Act>,
    done: String,
}

#[derive(Deserialize)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
enum Act {
    You { board: String, r#move: String, task: String, wrong: String, after: [String; 2] },
    Sit { task: String, wrong: String },
    Other { board: String, r#move: String, after: [String; 2] },
    Time { seconds: u32 },
}

fn steps() -> Vec<Step> {
    serde_json::from_str(include_str!("../../web/src/serve/learn/lesson.json")).expect("a lesson")
}

fn read(boards: &[String; 2]) -> Boards {
    let rules = Preset::Fics.rules().moves;
    let (bfen, left_out) = Bfen::start_leniently(&boards.join(" | "), Variant::Bughouse, rules)
        .unwrap_or_else(|error| panic!("{boards:?}: {error}"));
    assert!(left_out.is_empty(), "{boards:?}: {left_out:?}");
    bfen.boards
}

fn fens(boards: &Boards) -> [String; 2] {
    [BoardId::A, BoardId::B].map(|board| boards.position(board).to_fen())
}

/// The moves after which the other side is in check and has no move at all, whatever it holds.
fn mates(boards: &Boards, board: BoardId) -> Vec<String> {
    let position = boards.position(board);
    let is_mate = |m: &Move| {
        let mut after = boards.clone();
        after.play(boards.on_turn(board), *m).expect("a legal move");
        let after = after.position(board);
        after.in_check() && after.legal_moves().is_empty()
    };
    let moves = position.legal_moves();
    moves.iter().filter(|m| is_mate(m)).map(|&m| position.coordinate(m).to_string()).collect()
}

fn board_of(name: &str) -> BoardId {
    if name == "A" { BoardId::A } else { BoardId::B }
}

/// Plays a move of the lesson; returns the boards after it, and the other moves that would mate.
fn play(boards: &Boards, board: &str, text: &str, after: &[String; 2]) -> (Boards, Vec<String>) {
    let id = board_of(board);
    let m = boards.position(id).parse_coordinate(text).expect("a move");
    assert!(boards.position(id).legal_moves().contains(&m), "{text} is not legal");
    let mates = mates(boards, id);
    let mut next = boards.clone();
    next.play(boards.on_turn(id), m).expect("a legal move");
    assert_eq!(&fens(&next), after, "after {text}");
    (next, mates)
}

#[test]
fn the_positions_of_the_lesson_follow_from_its_moves() {
    for step in steps() {
        let mut boards = read(&step.boards);
        assert_eq!(fens(&boards), step.boards, "{}", step.title);
        let mut last = None;
        for act in &step.acts {
            match act {
                Act::You { board, r#move, after, task, wrong } => {
                    let target = &r#move[2..4];
                    assert!(task.contains(target) && wrong.contains(target), "{task} {wrong}");
                    let (next, mates) = play(&boards, board, r#move, after);
                    assert!(mates.iter().all(|mate| mate == r#move), "{mates:?}");
                    (boards, last) = (next, Some(mates));
                }
                Act::Other { board, r#move, after } => {
                    let (next, mates) = play(&boards, board, r#move, after);
                    (boards, last) = (next, Some(mates));
                }
                Act::Sit { task, wrong } => assert!(task.contains("Sit") && wrong.contains("Sit")),
                Act::Time { seconds } => {
                    let [own, _, diagonal, _] = step.clocks.expect("clocks that run");
                    assert!(own > diagonal && seconds * 1_000 < diagonal, "{}", step.title);
                }
            }
        }
        // A step that ends with a mate says so, and only such a step.
        let says_so = step.done.contains("heckmate") || step.done.contains("mated");
        assert_eq!(says_so, last.is_some_and(|mates| !mates.is_empty()), "{}", step.title);
        assert!(step.says.len() < 200, "{} is long for a phone", step.title);
    }
}

#[test]
fn one_who_sits_in_the_lesson_is_mated_after_any_move() {
    for step in steps() {
        if !step.acts.iter().any(|act| matches!(act, Act::Sit { .. })) {
            continue;
        }
        let boards = read(&step.boards);
        for board in [BoardId::A, BoardId::B] {
            let position = boards.position(board);
            let is_meant = board == BoardId::A || step.clocks.is_some();
            if !is_meant || boards.on_turn(board).color != Color::White {
                continue;
            }
            for m in position.legal_moves() {
                let mut after = boards.clone();
                after.play(boards.on_turn(board), m).expect("a legal move");
                assert!(!mates(&after, board).is_empty(), "{}: {m:?} escapes", step.title);
            }
        }
    }
}
