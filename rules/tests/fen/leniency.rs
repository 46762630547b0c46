//! Texts that describe more, or less, than a position has.

use tandem_rules::notation::{Bfen, Fen, FenError};
use tandem_rules::{BoardId, MoveRules, Position, Preset, SetupFault, Variant};

use Variant::{Bughouse, Chess, Crazyhouse};

/// A variant, a text, the position that it stands for, and what is left out of that, in short.
type Case = (Variant, &'static str, &'static str, &'static [&'static str]);

const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

const CASES: &[Case] = &[
    // Castling without the king or the rook for it.
    (Chess, "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", BARE, &["K", "Q", "k", "q"]),
    (Chess, "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["Q"]),
    (
        Chess,
        "r3k3/8/8/8/4K3/8/8/R6R w KQkq -",
        "r3k3/8/8/8/4K3/8/8/R6R w q - 0 1",
        &["K", "Q", "k"],
    ),
    (Chess, "4k3/8/8/8/8/8/8/r3K3 w Qq - 0 1", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", &["Q", "q"]),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", &[]),
    (
        Chess,
        "r3k2r/8/8/8/8/8/8/R3K2R w HBhb - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Hh - 0 1",
        &["Q", "q"],
    ),
    (Chess, "r3k2r/8/8/8/8/8/8/RR2K2R w GHBACE", "r3k2r/8/8/8/8/8/8/RR2K2R w HA - 0 1", &[]),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w HABE - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HA - 0 1", &[]),
    (Bughouse, "4k3/8/8/8/8/8/8/4K3[] w Ah - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", &["Q", "k"]),
    // The kings stand on other files than in standard chess: X-FEN.
    (Chess, "r5k1/8/8/8/8/8/8/4K3 b q - 0 1", "r5k1/8/8/8/8/8/8/4K3 b a - 0 1", &[]),
    (
        Bughouse,
        "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        "r2k3r/8/8/8/8/8/8/R2K3R[] w HAha - 0 1",
        &[],
    ),
    (
        Bughouse,
        "r2k4/8/8/8/8/8/8/3K3R w KQkq - 0 1",
        "r2k4/8/8/8/8/8/8/3K3R[] w Ha - 0 1",
        &["Q", "k"],
    ),
    // En passant squares: nobody can capture, a wrong rank, a man on the square, on the pawn's
    // origin, no pawn behind it, the pawn of the wrong color.
    (Chess, "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2", &[]),
    (Chess, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", &[]),
    (
        Crazyhouse,
        "4k3/8/8/3Pp3/8/8/8/4K3[] w - e3 0 2",
        "4k3/8/8/3Pp3/8/8/8/4K3[] w - - 0 2",
        &["e3"],
    ),
    (Chess, "4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 2", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 2", &["e5"]),
    (Chess, "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 2", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - - 0 2", &["e6"]),
    (Chess, "3k4/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 2", "3k4/4n3/8/3Pp3/8/8/8/4K3 w - - 0 2", &["e6"]),
    (Chess, "4k3/8/8/3P4/8/8/8/4K3 w - e6 0 2", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 2", &["e6"]),
    (
        Bughouse,
        "4k3/8/8/3PP3/8/8/8/4K3[p] w - e6 0 2",
        "4k3/8/8/3PP3/8/8/8/4K3[p] w - - 0 2",
        &["e6"],
    ),
    // Marks of promoted pieces.
    (
        Crazyhouse,
        "4k~3/8/8/8/8/8/P~7/Q~3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/P7/Q~3K3[] w - - 0 1",
        &["a2", "e8"],
    ),
    // Fields that are missing, empty or zero, and blanks.
    (Chess, "4k3/8/8/8/8/8/8/4K3", BARE, &[]),
    (Chess, "  4k3/8/8/8/8/8/8/4K3\tw  -   -  ", BARE, &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3\u{a0}w - - 0 0", BARE, &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 b - - 5", "4k3/8/8/8/8/8/8/4K3 b - - 5 1", &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - - -", BARE, &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - - 9", "4k3/8/8/8/8/8/8/4K3 w - - 0 9", &[]),
    // The pocket as a ninth rank, as on Lichess; in bughouse the numbers after it are clocks.
    (Crazyhouse, "4k3/8/8/8/8/8/8/4K3/Pn w - - 3 7", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 3 7", &[]),
    (Crazyhouse, "4k3/8/8/8/8/8/8/4K3/ b - - 3 7", "4k3/8/8/8/8/8/8/4K3[] b - - 3 7", &[]),
    (Bughouse, "4k3/8/8/8/8/8/8/4K3/Pn w - - 30 7", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", &[]),
    (Bughouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 3 7", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 3 7", &[]),
    // EPD.
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4; fmvn 7;", "4k3/8/8/8/8/8/8/4K3 w - - 4 7", &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - fmvn 7", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", &[]),
    (
        Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3/p w - - hmvc 4; fmvn 7;",
        "4k3/8/8/8/8/8/8/4K3[p] w - - 4 7",
        &[],
    ),
    (
        Bughouse,
        "4k3/8/8/8/8/8/8/4K3/p w - - hmvc 4; fmvn 7;",
        "4k3/8/8/8/8/8/8/4K3[p] w - - 4 7",
        &[],
    ),
    (
        Chess,
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"hmvc 3; | x\"; hmvc 2;",
        "4k3/8/8/8/8/8/8/4K3 w - - 2 1",
        &[],
    ),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 4 7 bm Kd2", "4k3/8/8/8/8/8/8/4K3 w - - 4 7", &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 4 7; own_opcode 1;", "4k3/8/8/8/8/8/8/4K3 w - - 4 7", &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 2;", "4k3/8/8/8/8/8/8/4K3 w - - 0 2", &[]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - -;", BARE, &[]),
    // Three-check: on Lichess the checks given, elsewhere those to go.
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 4 7 +1+0", "4k3/8/8/8/8/8/8/4K3 w - - 4 7", &["+1+0"]),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 2+3 4 7", "4k3/8/8/8/8/8/8/4K3 w - - 4 7", &["2+3"]),
];

fn rules(variant: Variant) -> MoveRules {
    Preset::usual(variant).rules().moves
}

fn read(variant: Variant, text: &str) -> (Position, Vec<String>) {
    let read = Fen::position_leniently(text, variant, rules(variant));
    let (position, warnings) = read.unwrap_or_else(|error| panic!("{text}: {error}"));
    (position, warnings.iter().map(ToString::to_string).collect())
}

/// The words by which a warning is told from others.
fn sign(short: &str) -> String {
    let (color, letter) = if short.starts_with(|c: char| c.is_ascii_uppercase()) {
        ("White", short)
    } else {
        ("Black", short)
    };
    match letter.to_ascii_lowercase().as_str() {
        "k" => format!("{color} has a right to castle kingside "),
        "q" => format!("{color} has a right to castle queenside "),
        _ => format!("`{short}`"),
    }
}

#[test]
fn rights_that_cannot_be_are_left_out_with_a_warning_each() {
    for &(variant, text, expected, left_out) in CASES {
        let (position, warnings) = read(variant, text);
        assert_eq!(position.to_fen(), expected, "{text}");
        assert_eq!(read(variant, expected).0, position, "{text}");
        assert_eq!(warnings.len(), left_out.len(), "{text}: {warnings:?}");
        for (warning, short) in warnings.iter().zip(left_out) {
            assert!(warning.starts_with("left out: "), "{text}: {warning}");
            assert!(warning.contains(&sign(short)), "{text}: {warning} for {short}");
        }
    }
}

#[test]
fn a_strict_reading_refuses_what_a_lenient_one_leaves_out() {
    for &(variant, text, expected, left_out) in CASES {
        let strict = Fen::position(text, variant, rules(variant));
        match left_out {
            [] => assert_eq!(strict.map(|position| position.to_fen()).as_deref(), Ok(expected)),
            _ => assert!(strict.is_err(), "{text}"),
        }
    }
}

#[test]
fn faults_with_which_no_game_can_be_played_stay_errors() {
    for (text, expected) in [
        ("", "an empty FEN"),
        (" \t;", "an empty FEN"),
        ("8/8/8/8/8/8/8/4K3 w KQkq - 0 1", "Black has 0 kings, expected one"),
        ("P3k3/8/8/8/8/8/8/4K3 w Q - 0 1", "a pawn stands on `a8`, expected none on a back rank"),
        ("4k3/8/8/8/8/8/4R3/4K3 w q e6 0 1", "White to move could capture the king"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling `KX`, expected K, Q, k, q, files or -"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant `e9`, expected a square or -"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "no side to move in `x - -`, expected w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "`2` after the end of the FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e2e4 e7e5", "`e2e4 e7e5` after the end of the FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "`-1` is not a number from 0 to 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "`x` is not a number from 0 to 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1+0 +1+0", "`+1+0` is not a number from 0 to 65535"),
    ] {
        let error = Fen::position_leniently(text, Chess, MoveRules::CHESS).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn in_a_game_of_standard_chess_a_king_castles_from_its_square_only() {
    for (text, rules, expected, left_out) in [
        ("r5k1/8/8/8/8/8/8/R3K2R w KQq - 0 1", MoveRules::CHESS, "w KQ -", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", MoveRules::CHESS, "w KQkq -", 0),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", MoveRules::CHESS, "w - -", 4),
        ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", MoveRules::FICS, "w - -", 4),
        ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", MoveRules::USCF, "w KQkq -", 0),
        // No right of Chess960, and one without its rook.
        ("4k3/8/8/8/8/8/8/R3K3 w Bq - 0 1", MoveRules::CHESS, "w - -", 0),
    ] {
        let mut setup = Fen::parse(text).expect("readable").setup;
        let foreign = setup.keep_standard_castling(rules);
        assert_eq!(foreign.len(), left_out, "{text}");
        assert!(foreign.iter().all(|fault| matches!(fault, SetupFault::NotStandard { .. })));
        let (position, _) =
            Position::from_setup_leniently(setup, Bughouse, rules).expect("a position");
        let fen = position.to_fen();
        assert!(fen.contains(expected), "{text}: {fen}");
        assert!(!position.castling().is_chess960(), "{text}");
    }
}

#[test]
fn each_of_two_boards_is_read_leniently() {
    let text = "4k3/8/8/8/8/8/8/4K3/Q w K - 120 7; | 4k3/8/8/8/8/8/8/4K3 b - e3 0 1 id \"a|b\";";
    assert!(Bfen::is_in(text) && !Bfen::is_in("4k3/8/8/8/8/8/8/4K3 w - - id \"a|b\";"));
    let (bfen, warnings) = Bfen::parse_leniently(text, MoveRules::FICS).expect("two boards");
    assert_eq!(bfen.clocks, [Some([120_000, 7_000]), Some([0, 1_000])]);
    assert_eq!(warnings.iter().map(|warning| warning.board).collect::<Vec<_>>(), BoardId::ALL);
    assert_eq!(warnings[1].to_string(), "board B: left out: no pawn can just have passed `e3`");
    assert!(Bfen::parse(text, MoveRules::FICS).is_err());
    let read: Result<Bfen, _> = bfen.to_string().parse();
    assert_eq!(read, Ok(bfen));
}

#[test]
fn three_check_is_an_error_where_all_must_be_understood() {
    let error = Fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0").expect_err("three-check");
    assert_eq!(error, FenError::Trailing("+0+0".to_owned()));
}

#[test]
fn an_error_quotes_what_follows_a_fen_in_one_line() {
    for text in ["0 1 2\n\u{85}3", "0 1\n2\n3", "Rules fics\n4"] {
        let error = Fen::parse(&format!("4k3/8/8/8/8/8/8/4K3 w - - {text}")).expect_err("too much");
        assert!(matches!(error, FenError::Trailing(_)), "{error:?}");
        assert!(!error.to_string().contains(char::is_control), "{error:?}");
    }
}
