//! Files of games in a directory.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Endings of the names of files that hold games.
const GAMES: [&str; 3] = ["bpgn", "pgn", JSON];
const JSON: &str = "json";
/// Endings that compression adds.
const PACKED: [&str; 2] = ["gz", "zst"];

/// The files of games in a directory, in the order of their names; directories in it are left out.
///
/// # Errors
/// An error if the directory cannot be read or has no such file.
pub(super) fn within(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if ending(&path).is_some_and(|ending| GAMES.contains(&ending.as_str())) && path.is_file() {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(io::Error::other(
            "the directory has no file of games (.bpgn, .pgn or .json, also .gz or .zst)",
        ));
    }
    files.sort();
    Ok(files)
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
