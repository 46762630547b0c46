//! Scores that are kept in a file, so that a position is searched once.
//!
//! The file lies beside the explorer file, not in it: that one has checksums, is replaced as a whole when
//! it grows, and may be read-only. It is text, a line for each score, to which any number of programs
//! append. A line that cannot be read is skipped.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Scores of another version of the engine do not count.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Most scores that are kept, some 100 MB.
const MOST: usize = 1_000_000;
/// Longest line.
const LONGEST: u64 = 120;

/// The position of a score, and the nodes that were searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ScoreKey {
    /// The key of each board; `None` for one that is not known.
    pub(crate) boards: [Option<u64>; 2],
    /// Nodes of the search of each board.
    pub(crate) nodes: u64,
}

/// Kept scores: the share of such games that team one wins.
pub(crate) struct Scores {
    known: HashMap<ScoreKey, f64>,
    file: Option<File>,
}

impl Scores {
    /// The scores beside an explorer file. Without a file that can be written they are kept in memory.
    pub(crate) fn beside(explorer: &Path) -> Self {
        let path = path_beside(explorer);
        let known = File::open(&path).map(|file| read(BufReader::new(file)));
        let file = OpenOptions::new().append(true).create(true).open(&path);
        if let Err(error) = &file {
            log::info!("scores are not kept in `{}`: {error}", path.display());
        }
        Self { known: known.unwrap_or_default(), file: file.ok() }
    }

    /// The score of a position, if it is known.
    pub(crate) fn get(&self, key: &ScoreKey) -> Option<f64> {
        self.known.get(key).copied()
    }

    /// Keeps a score.
    pub(crate) fn keep(&mut self, key: ScoreKey, wins: f64) {
        if self.known.len() >= MOST || self.known.insert(key, wins).is_some() {
            return;
        }
        // One call, so that lines of several programs do not mix.
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(line(&key, wins).as_bytes())
        {
            log::info!("scores are not kept any more: {error}");
            self.file = None;
        }
    }
}

/// `games.explorer.scores` for `games.explorer`.
fn path_beside(explorer: &Path) -> PathBuf {
    let mut name = explorer.as_os_str().to_owned();
    name.push(".scores");
    PathBuf::from(name)
}

fn line(key: &ScoreKey, wins: f64) -> String {
    let [one, two] = key.boards.map(|key| key.map_or("-".to_owned(), |key| format!("{key:016x}")));
    format!("{VERSION} {} {one} {two} {wins:.4}\n", key.nodes)
}

fn read(mut file: impl BufRead) -> HashMap<ScoreKey, f64> {
    let (mut known, mut line) = (HashMap::new(), Vec::new());
    while known.len() < MOST {
        line.clear();
        match read_line(&mut file, &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => known.extend(std::str::from_utf8(&line).ok().and_then(score)),
        }
    }
    known
}

/// Reads a line, or a part of one that is too long.
fn read_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    file.by_ref().take(LONGEST).read_until(b'\n', line)
}

fn score(line: &str) -> Option<(ScoreKey, f64)> {
    let words: Vec<&str> = line.strip_suffix('\n')?.split(' ').collect();
    let [VERSION, nodes, one, two, wins] = words[..] else { return None };
    let key = |text: &str| match text {
        "-" => Some(None),
        text => u64::from_str_radix(text, 16).ok().map(Some),
    };
    let wins = wins.parse().ok().filter(|wins| (0.0..=1.0).contains(wins))?;
    Some((ScoreKey { boards: [key(one)?, key(two)?], nodes: nodes.parse().ok()? }, wins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_there_again_and_damaged_lines_are_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.explorer");
        let key = |one, two, nodes| ScoreKey { boards: [Some(one), two], nodes };
        let keys = [key(1, None, 10), key(1, Some(2), 10), key(u64::MAX, Some(0), 99)];
        let mut scores = Scores::beside(&path);
        for key in keys {
            scores.keep(key, 0.25);
        }
        let torn = format!("{VERSION} 5 1 - 2.5\nx\n{}\n{VERSION} 5 1", "y".repeat(1000));
        scores.file.as_mut().expect("a file").write_all(torn.as_bytes()).expect("room");
        drop(scores);
        let again = Scores::beside(&path);
        assert_eq!(again.known.len(), 3);
        assert!(keys.iter().all(|key| again.get(key) == Some(0.25)));
    }

    #[test]
    fn a_score_of_another_version_or_of_other_nodes_is_not_known() {
        assert_eq!(score("0.0.1 10 1 - 0.5\n"), None);
        assert!(score(&format!("{VERSION} 10 1 - 0.5\n")).is_some());
    }
}
