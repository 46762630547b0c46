//! `tandem train`: trains a network on records of self-play.

mod data;
mod output;
mod progress;
mod recipe;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tandem_nets::Networks;
use tandem_rules::Variant;
use tandem_train::{Checkpoint, Hyperparameters, Label, Sample, Selection, Trainer, Weights};

use self::data::Data;
use self::output::Output;
use self::progress::Progress;
use crate::parallel::workers;

/// Trains a network on records of self-play.
///
/// The network is fitted to positions of the records: those out of check whose best move neither captures
/// nor promotes, and with `--noisy` some of the others. The target of each is a blend of the search
/// score and the result of the game. One game in fifty is held out, to measure the loss
/// on positions that were not trained on. The same files and the same seed give the same network
/// with any number of threads.
///
/// Beside the network, a TOML file with the recipe of the training and a checkpoint are written:
/// given again after an interruption, the command continues after the last whole epoch.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// Records of `tandem datagen`
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Output file for the network, a name that ends in .nnue
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Start with the weights of this network instead of random ones; in a file of two, with those
    /// of the variant, or of bughouse
    #[arg(long, value_name = "NET")]
    parent: Option<PathBuf>,
    /// Train a network for this variant on its games alone; the output file has the parent's for the
    /// other one
    #[arg(long, requires = "parent", value_name = "VARIANT", value_parser = PossibleValuesParser::new(["bughouse", "crazyhouse"]).try_map(|name| name.parse::<Variant>()))]
    variant: Option<Variant>,
    /// Start crazyhouse with the parent's weights and all changes of bughouse between this file and
    /// the parent
    #[arg(long, requires = "variant", value_name = "NET")]
    rebase: Option<PathBuf>,
    /// Train without the threats: their weights are zeros, and a search need not count them
    #[arg(long)]
    no_threats: bool,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of threads; by default, one for each core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Weight of the game result in the target, in percent, if the game was decided on the
    /// position's board, and a third of that otherwise. The rest is the search score
    #[arg(long, default_value_t = 30, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(..=100))]
    result: u32,
    /// Weight of the score of each later position of the board in the target, in percent of that of
    /// the position before it
    #[arg(long, default_value_t = 70, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(..=99))]
    ahead: u32,
    /// Use at most N positions, the first ones of the files
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroUsize>,
    /// Take one in N of the positions whose best move captures or promotes, too; none by default
    #[arg(long, value_name = "N")]
    noisy: Option<NonZeroUsize>,
    /// Take each position only where it first occurs: games from openings that are played repeat each other
    #[arg(long)]
    distinct: bool,
    /// Learning rate at the start
    #[arg(long, default_value_t = 0.001, value_name = "X", value_parser = rate)]
    rate: f64,
    /// Batch size: positions between two steps
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(64..=1 << 18))]
    batch: u32,
}

/// One game out of this many is held out.
const HELD_OUT: NonZeroUsize = NonZeroUsize::new(50).expect("more than none");
/// The most positions from which the unit of the scores is fitted.
const ENOUGH_FOR_UNIT: usize = 1_000_000;

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    let output = Output::of(&args.out)?;
    workers::pool(args.threads)?.install(|| train(args, &output))
}

