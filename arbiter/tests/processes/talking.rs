//! The commands that a CECP engine is sent, and the interpretation of its output.

use std::num::NonZeroU64;

use tandem_arbiter::{Close, Engine, Protocol};
use tandem_rules::{BoardId, Boards, Ending, Millis, MoveRules, OutcomeRules, Seat, TimeControl};
use tempfile::TempDir;

use crate::support::{self, Match, Others, blocked_mate, board, engine, place};

const WHITE: Seat = Seat::ALL[0];
const BLACK: Seat = Seat::ALL[1];

#[test]
fn garbage_and_halves_of_lines_do_no_harm() {
    let arms =
        "go) printf '\\377\\000\\n\\n move\\nmove  \\npong x\\nfeature\\n12 x y z\\nholding\\n';
        echo 'Illegal move: ping'; echo 'Error (unknown): e2e4'; printf 'move e2'; printf 'e4\\n' ;;
        usermove*) echo resign ;;";
    let played = Match::new(WHITE, &engine(arms), Others::default()).play();
    let Close::Outcome(outcome) = played.close else { panic!("{}", played.close) };
    assert_eq!(outcome.ending, Ending::Resignation(WHITE));
    assert!(played.game.plies().iter().any(|ply| ply.seat == WHITE));
}

/// The time for features begins with the first line, however long the program takes to start.
#[test]
fn an_engine_that_starts_slowly_is_not_taken_for_one_without_features() {
    let mut engine = engine("go) echo resign ;;");
    engine.patience.features = std::time::Duration::ZERO;
    engine.node_rate = NonZeroU64::new(1000); // for which it needs a feature
    let played = Match::new(WHITE, &engine, Others::default()).play();
    assert_eq!(played.close.to_string(), "White on A resigns");
}

#[test]
fn every_spelling_of_a_move_is_played() {
    for text in ["move e2e4", "move e4", "  move E4x", "1. ... e2e4", "My move is: e2e4"] {
        let arms = format!("go) echo '{text}' ;; usermove*) echo resign ;;");
        let played = Match::new(WHITE, &engine(&arms), Others::default()).play();
        let moved = played.game.plies().iter().any(|ply| ply.seat == WHITE);
        assert_eq!(moved, !text.contains('E'), "{text}");
    }
}

#[test]
fn messages_are_told_and_long_ones_cut_off() {
    let long = "y".repeat(3000);
    let arms = format!(
        "go) echo 'tellics ptell need N'; echo 'tellicsnoalias ptell {long}';
        echo resign ;;"
    );
    let played = Match::new(WHITE, &engine(&arms), Others::default()).play();
    let told: Vec<_> = played.messages.iter().map(|told| (told.seat, told.text.as_str())).collect();
    assert_eq!(told, [(WHITE, "need N"), (WHITE, &long[..512])]);
}

#[test]
fn an_engine_hears_of_a_draw_that_is_offered_and_may_agree() {
    let others = Others { opponent_offers_draws: true, ..Others::default() };
    for (feature, is_told) in [("draw=1", true), ("draw=0", false)] {
        let arms = format!(
            "protover*) echo 'feature ping=1 {feature} done=1' ;;
            go) echo move e2e4 ;; draw) echo offer draw ;; usermove*|[a-h][1-8]*) echo resign ;;"
        );
        let played = Match::new(WHITE, &engine(&arms), others).play();
        let Close::Outcome(outcome) = played.close else { panic!("{}", played.close) };
        let resigned = Ending::Resignation(WHITE);
        // An engine that hears of the offer agrees before it hears of the move that comes after it.
        assert_eq!(outcome.ending, if is_told { Ending::Agreement } else { resigned });
    }
}

const FEATURES: &str = "protover*) echo 'feature ping=1 setboard=1 nps=1 colors=0 done=0';
    echo 'feature mood=1 option=\"Rules -string fics\" done=1' ;;";

fn recorded(folder: &TempDir, arms: &str) -> Engine {
    support::recorded(folder, Protocol::Cecp, &format!("{arms} {FEATURES}"))
}

/// The lines that the engine was told, without clocks, which differ from run to run.
fn told(folder: &TempDir) -> Vec<String> {
    let is_clock = |line: &String| line.starts_with("time ") || line.starts_with("otim ");
    support::told(folder).into_iter().filter(|line| !is_clock(line)).collect()
}

