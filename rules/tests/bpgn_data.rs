//! Records from outside the project, and the content that each of them must yield.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use tandem_rules::notation::MoveTextError;
use tandem_rules::notation::bpgn::{
    BpgnResult, Fault, FaultReason, GameRecord, ReadGame, ReadOptions, Reader, Warning, WarningKind,
};
use tandem_rules::{BoardId, Color, Seat, Standing, Variant};

/// (name, plies, result, reason of the end, warnings).
type Yield = (&'static str, usize, BpgnResult, Option<&'static str>, &'static [&'static str]);

const YIELDS: &[Yield] = &[
    ("fics2001_integer_clock_A", 86, BpgnResult::TeamTwo, None, &[]),
    (
        "fics2017_full_header_lag_negclock_crlf",
        106,
        BpgnResult::TeamTwo,
        Some("ChiCkenCROSSrOaD forfeits on time"),
        &[],
    ),
    ("fics_ms_blackfirst_order", 85, BpgnResult::Unfinished, None, &[]),
    ("fics_ms_drawoffer", 140, BpgnResult::Unfinished, None, &[]),
    ("fics_ms_unfinished", 151, BpgnResult::Unfinished, None, &[]),
    (
        "chesscom_2025_converted_checkmated",
        55,
        BpgnResult::TeamOne,
        Some("xshyne won by checkmate"),
        &[],
    ),
    ("chesscom_2022_python_hybrid_NAG146", 79, BpgnResult::TeamTwo, None, &[]),
    (
        "bmacho_viewer_style_longsan_star_result",
        55,
        BpgnResult::TeamOne,
        Some("xshyne won by checkmate"),
        &["line 14: results 1-0 and * disagree"],
    ),
    (
        "bughousepro_old",
        149,
        BpgnResult::TeamOne,
        None,
        &[
            "line 1: unknown rule: DropAggression \"No chess mate\"",
            "line 1: unknown rule: PawnDropRanks \"2-6\"",
        ],
    ),
    (
        "bughousepro_regular",
        115,
        BpgnResult::TeamTwo,
        None,
        &[
            "line 1: unknown rule: Promotion \"Steal\"",
            "line 1: unknown rule: DropAggression \"No chess mate\"",
            "line 1: unknown rule: PawnDropRanks \"2-6\"",
        ],
    ),
    (
        "hivemind2026_selfplay",
        84,
        BpgnResult::TeamOne,
        Some("Alice won by checkmate"),
        &["line 18: results 1-0 and * disagree"],
    ),
];

fn read_with(name: &str, options: ReadOptions) -> Vec<Result<ReadGame, Fault>> {
    let root: PathBuf = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/bpgn").into();
    let file = File::open(root.join(Path::new(name))).expect("the data is there");
    Reader::with_options(BufReader::new(file), options).collect()
}

/// The only game of a file in `varieties`.
fn variety(name: &str, options: ReadOptions) -> Result<ReadGame, Fault> {
    let mut games = read_with(&format!("varieties/{name}.bpgn"), options);
    assert_eq!(games.len(), 1, "{name}");
    games.remove(0)
}

fn record(name: &str) -> GameRecord {
    variety(name, ReadOptions::default()).expect("a game").record
}

fn ends_in_mate(record: &GameRecord) -> bool {
    let boards = record.boards();
    BoardId::ALL.into_iter().any(|board| {
        let arrivals = boards.possible_arrivals(boards.on_turn(board));
        boards.position(board).standing(arrivals) == Standing::Mated
    })
}

/// Asserts that a record, once written, is read back as the same.
fn assert_survives(record: &GameRecord) {
    assert_survives_with(record, ReadOptions::default());
}

