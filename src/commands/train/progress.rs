//! Progress of a training: a bar in a terminal, and a line for each epoch.

use std::io::{Write, stdout};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use tandem_train::{Checkpoint, Hyperparameters};

/// The progress of a running training.
pub(super) struct Progress {
    bar: ProgressBar,
    epochs: u32,
    /// Number of positions of an epoch.
    positions: usize,
    /// Number of positions of the epochs before the current one.
    before: u64,
    /// Start of the current epoch.
    begun: Instant,
}

impl Progress {
    /// Progress of a training that has completed `epoch` epochs.
    pub(super) fn new(
        plan: &Hyperparameters,
        positions: usize,
        epoch: u32,
    ) -> anyhow::Result<Self> {
        let all = |epochs: u32| u64::from(epochs) * positions as u64;
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {msg}  {eta} left")?;
        let bar = ProgressBar::new(all(plan.epochs)).with_style(style).with_position(all(epoch));
        bar.reset_eta();
        Ok(Self { bar, epochs: plan.epochs, positions, before: all(epoch), begun: Instant::now() })
    }

    /// Begins an epoch, after `epoch` completed ones.
    pub(super) fn begin(&mut self, epoch: u32) {
        self.begun = Instant::now();
        self.before = u64::from(epoch) * self.positions as u64;
        self.bar.set_prefix(format!("epoch {}/{}", epoch + 1, self.epochs));
    }

    /// Shows that `seen` positions of the epoch are done, and their loss.
    pub(super) fn show(&self, seen: usize, loss: f64) {
        self.bar.set_position(self.before + seen as u64);
        self.bar.set_message(format!("loss {loss:.5}, {:.0} positions/s", self.rate(seen)));
    }

    /// Ends an epoch, and prints a line on it.
    pub(super) fn end(&self, checkpoint: &Checkpoint, held_out: f64) -> anyhow::Result<()> {
        let line = format!(
            "epoch {}: loss {:.5}, held out {held_out:.5}, {:.0} positions/s",
            checkpoint.epoch(),
            checkpoint.loss(),
            self.rate(self.positions)
        );
        Ok(self.bar.suspend(|| writeln!(stdout(), "{line}"))?)
    }

    fn rate(&self, seen: usize) -> f64 {
        seen as f64 / self.begun.elapsed().as_secs_f64().max(1e-9)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