#[test]
fn a_game_is_told_as_a_server_does() {
    let folder = TempDir::new().expect("a folder can be made");
    let engine = recorded(&folder, "go) echo move e2e4 ;; [a-h][1-8]*) echo resign ;;");
    let mut game = Match::new(WHITE, &engine, Others::default());
    game.control = TimeControl::sudden_death(Millis(90_000));
    let played = game.play();
    let reply = played.game.plies().iter().find(|ply| ply.seat == BLACK).expect("Black has moved");
    let reply = Boards::start(MoveRules::default()).position(BLACK.board).coordinate(reply.m);
    drop(game);
    let reply = reply.to_string();
    let expected = [
        "xboard",
        "protover 2",
        "accepted ping",
        "accepted setboard",
        "accepted nps",
        "accepted colors",
        "accepted done",
        "rejected mood",
        "accepted option",
        "accepted done",
        "option Rules=wbn",
        "new",
        "variant bughouse",
        "level 0 1:30 0",
        "easy",
        "post",
        "partner Simple",
        "ping 1",
        "go",
        "holding [] []",
        &reply,
        "holding [] []",
        "result 0-1 {White on A resigns}",
        "force",
        "quit",
    ];
    assert_eq!(told(&folder), expected);
}

/// Plays from a blocked mate with a script of these arms, which has nothing to play until the knight
/// comes. Returns what it was told, and the times of all moves.
fn play_blocked_mate(node_rate: Option<NonZeroU64>, arms: &str) -> (Vec<String>, Vec<i64>) {
    let folder = TempDir::new().expect("a folder can be made");
    let arms = format!("{arms} [a-h][1-8]*) echo resign ;;");
    let engine = Engine { node_rate, ..recorded(&folder, &arms) };
    let mut game = Match::new(BLACK, &engine, Others { lines: 3, moves: 1, ..Others::default() });
    let played = game.play_from(blocked_mate(), OutcomeRules::FICS);
    drop(game);
    let told = told(&folder);
    let close = played.close.to_string();
    assert_eq!(close, "Black on A resigns", "{told:?}");
    assert!(played.game.plies().iter().any(|ply| ply.seat == BLACK), "{told:?}");
    (told, played.game.plies().iter().map(|ply| ply.at.0).collect())
}

/// Plays the knight once it has come, after 700 nodes.
const KNIGHT: &str = "*BN) echo '1 0 0 700'; echo move N@f8 ;;";

#[test]
fn a_position_is_set_up_and_a_piece_that_arrives_ends_the_sitting() {
    let (told, _) = play_blocked_mate(None, KNIGHT);
    let order =
        ["new", "force", "setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b", "go", "holding [] [N] BN"];
    assert!(order.map(|line| place(&told, line)).is_sorted(), "{told:?}");
    assert_eq!(told.iter().filter(|line| *line == "go").count(), 1);
}

#[test]
fn on_the_node_clock_a_pong_instead_of_a_move_is_sitting() {
    let (told, at) = play_blocked_mate(NonZeroU64::new(1000), KNIGHT);
    assert_eq!(at, [1, 701, 702], "the nodes it reports are the time it takes");
    // News that comes while it thinks is told when it has answered; each piece of news wakes it.
    let order = [
        "new",
        "nps 1000",
        "ping 1",
        "go",
        "ping 2",
        "ptell x",
        "ping 3",
        "ping 5",
        "holding [] [N] BN",
        "ping 6",
    ];
    assert!(order.map(|line| place(&told, line)).is_sorted(), "{told:?}");
}

/// A seat that sits may hold its move back, and print the line of the search that found it again when
/// it plays that move.
#[test]
fn on_the_node_clock_a_search_whose_last_line_is_printed_again_with_the_move_counts_once() {
    let arms = |lines: &str| {
        format!("go) echo '1 5 0 700 N@f8' ;; *BN) printf '{lines}'; echo move N@f8 ;;")
    };
    for (lines, knight_at) in [
        ("1 5 0 700 N@f8\\n", 700),
        ("1 5 0 701 N@f8\\n", 1401),                  // another search
        ("1 5 0 700 N@f8\\n2 5 0 900 N@f8\\n", 1600), // another search that begins with the same line
    ] {
        let (told, at) = play_blocked_mate(NonZeroU64::new(1000), &arms(lines));
        assert_eq!(at, [1, knight_at, knight_at + 1], "{lines}: {told:?}");
    }
}

