//! Records of one board: PGN.

use super::*;

/// The only game of a text, read as crazyhouse or chess.
fn read_one(text: &str, variant: Variant) -> ReadGame {
    let mut games = read_as(text.as_bytes(), variant);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|fault| panic!("{fault} in {text}"))
}

/// A record with these moves in SAN from a position, or from the standard start position.
fn record(variant: Variant, fen: Option<&str>, moves: &str) -> GameRecord {
    let start = match fen {
        None => Boards::start_of(variant, MoveRules::FICS),
        Some(fen) => Boards::beside_start(
            crate::notation::Fen::position(fen, variant, MoveRules::FICS).expect("sound"),
        ),
    };
    let mut record = GameRecord::new(start);
    for text in moves.split_ascii_whitespace() {
        let m = record.boards().position(BoardId::A).parse_san(text).expect(text);
        let seat = record.boards().on_turn(BoardId::A);
        record.push(RecordedPly::new(seat, m)).expect("legal");
    }
    record
}

#[test]
fn crazyhouse_is_read_where_asked() {
    let text = "1A. e4 1a. d5 2A. exd5 2a. Qxd5 3A. P@e4 1-0 1. d4 d5 2. c4";
    assert!(read_all(text.as_bytes()).iter().all(Result::is_err));
    let games = read_as(text.as_bytes(), Variant::Crazyhouse);
    assert!(games.iter().all(Result::is_ok), "{games:?}");
}

#[test]
fn what_a_start_cannot_have_is_left_out_with_a_warning() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq d6 0 1\"]\n\n1. e4 Kd7 *";
    let game = read_one(text, Variant::Chess);
    assert_eq!(game.record.plies().len(), 2);
    let warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 5, "{warnings:?}");
    let about = "line 1: the start position: board A: left out: ";
    assert!(warnings.iter().all(|warning| warning.starts_with(about)), "{warnings:?}");
}

#[test]
fn the_pocket_as_a_ninth_rank_leaves_the_move_numbers() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K3/Pn w - - 3 7\"]\n\n7. @e4 N@f6 *";
    let game = read_one(text, Variant::Crazyhouse);
    assert_eq!(game.warnings, []);
    let start = game.record.start().position(BoardId::A).to_fen();
    assert_eq!(start, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 3 7");
    assert!(game.record.to_string().contains("7. P@e4 N@f6"), "{}", game.record);
}

#[test]
fn a_game_of_one_board_is_written_as_pgn() {
    let mut record = record(Variant::Crazyhouse, None, "");
    for (name, value) in [
        ("TimeControl", "180+2"),
        ("BlackA", "Bob"),
        ("WhiteA", "Ann"),
        ("WhiteAElo", "2000"),
        ("Variant", "whatever"),
        ("Event", "a \"match\""),
        ("Site", "?"),
    ] {
        record.set_tag(name, value);
    }
    record.comment(Comment::remark("hello"));
    let plies = [("e4", 180_000), ("d5", 179_500), ("exd5", 3_601_042), ("Qxd5", -576)];
    for (text, clock) in plies {
        let m = record.boards().position(BoardId::A).parse_san(text).expect("legal");
        let seat = record.boards().on_turn(BoardId::A);
        let draw_offer = text == "d5";
        let ply = RecordedPly { draw_offer, ..RecordedPly::new(seat, m).with_clock(clock) };
        record.push(ply).expect("legal");
    }
    let drop = record.boards().position(BoardId::A).parse_san("P@e4").expect("held");
    record.push(RecordedPly::new(A, drop)).expect("legal");
    let takes = record.boards().position(BoardId::A).parse_san("Qxe4").expect("legal");
    record.push(RecordedPly::new(A_BLACK, takes)).expect("legal");
    record.end(BpgnResult::TeamTwo, "Ann resigns");
    let expected = r#"[Event "a \"match\""]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[TimeControl "180+2"]
[WhiteElo "2000"]
[Variant "Crazyhouse"]

{C:hello} 1. e4 {[%clk 0:03:00.000]} 1... d5 {(=)} {[%clk 0:02:59.500]}
2. exd5 {[%clk 1:00:01.042]} 2... Qxd5 {[%clk -0:00:00.576]} 3. P@e4 Qxe4+
{Ann resigns} 0-1
"#;
    assert_eq!(record.to_string(), expected);
    let game = read_one(expected, Variant::Crazyhouse);
    assert_eq!((game.record, game.warnings), (record, Vec::new()));
}