fn assert_survives_with(record: &GameRecord, options: ReadOptions) {
    let text = record.to_string();
    let read: Vec<_> = Reader::with_options(text.as_bytes(), options).collect();
    let [Ok(read)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(&read.record, record);
    let is_rule = |warning: &Warning| matches!(warning.kind, WarningKind::ForeignRule(_));
    assert!(read.warnings.iter().all(is_rule), "{:?}", read.warnings);
}

#[test]
#[ignore = "needs ../shared"]
fn fics_games_replay_but_for_the_resumed_one() {
    let games = read_with("fics-64-games.bpgn", ReadOptions::default());
    assert_eq!(games.len(), 64);
    let faults: Vec<&Fault> = games.iter().filter_map(|game| game.as_ref().err()).collect();
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert_eq!((fault.game, fault.line), (24, 190));
    assert!(matches!(fault.reason, FaultReason::MidGame { .. }));
    let records: Vec<&GameRecord> = games.iter().flatten().map(|game| &game.record).collect();
    let plies: usize = records.iter().map(|record| record.plies().len()).sum();
    assert_eq!(plies, 7_762 - 83, "the resumed game has 83 plies");
    assert_eq!(records.iter().filter(|record| ends_in_mate(record)).count(), 48);
    assert!(games.iter().flatten().all(|game| game.warnings.is_empty()));
    for record in records {
        assert!(record.plies().iter().all(|ply| ply.clock.is_some()));
        assert_survives(record);
    }
}

#[test]
#[ignore = "needs ../shared"]
fn every_variety_yields_its_game() {
    for &(name, plies, result, reason, odd) in YIELDS {
        let game = variety(name, ReadOptions::default()).expect(name);
        assert_eq!(game.record.plies().len(), plies, "{name}");
        assert_eq!((game.record.result(), game.record.reason()), (result, reason), "{name}");
        let warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, odd, "{name}");
        assert_survives(&game.record);
    }
}

#[test]
#[ignore = "needs ../shared"]
fn clocks_are_kept_as_they_are() {
    let negative = record("fics2017_full_header_lag_negclock_crlf");
    assert_eq!(negative.plies().iter().filter_map(|ply| ply.clock).min(), Some(-576));
    let whole = record("fics2001_integer_clock_A");
    assert_eq!(whole.plies()[0].clock, Some(179_000));
    let hybrid = record("chesscom_2022_python_hybrid_NAG146");
    for ply in hybrid.plies() {
        assert_eq!(ply.clock.is_some(), ply.seat.board == BoardId::B);
    }
    let elapsed = record("bughousepro_regular");
    assert!(elapsed.plies().iter().all(|ply| ply.clock.is_none()));
    assert_eq!(elapsed.plies().last().and_then(|ply| ply.elapsed), Some(390_375));
}

#[test]
#[ignore = "needs ../shared"]
fn the_resumed_game_is_refused_with_the_reason() {
    let fault = variety("fics_ms_midgame_start_resumed", ReadOptions::default()).expect_err("bad");
    let seat = Seat { board: BoardId::A, color: Color::White };
    let error = MoveTextError::Illegal("Qe7+".to_owned());
    assert_eq!((fault.line, &fault.reason), (3, &FaultReason::MidGame { seat, error }));
}

#[test]
#[ignore = "needs ../shared"]
fn crazyhouse_is_read_where_asked() {
    let name = "sunsetter_bench_crazyhouse_as_bpgn";
    let fault = variety(name, ReadOptions::default()).expect_err("no bughouse");
    assert_eq!(fault.to_string(), "line 12, game 1: White on A, move 6: `N@e5+` is not legal here");
    let options = ReadOptions { variant: Variant::Crazyhouse, ..ReadOptions::default() };
    let game = variety(name, options).expect("crazyhouse");
    assert_eq!((game.record.plies().len(), game.warnings), (60, Vec::new()));
    assert_survives_with(&game.record, options);
}

#[test]
#[ignore = "needs ../shared"]
fn draw_offers_in_comments_are_kept() {
    let record = record("fics_ms_drawoffer");
    let comments = record.plies().iter().flat_map(|ply| &ply.comments);
    let offers = comments.filter(|comment| comment.text().ends_with("offers a draw."));
    assert!(offers.count() > 0);
}

#[test]
#[ignore = "needs ../shared"]
fn the_disagreeing_result_is_reported() {
    let game = variety("bmacho_viewer_style_longsan_star_result", ReadOptions::default());
    let warnings = game.expect("a game").warnings;
    let disagree = WarningKind::ResultsDisagree(BpgnResult::TeamOne, BpgnResult::Unfinished);
    assert_eq!(warnings.iter().map(|w| &w.kind).collect::<Vec<_>>(), [&disagree]);
}
