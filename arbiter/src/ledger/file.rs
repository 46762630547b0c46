//! The ledger file: the journal of a match.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::Entry;
use crate::journal::{self, Journal, JournalError, Kind, Settings};

/// The journal of a match. Shards of one match, and a match that is continued with more games, may
/// differ in the settings named here.
pub const KIND: Kind = Kind {
    key: "tandem_match",
    version: 1,
    noun: "match",
    result: "game",
    may_differ: &["games", "shard"],
};

/// An open ledger file, to which a line is appended after each game.
pub struct Ledger(Journal);

impl Ledger {
    /// Opens the ledger of a match, or creates it. Returns the games that are already in it, in
    /// their order; an incomplete last line is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or belongs to another match.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Vec<Entry>), JournalError> {
        let (journal, games) = Journal::open(path, &KIND, settings)?;
        Ok((Self(journal), in_order(games)?))
    }

    /// Appends a game. It is on the disk when this returns.
    ///
    /// # Errors
    /// The line could not be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.0.add(entry)
    }
}

/// Reads the ledger of a match, which may still be in progress.
///
/// # Errors
/// The file cannot be read, or is not a ledger.
pub fn read(path: &Path) -> Result<(Settings, Vec<Entry>), JournalError> {
    let (settings, games) = journal::read(path, &KIND)?;
    Ok((settings, in_order(games)?))
}

fn in_order(games: journal::Results<Entry>) -> Result<Vec<Entry>, JournalError> {
    let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
    for entry in games {
        let entry = entry?.shown();
        let game = entry.game;
        if entries.get(&game).is_some_and(|other| !other.is_same_game(&entry)) {
            return Err(JournalError::Twice(game));
        }
        entries.insert(game, entry);
    }
    Ok(entries.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        Settings(pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    fn entry(game: usize) -> Entry {
        Entry {
            game,
            pair: (game - 1) / 2,
            teams: [0, 1],
            winner: Some(2),
            ending: "mate".to_owned(),
            reason: "White on A is mated".to_owned(),
            plies: 40,
            lasted_ms: 12_345,
            flag_with_move: None,
            seats: Default::default(),
            record: "[Event \"x\"]\n\n1A. e4 1-0\n".to_owned(),
        }
    }

    fn file(folder: &tempfile::TempDir) -> std::path::PathBuf {
        folder.path().join("results.jsonl")
    }

    #[test]
    fn games_are_found_again() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let settings = settings(&[("tc", "60+0"), ("games", "4")]);
        let (mut ledger, none) = Ledger::open(&file(&folder), &settings).expect("it is new");
        assert!(none.is_empty());
        for game in [3, 1] {
            ledger.add(&entry(game)).expect("it can be written");
        }
        drop(ledger);
        let (_, games) = Ledger::open(&file(&folder), &settings).expect("it is there");
        assert_eq!(games, [entry(1), entry(3)]);
        assert_eq!(read(&file(&folder)).expect("it is there"), (settings, games));
    }

    #[test]
    fn wherever_a_last_line_is_torn_the_games_before_it_stay() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let settings = settings(&[]);
        let (mut ledger, _) = Ledger::open(&file(&folder), &settings).expect("it is new");
        ledger.add(&entry(1)).expect("it can be written");
        let one = std::fs::read(file(&folder)).expect("it is there").len();
        ledger.add(&entry(2)).expect("it can be written");
        drop(ledger);
        let two = std::fs::read(file(&folder)).expect("it is there");
        for length in (0..=two.len()).rev().step_by(9).chain([one, one - 1]) {
            std::fs::write(file(&folder), &two[..length]).expect("it can be written");
            let (mut ledger, games) = Ledger::open(&file(&folder), &settings).expect("it is ours");
            let whole = usize::from(length >= one) + usize::from(length == two.len());
            assert_eq!(games.len(), whole, "{length}");
            ledger.add(&entry(9)).expect("it can be written");
            drop(ledger);
            assert_eq!(read(&file(&folder)).expect("it is ours").1.len(), whole + 1);
        }
    }

    #[test]
    fn texts_of_a_ledger_that_somebody_else_wrote_can_be_shown() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (mut ledger, _) = Ledger::open(&file(&folder), &settings(&[])).expect("it is new");
        let foul = "a\u{1b}[2J\u{202e}\r\nb".to_owned();
        let texts = Entry { ending: foul.clone(), reason: foul.clone(), record: foul, ..entry(1) };
        ledger.add(&texts).expect("it can be written");
        drop(ledger);
        let (_, games) = read(&file(&folder)).expect("it is there");
        let [Entry { ending, reason, record, .. }] = &games[..] else { panic!("one game") };
        assert_eq!((ending, reason), (reason, ending));
        assert_eq!(ending, "a\u{fffd}[2J\u{fffd}  b");
        assert_eq!(record, "a\u{fffd}[2J\u{fffd}\r\nb");
        // A name of a setting is a text of the file, too.
        let theirs = "{\"tandem_match\":1,\"settings\":{\"\\n\\u001btc\":\"1\"}}\n";
        std::fs::write(file(&folder), theirs).expect("it can be written");
        let Err(refused) = Ledger::open(&file(&folder), &settings(&[])) else { panic!("not ours") };
        let expected = "the results of another match:  \u{fffd}tc was `1`, not ``";
        assert_eq!(refused.to_string(), expected);
    }

    #[test]
    fn another_match_another_file_and_a_second_writer_are_refused() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let refused = |settings: &Settings| match Ledger::open(&file(&folder), settings) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("it is not refused"),
        };
        let (ledger, _) = Ledger::open(
            &file(&folder),
            &settings(&[("tc", "60"), ("games", "2"), ("shard", "1/1")]),
        )
        .expect("it is new");
        assert_eq!(refused(&settings(&[("tc", "60")])), "another match is writing this file");
        drop(ledger);
        let expected = "the results of another match: tc was `60`, not `30`";
        assert_eq!(refused(&settings(&[("tc", "30"), ("games", "2")])), expected);
        let resumed = settings(&[("tc", "60"), ("games", "8"), ("shard", "2/2")]);
        Ledger::open(&file(&folder), &resumed).expect("these may differ");
        // A head without its line break is written anew.
        std::fs::write(file(&folder), "{\"tandem_match\":1,\"settings\":{\"games\":\"2\"}}")
            .expect("it can be written");
        Ledger::open(&file(&folder), &settings(&[("games", "8")])).expect("these may differ");
        assert_eq!(read(&file(&folder)).expect("it has a head").0, settings(&[("games", "8")]));
        for diary in ["my diary\n", "my diary", "my diary\n\u{e9}", "my diary\nto be"] {
            std::fs::write(file(&folder), diary).expect("it can be written");
            let expected = "not the results of a match: the first line is `my diary`";
            assert_eq!(refused(&settings(&[])), expected);
            assert_eq!(std::fs::read_to_string(file(&folder)).expect("it is there"), diary);
        }
        let text = "{\"tandem_match\":1,\"settings\":{}}\n{\"game\":\n";
        std::fs::write(file(&folder), text).expect("it can be written");
        assert_eq!(refused(&settings(&[])), "line 2: expected a game, found `{\"game\":`");
    }
}
