//! `tandem tune evaluation`: fits the weights of the evaluation to records of self-play.

mod samples;
mod usage;

use std::fs;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use tandem_engine::tune;
use tandem_train::{Dataset, Fit, FitSettings, Label};

use self::samples::{HandWritten, Sample, Samples};
use self::usage::usage;

/// Fits the weights of the evaluation to records of self-play.
///
/// The evaluation is fitted to the quiet positions of the records. The target of each is a blend of
/// the search score and the result of the game. The same files and the same seed give the same
/// weights on any number of cores. One game in ten is held out, to measure the loss on positions
/// that were not fitted.
#[derive(Args)]
pub(crate) struct EvaluationArgs {
    /// Records of `tandem datagen`
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Use at most N positions, the first ones of the files
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroUsize>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Weight of the game result in the target, in percent, if the game was decided on the
    /// position's board, and a third of that otherwise. The rest is the search score
    #[arg(long, default_value_t = 50, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(..=100))]
    result: u32,
    /// Output file for the weights, as source; standard output by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Expected change of a weight, in centipawns and units of danger alike; see [`FitSettings::expected`].
const EXPECTED: f64 = 20.0;

pub(crate) fn run(args: &EvaluationArgs) -> anyhow::Result<()> {
    let most = args.positions.map_or(usize::MAX, NonZeroUsize::get);
    let Samples { set, sources } = Samples::read(&args.data, most)?;
    if set.training.is_empty() || set.validation.is_empty() {
        bail!("the files hold `{}` quiet positions, too few to fit the weights", set.count());
    }
    let settings = FitSettings {
        epochs: args.epochs,
        seed: args.seed,
        unit: Label::unit(&set.training.iter().map(|sample| sample.label)),
        result: f64::from(args.result) / 100.0,
        expected: EXPECTED,
    };
    let found = found(&set, &settings);
    args.report(&found)?;
    let mut fit = Fit::new(&set.training, &tune::weights(), settings);
    let mut loss = args.report_loss(0, &fit, &set)?;
    for epoch in 1..=args.epochs {
        fit.epoch();
        loss = args.report_loss(epoch, &fit, &set)?;
    }
    let weights = tune::normalized(fit.weights(), &usage(&set.training));
    let source = tune::source(&weights, &args.notes(&sources, &found, &loss));
    match &args.out {
        Some(path) => {
            fs::write(path, source).with_context(|| format!("cannot write `{}`", path.display()))
        }
        None => Ok(stdout().write_all(source.as_bytes())?),
    }
}

fn found(set: &Dataset<Sample>, settings: &FitSettings) -> String {
    format!(
        "{} quiet positions of {} games, {} of them held out; {:.0} centipawns win 73 %",
        set.count(),
        set.games,
        set.validation.len(),
        settings.unit
    )
}

impl EvaluationArgs {
    /// Prints a line, unless the weights themselves go to standard output.
    fn report(&self, line: &str) -> anyhow::Result<()> {
        if self.out.is_some() {
            writeln!(stdout(), "{line}")?;
        }
        Ok(())
    }

    fn report_loss(
        &self,
        epoch: u32,
        fit: &Fit<'_, HandWritten>,
        set: &Dataset<Sample>,
    ) -> anyhow::Result<String> {
        let [known, held_out] = [&set.training, &set.validation].map(|part| fit.loss(part));
        let loss = format!("loss {known:.5}, held out {held_out:.5}");
        self.report(&format!("epoch {epoch}: {loss}"))?;
        Ok(loss)
    }

    /// The comments of the source on the origin of its weights.
    fn notes(&self, sources: &[String], found: &str, loss: &str) -> Vec<String> {
        let Self { epochs, seed, result, .. } = self;
        let command =
            format!("tandem tune evaluation --epochs {epochs} --seed {seed} --result {result}");
        let games = sources.iter().map(|source| format!("- {source}"));
        [format!("Fitted by `{command}`, from the weights before, to games of:")]
            .into_iter()
            .chain(games)
            .chain([String::new(), format!("{found}; {loss}.")])
            .collect()
    }
}
