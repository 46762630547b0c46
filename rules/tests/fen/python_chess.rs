//! Comparison with python-chess, which reads FEN leniently.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use tandem_rules::notation::Fen;
use tandem_rules::{CastlingSide, Color, Move, MoveKind, MoveRules, Position, Square, Variant};

/// Number of texts; the same ones on every run.
const TEXTS: usize = 20_000;

/// Random numbers (splitmix64) that are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// The letters on the squares, from a8 to h1.
fn board(random: &mut Random) -> [Option<char>; 64] {
    let mut board = [None; 64];
    for _ in 0..random.below(24) {
        let square = random.below(64);
        let letter =
            random.of(&["P", "p", "P", "p", "P", "p", "N", "n", "B", "b", "R", "r", "Q", "q"]);
        let is_last_rank = matches!(square / 8, 0 | 7);
        if !(is_last_rank && letter.eq_ignore_ascii_case("p")) || random.one_in(200) {
            board[square] = letter.chars().next();
        }
    }
    for (back, rook, king) in [(0, 'r', 'k'), (56, 'R', 'K')] {
        for _ in 0..random.below(4) {
            let file = if random.one_in(3) { random.below(8) } else { random.below(2) * 7 };
            board[back + file] = Some(rook);
        }
        let home = match random.below(4) {
            0 => random.below(64),
            1 => back + random.below(8),
            _ => back + 4,
        };
        board[home] = Some(king);
    }
    board
}

/// The board as eight ranks, perhaps with marks of promoted pieces.
fn placement(board: &[Option<char>; 64], marks: bool, random: &mut Random) -> String {
    let rank = |squares: &[Option<char>]| {
        let mut text = String::new();
        for &square in squares {
            match (square, text.pop()) {
                (None, Some(digit @ '1'..='7')) => text.push((digit as u8 + 1) as char),
                (letter, last) => {
                    text.extend(last);
                    text.push(letter.unwrap_or('1'));
                }
            }
            let can_be_promoted = square.is_some_and(|letter| !"PpKk".contains(letter));
            if can_be_promoted && marks && random.one_in(12) {
                text.push('~');
            }
        }
        text
    };
    board.chunks(8).map(rank).collect::<Vec<_>>().join("/")
}

