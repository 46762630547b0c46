//! Input files of games, and the options for reading them.

mod archives;
mod files;
mod games;
#[cfg(test)]
mod mutants;
mod pairs;
mod progress;
mod sorting;
mod source;
mod unpack;
mod zstd;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use tandem_rules::notation::bpgn::{ReadOptions, ReplayRules};
use tandem_rules::{RuleError, RuleSet, Variant};

pub(crate) use self::files::has_games;
pub(crate) use self::games::{Games, Skipped};
pub(crate) use self::pairs::Input;
pub(crate) use self::progress::boards_bar;
#[cfg(feature = "train")]
pub(crate) use self::source::Source;
pub(crate) use self::unpack::unpacked;
use crate::args::rules::{RuleArgs, VariantArg};

/// Maximum size in bytes of a file that is read as a whole. The largest collections of openings have
/// a tenth of it.
const LONGEST: u64 = 256 << 20;

#[derive(Args)]
pub(crate) struct ReadingArgs {
    /// BPGN or PGN files, read one after the other, also if compressed (gzip, bzip2, zstd); games of
    /// chess.com, as JSON: boards, of which one file is enough if its partner lies beside it, or monthly
    /// archives of players, whose boards are joined; a directory stands for the files of games in it and
    /// below it, `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The variant: bughouse as BPGN; crazyhouse or chess as PGN, or as BPGN with board A only;
    /// that of the rule set if not given, and without either that which each record tells
    #[arg(long, value_enum)]
    variant: Option<VariantArg>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Inputs and the options for reading them, found before anything is done.
pub(crate) struct Reading {
    pub(crate) inputs: Vec<Input>,
    pub(crate) rules: ReplayRules,
}

impl ReadingArgs {
    /// The files and the options for reading their records. Of a rule set, only the rules for
    /// moves matter to a record.
    ///
    /// Also fails if a file is plainly not there, so that nothing is done by halves.
    pub(crate) fn prepare(&self) -> anyhow::Result<Reading> {
        let inputs = listed(&self.files)?;
        if self.variant.is_none() && self.rules.is_left_open() {
            return Ok(Reading { inputs, rules: ReplayRules::Recorded });
        }
        let variant = self.variant.map_or_else(|| self.rules.variant(), Variant::from);
        let rules = self.rules.rule_set_for(variant)?.moves;
        Ok(Reading { inputs, rules: ReplayRules::Given(ReadOptions { variant, rules }) })
    }

    /// The rule set.
    pub(crate) fn rule_set(&self) -> Result<RuleSet, RuleError> {
        self.rules.rule_set()
    }
}

impl Reading {
    /// A progress bar over all inputs, with an estimate of the time that is left, on standard error if that
    /// is a terminal. Inputs that are opened with it move it on.
    pub(crate) fn bar(&self) -> ProgressBar {
        progress::bar_of(&self.inputs)
    }

    /// True if `path` is one of the files.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        self.inputs.iter().any(|input| input.reads(path))
    }
}

/// The inputs that paths name: the files given and, in place of a directory, the files of games in it
/// and in the directories within it. Files that have one board of a game each are joined.
///
/// # Errors
/// An error if a file is not there, or a directory has no file of games.
pub(crate) fn listed(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut listed = Vec::with_capacity(paths.len());
    for path in paths {
        if !is_standard(path) && fs::metadata(path).with_context(|| cannot_read(path))?.is_dir() {
            listed.extend(files::beneath(path)?);
        } else {
            listed.push(path.clone());
        }
    }
    Ok(pairs::inputs(&listed))
}

/// The whole content of a file, unpacked if it is compressed: at most 256 MiB, since few bytes may
/// stand for many.
pub(crate) fn content(path: &Path) -> io::Result<Vec<u8>> {
    content_of(File::open(path)?, LONGEST)
}

fn content_of(file: impl Read + Send + 'static, longest: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    unpacked(file)?.take(longest + 1).read_to_end(&mut content)?;
    match content.len() as u64 > longest {
        true => Err(io::Error::other(format!("longer than {longest} bytes, unpacked"))),
        false => Ok(content),
    }
}

/// True for `-`, which stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// First part of the message on an unreadable file.
pub(crate) fn cannot_read(path: &Path) -> String {
    format!("cannot read `{}`", path.display())
}

/// True if both paths lead to the same file, whether or not it exists.
pub(crate) fn is_one_file(one: &Path, other: &Path) -> bool {
    // A file that is not there yet is known by its folder and its name.
    let beside = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    };
    let there = |path: &Path| path.canonicalize().ok().or_else(|| beside(path));
    one == other || there(one).is_some_and(|one| there(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn a_file_that_unpacks_to_more_than_its_limit_is_refused() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&[b' '; 1 << 20]).expect("memory takes it");
        let packed = packed.finish().expect("memory takes it");
        assert!(packed.len() < 2000, "a thousandth of what it stands for");
        let read = |longest| content_of(Cursor::new(packed.clone()), longest);
        assert_eq!(read(1 << 20).map(|content| content.len()).ok(), Some(1 << 20));
        let refused = read((1 << 20) - 1).expect_err("it is too long");
        assert_eq!(refused.to_string(), "longer than 1048575 bytes, unpacked");
    }
}
