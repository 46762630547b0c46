//! Opening files from outside the project.

use tandem_arbiter::openings::OpeningFile;
use tandem_rules::Variant;
use tandem_rules::notation::bpgn::{GameRecord, Reader};

use crate::{fen, options};

fn shared(name: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/");
    std::fs::read(format!("{root}{name}")).expect("the data is there")
}

/// The result of reading a shared file: the number of its openings, or the error.
fn outcome(name: &str, variant: Variant) -> String {
    match OpeningFile::read(&shared(name), options(variant)) {
        Ok(file) => file.openings().len().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
#[ignore = "needs ../shared"]
fn lines_of_crazyhouse_are_read_for_crazyhouse() {
    const CRAZYHOUSE: &str = "played by an unknown rule (Variant \"crazyhouse\")";
    for (name, count, in_chess, in_bughouse) in [
        (
            "openings/1k_cz_lichess_startpos.pgn",
            1_000,
            "line 2397, game 218: RULE: Black on A, move 5: `N@c6` is not legal here",
            "line 3994, game 364: played on both boards, White on A may not play P@g6 here",
        ),
        (
            "openings/zh-50_startpos.pgn",
            50,
            "line 458, game 38: RULE: White on A, move 7: `B@h4` is not legal here",
            "line 445, game 38: played on both boards, White on A may not play B@h4 here",
        ),
    ] {
        assert_eq!(outcome(name, Variant::Crazyhouse), count.to_string());
        assert_eq!(outcome(name, Variant::Chess), in_chess.replace("RULE", CRAZYHOUSE));
        assert_eq!(outcome(name, Variant::Bughouse), in_bughouse);
    }
}

/// Results of reading files of bughouse games. Most whole games end where no other game can begin.
const BUGHOUSE: &[(&str, &str)] = &[
    ("fics-64-games", "line 1: White on A has no move in this opening"),
    ("varieties/fics2001_integer_clock_A", "1"),
    ("varieties/fics2017_full_header_lag_negclock_crlf", "1"),
    ("varieties/fics_ms_unfinished", "1"),
    ("varieties/fics_ms_drawoffer", "line 1: White on A has no move in this opening"),
    ("varieties/fics_ms_blackfirst_order", "line 1: Black on A has no move in this opening"),
    ("varieties/hivemind2026_selfplay", "line 1: Black on A has no move in this opening"),
    (
        "varieties/fics_ms_midgame_start_resumed",
        "line 3, game 1: White on A: `Qe7+` is not legal here as the first move, so the record \
         begins in mid-game",
    ),
];

#[test]
#[ignore = "needs ../shared"]
fn games_of_bughouse_are_openings_where_they_can_go_on() {
    for &(name, expected) in BUGHOUSE {
        assert_eq!(outcome(&format!("bpgn/{name}.bpgn"), Variant::Bughouse), expected, "{name}");
    }
}

#[test]
#[ignore = "needs ../shared"]
fn beginnings_of_real_games_are_openings() {
    let games = shared("bpgn/fics-64-games.bpgn");
    let (mut file, mut expected) = (Vec::new(), Vec::new());
    for game in Reader::new(&games[..]).flatten() {
        let mut beginning = GameRecord::new(game.record.start().clone());
        for ply in &game.record.plies()[..20] {
            beginning.push(ply.clone()).expect("it was played");
        }
        beginning.write_to(&mut file).expect("memory takes all");
        expected.push(fen(beginning.boards()));
    }
    let openings = OpeningFile::read(&file, options(Variant::Bughouse)).expect("openings");
    let found: Vec<String> =
        openings.openings().iter().map(|opening| fen(opening.boards())).collect();
    assert_eq!((found.len(), found), (63, expected));
}
