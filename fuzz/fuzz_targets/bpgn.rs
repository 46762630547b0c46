//! Fuzzes the reader of BPGN and PGN: a file is read to its end, and its games are written and read
//! again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_rules::Variant;
use tandem_rules::notation::bpgn::{ReadGame, ReadOptions, Reader, WarningKind};

fuzz_target!(|bytes: &[u8]| {
    for variant in [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess] {
        let options = ReadOptions { variant, ..ReadOptions::default() };
        // Each game and each fault takes at least one byte, or reading would never end.
        let games = Reader::with_options(bytes, options).take(bytes.len() + 1);
        let games: Vec<_> = games.collect();
        assert!(games.len() <= bytes.len(), "more games than bytes");
        let games: Vec<ReadGame> = games.into_iter().flatten().collect();
        games_survive_their_text(&games, options);
    }
});

/// Checks that games read back from one file unchanged. They are in one file, so that a game that
/// runs into the next one is found.
fn games_survive_their_text(games: &[ReadGame], options: ReadOptions) {
    let mut file = Vec::new();
    for game in games {
        game.record.write_to(&mut file).expect("memory takes all");
    }
    let again: Vec<_> = Reader::with_options(&file[..], options).collect();
    assert_eq!(again.len(), games.len(), "{}", String::from_utf8_lossy(&file));
    for (again, game) in again.into_iter().zip(games) {
        let again = again.unwrap_or_else(|fault| panic!("{fault}\n{}", game.record));
        assert_eq!(again.record, game.record);
        for warning in again.warnings {
            // Tags are written unchanged, so a foreign rule that they name is reported again.
            let is_in_tags = matches!(warning.kind, WarningKind::ForeignRule(_));
            assert!(is_in_tags, "{warning}\n{}", game.record);
        }
    }
}
