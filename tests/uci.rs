//! Tests of the program over UCI, and with clients of others.

mod fed;

use std::process::Command;

use fed::fed;

const TANDEM: &str = env!("CARGO_BIN_EXE_tandem");

/// The output of the program for these lines, up to `quit` or their end.
fn talk(lines: &str) -> String {
    let output = fed(Command::new(TANDEM), lines);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn a_first_line_uci_is_answered_in_uci() {
    let printed = talk("uci\nisready\nfrobnicate\n");
    let first = printed.lines().next().unwrap_or_default();
    assert!(first.starts_with("id name Tandem "), "{printed}");
    let last: Vec<&str> = printed.lines().rev().take(3).collect();
    assert_eq!(last, ["info string unknown command: frobnicate", "readyok", "uciok"]);
    assert!(!talk("xboard\nprotover 2\nquit\n").contains("uciok"));
}

/// (what comes before the first line, its answer)
const BEFORE_THE_FIRST_LINE: &[(&str, &str)] =
    &[("", ""), ("\u{feff}", ""), ("\n\r\n", ""), ("isready\n", "readyok\n"), ("\u{feff}\n", "")];

#[test]
fn the_protocol_is_told_by_the_first_line_with_a_command_of_one() {
    for (before, answer) in BEFORE_THE_FIRST_LINE {
        let printed = talk(&format!("{before}uci\nquit\n"));
        let said = printed.strip_prefix(answer).unwrap_or_default();
        assert!(said.starts_with("id name Tandem "), "{before:?}: {printed}");
        assert!(talk(&format!("{before}ubi\nquit\n")).contains("ubiok"), "{before:?}");
        let printed = talk(&format!("{before}xboard\nprotover 2\nquit\n"));
        assert!(printed.contains("feature"), "{before:?}: {printed}");
    }
}

/// First lines of scripts that leave out the greeting.
const FIRST_LINES: &[&str] =
    &["ucinewgame", "position startpos", "setoption name Hash value 1", "debug on"];

#[test]
fn a_first_line_of_uci_alone_needs_no_greeting() {
    for line in FIRST_LINES {
        let printed = talk(&format!("{line}\nisready\nquit\n"));
        assert_eq!(printed, "readyok\n", "{line}");
    }
}

/// (the question, true if it ends by itself)
const LAST_QUESTIONS: &[(&str, bool)] = &[
    ("go depth 3", true),
    ("go nodes 100", true),
    ("go movetime 20.5", true),
    ("go wtime -100 btime -100", true),
    ("go wtime 1000.7 btime 2000 winc 10.5", true),
    ("go depth", true),
    ("go depth 3 infinite", false),
    ("go ponder wtime 1000 btime 1000", false),
    ("go", false),
];

#[test]
fn a_question_that_the_end_of_the_input_follows_is_answered_if_it_ends_by_itself() {
    for (question, ends) in LAST_QUESTIONS {
        for position in ["position startpos", "setoption name Team value white"] {
            let printed = talk(&format!("uci\n{position}\n{question}\n"));
            let answers = printed.lines().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, usize::from(*ends), "{position}, {question}: {printed}");
        }
    }
}

#[test]
fn a_question_in_which_the_engine_sits_or_ponders_is_answered_when_no_line_can_come() {
    let sits = "setoption name UCI_Variant value bughouse\nposition startpos\n\
                setoption name Ptell value sit\ngo depth 3 wtime 600000 btime 600000";
    for question in [sits, "go ponder wtime 300 btime 300\nponderhit"] {
        let printed = talk(&format!("uci\n{question}\n"));
        assert_eq!(printed.matches("\nbestmove ").count(), 1, "{question}: {printed}");
    }
}

#[test]
fn a_definition_of_variants_is_refused_in_one_line_and_skipped() {
    let printed = talk("uci\nload <<EOF\n[mine:chess]\nquit\nstop now\n\nEOF\nisready\nd\n");
    let after: Vec<&str> = printed.lines().skip_while(|line| *line != "uciok").skip(1).collect();
    assert_eq!(after[..2], ["info string variants cannot be defined: load <<EOF", "readyok"]);
    assert_eq!(after[4], "8  r  n  b  q  k  b  n  r", "{printed}");
    let unended = talk("uci\nload <<EOF\n[mine:chess]\nisready\n");
    let last = "info string no line EOF has ended the definition: load <<EOF\n";
    assert!(unended.ends_with(last), "{unended}");
}

#[test]
fn bench_counts_the_same_nodes_as_on_the_command_line() {
    let nodes =
        |line: &str| line.strip_suffix(" nps")?.split_once(" nodes ")?.0.parse::<u64>().ok();
    let output = Command::new(TANDEM).arg("bench").output().expect("the program can be started");
    let alone = String::from_utf8(output.stdout).expect("it prints UTF-8");
    let alone = alone.lines().find_map(nodes);
    assert!(alone.is_some());
    assert_eq!(talk("uci\nbench\n").lines().find_map(nodes), alone);
}

#[test]
#[ignore = "needs python-chess"]
fn python_chess_plays_a_game_and_analyzes() {
    assert_eq!(client("crazyhouse.py"), ["game", "analysis", "chess960"]);
}

#[test]
#[ignore = "needs python-chess"]
fn python_chess_plays_a_game_by_cecp() {
    assert_eq!(client("cecp.py"), ["game", "analysis"]);
}

#[test]
#[ignore = "needs python-chess"]
fn a_bridge_to_a_site_plays_with_its_usual_options() {
    assert_eq!(client("bot.py"), ["chess", "chess960", "crazyhouse"]);
}

/// The first word of each line that a client in `tests/clients` prints.
fn client(script: &str) -> Vec<String> {
    let script = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    let output =
        Command::new("python3").args([&script, TANDEM]).output().expect("there is a python");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    printed.lines().map(first).collect()
}
