//! Training data of a network.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tandem_data::Header;
use tandem_train::{Dataset, Example, Hyperparameters, Sample, Selection};

use crate::games::reading::cannot_read;
use crate::selfplay::records::Records;

/// All positions, and the files that they come from.
pub(super) struct Data {
    pub(super) set: Dataset<Sample>,
    pub(super) files: Vec<DataFile>,
    /// True if the samples show the threats.
    pub(super) threats: bool,
}

/// A file of games.
pub(super) struct DataFile {
    pub(super) name: String,
    pub(super) header: Header,
    /// Number of games taken from the file.
    pub(super) games: usize,
}

impl Data {
    /// Reads the selected positions of files; with or without threats.
    pub(super) fn read(
        files: &[PathBuf],
        selection: Selection,
        threats: bool,
    ) -> anyhow::Result<Self> {
        let mut data = Self { set: Dataset::new(selection), files: Vec::new(), threats };
        for path in files {
            let records = Records::open(path)?;
            // Games that are trained on and held out at once would make the held-out loss
            // meaningless.
            if data.files.iter().any(|file| file.header == *records.reader.header()) {
                bail!("`{}`: another file holds the same games", path.display());
            }
            data.read_file(path, records).with_context(|| cannot_read(path))?;
        }
        Ok(data)
    }

    fn read_file(&mut self, path: &Path, mut records: Records) -> anyhow::Result<()> {
        let threats = self.threats;
        let sample = |example: &Example<'_>| match Sample::of(example) {
            sample if threats => sample,
            sample => sample.without_threats(),
        };
        let games = self.set.read(&mut records.reader, sample)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        self.files.push(DataFile { name, header: records.reader.header().clone(), games });
        Ok(())
    }

    /// A number of positions, and what they are.
    pub(super) fn positions(&self, count: impl Display) -> String {
        let kind = if self.set.selection.noisy.is_none() { "quiet positions" } else { "positions" };
        format!("{count} {kind}")
    }

    /// A line on the data for the user.
    pub(super) fn describe(&self, plan: &Hyperparameters) -> String {
        format!(
            "{} of {} games, {} of them held out; {:.0} centipawns win 73 %",
            self.positions(self.set.count()),
            self.set.games,
            self.set.validation.len(),
            plan.unit
        )
    }
}
