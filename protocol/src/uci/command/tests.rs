use proptest::option;
use proptest::prelude::*;
use tandem_rules::BoardId;

use super::super::{BoardMove, Start};
use super::*;
use crate::strategies::{lines, texts};
use crate::text::Word;

fn line(text: &str) -> Line {
    Line::new(text)
}

fn board_move(board: Option<BoardId>, text: &str) -> BoardMove {
    BoardMove { board, text: Word::new(text).expect("the tables hold words") }
}

fn one_board(moves: &str) -> Vec<BoardMove> {
    moves.split_whitespace().map(|text| board_move(None, text)).collect()
}

fn position(start: Start, moves: Vec<BoardMove>) -> Command {
    Command::Position(PositionSpec { start, moves })
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1";

fn positions() -> Vec<(&'static str, Command)> {
    let [a, b] = [Some(BoardId::A), Some(BoardId::B)];
    vec![
        ("position startpos", position(Start::Usual, vec![])),
        ("position startpos moves e2e4 e7e5", position(Start::Usual, one_board("e2e4 e7e5"))),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1",
            position(Start::Fen(line(KINGS)), vec![]),
        ),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1 moves Q@e4 e8d8 e7e8q",
            position(Start::Fen(line(KINGS)), one_board("Q@e4 e8d8 e7e8q")),
        ),
        (
            "position startpos moves 1e2e4 2d7d5 2P@e5",
            position(
                Start::Usual,
                vec![board_move(a, "e2e4"), board_move(b, "d7d5"), board_move(b, "P@e5")],
            ),
        ),
        (
            "position fen 8/8[] w - - 0 1|4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1 moves 2Q@e4",
            position(
                Start::Fens([line("8/8[] w - - 0 1"), line(KINGS)]),
                vec![board_move(b, "Q@e4")],
            ),
        ),
    ]
}

fn searches() -> Vec<(&'static str, Command)> {
    let go = |go| Command::Go(Box::new(go));
    let none = Go::default;
    vec![
        ("go", go(none())),
        ("go infinite", go(Go { infinite: true, ..none() })),
        ("go depth 12", go(Go { depth: Some(12), ..none() })),
        ("go nodes 5000", go(Go { nodes: Some(5000), ..none() })),
        ("go mate 3", go(Go { mate: Some(3), ..none() })),
        ("go movetime 250", go(Go { move_time_ms: Some(250), ..none() })),
        (
            "go ponder wtime 60000 btime -20 winc 100 binc 0 movestogo 40",
            go(Go {
                ponder: true,
                time_ms: [Some(60_000), Some(-20)],
                increment_ms: [Some(100), Some(0)],
                moves_to_go: Some(40),
                ..none()
            }),
        ),
        (
            "go awtime 60000 abtime -20 bbtime 5 awinc 100",
            go(Go {
                seat_time_ms: [Some(60_000), Some(-20), None, Some(5)],
                seat_increment_ms: [Some(100), None, None, None],
                ..none()
            }),
        ),
        (
            "go depth 3 searchmoves e2e4 P@d4",
            go(Go { depth: Some(3), search_moves: one_board("e2e4 P@d4"), ..none() }),
        ),
    ]
}

/// (line, command); printing the command gives the line again.
fn canonical() -> Vec<(&'static str, Command)> {
    use Command as C;
    let set = |name, value: Option<&str>| C::SetOption { name: line(name), value: value.map(line) };
    let rest = [
        ("debug on", C::Debug(true)),
        ("debug off", C::Debug(false)),
        ("setoption name Clear Hash", set("Clear Hash", None)),
        ("setoption name Hash value 64", set("Hash", Some("64"))),
        ("setoption name Net File value a b.nnue", set("Net File", Some("a b.nnue"))),
        ("setoption name Net File value <empty>", set("Net File", Some(""))),
        ("setoption name Text value a value", set("Text", Some("a value"))),
        ("register later", C::Register(line("later"))),
        ("register", C::Register(line(""))),
        ("d", C::Draw),
        ("eval", C::Evaluate),
        ("flip", C::Flip),
        ("go perft 4", C::Perft(4)),
        ("help", C::Help),
        ("", C::Blank),
    ];
    rest.into_iter().chain(positions()).chain(searches()).collect()
}

#[test]
fn lines_become_commands_and_lines_again() {
    for (text, command) in canonical().iter().chain(PLAIN) {
        assert_eq!(Command::parse(text), *command, "{text}");
        assert_eq!(command.to_string(), *text);
        assert_eq!(command.complaint(), None, "{text}");
    }
}