fn castling(random: &mut Random) -> String {
    let letters = match random.below(4) {
        0 => return "-".to_owned(),
        1 => return "KQkq".to_owned(),
        2 => ["KQ", "kq"],
        _ => ["ABCDEFGHKQ", "abcdefghkq"],
    };
    let mut text = String::new();
    for letters in letters {
        let mut before = None;
        for _ in 0..random.below(3) {
            let letter = letters.chars().nth(random.below(letters.len()));
            text.extend(letter.filter(|_| letter != before));
            before = letter;
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A square that a pawn may have passed on this board, or any other.
fn en_passant(board: &[Option<char>; 64], turn: &str, random: &mut Random) -> String {
    let (pawn, rank) = if turn == "w" { ('p', 3) } else { ('P', 4) };
    let files: Vec<usize> = (0..8).filter(|file| board[rank * 8 + file] == Some(pawn)).collect();
    let (file, row) = match random.below(4) {
        0 => (random.below(8), random.below(8)),
        1 | 2 if !files.is_empty() => {
            (files[random.below(files.len())], if turn == "w" { 2 } else { 5 })
        }
        _ => return "-".to_owned(),
    };
    format!("{}{}", (b'a' + file as u8) as char, 8 - row)
}

/// The variant and a text in one of the forms in use.
fn text(random: &mut Random) -> (Variant, String) {
    let variant = if random.one_in(2) { Variant::Chess } else { Variant::Crazyhouse };
    let board = board(random);
    let holds = variant == Variant::Crazyhouse;
    let mut text = placement(&board, holds, random);
    if holds {
        let held = random.of(&["", "Qp", "PPNnbr", "-"]);
        let held = match random.below(3) {
            0 if held != "-" => format!("/{held}"),
            1 => String::new(),
            _ => format!("[{}]", held.trim_matches('-')),
        };
        text.push_str(&held);
    }
    let turn = random.of(&["w", "b"]);
    let blank = random.of(&[" ", " ", "  ", "\u{a0} "]);
    let en_passant = en_passant(&board, turn, random);
    for field in [turn, &castling(random), &en_passant] {
        text.extend([blank, field]);
    }
    text += random.of(&[
        "",
        " 0 1",
        " 0 0",
        " 3 7",
        " 12",
        " 99 120",
        "  4  9 ",
        ";",
        " ;",
        " hmvc 4; fmvn 7;",
        " fmvn 9;",
        " id \"a; b\"; hmvc 3;",
        " hmvc 2",
    ]);
    (variant, text)
}

/// The position in the words of `python_chess.py`.
fn described(position: &Position, mode: &str) -> String {
    let fen = position.to_fen();
    let placement = fen.split(['[', ' ']).next().unwrap_or_default();
    let mut held: Vec<char> = Color::ALL
        .into_iter()
        .flat_map(|color| position.holdings(color).letters(color).chars().collect::<Vec<_>>())
        .collect();
    held.sort_unstable();
    let moves = position.legal_moves();
    let write = |&m: &Move| match mode {
        "standard" => position.coordinate(m).to_string(),
        _ => format!("{m:?}"),
    };
    let mut written: Vec<String> = moves.iter().map(write).collect();
    written.sort_unstable();
    let passed = moves.iter().find_map(|m| match m.kind() {
        MoveKind::EnPassant { to, .. } => Some(to.to_string()),
        _ => None,
    });
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    [
        placement.to_owned(),
        or_dash(held.into_iter().collect()),
        position.side_to_move().to_char().to_string(),
        or_dash(rights(position)),
        passed.unwrap_or_else(|| "-".to_owned()),
        position.halfmove_clock().to_string(),
        position.fullmove_number().to_string(),
        written.join(","),
    ]
    .join(" ")
}

/// The squares of the rooks that may castle, from a1 to h8.
fn rights(position: &Position) -> String {
    let castling = position.castling();
    let mut rooks: Vec<Square> = Color::ALL
        .into_iter()
        .flat_map(|color| CastlingSide::ALL.map(|side| (color, side)))
        .filter(|&(color, side)| castling.rights().has(color, side))
        .filter_map(|(color, side)| castling.home(color, side))
        .collect();
    rooks.sort_unstable_by_key(|rook| rook.index());
    rooks.iter().map(ToString::to_string).collect()
}

fn ours(variant: Variant, mode: &str, text: &str) -> String {
    let read = Fen::parse_leniently(text, variant).and_then(|(mut fen, _)| {
        if mode == "standard" {
            let _foreign = fen.setup.keep_standard_castling(MoveRules::CHESS);
        }
        Ok(Position::from_setup_leniently(fen.setup, variant, MoveRules::CRAZYHOUSE)?.0)
    });
    read.map_or_else(|error| format!("refused: {error}"), |position| described(&position, mode))
}

/// The answers of python-chess to these lines.
fn theirs(lines: &str) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fen/python_chess.py");
    let mut python = Command::new("python3");
    let python = python.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = python.spawn().expect("there is a python");
    let mut input = python.stdin.take().expect("it is piped");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().expect("it ends after its input");
    writer.join().expect("no panic").expect("it reads all lines");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it writes text").lines().map(str::to_owned).collect()
}

#[test]
#[ignore = "needs python-chess"]
fn what_python_chess_reads_is_read_to_the_same_position() {
    let mut random = Random(20);
    let texts: Vec<(Variant, &str, String)> = (0..TEXTS)
        .map(|_| {
            let (variant, text) = text(&mut random);
            (variant, random.of(&["standard", "chess960"]), text)
        })
        .collect();
    let lines: Vec<String> =
        texts.iter().map(|(variant, mode, text)| format!("{variant}\t{mode}\t{text}")).collect();
    let lines = lines.join("\n");
    let answers = theirs(&lines);
    assert_eq!(answers.len(), texts.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for ((variant, mode, text), theirs) in texts.iter().zip(&answers) {
        let ours = ours(*variant, mode, text);
        if theirs == "unplayable" {
            assert!(ours.starts_with("refused: "), "{text}: {ours}");
            *counts.entry("unplayable").or_default() += 1;
        } else if theirs.starts_with("refused: ") {
            *counts.entry("refused by python-chess").or_default() += 1;
        } else {
            assert_eq!(&ours, theirs, "{variant}, {mode}: {text}");
            *counts.entry("read alike").or_default() += 1;
        }
    }
    assert!(counts["read alike"] > TEXTS / 3, "{counts:?}");
}
