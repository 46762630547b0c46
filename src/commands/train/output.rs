//! Output files of a training: the network, its recipe and a checkpoint.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tandem_nets::Networks;
use tandem_train::Checkpoint;

use crate::whole_file;

/// The files of a training.
pub(super) struct Output {
    network: PathBuf,
    /// The recipe, in TOML.
    recipe: PathBuf,
    /// The checkpoint.
    checkpoint: PathBuf,
}

impl Output {
    /// The files for a network of this name, which must end in `.nnue`.
    pub(super) fn of(network: &Path) -> anyhow::Result<Self> {
        if network.extension().is_none_or(|extension| extension != "nnue") {
            bail!("`{}` should be a name that ends in .nnue", network.display());
        }
        let beside = |extension| network.with_extension(extension);
        let (recipe, checkpoint) = (beside("toml"), beside("checkpoint"));
        Ok(Self { network: network.to_owned(), recipe, checkpoint })
    }

    /// Reads the checkpoint, if there is one; fails if it is of another recipe.
    pub(super) fn resume(&self, recipe: &str) -> anyhow::Result<Option<Checkpoint>> {
        let of_file = || format!("`{}`", self.checkpoint.display());
        let bytes = match tandem_nets::read_file(&self.checkpoint) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(of_file),
        };
        let (checkpoint, begun_with) = Checkpoint::parse(&bytes).with_context(of_file)?;
        let lines = begun_with.lines().zip(recipe.lines());
        let changed = lines.into_iter().find(|(before, now)| before != now);
        match changed {
            _ if begun_with == recipe => Ok(Some(checkpoint)),
            Some((before, now)) => {
                bail!("{}: the training began with `{before}`, not `{now}`", of_file())
            }
            None => bail!("{}: the training began with another number of files", of_file()),
        }
    }

    /// Writes the checkpoint.
    pub(super) fn keep(&self, checkpoint: &Checkpoint, recipe: &str) -> anyhow::Result<()> {
        whole_file::write(&self.checkpoint, &checkpoint.to_bytes(recipe))
    }

    /// Writes the networks and the recipe of the one that was trained.
    pub(super) fn finish(&self, networks: &Networks, recipe: &str) -> anyhow::Result<()> {
        whole_file::write(&self.network, &networks.to_bytes())?;
        whole_file::write(&self.recipe, recipe.as_bytes())
    }
}
