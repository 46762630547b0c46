//! Tests on samples of the kind that the site gives.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::moves;
use super::{ChesscomError, Found, GameBoard, Pairing, join, joined};
use crate::MoveRules;
use crate::notation::bpgn::{BpgnResult, WarningKind};

/// The board on which a knight is dropped.
const A: [&str; 11] =
    ["e2e4", "g8f6", "e4e5", "e7e6", "e5f6", "d8f6", "d2d4", "g7g6", "c1g5", "a7a6", "n@d6"];
/// The board that gives the knight by its last move: Black, the partner, takes it.
const B: [&str; 6] = ["g1f3", "e7e5", "f3d4", "c7c5", "a2a3", "c5d4"];

fn board(id: u64, partner: &Value, moves: &[&str], clocks: &[i64], end: [&str; 3]) -> Value {
    let clocks: Vec<String> = clocks.iter().map(i64::to_string).collect();
    let [winner, result, reason] = end;
    json!({ "game": {
        "id": id,
        "uuid": format!("uuid-{id}"),
        "partnerGameId": partner,
        "type": "bughouse",
        "plyCount": moves.len(),
        "moveList": moves::write(moves),
        "moveTimestamps": clocks.join(","),
        "baseTime1": 1800,
        "timeIncrement1": 0.0,
        "initialSetup": "",
        "colorOfWinner": winner,
        "gameEndReason": reason,
        "resultMessage": format!("somebody won: {reason}"),
        "pgnHeaders": {
            "Event": "Live Chess - Bughouse",
            "White": format!("w{id}"),
            "Black": format!("b{id}"),
            "WhiteElo": 1500,
            "TimeControl": "180",
            "Result": result,
            "FEN": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        },
    }, "players": {} })
}

/// Two boards of a game. By the clocks the knight is dropped three tenths before it is taken.
fn pair() -> [Value; 2] {
    // After each move, and of the side to move at the end.
    let a = [1799, 1798, 1797, 1796, 1795, 1794, 1793, 1792, 1791, 1790, 1789, 1790];
    let b = [1800, 1799, 1799, 1798, 1798, 1778, 1795];
    [
        board(7, &json!(9), &A, &a, ["white", "1-0", "checkmated"]),
        board(9, &json!("uuid-7"), &B, &b, ["black", "0-1", "bughousepartnerlose"]),
    ]
}

fn parsed(value: &Value) -> Result<GameBoard, ChesscomError> {
    GameBoard::parse(value.to_string().as_bytes())
}

