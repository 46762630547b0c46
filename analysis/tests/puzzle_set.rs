//! Laws of the set of puzzles that comes with the program.

use std::collections::HashSet;

use tandem_analysis::puzzles::set::{Likeness, PuzzleSet, SetPuzzle};
use tandem_analysis::puzzles::{Kind, Puzzle, Setting, explanation};
use tandem_rules::{Boards, Handoff, MoveRules, PieceType, Position, Seat};

/// Every how many puzzles of the set one is proved again in each run.
const SAMPLE: usize = 40;
/// Longest mate in moves that is looked for by the rules alone.
const PLAIN: usize = 2;

fn set() -> &'static [SetPuzzle] {
    PuzzleSet::embedded().puzzles()
}

fn setting(puzzle: &Puzzle) -> Setting {
    Setting::of(puzzle, MoveRules::default()).expect("the reader has looked at it")
}

#[test]
fn the_set_has_a_thousand_puzzles_of_five_kinds_in_300_kilobytes() {
    let bytes = include_bytes!("../default.puzzles");
    assert!(bytes.len() <= 300_000, "{}", bytes.len());
    assert!(set().len() >= 1000, "{}", set().len());
    for kind in Kind::ALL {
        let count = set().iter().filter(|known| known.puzzle.kind == kind).count();
        assert!(count >= 100, "{} of {}", count, kind.name());
    }
}

#[test]
fn no_two_puzzles_are_alike_and_each_has_its_number() {
    let (mut men, mut courses, mut numbers) = (HashSet::new(), HashSet::new(), HashSet::new());
    for known in set() {
        let likeness = Likeness::of(&known.puzzle);
        assert!(men.insert(likeness.men), "{:?}", known.puzzle.fens);
        assert!(courses.insert(likeness.course), "{:?}", known.puzzle.solution);
        assert!(numbers.insert(known.number()));
    }
}

#[test]
fn each_puzzle_is_explained() {
    for known in set() {
        let told = explanation(&known.puzzle);
        assert!(told.ends_with('.') && !told.contains("  "), "{told}");
    }
}

fn proves_again(known: &SetPuzzle) {
    let SetPuzzle { puzzle, .. } = known;
    assert_eq!(setting(puzzle).prove(puzzle).as_ref(), Some(puzzle));
}

#[test]
fn a_sample_of_the_puzzles_is_proved_again() {
    set().iter().step_by(SAMPLE).for_each(proves_again);
}

#[test]
#[ignore = "slow: some minutes"]
fn all_puzzles_are_proved_again() {
    set().iter().for_each(proves_again);
}

/// Short mates and what does not mate, found by all checks and all replies, without the mate solver.
#[test]
fn all_short_answers_hold_by_the_rules_alone() {
    let short = set().iter().filter(|known| (1..=PLAIN).contains(&known.puzzle.moves));
    assert!(short.map(holds_plainly).count() >= 500);
}

fn holds_plainly(SetPuzzle { puzzle, .. }: &SetPuzzle) {
    let Setting { boards, seat, .. } = setting(puzzle);
    let given = |seat: Seat, piece: PieceType| {
        let mut boards: Boards = boards.clone();
        boards.hand_over(seat.board, Handoff { color: seat.color, piece });
        boards.position(seat.board).clone()
    };
    let position = boards.position(seat.board);
    let pieces = |letters: &[String]| -> Vec<PieceType> {
        let of = |letter: &String| letter.chars().next().and_then(PieceType::from_char);
        letters.iter().filter_map(of).collect()
    };
    let (answers, what) = (&puzzle.solution.answers, &puzzle.fens);
    match puzzle.kind {
        Kind::Mate => {
            for m in &position.legal_moves() {
                let is_answer = position.coordinate(m).to_string() == answers[0];
                assert_eq!(leads(position, m, puzzle.moves), is_answer, "{what:?}");
            }
        }
        Kind::Take => {
            let there = boards.position(seat.partner().board);
            for m in &there.legal_moves() {
                let Some(piece) = there.captured(m) else { continue };
                let is_answer = answers.contains(&there.coordinate(m).to_string());
                assert_eq!(mates(&given(seat, piece), puzzle.moves), is_answer, "{what:?}");
            }
        }
        Kind::Need => {
            let right = pieces(answers);
            for piece in position.possible_arrivals(seat.color).iter() {
                let is_answer = right.contains(&piece);
                assert_eq!(mates(&given(seat, piece), puzzle.moves), is_answer, "{what:?}");
            }
        }
        Kind::Give => {
            let dangers = pieces(&puzzle.solution.pieces);
            for &danger in &dangers {
                assert!(mates(&given(seat.diagonal(), danger), puzzle.moves), "{what:?}");
            }
            for &m in position.legal_moves().iter().filter(|&&m| position.is_capture(m)) {
                let next = after(position, m);
                let replies = next.legal_moves();
                let mut taken = replies.iter().filter_map(|&reply| next.captured(reply));
                let is_danger = taken.any(|piece| dangers.contains(&piece));
                let is_answer = answers.contains(&position.coordinate(m).to_string());
                assert_eq!(is_danger, !is_answer, "{what:?}");
            }
        }
        Kind::Sit => {
            let all = position.legal_moves();
            assert!(all.iter().all(|&m| mates(&after(position, m), puzzle.moves)), "{what:?}");
        }
    }
}

/// True if the side to move mates by checks in at most this many moves, whatever arrives.
fn mates(position: &Position, moves: usize) -> bool {
    moves > 0 && position.legal_moves().iter().any(|&m| leads(position, m, moves))
}

/// True if a move is a check that leads to mate in at most this many moves, whatever arrives.
fn leads(position: &Position, m: tandem_rules::Move, moves: usize) -> bool {
    let mut next = after(position, m);
    if !next.in_check() {
        return false;
    }
    let color = next.side_to_move();
    let arrivals = next.possible_arrivals(color);
    let mut holdings = next.holdings(color);
    for piece in PieceType::DROPPABLE {
        holdings.set(piece, u8::from(arrivals.contains(piece)));
    }
    next.set_holdings(color, holdings, &mut ());
    let mut replies = next.legal_moves();
    next.generate_accepted_only(&mut replies);
    replies.iter().all(|&reply| mates(&after(&next, reply), moves - 1))
}

fn after(position: &Position, m: tandem_rules::Move) -> Position {
    let mut next = position.clone();
    let _to_partner = next.make(m, &mut ());
    next
}
