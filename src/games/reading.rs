//! Input files of games, and the options for reading them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tandem_data::Reader;
use tandem_rules::notation::bpgn::{GameRecord, ReadOptions};
use tandem_rules::{RuleError, RuleSet, Variant};

use crate::args::rules::{RuleArgs, VariantArg};

/// Size in bytes above which a file gets a progress bar; smaller ones are read before anybody would
/// look at it.
const WORTH_A_BAR: u64 = 1_000_000;
const BUFFER_BYTES: usize = 1 << 16;

#[derive(Args)]
pub(crate) struct ReadingArgs {
    /// BPGN or PGN files, read one after the other; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The variant: bughouse as BPGN; crazyhouse or chess as PGN, or as BPGN with board A only;
    /// that of the rule set if not given
    #[arg(long, value_enum)]
    variant: Option<VariantArg>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// An open file with a progress bar.
pub(crate) struct Source {
    pub(crate) input: Box<dyn BufRead>,
    pub(crate) bar: ProgressBar,
}

impl ReadingArgs {
    /// The options for reading records. Of a rule set, only the rules for moves matter to a record.
    ///
    /// Also fails if a file is plainly not there, so that nothing is done by halves.
    pub(crate) fn prepare(&self) -> anyhow::Result<ReadOptions> {
        for path in self.files.iter().filter(|path| !is_standard(path)) {
            if fs::metadata(path).with_context(|| cannot_read(path))?.is_dir() {
                bail!("{}: it is a directory", cannot_read(path));
            }
        }
        let variant = self.variant.map_or_else(|| self.rules.variant(), Variant::from);
        Ok(ReadOptions { variant, rules: self.rules.rule_set()?.moves })
    }

    /// The rule set.
    pub(crate) fn rule_set(&self) -> Result<RuleSet, RuleError> {
        self.rules.rule_set()
    }

    /// True if `path` is one of the files.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        self.files.iter().any(|file| is_one_file(file, path))
    }
}

impl Source {
    /// Opens a file. A long one has a progress bar on standard error, if that is a terminal and
    /// `may_draw` is true.
    pub(crate) fn open(path: &Path, may_draw: bool) -> anyhow::Result<Self> {
        if is_standard(path) {
            let input = Box::new(BufReader::with_capacity(BUFFER_BYTES, io::stdin()));
            return Ok(Self { input, bar: ProgressBar::hidden() });
        }
        let file = File::open(path).with_context(|| cannot_read(path))?;
        let length = file.metadata().with_context(|| cannot_read(path))?.len();
        let draws = may_draw && length > WORTH_A_BAR && io::stderr().is_terminal();
        let bar = if draws { progress_bar(length, path) } else { ProgressBar::hidden() };
        let input = BufReader::with_capacity(BUFFER_BYTES, bar.wrap_read(file));
        Ok(Self { input: Box::new(input), bar })
    }
}

/// An open file of game records with a progress bar.
pub(crate) struct Records {
    pub(crate) reader: Reader<Box<dyn BufRead>>,
    pub(crate) bar: ProgressBar,
}

impl Records {
    /// Opens a file. A long one has a progress bar on standard error, if that is a terminal.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let Source { input, bar } = Source::open(path, true)?;
        Ok(Self { reader: Reader::new(input).with_context(|| cannot_read(path))?, bar })
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn progress_bar(length: u64, path: &Path) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta}")
        .expect("the template is sound");
    ProgressBar::new(length).with_style(style).with_message(path.display().to_string())
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
    let there = |path: &Path| path.canonicalize().ok();
    one == other || there(one).is_some_and(|one| there(other) == Some(one))
}

/// The names of the players in the order of [`Seat::ALL`](tandem_rules::Seat::ALL), `?` for unknown
/// ones.
pub(crate) fn players(record: &GameRecord) -> [String; 4] {
    let names = match record.start().in_play() {
        [_, _] => ["WhiteA", "BlackA", "WhiteB", "BlackB"],
        _ => ["White", "Black", "", ""],
    };
    names.map(|name| record.tag(name).unwrap_or("?").to_owned())
}
