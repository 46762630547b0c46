//! The lines of real searches, matched with the patterns that front-ends match them with.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use regex::Regex;
use tandem_engine::{Event, Searcher};
use tandem_protocol::uci::CommandLines;
use tandem_session::uci::Session;

/// pychess's browser client: a line that lacks a field is dropped in silence.
const PYCHESS: &str = r"(?x) ^info \ depth\ (\d+) \ seldepth\ (\d+) \ multipv\ (\d+)
    \ score\ (cp|mate)\ (-?\d+) (?:\ (?:upper|lower)bound)?
    \ nodes\ (\d+) \ nps\ (\d+) (?:\ hashfull\ (\d+))? (?:\ tbhits\ (\d+))?
    \ time\ (\d+) \ pv\ (.+)$";

/// Half a dozen other front-ends in JavaScript.
const JAVASCRIPT: &str =
    r"^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)(?: |$)";

/// Lines to a session, the last of which starts a search. The searches range from nothing but a proved
/// mate, which takes no time, to several lines, two boards and a search that is stopped by its clock.
const SEARCHES: &[&[&str]] = &[
    &["position startpos", "go depth 1"],
    &["position startpos moves e2e4 e7e5", "go depth 6"],
    &["setoption name MultiPV value 3", "position startpos", "go depth 4"],
    &[
        "setoption name UCI_Variant value bughouse",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1",
        "go movetime 1000",
    ],
    &[
        "setoption name UCI_Variant value bughouse",
        "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Pn] w KQkq - 4 4",
        "go wtime 500 btime 500",
    ],
    &[
        "setoption name UCI_Variant value crazyhouse",
        "setoption name Use NNUE value false",
        "position startpos moves e2e4 d7d5 e4d5",
        "go nodes 2000",
    ],
    &["setoption name Team value white", "position startpos moves 2e2e4", "go nodes 4000"],
    &[
        "setoption name Team value white",
        "setoption name Joint value off",
        "position startpos moves 2e2e4",
        "go movetime 40",
    ],
];

/// The lines that a session with a real search prints until it has answered.
fn printed(lines: &[&str]) -> Vec<String> {
    let (searcher, events) = Searcher::new(1);
    let mut session = Session::new(searcher, None, Instant::now());
    let (mut printed, mut commands) = (Vec::new(), CommandLines::default());
    for line in lines {
        let replies = session.command(&commands.read(line), Instant::now());
        printed.extend(replies.iter().map(ToString::to_string));
    }
    while !printed.iter().any(|line| line.starts_with("bestmove ")) {
        let replies = session.event(next(&events), Instant::now());
        printed.extend(replies.iter().map(ToString::to_string));
    }
    printed
}

fn next(events: &Receiver<Event>) -> Event {
    events.recv_timeout(Duration::from_mins(1)).expect("a search ends")
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is one")
}

#[test]
fn every_line_with_a_score_is_taken_by_pychess_and_others() {
    let patterns = [PYCHESS, JAVASCRIPT].map(pattern);
    for lines in SEARCHES {
        let printed = printed(lines);
        let scored: Vec<&String> = printed.iter().filter(|line| line.contains(" score ")).collect();
        assert!(!scored.is_empty(), "{printed:?}");
        for line in scored {
            assert!(patterns.iter().all(|pattern| pattern.is_match(line)), "{line}");
        }
    }
}

/// The commands of pychess from its first line to a search.
const PYCHESS_COMMANDS: &[&str] = &[
    "uci",
    "load <<EOF",
    "[paradigm:chess]",
    "pieceToCharTable = PNBRQ",
    "quit",
    "EOF",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Use NNUE value true",
    "setoption name UCI_Variant value bughouse",
    "setoption name UCI_Chess960 value false",
    "setoption name MultiPV value 1",
    "isready",
    "position fen rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3 moves P@e4 P@d4",
    "go depth 5",
];

#[test]
fn the_commands_of_pychess_are_obeyed_or_refused_in_one_line() {
    let printed = printed(PYCHESS_COMMANDS);
    let strings: Vec<&String> =
        printed.iter().filter(|line| line.starts_with("info string ")).collect();
    assert_eq!(strings, ["info string variants cannot be defined: load <<EOF"]);
    let options: Vec<&String> =
        printed.iter().filter(|line| line.starts_with("option name ")).collect();
    let variants = "combo default chess var chess var crazyhouse var bughouse";
    assert_eq!(options[0], &format!("option name UCI_Variant type {variants}"));
    assert!(options.iter().any(|line| *line == "option name Use NNUE type check default true"));
    assert!(printed.iter().any(|line| line == "readyok"), "{printed:?}");
}

#[test]
fn seldepth_covers_the_line_and_grows_beyond_the_depth() {
    let pattern = pattern(PYCHESS);
    let printed = printed(&["position startpos moves e2e4 d7d5", "go depth 7"]);
    let lines = printed.iter().filter_map(|line| pattern.captures(line));
    let rows = lines.map(|found| {
        let number = |group: usize| found[group].parse::<usize>().expect("digits");
        (number(1), number(2), found[11].split(' ').count())
    });
    let rows: Vec<(usize, usize, usize)> = rows.collect();
    assert!(rows.iter().all(|(_, seldepth, line)| seldepth >= line), "{rows:?}");
    assert!(rows.iter().any(|(depth, seldepth, _)| seldepth > depth), "{rows:?}");
}
