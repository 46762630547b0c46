//! Openings read from each form of a file.

use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, Position, Variant};

use crate::{E4, START, TAKEN, fens, read};

const CHESS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9";

/// A case: the variant of the match, the text of a file, and the FENs of its openings.
type Case = (Variant, &'static str, &'static [&'static str]);

const POSITIONS: &[Case] = &[
    (
        Variant::Crazyhouse,
        "# two of them\n\n  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\r\n# and\n\
         4k3/8/8/8/8/8/8/4K2R/Qp w K - 0 1",
        &[START, "4k3/8/8/8/8/8/8/4K2R[Qp] w K - 0 1"],
    ),
    (
        Variant::Chess,
        "\u{feff}r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq -\n",
        &[CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
    ),
    (
        Variant::Chess,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"first | last\";\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9 c0 \"with counters\";\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9",
        &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", CHESS, CHESS],
    ),
    (
        Variant::Chess,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 4; fmvn 9;\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9;\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O",
        &[CHESS, CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
    ),
    // Rights that a position cannot have are left out.
    (Variant::Chess, "4k3/8/8/8/8/8/8/R3K3 w KQkq e6 4 9", &["4k3/8/8/8/8/8/8/R3K3 w Q - 4 9"]),
    (
        Variant::Bughouse,
        "4k3/8/8/8/8/8/8/R3K3[p] w KQ - 4 9 | 4k3/8/8/8/8/8/8/4K3[P] w - e3 0 1; id \"a|b\";",
        &["4k3/8/8/8/8/8/8/R3K3[p] w Q - 4 9 | 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"],
    ),
];

#[test]
fn positions_are_read_a_line_each() {
    for &(variant, text, expected) in POSITIONS {
        assert_eq!(fens(text, variant), expected, "{text}");
    }
}

#[test]
fn in_bughouse_one_board_stands_for_both() {
    let text = format!("{E4}\n{E4} | {START}\n{E4}|{START}");
    let [both, apart] = [format!("{E4} | {E4}"), format!("{E4} | {START}")];
    assert_eq!(fens(&text, Variant::Bughouse), [both, apart.clone(), apart]);
    let with_times = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR/Qp b KQkq e3 120 119 | \
                      rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 118 120";
    let expected = format!("{} | {START}", E4.replace("[]", "[Qp]"));
    assert_eq!(fens(with_times, Variant::Bughouse), [expected]);
}

const GAMES: &[Case] = &[
    (Variant::Crazyhouse, "1. e4 *\n\n1. e4 d5 2. exd5 Qxd5 *", &[E4, TAKEN]),
    (Variant::Crazyhouse, "[Event \"x\"]\n[Variant \"crazyhouse\"]\n\n1. e4\n*\n", &[E4]),
    (
        Variant::Crazyhouse,
        "[White \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\"]\n\n1. Q@e7+ Kxe7",
        &["8/4k3/8/8/8/8/8/4K3[q] w - - 0 2"],
    ),
    // A game of chess in a match of crazyhouse, and one of crazyhouse in a match of chess.
    (Variant::Crazyhouse, "[Variant \"Standard\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0", &[TAKEN]),
    (
        Variant::Chess,
        "{Scandinavian} 1.e4 d5 2.exd5 Qxd5",
        &["rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"],
    ),
    (Variant::Crazyhouse, "1A. e4 1a. d5 2A. exd5 2a. Qxd5", &[TAKEN]),
];

#[test]
fn games_end_where_play_begins() {
    for &(variant, text, expected) in GAMES {
        assert_eq!(fens(text, variant), expected, "{text}");
    }
}

#[test]
fn in_bughouse_a_game_has_two_boards_or_is_played_on_both() {
    let with_hands = CHESS.replace(" w", "[] w");
    for (text, expected) in [
        ("1A. e4 1-0\n", format!("{E4} | {START}")),
        ("1. e4 *", format!("{E4} | {E4}")),
        ("[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *", format!("{TAKEN} | {TAKEN}")),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9\"]\n\n*",
            format!("{with_hands} | {with_hands}"),
        ),
    ] {
        assert_eq!(fens(text, Variant::Bughouse), [expected], "{text}");
    }
    let drops = "1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
    let file = read(drops, Variant::Bughouse).expect("each has what the other lost");
    assert!(file.openings().iter().all(|opening| opening.boards().is_two_sets()));
}

/// The rook on h1 is captured at home, where a rook dropped later would be mistaken for it; no FEN
/// tells that.
#[test]
fn an_opening_is_what_its_fen_tells() {
    let file = read("1. g4 b6 2. h3 Bb7 3. a3 Bxh1", Variant::Crazyhouse).expect("an opening");
    let [opening] = file.openings() else { panic!("one") };
    let boards = opening.boards();
    let told =
        Fen::position(&boards.position(BoardId::A).to_fen(), Variant::Crazyhouse, MoveRules::FICS);
    assert_eq!(told.as_ref(), Ok(boards.position(BoardId::A)));
    let idle = Position::start(Variant::Crazyhouse, MoveRules::FICS);
    assert_eq!(boards.position(BoardId::B), &idle);
}
