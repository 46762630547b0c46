//! `tandem tune merge`: the mean of several runs of a tuning.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::journal::{self, Kind, Settings};

use super::course::outputs::OutputArgs;
use super::course::{Course, KIND};
use crate::games::reading::is_one_file;

/// Averages runs of one tuning with different seeds, and prints their table.
///
/// Runs that are still in progress can be read too; runs of different lengths are compared up to
/// the end of the shortest. Of a single file, its own course is told.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files that `tune search --results` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// Runs of one tuning, which differ in their seeds.
const RUNS: Kind = Kind { may_differ: &["seed"], ..KIND };

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    for output in args.outputs.files() {
        if args.files.iter().any(|file| is_one_file(file, output)) {
            bail!("`{}` is both input and output", output.display());
        }
    }
    let mut first: Option<Settings> = None;
    let mut courses: Vec<Course> = Vec::new();
    for path in &args.files {
        let (settings, course) = read(path).with_context(|| format!("`{}`", path.display()))?;
        let of_first = first.get_or_insert_with(|| settings.clone());
        of_first.agree_with(&settings, &RUNS).with_context(|| format!("`{}`", path.display()))?;
        let seed = course.settings.seed;
        if courses.iter().any(|other| other.settings.seed == seed) {
            bail!("`{}`: another file has the seed `{seed}` too", path.display());
        }
        courses.push(course);
    }
    let lengths = || courses.iter().map(Course::done);
    if lengths().min() != lengths().max() {
        log::warn!(
            "the runs have {} to {} iterations",
            lengths().min().unwrap_or(0),
            lengths().max().unwrap_or(0)
        );
    }
    args.outputs.write(&courses)
}

fn read(path: &Path) -> anyhow::Result<(Settings, Course)> {
    let (settings, iterations) = journal::read(path, &KIND)?;
    let mut course = Course::of(&settings)?;
    course.add_all(iterations)?;
    Ok((settings, course))
}