fn train(args: &TrainArgs, output: &Output) -> anyhow::Result<()> {
    if args.rebase.is_some() && args.variant != Some(Variant::Crazyhouse) {
        bail!("`--rebase` is for `--variant crazyhouse`");
    }
    let parent = args.parent.as_deref().map(open).transpose()?;
    let base = args.rebase.as_deref().map(open).transpose()?;
    let variant = args.variant;
    let selection = Selection {
        most: args.positions.map_or(usize::MAX, NonZeroUsize::get),
        ahead: f64::from(args.ahead) / 100.0,
        most_score: Sample::MOST_SCORE,
        noisy: args.noisy,
        distinct: args.distinct,
        held_out: HELD_OUT,
        variant,
    };
    let data = Data::read(&args.data, selection, !args.no_threats)?;
    let held_out = &data.set.validation;
    if data.set.training.is_empty() || held_out.is_empty() {
        let count = format!("`{}`", data.set.count());
        bail!("the files hold {}, too few to train on", data.positions(count));
    }
    let plan = args.plan(&data);
    writeln!(stdout(), "{}", data.describe(&plan))?;
    let recipe = recipe::of(&plan, &data, variant, [&parent, &base].map(Option::as_ref));
    let first = || {
        let mut weights = match &parent {
            Some(networks) => first_weights(networks, variant.unwrap_or_default(), base.as_ref()),
            None => Weights::random(args.seed),
        };
        if args.no_threats {
            weights.forget_threats();
        }
        weights
    };
    let checkpoint = output.resume(&recipe)?.unwrap_or_else(|| Checkpoint::new(first()));
    let checkpoint = learn(&data, plan, checkpoint, |checkpoint| output.keep(checkpoint, &recipe))?;
    let network = match (variant, &parent) {
        (Some(Variant::Crazyhouse), Some(networks)) => {
            let bughouse = networks.of(Variant::Bughouse).expect("a variant with drops");
            checkpoint.weights().to_network_beside(bughouse)
        }
        _ => checkpoint.weights().to_network(),
    };
    let rounded = plan.loss(&Weights::of_network(&network), held_out);
    let result = recipe::result(&network, [checkpoint.loss(), rounded]);
    let (name, hash) = (args.out.display(), network.hash());
    let both =
        variant.zip(parent).and_then(|(variant, networks)| networks.with(variant, network.clone()));
    output.finish(&both.unwrap_or_else(|| network.into()), &(recipe + &result))?;
    writeln!(stdout(), "`{name}`: hash {hash:08x}, held out {rounded:.5} when rounded")?;
    Ok(())
}

/// The weights of a variant in the parent, rebased from the network of bughouse in `base`.
fn first_weights(parent: &Networks, variant: Variant, base: Option<&Networks>) -> Weights {
    let of_parent = |variant| parent.of(variant).expect("a variant with drops");
    let mut weights = Weights::of_network(of_parent(variant));
    if let Some(base) = base {
        let before = base.of(Variant::Bughouse).expect("a variant with drops");
        weights.add_change(before, of_parent(Variant::Bughouse));
    }
    weights
}

/// Runs all remaining epochs, and keeps a checkpoint after each.
fn learn(
    data: &Data,
    plan: Hyperparameters,
    checkpoint: Checkpoint,
    keep: impl Fn(&Checkpoint) -> anyhow::Result<()>,
) -> anyhow::Result<Checkpoint> {
    let known = &data.set.training;
    let mut progress = Progress::new(&plan, known.len(), checkpoint.epoch())?;
    let mut trainer = Trainer::new(known, plan, checkpoint);
    while trainer.checkpoint().epoch() < plan.epochs {
        progress.begin(trainer.checkpoint().epoch());
        trainer.epoch(|seen, loss| progress.show(seen, loss));
        let checkpoint = trainer.checkpoint();
        progress.end(checkpoint, plan.loss(checkpoint.weights(), &data.set.validation))?;
        keep(checkpoint)?;
    }
    Ok(trainer.into_checkpoint())
}

impl TrainArgs {
    fn plan(&self, data: &Data) -> Hyperparameters {
        let known = &data.set.training;
        let some = known.iter().step_by(known.len().div_ceil(ENOUGH_FOR_UNIT));
        Hyperparameters {
            epochs: self.epochs,
            seed: self.seed,
            batch: NonZeroUsize::new(self.batch as usize).unwrap_or(NonZeroUsize::MIN),
            rate: self.rate,
            result: f64::from(self.result) / 100.0,
            unit: Label::unit(&some.map(Sample::label)),
        }
    }
}

fn open(path: &Path) -> anyhow::Result<Networks> {
    Networks::open(path).with_context(|| format!("`{}`", path.display()))
}

/// Parses a learning rate, from 1e-9 to 1.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-9..=1.0).contains(rate));
    rate.ok_or_else(|| "expected a number above 0, no more than 1".to_owned())
}
