//! Tests of the program over UBI, as a front-end for two boards runs it.

#[expect(dead_code, reason = "bytes, closed streams and plain output are for other tests")]
mod piped;

use piped::Piped;

/// The program after its greeting.
fn greeted(arguments: &[&str]) -> Piped {
    let mut program = Piped::start(arguments);
    program.tell("ubi");
    program.wait_for("ubiok");
    program
}

/// The lines up to one that begins like this.
fn lines_to(program: &Piped, beginning: &str) -> Vec<String> {
    let mut lines = vec![program.next_line()];
    while !lines.last().is_some_and(|line| line.starts_with(beginning)) {
        lines.push(program.next_line());
    }
    lines
}

#[test]
fn a_first_line_ubi_is_answered_in_ubi() {
    let mut program = Piped::start(&[]);
    program.tell("ubi");
    assert!(program.next_line().starts_with("id name Tandem "));
    assert!(program.next_line().starts_with("id author "));
    let options = lines_to(&program, "ubiok");
    let (last, options) = options.split_last().expect("there is the last one");
    assert_eq!(last, "ubiok");
    assert!(options.iter().all(|line| line.starts_with("option name ")), "{options:?}");
    program.tell("frobnicate");
    assert_eq!(program.next_line(), "info string unknown command: frobnicate");
    program.tell("quit");
    assert!(program.wait_for_end().success());
}

#[test]
fn both_boards_are_searched_at_once_and_each_is_answered() {
    let mut program = greeted(&["--option", "Hash=4"]);
    for line in [
        "ubinewgame",
        "position startpos | r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5 clock 180000 180000 180000 180000",
        "go board A infinite",
        "go board B movetime 200",
    ] {
        program.tell(line);
    }
    let lines = lines_to(&program, "bestmove");
    let answer = lines.last().expect("there is one");
    assert!(answer.starts_with("bestmove board B "), "{answer}");
    assert_eq!(
        *answer,
        answer.to_lowercase().replace("board b", "board B"),
        "drops are lower case"
    );
    for board in ["A", "B"] {
        let thoughts = format!("info board {board} depth ");
        assert!(lines.iter().any(|line| line.starts_with(&thoughts)), "{board}: {lines:?}");
    }
    program.tell("stop");
    program.tell("isready");
    let lines = lines_to(&program, "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    program.tell("go board A");
    program.wait_for("bestmove board A ");
}

#[test]
fn a_board_that_changes_ends_its_search_without_an_answer() {
    let mut program = greeted(&[]);
    program.tell("position startpos | startpos clock 60000 60000 60000 60000");
    program.tell("go board A infinite");
    program.wait_for("info board A depth 2 ");
    let after = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1";
    program.tell(&format!("position {after} | startpos clock 60000 60000 60000 60000"));
    program.tell("isready");
    assert!(!lines_to(&program, "readyok").iter().any(|line| line.starts_with("bestmove")));
    program.tell("go board A depth 3");
    program.wait_for("bestmove board A ");
    program.tell("quit");
    assert!(program.wait_for_end().success());
}