/// (variant, start position, moves, text after the result tag).
const WRITTEN: &[(Variant, Option<&str>, &str, &str)] = &[
    (Variant::Chess, None, "e4 e5 Nf3", "\n1. e4 e5 2. Nf3\n*\n"),
    (
        Variant::Chess,
        Some("4k3/8/8/8/8/8/8/R3K3 b Q - 3 7"),
        "Kd7 O-O-O",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 7\"]\n\n7... Kd7 8. O-O-O+\n*\n",
    ),
    (
        Variant::Chess,
        Some("1k6/8/8/8/8/8/8/RK6 w A - 0 1"),
        "O-O-O",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k6/8/8/8/8/8/8/RK6 w A - 0 1\"]\n\n\
         1. O-O-O\n*\n",
    ),
    (
        Variant::Crazyhouse,
        Some("4k3/8/8/8/8/8/3Q~4/4K3[Nq] w - - 0 1"),
        "N@f6",
        "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n\
         [FEN \"4k3/8/8/8/8/8/3Q~4/4K3[Nq] w - - 0 1\"]\n\n1. N@f6+\n*\n",
    ),
];

#[test]
fn a_pgn_says_which_game_it_is_and_where_it_starts() {
    for &(variant, fen, moves, expected) in WRITTEN {
        let record = record(variant, fen, moves);
        let text = record.to_string();
        let (_, rest) = text.split_once("[Result \"*\"]\n").expect("a result tag");
        assert_eq!(rest, expected);
        assert_eq!(read_one(&text, variant).record, record);
    }
}

#[test]
fn pgn_is_read_as_others_write_it() {
    let text = "[Event \"Rated Crazyhouse game\"]\n[Date \"????.??.??\"]\n[Variant \"crazyhouse\"]\n\n\
                1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... d5 $6 { [%clk 0:02:59] } (1... e5 2. Nf3)\n\
                2.exd5 Qxd5 3. @e4 { White resigns. } 0-1\n";
    let game = read_one(text, Variant::Crazyhouse);
    assert_eq!(moves(&game.record), "A:e4 a:d5 A:exd5 a:Qxd5 A:P@e4");
    assert_eq!(game.record.plies()[1].clock, Some(179_000));
    assert_eq!(game.record.tags().collect::<Vec<_>>(), [("Event", "Rated Crazyhouse game")]);
    assert_eq!(game.record.plies()[1].glyphs, [6]);
    assert_eq!((game.record.reason(), game.warnings), (Some("White resigns."), Vec::new()));
}

/// (text of a game of chess, its moves as they are written strictly)
const ODD: &[(&str, &str)] = &[
    ("1. e4 e5 ; open game\n2. Nf3", "1. e4 e5 {open game} 2. Nf3"),
    ("% made by a tool\n1. e4\n% e5 (\ne5", "1. e4 e5"),
    ("1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3"),
    ("1 . e4 e5 2 . Nf3", "1. e4 e5 2. Nf3"),
    ("1. e4 1… e5 2.Nf3 2..Nc6", "1. e4 e5 2. Nf3 Nc6"),
    ("1. e4 ... e5 2. Nf3 …Nc6", "1. e4 e5 2. Nf3 Nc6"),
    ("1. e4\u{a0} e5\u{200b}2.\u{2003}Nf3", "1. e4 e5 2. Nf3"),
    ("1. e4 e5?! ± 2. Nf3", "1. e4 e5 $6 $16 2. Nf3"),
    ("1. e4± e5∓ 2. Nf3+/- Nc6=", "1. e4 $16 e5 $17 2. Nf3 $16 Nc6 $10"),
    ("1. e4$1 e5!!$10 2. Nf3 $3 $3", "1. e4 $1 e5 $3 $10 2. Nf3 $3"),
    ("1. e4!e5?2. Nf3", "1. e4 $1 e5 $2 2. Nf3"),
    ("1. ♙e4 e5 2. ♘\u{fe0e}f3 ♞c6", "1. e4 e5 2. Nf3 Nc6"),
    ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O 0—0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O"),
    ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. О-О 0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O"),
    ("1. e4 (1. d4 -- 2. c4 Z0 3. Nc3) e5", "1. e4 (1. d4 -- 2. c4 -- 3. Nc3) 1... e5"),
    ("1. e4 N e5 (1... c5 2. Nf3", "1. e4 $146 e5 (1... c5 2. Nf3)"),
    ("1. e4) e5", "1. e4 e5"),
    ("1. e4 { 12 } e5", "1. e4 {C:12} 1... e5"),
    ("1. e4, e5, 2. Nf3", "1. e4 e5 2. Nf3"),
];

#[test]
fn moves_are_read_in_whatever_signs_they_are_written() {
    for (text, written) in ODD {
        let mut games =
            read_as(format!("[Event \"f\"]\n\n{text} ½-½\n").as_bytes(), Variant::Chess);
        assert_eq!(games.len(), 1, "{text}");
        let game = games.remove(0).unwrap_or_else(|fault| panic!("{fault} in {text}"));
        let strict = game.record.to_string();
        let (_, moves) = strict.split_once("\n\n").expect("tags and moves");
        let moves = moves.replace('\n', " ");
        assert_eq!(moves, format!("{written} 1/2-1/2 "), "{text}");
        let again = read_one(&strict, Variant::Chess);
        assert_eq!((again.record, again.warnings), (game.record, vec![]), "{text}");
    }
}