#[test]
fn two_boards_are_one_game_in_either_order_and_drops_follow_their_captures() {
    let [a, b] = pair().map(|board| parsed(&board).expect("it is sound"));
    let game = join(&a, &b, MoveRules::default()).expect("it is playable");
    assert_eq!(join(&b, &a, MoveRules::default()).as_ref(), Ok(&game));
    assert!(game.warnings.is_empty());
    let expected = "\
[Event \"Live Chess - Bughouse\"]
[WhiteA \"w7\"]
[WhiteAElo \"1500\"]
[BlackA \"b7\"]
[WhiteB \"w9\"]
[WhiteBElo \"1500\"]
[BlackB \"b9\"]
[TimeControl \"180+0\"]
[Result \"1-0\"]

{C:chess.com, games 7 and 9} 1B. Nf3 {180.000} 1A. e4 {179.900} 1b. e5 {179.900}
";
    let text = game.record.to_string();
    assert!(text.starts_with(expected), "{text}");
    let last: Vec<String> =
        game.record.plies().iter().rev().take(2).map(|ply| ply.seat.to_string()).collect();
    assert_eq!(last, ["White on A", "Black on B"]);
    assert_eq!(game.record.plies()[0].clock, Some(180_000));
    assert_eq!(game.record.result(), BpgnResult::TeamOne);
    assert_eq!(game.record.reason(), Some("somebody won: checkmated"));
}

/// The site states the clock after each move, and that of the side to move at the end. Some texts lack
/// the last one, and some state the start in a header alone.
#[test]
fn clocks_are_those_after_each_move() {
    let [sound, b] = pair();
    let clocks = "1799,1798,1797,1796,1795,1794,1793,1792,1791,1790,1789";
    let mut without = sound.clone();
    without["game"]["moveTimestamps"] = json!(clocks);
    let mut headed = sound.clone();
    headed["game"]["baseTime1"] = json!(null);
    let b = parsed(&b).expect("it is sound");
    let joined = [sound, without, headed].map(|a| {
        let a = parsed(&a).expect("it is sound");
        join(&a, &b, MoveRules::default()).expect("it is playable")
    });
    let [one, others @ ..] = &joined;
    assert!(others.iter().all(|other| other == one));
    let last = one.record.plies().iter().rfind(|ply| ply.seat.board == crate::BoardId::A);
    assert_eq!(last.and_then(|ply| ply.clock), Some(178_900));
}

#[test]
fn the_board_that_decided_has_the_result() {
    let [a, mut b] = pair();
    for (winner, expected) in [("black", BpgnResult::TeamOne), ("white", BpgnResult::TeamOne)] {
        b["game"]["colorOfWinner"] = json!(winner);
        let [a, b] = [&a, &b].map(|board| parsed(board).expect("it is sound"));
        let game = join(&a, &b, MoveRules::default()).expect("it is playable");
        assert_eq!(game.record.result(), expected);
        assert_eq!(game.warnings.is_empty(), winner == "black");
        for warning in game.warnings {
            let kind = WarningKind::ResultsDisagree(BpgnResult::TeamOne, BpgnResult::TeamTwo);
            assert_eq!(warning.kind, kind);
        }
    }
}

/// (field of board A, its value, the error)
const FAULTS: &[(&str, &str, &str)] = &[
    ("type", "chess", "a game of type `chess`, expected `bughouse`"),
    ("moveList", "mC m", "move 2 of the list: ` m` is not a move"),
    ("moveTimestamps", "1800,soon", "clock 2 of the list: `soon` is not a number of tenths"),
    ("moveTimestamps", "1800,17", "2 clocks for 11 moves, expected as many or one more"),
    ("plyCount", "x", "not a game of chess.com: invalid type: string \"x\""),
    ("initialSetup", "8/8", "the start position of game 7: "),
    ("partnerGameId", "4", "games 7 and 9 are not partners: the partner of 7 is `4`"),
];

#[test]
fn each_fault_is_told_and_quoted() {
    for &(field, value, expected) in FAULTS {
        let [mut a, mut b] = pair();
        a["game"][field] = json!(value);
        if field == "partnerGameId" {
            b["game"][field] = json!("5");
        }
        let b = parsed(&b).expect("it is sound");
        let error = parsed(&a).and_then(|a| join(&a, &b, MoveRules::default()));
        let error = error.expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for increment in [-1.0, 8_640_001.0, 1e300] {
        let [mut a, _] = pair();
        a["game"]["timeIncrement1"] = json!(increment);
        assert_eq!(parsed(&a), Err(ChesscomError::Increment(increment.to_string())));
    }
    let [mut a, mut b] = pair();
    a["game"]["plyCount"] = json!(12);
    assert_eq!(parsed(&a), Err(ChesscomError::Plies { stated: 12, found: 11 }));
    b["game"]["moveList"] = json!(moves::write(&["g1f3", "e7e5", "f3d4", "c7c5", "a2a3", "a7a6"]));
    a["game"]["plyCount"] = json!(11);
    let [a, b] = [&a, &b].map(|board| parsed(board).expect("it is sound"));
    let error = join(&a, &b, MoveRules::default()).expect_err("no knight comes").to_string();
    assert_eq!(error, "White on A, move 6: `n@d6` is not legal here");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        increment in any::<f64>(),
        list in "[a-zA-Z0-9!?{~}(^)\\[_\\]@#$,./&*+=-]{0,40}",
    ) {
        let _refused = GameBoard::parse(&bytes);
        let [a, b] = pair();
        let [sound, b] = [&a, &b].map(|board| parsed(board).expect("it is sound"));
        let mut text = a.to_string().into_bytes();
        for (at, byte) in edits {
            let at = at.index(text.len());
            text[at] = byte;
        }
        let mut other_moves = a;
        other_moves["game"]["moveList"] = json!(list);
        other_moves["game"]["moveTimestamps"] = json!("");
        other_moves["game"]["plyCount"] = json!(null);
        other_moves["game"]["timeIncrement1"] = json!(increment);
        for board in [GameBoard::parse(&text), parsed(&other_moves)].into_iter().flatten() {
            let _any = join(&board, &b, MoveRules::default());
            let _any = join(&b, &board, MoveRules::default());
            let _any = join(&sound, &board, MoveRules::default());
        }
    }
}

/// The boards of `pair` as an archive has them.
fn entries() -> [Value; 2] {
    let pair = pair();
    let [a, b] = &pair;
    let entry = |board: &Value, results: [&str; 2], players: [&str; 2]| {
        let game = &board["game"];
        let player = |color: usize| json!({ "username": players[color], "rating": 1500, "result": results[color] });
        json!({
            "url": format!("https://www.chess.com/game/live/{}", game["id"]),
            "uuid": "", "rules": "bughouse", "time_control": "180", "end_time": 1_790_553_743,
            "tcn": game["moveList"], "initial_setup": "", "fen": "",
            "white": player(0), "black": player(1),
        })
    };
    [
        entry(a, ["win", "checkmated"], ["w7", "b7"]),
        entry(b, ["bughousepartnerlose", "win"], ["w9", "b9"]),
    ]
}

fn found(boards: &[Value]) -> Vec<Found> {
    let boards = boards.iter().map(|board| parsed(board).expect("it is sound")).collect();
    Pairing::among(boards, MoveRules::default())
}

#[test]
fn boards_of_an_archive_are_a_game_if_all_fits() {
    let [a, b] = entries();
    let changed = |field: &str, value: Value| {
        let mut b = b.clone();
        b[field] = value;
        b
    };
    let player = |name: &str, result: &str| json!({ "username": name, "result": result });
    for (other, is_game) in [
        (b.clone(), true),
        (changed("end_time", json!(1_790_553_745)), true),
        (changed("end_time", json!(1_790_553_746)), false),
        (changed("time_control", json!("180+2")), false),
        (changed("url", json!("https://www.chess.com/game/live/10")), false),
        (changed("white", player("B7", "bughousepartnerlose")), false),
        (changed("white", player("w9", "resigned")), false),
        (changed("black", player("b9", "bughousepartnerlose")), false),
        // Nothing gives the knight that is dropped on the other board.
        (changed("tcn", json!("")), false),
    ] {
        let found = found(&[a.clone(), other.clone()]);
        assert_eq!(matches!(found.as_slice(), [Found::Game(_)]), is_game, "{other}: {found:?}");
    }
    let found = found(&[a, b]);
    let [Found::Game(game)] = found.as_slice() else { panic!("{found:?}") };
    let text = game.record.to_string();
    assert_eq!(joined(&game.record), Some(([7, 9], false)));
    assert!(text.contains("[Date \"2026.09.28\"]") && text.contains("order of moves"), "{text}");
    assert!(text.trim_end().ends_with("{b7 checkmated} 1-0"), "{text}");
}

#[test]
fn clocks_of_an_archive_are_those_of_its_records_if_each_move_has_one() {
    let record = |clocks: &[String]| {
        let moves: Vec<String> =
            clocks.iter().map(|clock| format!("e4 {{[%clk {clock}]}}")).collect();
        json!(moves.join(" "))
    };
    // Tenths of a second after each move.
    let clocks = |tenths: &[u32]| -> Vec<String> {
        tenths
            .iter()
            .map(|tenths| format!("0:0{}:{}.{}", tenths / 600, tenths / 10 % 60, tenths % 10))
            .collect()
    };
    let of_a = clocks(&[1799, 1798, 1797, 1796, 1795, 1794, 1793, 1792, 1791, 1790, 1789]);
    for (pgn, expected) in [
        (record(&of_a), true),
        (record(&of_a[1..]), false),
        (record(&vec!["soon".to_owned(); A.len()]), false),
        (record(&vec!["99999:00:00".to_owned(); A.len()]), false),
        (json!(""), false),
        (Value::Null, false),
    ] {
        let [mut entry, _] = entries();
        entry["pgn"] = pgn.clone();
        let board = parsed(&entry).expect("it is sound");
        assert_eq!(!board.clocks.is_empty(), expected, "{pgn}");
    }
    let [mut a, mut b] = entries();
    a["pgn"] = record(&of_a);
    // The clocks of one board alone tell no order: the boards move in turns, as without any.
    let seats = |boards: &[Value]| -> Vec<_> {
        let [Found::Game(game)] = &found(boards)[..] else { panic!("{boards:?}") };
        game.record.plies().iter().map(|ply| ply.seat).collect()
    };
    assert_eq!(seats(&[a.clone(), b.clone()]), seats(&entries()));
    b["pgn"] = record(&clocks(&[1800, 1799, 1799, 1798, 1798, 1778]));
    let found = found(&[a, b]);
    let [Found::Game(game)] = found.as_slice() else { panic!("{found:?}") };
    assert!(game.record.plies().iter().all(|ply| ply.clock.is_some()), "{}", game.record);
}

#[test]
fn boards_that_may_belong_to_two_are_told_as_unclear_unless_their_texts_name_each_other() {
    let [a, b] = entries();
    let mut other = b.clone();
    other["url"] = json!("https://www.chess.com/game/live/8");
    other["white"]["username"] = json!("x");
    other["black"]["username"] = json!("y");
    let unclear = found(&[a.clone(), other.clone(), b.clone()]);
    assert!(matches!(unclear[..], [Found::Unclear(_), Found::Unclear(_), Found::Unclear(_)]));
    // A board that comes twice counts once, and a text with clocks is taken.
    let [game_a, game_b] = pair();
    let known = found(&[a.clone(), game_a, a, other, game_b]);
    let [Found::Again, Found::Again, Found::Game(game), Found::Alone(_)] = known.as_slice() else {
        panic!("{known:?}");
    };
    assert!(game.record.plies().iter().all(|ply| ply.clock.is_some()));
}

/// (field of an entry, its value, the error)
const FAULTS_OF_ENTRIES: &[(&str, &str, &str)] = &[
    ("rules", "\"chess\"", "a game of type `chess`, expected `bughouse`"),
    ("url", "\"x\"", "the address `x` does not end with the number of a game"),
    ("tcn", "\"mC \"", "move 2 of the list: ` ` is not a move"),
    ("white", "7", "not a game of chess.com: invalid type: integer `7`"),
];

#[test]
fn each_fault_of_an_entry_is_told_and_quoted() {
    for &(field, value, expected) in FAULTS_OF_ENTRIES {
        let [mut entry, _] = entries();
        entry[field] = serde_json::from_str(value).expect("JSON");
        let error = parsed(&entry).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_board_alone_is_played_with_the_pieces_that_it_drops() {
    let [a, _] = entries();
    let board = parsed(&a).expect("it is sound");
    let (start, moves) = board.moves_alone(MoveRules::default()).expect("it is playable");
    assert_eq!((start.fullmove_number(), moves.len()), (1, A.len()));
    let mut broken = a;
    broken["tcn"] = json!(moves::write(&["e2e4", "e2e4"]));
    let error = parsed(&broken).expect("it is sound").moves_alone(MoveRules::default());
    let error = error.expect_err("no pawn is there").to_string();
    assert_eq!(error, "Black on A, move 1: `e2e4` is not legal here");
}
