//! Files of games in a directory.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::cannot_read;

/// Endings of the names of files that hold games.
const GAMES: [&str; 3] = ["bpgn", "pgn", JSON];
const JSON: &str = "json";
/// Endings that compression adds.
const PACKED: [&str; 3] = ["gz", "bz2", "zst"];

/// The files of games in a directory and in those within it, in the order of their paths. Links to
/// directories are not followed.
///
/// # Errors
/// A directory cannot be read, or there is no such file.
pub(super) fn beneath(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut files, mut left) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(next) = left.pop() {
        let entries = entries(&next).with_context(|| cannot_read(&next))?;
        for entry in entries {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => left.push(path),
                _ if has_games(&path) && path.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    if files.is_empty() {
        bail!(
            "{}: there is no file of games in it (.bpgn, .pgn or .json, also .gz, .bz2 or .zst)",
            cannot_read(directory)
        );
    }
    files.sort();
    Ok(files)
}

/// The files of games that lie in a directory itself, in the order of their names.
///
/// # Errors
/// The directory cannot be read.
pub(super) fn within(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = entries(directory)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| has_games(path) && path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn entries(directory: &Path) -> io::Result<Vec<DirEntry>> {
    fs::read_dir(directory)?.collect()
}

/// True for the name of a file of games, such as `games.pgn.gz`.
pub(crate) fn has_games(path: &Path) -> bool {
    ending(path).is_some_and(|ending| GAMES.contains(&ending.as_str()))
}

/// True for a name such as `game.json` or `game.json.gz`.
pub(super) fn is_json(path: &Path) -> bool {
    ending(path).as_deref() == Some(JSON)
}

/// The ending of the name in small letters, without that of compression.
fn ending(path: &Path) -> Option<String> {
    let last = path.extension()?.to_str()?.to_ascii_lowercase();
    match PACKED.contains(&last.as_str()) {
        true => Some(Path::new(path.file_stem()?).extension()?.to_str()?.to_ascii_lowercase()),
        false => Some(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_does_not_depend_on_compression() {
        for (name, expected) in [
            ("a/b.bpgn", Some("bpgn")),
            ("b.PGN.gz", Some("pgn")),
            ("b.pgn.zst", Some("pgn")),
            ("pgn.gz", None),
            ("bpgn", None),
            ("b.txt", Some("txt")),
        ] {
            assert_eq!(ending(Path::new(name)).as_deref(), expected, "{name}");
        }
    }
}
