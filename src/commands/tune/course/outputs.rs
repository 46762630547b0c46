//! The outputs of a tuning: a table, a page with the course of each value, and a patch.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Args;
use tandem_engine::Params;

use super::summary::Summary;
use super::{Course, page, patch};
use crate::whole_file;

#[derive(Args)]
pub(in crate::commands::tune) struct OutputArgs {
    /// Write the course of each parameter to this file, a page for a browser
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write the new default values to this file, a patch of engine/src/search/params.rs for `git
    /// apply`
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
}

impl OutputArgs {
    /// The files that are written.
    pub(in crate::commands::tune) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.report, &self.patch].into_iter().flatten()
    }

    /// Prints the table of the mean of some courses, and writes the files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(in crate::commands::tune) fn write(&self, courses: &[Course]) -> anyhow::Result<()> {
        let summary = Summary::of(courses);
        if summary.iterations() == 0 {
            writeln!(stdout(), "no iteration is complete: there is nothing to tell")?;
            return Ok(());
        }
        writeln!(stdout(), "{summary}")?;
        if let Some(path) = &self.report {
            whole_file::write(path, page::page(&summary).as_bytes())?;
            writeln!(stdout(), "the course is in {}", path.display())?;
        }
        if let Some(path) = &self.patch {
            let values: Vec<(&str, i32)> =
                summary.ends().map(|(tuned, end)| (tuned.name, end.round() as i32)).collect();
            let variant = courses[0].settings.variant;
            let diff = patch::diff(Params::SOURCE, &values, variant)?;
            whole_file::write(path, diff.as_bytes())?;
            let told = match diff.is_empty() {
                true => "no default changes; the patch is empty:",
                false => "the new defaults are in",
            };
            writeln!(stdout(), "{told} {}", path.display())?;
        }
        Ok(())
    }
}
