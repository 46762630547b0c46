//! Tests of records that tell the rules by which they are to be read.

use tandem_rules::notation::bpgn::{FaultReason, ReadGame, Reader, ReplayRules};
use tandem_rules::{BoardId, Variant};

fn read(text: &str) -> ReadGame {
    let mut games = Reader::with_options(text.as_bytes(), ReplayRules::Recorded);
    games.next().expect("a game").unwrap_or_else(|fault| panic!("{fault} in {text}"))
}

/// (tags and moves, variant)
const RECORDS: &[(&str, Variant)] = &[
    ("[Variant \"Crazyhouse\"]\n\n1. e4 e5", Variant::Crazyhouse),
    ("[Variant \"crazyhouse\"]\n\n1A. e4 1a. e5", Variant::Crazyhouse),
    ("[Variant \"Standard\"]\n\n1. e4 e5", Variant::Chess),
    ("[Variant \"Chess960\"]\n\n1. e4 e5", Variant::Chess),
    ("[Variant \"Bughouse Chess960\"]\n\n1A. e4 1a. e5", Variant::Bughouse),
    ("[Rules \"wbn last-drop=no\"]\n\n1A. e4 1B. e4", Variant::Bughouse),
    ("[Rules \"crazyhouse\"]\n\n1. e4 e5", Variant::Crazyhouse),
    // An unknown value leaves it to the moves.
    ("[Rules \"ours\"]\n[Variant \"?\"]\n\n1. e4 e5", Variant::Chess),
    ("[Variant \"From Position\"]\n\n1. e4 e5", Variant::Chess),
    ("[Event \"a game\"]\n\n1. e4 e5 2. d4 exd4", Variant::Chess),
    ("[Event \"a game\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4", Variant::Crazyhouse),
    ("[Event \"a game\"]\n\n1A. e4 1B. e4 1b. e5", Variant::Bughouse),
    ("[Event \"a game\"]\n\n*", Variant::Bughouse),
];

#[test]
fn tags_tell_the_variant_and_else_the_moves() {
    for &(text, expected) in RECORDS {
        let game = read(&format!("{text}\n"));
        assert_eq!(game.record.start().position(BoardId::A).variant(), expected, "{text}");
    }
}

#[test]
fn a_game_of_another_variant_is_refused_by_its_name() {
    for name in ["King of the Hill", "Three-check", "Atomic", "Losers", "Placement"] {
        for moves in ["1. e4 e5", "1A. e4 1a. e5"] {
            let text = format!("[Variant \"{name}\"]\n\n{moves}\n\n[Event \"next\"]\n\n1. d4");
            let mut games = Reader::with_options(text.as_bytes(), ReplayRules::Recorded);
            let fault = games.next().expect("a game").expect_err(name);
            assert_eq!(fault.reason, FaultReason::ForeignVariant(name.to_owned()));
            assert!(games.next().is_some_and(|game| game.is_ok()), "{name}");
        }
    }
}
