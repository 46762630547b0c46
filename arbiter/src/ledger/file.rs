//! The ledger file: a head line with the settings, then one line for each game.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Entry, lock};
use crate::excerpt::excerpt;

/// Settings of a match as names and values, in the words of the command line. Two files belong to
/// one match if they agree in all but [`Settings::MAY_DIFFER`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings(pub BTreeMap<String, String>);

/// The first line of a ledger: format version and settings.
#[derive(Serialize, Deserialize)]
struct Head {
    tandem_match: u32,
    settings: Settings,
}

/// Version of the file format; grows with each change that an older reader would misread.
const VERSION: u32 = 1;

/// Error of reading or writing a ledger.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// An I/O error.
    #[error("results cannot be read or written")]
    Io(#[from] io::Error),
    /// Another process holds the lock of the file.
    #[error("another match is writing this file")]
    InUse,
    /// The first line, of which this is the beginning, is not the head of a ledger.
    #[error("not the results of a match: the first line is `{0}`")]
    NoHead(String),
    /// The format version is not the supported one.
    #[error("results of version {0}, expected {VERSION}")]
    Version(u32),
    /// A line does not hold a game.
    #[error("line {line}: expected a game, found `{text}`")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// Beginning of the line.
        text: String,
    },
    /// The same game number occurs twice with different results.
    #[error("game {0} occurs twice, with different results")]
    Twice(usize),
    /// The file belongs to a match with other settings.
    #[error("the results of another match: {name} was `{was}`, not `{is}`")]
    OtherMatch {
        /// Name of the setting that differs.
        name: String,
        /// Its value in the file.
        was: String,
        /// Its value in this match.
        is: String,
    },
}

impl Settings {
    /// Names of the settings in which shards of one match, and a match that is continued with more
    /// games, may differ.
    pub const MAY_DIFFER: [&str; 2] = ["games", "shard"];

    /// Checks that both settings belong to one match; the error names the first that differs.
    ///
    /// # Errors
    /// [`LedgerError::OtherMatch`] if a setting differs that must not.
    pub fn agree_with(&self, wanted: &Self) -> Result<(), LedgerError> {
        let names = self.0.keys().chain(wanted.0.keys());
        for name in names.filter(|name| !Self::MAY_DIFFER.contains(&name.as_str())) {
            let of = |settings: &Self| settings.0.get(name).cloned().unwrap_or_default();
            let (was, is) = (of(self), of(wanted));
            if was != is {
                return Err(LedgerError::OtherMatch { name: name.clone(), was, is });
            }
        }
        Ok(())
    }
}

/// An open ledger file, to which a line is appended after each game.
pub struct Ledger(File);

impl Ledger {
    /// Opens the ledger of a match, or creates it. Returns the games that are already in it; an
    /// incomplete last line is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or belongs to another match.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Vec<Entry>), LedgerError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match lock(&file) {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(LedgerError::InUse),
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = line(&Head { tandem_match: VERSION, settings: settings.clone() })?;
        // Nothing is cut off before the head has shown that the file belongs to this match.
        let is_unbegun = bytes.len() < head.len() && head.starts_with(&bytes);
        let whole = if is_unbegun { 0 } else { whole_lines(&bytes).len() };
        let mut entries = Vec::new();
        if !is_unbegun {
            let (was, played) = parse(&bytes)?;
            was.agree_with(settings)?;
            entries = played;
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut ledger = Self(file);
        if is_unbegun {
            ledger.append(&head)?;
        }
        Ok((ledger, entries))
    }

    /// Appends a game. It is on the disk when this returns.
    ///
    /// # Errors
    /// The line could not be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.append(&line(entry)?)
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.write_all(line)?;
        self.0.sync_data()
    }
}

fn line(content: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(content)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the ledger of a match, which may still be in progress.
///
/// # Errors
/// The file cannot be read, or is not a ledger.
pub fn read(path: &Path) -> Result<(Settings, Vec<Entry>), LedgerError> {
    parse(&std::fs::read(path)?)
}

/// All bytes up to the last line break; any after it belong to an incomplete line.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

fn parse(bytes: &[u8]) -> Result<(Settings, Vec<Entry>), LedgerError> {
    let text = String::from_utf8_lossy(whole_lines(bytes)); // lines written here are valid UTF-8
    let mut lines = text.lines();
    let all = String::from_utf8_lossy(bytes);
    let first = lines.next().unwrap_or(all.lines().next().unwrap_or_default());
    let head: Head =
        serde_json::from_str(first).map_err(|_| LedgerError::NoHead(excerpt(first)))?;
    if head.tandem_match != VERSION {
        return Err(LedgerError::Version(head.tandem_match));
    }
    let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
    for (line, text) in (2..).zip(lines) {
        let entry: Entry = serde_json::from_str(text)
            .map_err(|_| LedgerError::Line { line, text: excerpt(text) })?;
        let game = entry.game;
        if entries.get(&game).is_some_and(|other| !other.is_same_game(&entry)) {
            return Err(LedgerError::Twice(game));
        }
        entries.insert(game, entry);
    }
    Ok((head.settings, entries.into_values().collect()))
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
        Ledger::open(&file(&folder), &settings(&[("tc", "60"), ("games", "8"), ("shard", "2/2")]))
            .expect("these may differ");
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
