use proptest::option;
use proptest::prelude::*;

use super::super::team::messages;
use super::super::{Start, TeamMessage};
use super::*;
use crate::strategies::{lines, texts, words};

fn line(text: &str) -> Line {
    Line::new(text)
}

const BOARD_A: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5";
const BOARD_B: &str = "rnbqkb1r/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR[Qbpp] b KQkq - 0 3";

fn position(boards: [Start; 2], clocks_ms: [i64; 4]) -> Command {
    Command::Position(Box::new(PositionSpec { boards, clocks_ms }))
}

/// (line, command); printing the command gives the line again.
fn canonical() -> Vec<(String, Command)> {
    use Command as C;
    let fen = |text: &str| Start::Fen(line(text));
    let go = |go: Go| C::Go(Box::new(go));
    let set = |name, value: Option<&str>| C::SetOption { name: line(name), value: value.map(line) };
    let (a, b) = (Go::of(BoardId::A), Go::of(BoardId::B));
    [
        ("ubi", C::Ubi),
        ("isready", C::IsReady),
        ("ubinewgame", C::NewGame),
        ("quit", C::Quit),
        ("", C::Blank),
        ("setoption name Hash value 256", set("Hash", Some("256"))),
        ("setoption name Clear Hash", set("Clear Hash", None)),
        ("setoption name EvalFile value <empty>", set("EvalFile", Some(""))),
        (
            "position startpos | startpos clock 180000 180000 180000 180000",
            position([Start::Usual, Start::Usual], [180_000; 4]),
        ),
        ("go board A", go(a.clone())),
        ("go board B", go(b.clone())),
        ("go board A movetime 3000", go(Go { move_time_ms: Some(3000), ..a.clone() })),
        (
            "go board A depth 12 nodes 900",
            go(Go { depth: Some(12), nodes: Some(900), ..a.clone() }),
        ),
        ("go board B infinite", go(Go { infinite: true, ..b })),
        (
            "go board A wtime 60000 btime -1 winc 2000 binc 0",
            go(Go { time_ms: [Some(60_000), Some(-1)], increment_ms: [Some(2000), Some(0)], ..a }),
        ),
        ("stop", C::Stop(None)),
        ("stop board A", C::Stop(Some(BoardId::A))),
        ("stop board B", C::Stop(Some(BoardId::B))),
        ("partnermsg stall", C::PartnerMessage(TeamMessage::Stall { moves: None })),
        ("partnermsg material -150", C::PartnerMessage(TeamMessage::Material(-150))),
        (
            "metadata opponent a b",
            C::Metadata { key: Word::new("opponent").expect("a word"), value: line("a b") },
        ),
    ]
    .map(|(text, command)| (text.to_owned(), command))
    .into_iter()
    .chain([(
        format!("position {BOARD_A} | {BOARD_B} clock 165000 168000 -20 172000"),
        position([fen(BOARD_A), fen(BOARD_B)], [165_000, 168_000, -20, 172_000]),
    )])
    .collect()
}

#[test]
fn lines_of_the_specification_are_read_and_written() {
    for (text, command) in canonical() {
        assert_eq!(Command::parse(&text), command, "{text}");
        assert_eq!(command.to_string(), text);
        assert_eq!(command.complaint(), None, "{text}");
    }
}

/// (line, the same line in its usual form)
const VARIATIONS: &[(&str, &str)] = &[
    ("  isready now \r\n", "isready"),
    ("position startpos|startpos clock 1 2 3 4", "position startpos | startpos clock 1 2 3 4"),
    (
        "position  startpos  |\tstartpos  clock +1 2  3 4 ",
        "position startpos | startpos clock 1 2 3 4",
    ),
    ("go board A depth 3 depth 4", "go board A depth 4"),
    ("go  board  B  infinite", "go board B infinite"),
    ("stop  board A ", "stop board A"),
    ("partnermsg  need  n", "partnermsg need n"),
];

#[test]
fn blanks_do_not_matter() {
    for (text, usual) in VARIATIONS {
        assert_eq!(Command::parse(text).to_string(), *usual, "{text}");
        assert_eq!(Command::parse(text), Command::parse(usual));
    }
}