/// A word that is no move is skipped. If the numbers then show that it stood for a move, the rest is
/// left out, and no move is taken for another one.
#[test]
fn a_word_that_is_no_move_is_skipped_only_if_the_numbers_allow_it() {
    let unread = |text: &str| WarningKind::Unread(text.to_owned());
    let cut = |text: &str| WarningKind::Cut(Box::new(FaultReason::Unread(text.to_owned())));
    for (text, kept, warnings) in [
        ("1. e4 sharp play e5 2. Nf3", "A:e4 a:e5 A:Nf3", vec![unread("sharp play")]),
        ("1. e4 e5 sharp 2. Nf3", "A:e4 a:e5 A:Nf3", vec![unread("sharp")]),
        ("1. e4 oops 2. e5 d6", "A:e4", vec![unread("oops"), cut("oops")]),
        ("1. e4 e5 2. OO Nf6", "A:e4 a:e5", vec![cut("OO")]),
        ("1. e4 oops Bc4", "A:e4", vec![unread("oops"), cut("oops")]),
        ("1. e4 +0.3 e5 0.25/12 2. Nf3", "A:e4 a:e5 A:Nf3", vec![unread("0.3 0.25/12")]),
        ("game e4 e5", "A:e4 a:e5", vec![unread("game")]),
        (
            "Nf3 Nf6 g3 g6 Bg2 Bg7 O - O d5",
            "A:Nf3 a:Nf6 A:g3 a:g6 A:Bg2 a:Bg7",
            vec![unread("O - O"), cut("O")],
        ),
    ] {
        let game = read_one(&format!("[Event \"f\"]\n\n{text} *"), Variant::Chess);
        let kinds: Vec<WarningKind> =
            game.warnings.into_iter().map(|warning| warning.kind).collect();
        assert_eq!((moves(&game.record).as_str(), kinds), (kept, warnings), "{text}");
    }
}

#[test]
fn a_cut_game_has_no_reason_since_its_end_is_left_out() {
    let game = read_one("1. e4 {best by test} oops 2. e5 {Black resigns.} 1-0", Variant::Chess);
    assert_eq!((moves(&game.record).as_str(), game.record.reason()), ("A:e4", None));
    assert_eq!(game.record.plies()[0].comments.len(), 1);
    let again = read_one(&game.record.to_string(), Variant::Chess);
    assert_eq!(again.record.reason(), None);
    assert_eq!(again.record.plies(), game.record.plies());
}

#[test]
fn a_promotion_is_the_one_that_is_written_or_none() {
    let start = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for text in
        ["a8(N)", "a8=(N)", "a8(=N)", "a8=♘", "a8♞", "a8/N", "a8N", "a8=n", "a7a8n", "a8=N+"]
    {
        let game = read_one(&format!("{start}1. {text} *"), Variant::Chess);
        assert_eq!((moves(&game.record).as_str(), game.warnings), ("A:a8=N", vec![]), "{text}");
    }
    for text in ["a8", "a8=", "a7a8", "a8 (N)", "a8[N]", "a8=S", "a8=K", "a8 =N"] {
        let game = read_one(&format!("{start}1. {text} *"), Variant::Chess);
        assert_eq!(game.record.plies(), [], "{text}");
        let is_cut = |warning: &Warning| matches!(warning.kind, WarningKind::Cut(_));
        assert!(game.warnings.iter().any(is_cut), "{text}: {:?}", game.warnings);
    }
}

#[test]
fn another_game_than_asked_for_is_named() {
    let text = "[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4";
    let foreign = WarningKind::ForeignRule("Variant \"Atomic\"".to_owned());
    let game = read_one(text, Variant::Crazyhouse);
    assert_eq!(
        game.warnings.into_iter().map(|warning| warning.kind).collect::<Vec<_>>(),
        [foreign]
    );
    for variant in [Variant::Chess, Variant::Bughouse] {
        let fault = read_as(text.as_bytes(), variant).remove(0).expect_err("no such game");
        assert!(matches!(fault.reason, FaultReason::ForeignRule { .. }), "{fault}");
    }
}

#[test]
fn a_game_on_one_board_has_no_players_on_b() {
    let fault = read_as(b"1A. e4 1B. e4", Variant::Crazyhouse).remove(0).expect_err("no board B");
    let seat = BoardId::B.seat(Color::White);
    assert_eq!(fault.reason, FaultReason::OutOfTurn { seat, text: "e4".to_owned() });
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 | anything\"]\n\n1. N@f6";
    let boards = read_one(text, Variant::Crazyhouse).record.start().clone();
    assert_eq!(*boards.position(BoardId::B), Position::start(Variant::Crazyhouse, MoveRules::FICS));
}