/// (unusual form, canonical form)
const ODD: &[(&str, &str)] = &[
    ("  \t uci \r\n", "uci"),
    ("joho debug on", "debug on"),
    ("debug   on  please", "debug on"),
    ("\u{fffd}\u{0} isready", "isready"),
    ("quit now", "quit"),
    ("setoption name  Hash  value  64 ", "setoption name Hash value 64"),
    ("setoption name Book value", "setoption name Book value <empty>"),
    ("position  startpos  moves", "position startpos"),
    ("position startpos e2e4", "position startpos"),
    (
        "position fen 8/8 w - - | 7/8 b - - moves 1e2e4",
        "position fen 8/8 w - -|7/8 b - - moves 1e2e4",
    ),
    ("go please depth 3", "go depth 3"),
    ("go searchmoves e2e4 d2d4 infinite", "go infinite searchmoves e2e4 d2d4"),
    ("go searchmoves depth 3", "go depth 3"),
    ("go depth 3 depth 4", "go depth 4"),
    ("go wtime +5", "go wtime 5"),
    ("go nodes -1", "go nodes 0"),
    ("go movetime 1.5 wtime 99.4", "go wtime 99 movetime 2"),
    ("go movetime -5 btime -99999999999999999999", "go btime -9223372036854775808 movetime 0"),
    ("go nodes 99999999999999999999", "go nodes 18446744073709551615"),
];

#[test]
fn odd_forms_mean_the_same() {
    for (odd, usual) in ODD {
        assert_eq!(Command::parse(odd), Command::parse(usual), "{odd:?}");
        assert_eq!(Command::parse(odd).to_string(), *usual);
    }
}

const MALFORMED: &[&str] = &[
    "debug",
    "debug maybe",
    "setoption",
    "setoption Hash",
    "setoption name",
    "setoption name value 3",
    "position",
    "position moves e2e4",
    "position 8/8 w",
    "position fen",
    "position fen moves e2e4",
    "position fen a|b|c",
    "position fen |b",
    "position fen a| moves 1e2e4",
    "go depth",
    "go perft",
    "go perft -1",
    "go depth three",
    "go wtime soon btime 5",
    "please go mate",
];

#[test]
fn known_commands_with_wrong_arguments_are_malformed() {
    for text in MALFORMED {
        let command = Command::parse(text);
        assert!(
            matches!(&command, Command::Malformed { line, .. } if *line == *text),
            "{text}: {command:?}"
        );
        assert_eq!(command.to_string(), *text);
    }
}

#[test]
fn lines_without_a_command_are_unknown() {
    for text in [
        "xyzzy",
        "Go",
        "UCI",
        "e2e4",
        "uci!",
        "isready1",
        "D",
        "joho d",
        "evaluate",
        "\u{fffd} 時間",
    ] {
        assert_eq!(Command::parse(text), Command::Unknown(line(text)), "{text}");
    }
}

#[test]
fn complaints_are_told_as_information() {
    let cases = [
        ("xyzzy 1", "info string unknown command: xyzzy 1"),
        ("debug", "info string bad command, expected debug on or debug off: debug"),
        ("bench 16 1", "info string run `tandem bench` on the command line instead: bench 16 1"),
        ("load <<EOF", "info string variants cannot be defined: load <<EOF"),
        ("load  my.ini", "info string variants cannot be defined: load my.ini"),
    ];
    for (text, complaint) in cases {
        let reply = Command::parse(text).complaint().expect("the table holds bad lines");
        assert_eq!(reply.to_string(), complaint);
        assert_eq!(Reply::parse(complaint), reply);
    }
}

/// (lines, those that are read as commands)
const DEFINITIONS: &[(&[&str], &[usize])] = &[
    (&["load <<EOF", "uci", "", "[a:chess]", "EOF", "isready"], &[0, 5]),
    (&["load << END", "quit", "load <<X", " END ", "X"], &[0, 4]),
    (&["load <<EOF trailing", "stop", "EOF x", "EOF", "d"], &[0, 4]),
    (&["load my.ini", "isready"], &[0, 1]),
    (&["load <<", "isready"], &[0, 1]),
    (&["load", "isready"], &[0, 1]),
    (&["load <<EOF", "never", "ended"], &[0]),
];

#[test]
fn the_lines_of_a_definition_are_no_commands() {
    for (lines, commands) in DEFINITIONS {
        let mut reader = CommandLines::default();
        for (at, text) in lines.iter().enumerate() {
            let expected =
                if commands.contains(&at) { Command::parse(text) } else { Command::Blank };
            assert_eq!(reader.read(text), expected, "{text} in {lines:?}");
        }
    }
}