/// Black on B takes a promoted knight with its only move, while White on A sits.
#[test]
fn a_promoted_piece_that_is_taken_comes_as_a_pawn() {
    let folder = TempDir::new().expect("a folder can be made");
    let engine = recorded(&folder, "*WP) echo move P@e4 ;; [a-h][1-8]*) echo resign ;;");
    let start = Boards::start(MoveRules::default());
    let board = board("kb6/p1N~5/K7/8/8/8/P7/8[] b - - 0 1");
    let boards = Boards::new(start.position(WHITE.board).clone(), board);
    let mut game = Match::new(WHITE, &engine, Others { moves: 1, ..Others::default() });
    let played = game.play_from(boards, OutcomeRules::FICS);
    drop(game);
    let drop = played.game.plies().iter().find(|ply| ply.seat == WHITE).map(tandem_rules::Ply::san);
    assert_eq!(drop.as_deref(), Some("P@e4"));
    assert!(told(&folder).contains(&"holding [P] [] WP".to_owned()));
}

/// White on A is checked along its back rank until Black on B takes a knight with its only move, so
/// that the first move which the script is told is a drop of a piece that has arrived in the game.
#[test]
fn a_piece_is_told_before_the_first_move_that_drops_it() {
    for node_rate in [None, NonZeroU64::new(1000)] {
        let folder = TempDir::new().expect("a folder can be made");
        let engine = Engine { node_rate, ..recorded(&folder, "go) echo resign ;;") };
        let others = Others { diagonal_moves: 1, ..Others::default() };
        let boards = Boards::new(
            board("6k1/8/8/8/8/8/5PPP/3r2K1[] w - - 0 1"),
            board("kb6/p1N5/K7/8/8/8/P7/8[] b - - 0 1"),
        );
        let mut game = Match::new(BLACK, &engine, others);
        let played = game.play_from(boards, OutcomeRules::FICS);
        drop(game);
        let told = told(&folder);
        assert_eq!(played.close.to_string(), "Black on A resigns", "{told:?}");
        let order = ["setboard", "holding [N] [] WN", "N@", "go"];
        assert!(order.map(|line| place(&told, line)).is_sorted(), "{told:?}");
        assert_eq!(told.iter().filter(|line| line.ends_with(" WN")).count(), 1, "{told:?}");
    }
}

#[test]
fn an_engine_that_cannot_set_up_a_position_is_led_there_by_the_moves_of_the_opening() {
    const ARMS: &str = "protover*) echo 'feature ping=1 usermove=1 setboard=0 done=1' ;;
        go) echo resign ;;";
    let mut boards = Boards::start(MoveRules::default());
    let mut opening = Vec::new();
    for (board, san) in
        [(BoardId::A, "e4"), (BoardId::B, "Nf3"), (BoardId::A, "d5"), (BoardId::A, "exd5")]
    {
        let seat = boards.on_turn(board);
        let m = boards.position(board).parse_san(san).expect(san);
        boards.play(seat, m).expect("a legal move");
        opening.push((seat, m));
    }
    for (knows_moves, close) in
        [(true, "White on A resigns"), (false, "White on A failed: it cannot set up a position")]
    {
        let folder = TempDir::new().expect("a folder can be made");
        let engine = support::recorded(&folder, Protocol::Cecp, ARMS);
        let mut game = Match::new(WHITE, &engine, Others::default());
        let opening = if knows_moves { opening.clone() } else { Vec::new() };
        let played = game.play_after(opening, boards.clone(), OutcomeRules::FICS);
        drop(game);
        let told = told(&folder);
        assert_eq!(played.close.to_string(), close, "{told:?}");
        if knows_moves {
            // The holdings come once it thinks.
            let order = [
                "force",
                "usermove e2e4",
                "usermove d7d5",
                "usermove e4d5",
                "ping 1",
                "go",
                "holding [] []",
            ];
            assert!(order.map(|line| place(&told, line)).is_sorted(), "{told:?}");
        }
    }
}
