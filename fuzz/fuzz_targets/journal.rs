//! Fuzzes journals of results: the ledger of a match is read, opened and continued.
#![no_main]

mod wire;

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use tandem_arbiter::Report;
use tandem_arbiter::journal::Settings;
use tandem_arbiter::ledger::{self, Entry, Ledger, SeatEntry};

fuzz_target!(|bytes: &[u8]| {
    let folder =
        if Path::new("/dev/shm").is_dir() { "/dev/shm".into() } else { std::env::temp_dir() };
    let file = tempfile::NamedTempFile::new_in(folder).expect("there is room");
    let path = file.path();
    std::fs::write(path, bytes).expect("there is room");
    match ledger::read(path) {
        Ok((settings, games)) => {
            a_report_is_legible(&settings, &games);
            a_ledger_goes_on(path, bytes, &settings, games);
        }
        Err(error) => {
            wire::assert_one_message(&error);
            what_is_not_ours_is_left_alone(path, bytes);
        }
    }
});

/// Checks that the games found on opening are those that were read, that nothing but an incomplete
/// last line is cut off, and that a game that is added is read after them.
fn a_ledger_goes_on(path: &Path, bytes: &[u8], settings: &Settings, mut games: Vec<Entry>) {
    let (mut ledger, found) = Ledger::open(path, settings).expect("it was read");
    assert_eq!(found, games);
    let whole = whole_lines(bytes);
    if !whole.is_empty() {
        assert_eq!(std::fs::read(path).expect("it is there"), whole);
    }
    let last = games.iter().map(|game| game.game).max().unwrap_or_default();
    let Some(next) = last.checked_add(1) else { return };
    ledger.add(&entry(next)).expect("there is room");
    drop(ledger);
    games.push(entry(next));
    let (settings_again, again) = ledger::read(path).expect("it is ours");
    assert_eq!((&settings_again, again), (settings, games));
}

/// Checks that a file that cannot be read keeps its lines, unless it is the beginning of a head.
fn what_is_not_ours_is_left_alone(path: &Path, bytes: &[u8]) {
    match Ledger::open(path, &Settings::default()) {
        Ok(_) => assert!(br#"{"tandem_match":1,"settings":{}}"#.starts_with(bytes)),
        Err(error) => {
            wire::assert_one_message(&error);
            // The head may be ours, and a later line not: then an incomplete last one goes.
            let there = std::fs::read(path).expect("it is there");
            assert!(there == bytes || there == whole_lines(bytes));
        }
    }
}

/// The bytes without an incomplete last line.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

/// Checks that what is printed of games has no character that a terminal obeys.
fn a_report_is_legible(settings: &Settings, games: &[Entry]) {
    let teams = settings.0.iter().map(|(name, value)| format!("{name}{value}"));
    let mut report = Report::new(teams.chain(["us".into(), "them".into()]).collect(), None);
    for game in games {
        report.add(game);
    }
    report.to_string().lines().for_each(wire::assert_one_line);
    report.doubt().iter().for_each(|doubt| wire::assert_one_line(doubt));
    wire::assert_one_line(&report.line());
}

fn entry(game: usize) -> Entry {
    Entry {
        game,
        pair: 0,
        teams: [0, 1],
        winner: None,
        ending: "agreement".to_owned(),
        reason: "drawn by agreement".to_owned(),
        plies: 2,
        lasted_ms: 3,
        flag_with_move: None,
        seats: [SeatEntry::default(); 4],
        record: "1A. e4 1/2-1/2\n".to_owned(),
    }
}