const MALFORMED: &[&str] = &[
    "setoption",
    "setoption Hash 16",
    "setoption name",
    "position",
    "position startpos",
    "position startpos | startpos",
    "position startpos | startpos clock",
    "position startpos | startpos clock 1 2 3",
    "position startpos | startpos clock 1 2 3 4 5",
    "position startpos | startpos clock 1 2 3 four",
    "position startpos startpos clock 1 2 3 4",
    "position startpos | clock 1 2 3 4",
    "position startpos | startpos | startpos clock 1 2 3 4",
    "position startpos moves e2e4",
    "go",
    "go infinite",
    "go board",
    "go board C",
    "go board a",
    "go board A depth",
    "go board A depth x",
    "go board A searchmoves e2e4",
    "go board A board B",
    "stop board",
    "stop board C",
    "stop A",
    "stop board A now",
    "partnermsg",
    "partnermsg need k",
    "partnermsg go fast",
    "metadata",
    "metadata key",
];

const UNKNOWN: &[&str] = &[
    "uci",
    "ucinewgame",
    "xboard",
    "go! board A",
    "ponderhit",
    "clock white_A 1",
    "now quit",
    "\u{fffd}",
];

#[test]
fn other_lines_are_refused_in_one_line_that_quotes_them() {
    for text in MALFORMED {
        let Command::Malformed { line, expected } = Command::parse(text) else {
            panic!("{text}: {:?}", Command::parse(text))
        };
        assert_eq!(line, *text);
        assert!(expected.starts_with(split_word(text).0), "{text}: {expected}");
    }
    for text in UNKNOWN {
        assert_eq!(Command::parse(text), Command::Unknown(line(text)));
    }
    for text in MALFORMED.iter().chain(UNKNOWN) {
        let refusal = Command::parse(text).complaint().expect("a refusal").to_string();
        assert!(
            refusal.starts_with("info string ") && refusal.ends_with(&format!(": {text}")),
            "{refusal}"
        );
        assert!(!refusal.contains('\n'));
    }
}

/// Texts that contain no keyword.
fn plain_texts() -> impl Strategy<Value = Line> {
    let is_plain = |text: &Line| {
        let keywords = ["value", "clock", "<empty>"];
        !text.contains('|') && !text.split_whitespace().any(|word| keywords.contains(&word))
    };
    lines().prop_filter("no keywords", is_plain)
}

fn some_texts() -> impl Strategy<Value = Line> {
    plain_texts().prop_filter("a text", |text| !text.is_empty() && *text != "startpos")
}

fn starts() -> impl Strategy<Value = Start> {
    prop_oneof![Just(Start::Usual), some_texts().prop_map(Start::Fen)]
}

fn boards() -> impl Strategy<Value = BoardId> {
    prop::sample::select(&BoardId::ALL[..])
}

fn searches() -> impl Strategy<Value = Go> {
    let times = any::<([Option<i64>; 2], [Option<u64>; 2], Option<u64>)>();
    let limits = any::<(Option<u32>, Option<u64>, bool)>();
    (boards(), times, limits).prop_map(|(board, times, limits)| {
        let (time_ms, increment_ms, move_time_ms) = times;
        let (depth, nodes, infinite) = limits;
        Go { board, move_time_ms, time_ms, increment_ms, depth, nodes, infinite }
    })
}

fn commands() -> impl Strategy<Value = Command> {
    let set = |(name, value)| Command::SetOption { name, value };
    let noted = lines().prop_filter("a text", |text| !text.is_empty());
    prop_oneof![
        prop::sample::select(PLAIN).prop_map(|(_, command)| command),
        (some_texts(), option::of(plain_texts())).prop_map(set),
        ([starts(), starts()], any::<[i64; 4]>()).prop_map(|(boards, ms)| position(boards, ms)),
        messages().prop_map(Command::PartnerMessage),
        searches().prop_map(|go| Command::Go(Box::new(go))),
        option::of(boards()).prop_map(Command::Stop),
        (words(), noted).prop_map(|(key, value)| Command::Metadata { key, value }),
    ]
}

proptest! {
    #[test]
    fn printed_commands_parse_as_themselves(command in commands()) {
        let text = command.to_string();
        prop_assert!(!text.contains(['\n', '\r']));
        prop_assert_eq!(Command::parse(&text), command);
    }

    #[test]
    fn any_text_is_a_command_that_prints_as_itself(
        name in prop::sample::select(
            &["", "x ", "setoption name ", "position ", "go board A ", "stop ", "partnermsg ", "metadata "][..]
        ),
        words in prop::collection::vec(
            prop::sample::select(
                &["value", "startpos", "|", "clock", "7", "-1", "depth", "board", "A", "need", "n", "stall"][..]
            ),
            0..8,
        ),
        text in texts(),
    ) {
        let command = Command::parse(&(name.to_owned() + &words.join(" ") + &text));
        prop_assert_eq!(Command::parse(&command.to_string()), command);
    }
}