#[test]
fn a_definition_without_an_end_is_complained_of_when_the_input_ends() {
    let unended = "info string no line EOF has ended the definition: load <<EOF";
    for (lines, complaint) in [
        (&["load <<EOF", "isready", "EOF"][..], None),
        (&["load <<EOF", "isready", "EOF x"], Some(unended)),
        (&["load <<EOF", "EOF", "load  <<EOF"], Some(unended)),
        (&["load my.ini", "isready"], None),
        (&[], None),
    ] {
        let mut reader = CommandLines::default();
        for line in lines {
            reader.read(line);
        }
        let told = reader.complaint_at_end().map(|reply| reply.to_string());
        assert_eq!(told.as_deref(), complaint, "{lines:?}");
    }
}

#[test]
fn a_long_line_is_only_a_long_line() {
    let moves = "position startpos moves".to_owned() + &" 1e2e4".repeat(1 << 16);
    assert_eq!(Command::parse(&moves).to_string(), moves);
    let digits = "9".repeat(1 << 18);
    for name in ["xyzzy", "go mate x", "position", "setoption name", "register"] {
        let text = format!("{name} {digits}");
        assert_eq!(Command::parse(&text).to_string(), text, "{name}");
    }
}

/// Texts that contain no keyword.
fn plain_texts() -> impl Strategy<Value = Line> {
    let is_plain = |text: &Line| {
        let keywords = ["value", "moves", "<empty>"];
        !text.contains('|') && !text.split_whitespace().any(|word| keywords.contains(&word))
    };
    lines().prop_filter("no keywords", is_plain)
}

fn some_texts() -> impl Strategy<Value = Line> {
    plain_texts().prop_filter("a text", |text| !text.is_empty())
}

fn moves() -> impl Strategy<Value = Vec<BoardMove>> {
    let board = option::of(prop::sample::select(&BoardId::ALL[..]));
    let text = "[A-Za-z@(][a-z0-9@=(),+]{0,6}".prop_filter("no limit", |text| {
        !["mate", "depth", "nodes", "winc", "binc", "wtime", "btime", "ponder"].contains(&&**text)
    });
    prop::collection::vec((board, text).prop_map(|(board, text)| board_move(board, &text)), 0..5)
}

fn starts() -> impl Strategy<Value = Start> {
    prop_oneof![
        Just(Start::Usual),
        some_texts().prop_map(Start::Fen),
        (some_texts(), some_texts()).prop_map(|(a, b)| Start::Fens([a, b])),
    ]
}

fn limits() -> impl Strategy<Value = Go> {
    let times = (any::<[Option<i64>; 2]>(), any::<[Option<u64>; 2]>(), any::<Option<u64>>());
    let seats = any::<([Option<i64>; 4], [Option<u64>; 4])>();
    let counts = any::<(Option<u32>, Option<u32>, Option<u32>, Option<u64>)>();
    let all = (moves(), any::<[bool; 2]>(), times, seats, counts);
    all.prop_map(|(search_moves, flags, times, seats, counts)| {
        let [ponder, infinite] = flags;
        let (seat_time_ms, seat_increment_ms) = seats;
        let (time_ms, increment_ms, move_time_ms) = times;
        let (moves_to_go, depth, mate, nodes) = counts;
        Go {
            search_moves,
            ponder,
            time_ms,
            increment_ms,
            seat_time_ms,
            seat_increment_ms,
            moves_to_go,
            depth,
            nodes,
            mate,
            move_time_ms,
            infinite,
        }
    })
}

fn commands() -> impl Strategy<Value = Command> {
    let set = |(name, value)| Command::SetOption { name, value };
    prop_oneof![
        prop::sample::select(PLAIN).prop_map(|(_, command)| command),
        any::<bool>().prop_map(Command::Debug),
        (some_texts(), option::of(plain_texts())).prop_map(set),
        lines().prop_map(Command::Register),
        lines().prop_map(Command::Bench),
        lines().prop_map(Command::Load),
        (starts(), moves()).prop_map(|(start, moves)| position(start, moves)),
        limits().prop_map(|go| Command::Go(Box::new(go))),
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
            &["", "x ", "d ", "load ", "setoption name ", "position fen ", "position startpos moves ", "go "][..]
        ),
        words in prop::collection::vec(
            prop::sample::select(&["value", "moves", "depth", "wtime", "7", "1", "|", "<empty>"][..]),
            0..4,
        ),
        text in texts(),
    ) {
        let command = Command::parse(&(name.to_owned() + &words.join(" ") + &text));
        prop_assert_eq!(Command::parse(&command.to_string()), command);
    }
}
