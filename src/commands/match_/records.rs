//! The file for the games of a match: games on one board and games on two boards are never mixed.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Kind of the records in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// PGN: games on one board.
    Pgn,
    /// BPGN: games on two boards.
    Bpgn,
}

/// Number of bytes in which the tags of a file's first game are looked for.
const BEGINNING: u64 = 64 * 1024;

impl Kind {
    /// The kind for games on this number of boards.
    pub(super) const fn of(boards: usize) -> Self {
        if boards == 1 { Self::Pgn } else { Self::Bpgn }
    }

    /// The usual end of the name of a file.
    const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Bpgn => "bpgn",
        }
    }

    const fn boards(self) -> &'static str {
        match self {
            Self::Pgn => "one board",
            Self::Bpgn => "two boards",
        }
    }

    /// The file for the games of a match: the given one, one beside the results, or `match.pgn` or
    /// `match.bpgn`.
    pub(super) fn file(
        self,
        given: Option<&Path>,
        results: Option<&Path>,
    ) -> anyhow::Result<PathBuf> {
        let file = match (given, results) {
            (Some(given), _) => given.to_owned(),
            (None, Some(results)) if results.extension().is_some_and(|end| end == "jsonl") => {
                results.with_extension(self.extension())
            }
            (None, Some(results)) => {
                let mut name = results.to_owned().into_os_string();
                name.push(".");
                name.push(self.extension());
                PathBuf::from(name)
            }
            (None, None) => PathBuf::from("match").with_extension(self.extension()),
        };
        self.check(&file)?;
        Ok(file)
    }

    /// Fails if a file is for games of the other kind, by its name or by the first game in it.
    pub(super) fn check(self, file: &Path) -> anyhow::Result<()> {
        let other = match self {
            Self::Pgn => Self::Bpgn,
            Self::Bpgn => Self::Pgn,
        };
        let name = file.display();
        let (ours, theirs) = (self.boards(), other.boards());
        if file.extension().is_some_and(|end| end.eq_ignore_ascii_case(other.extension())) {
            let end = self.extension();
            bail!("`{name}` is a name for games on {theirs}; games on {ours} go to a .{end} file");
        }
        let is_other = file.is_file() && Self::of_file(file)? == Some(other);
        if is_other {
            bail!("`{name}` has games on {theirs}; games on {ours} need another file");
        }
        Ok(())
    }

    /// The kind of a record, by the tag of its first player.
    pub(super) fn of_record(text: &str) -> Option<Self> {
        text.lines().find_map(|line| Self::of_tag(line.as_bytes()))
    }

    fn of_tag(line: &[u8]) -> Option<Self> {
        let has_tag = |tag: &str| line.starts_with(tag.as_bytes());
        match (has_tag("[White "), has_tag("[WhiteA ")) {
            (true, _) => Some(Self::Pgn),
            (_, true) => Some(Self::Bpgn),
            _ => None,
        }
    }

    /// The kind of the first game in a file.
    fn of_file(file: &Path) -> anyhow::Result<Option<Self>> {
        let cannot_read = || format!("cannot read `{}`", file.display());
        let opened = File::open(file).with_context(cannot_read)?;
        for line in BufReader::new(opened.take(BEGINNING)).split(b'\n') {
            let line = line.with_context(cannot_read)?;
            if let Some(kind) = Self::of_tag(&line) {
                return Ok(Some(kind));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_go_beside_their_results_into_a_file_of_their_kind() {
        for (kind, given, results, file) in [
            (Kind::Bpgn, None, None, "match.bpgn"),
            (Kind::Pgn, None, None, "match.pgn"),
            (Kind::Pgn, None, Some("a.jsonl"), "a.pgn"),
            (Kind::Bpgn, None, Some("a.txt"), "a.txt.bpgn"),
            (Kind::Bpgn, Some("b"), Some("a.jsonl"), "b"),
            (Kind::Pgn, Some("b.PGN"), None, "b.PGN"),
        ] {
            let found = kind.file(given.map(Path::new), results.map(Path::new));
            assert_eq!(found.expect("a file"), Path::new(file));
        }
    }

    #[test]
    fn a_file_for_games_of_the_other_kind_is_refused() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        for (text, kind) in [
            ("[Event \"e\"]\n[White \"a\"]\n", Some(Kind::Pgn)),
            ("[Event \"e\"]\n[WhiteA \"a\"]\n[BlackB \"b\"]\n", Some(Kind::Bpgn)),
            ("", None),
        ] {
            let file = folder.path().join("games");
            std::fs::write(&file, text).expect("it can be written");
            for asked in [Kind::Pgn, Kind::Bpgn] {
                let is_ours = kind.is_none_or(|kind| kind == asked);
                assert_eq!(asked.check(&file).is_ok(), is_ours, "{text}");
            }
        }
        for (kind, name) in [(Kind::Pgn, "a.bpgn"), (Kind::Bpgn, "a.pgn"), (Kind::Bpgn, "A.PGN")] {
            let error = kind.check(Path::new(name)).expect_err("another kind");
            assert!(error.to_string().starts_with(&format!("`{name}` is a name for")), "{error}");
        }
    }
}
