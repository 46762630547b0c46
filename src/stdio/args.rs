//! Command-line options of the engine protocols.

use std::path::{Path, PathBuf};

use clap::Args;
use tandem_engine::ParamSet;

use crate::args::level::LevelArgs;
use crate::args::params::ParamArgs;
use crate::link::{LinkArgs, Plan};

/// Options of the engine when a front-end runs it.
#[derive(Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    params: ParamArgs,
    /// Search at most N nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    level: LevelArgs,
    /// Set an option as a front-end would, as in `Sitting=0`; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    #[command(flatten)]
    link: LinkArgs,
    /// A network of another engine, which clients of its dialect name; it is not used
    #[arg(long = "model", hide = true, value_name = "FILE")]
    _model: Option<PathBuf>,
    /// Search at a lower priority than other programs, where the system knows it
    #[arg(long, hide = true)]
    low_priority: bool,
    /// Write diagnostics to a file; the environment variable `RUST_LOG` sets the level, `info` by
    /// default, `debug` for every line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl EngineArgs {
    /// The file given by `--log`; `None` logs to standard error.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// True if other programs come first, as those who relay moves between its opponents.
    pub(super) const fn has_low_priority(&self) -> bool {
        self.low_priority
    }

    /// The link that the options ask for, if any.
    ///
    /// # Errors
    /// The options of the link are malformed.
    pub(super) fn plan(&self) -> anyhow::Result<Option<Plan>> {
        self.link.plan()
    }

    /// The parameters of the search.
    ///
    /// # Errors
    /// A parameter is unknown or its value is none.
    pub(super) fn params(&self) -> anyhow::Result<ParamSet> {
        self.params.params()
    }

    /// Node limit of a search.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Names and values of the options that `--elo`, `--level` and `--pace` set.
    pub(super) fn level_options(&self) -> Vec<(&'static str, String)> {
        self.level.options()
    }

    /// Name, value and whole text of each `--option`.
    pub(super) fn options(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.option.iter().map(|text| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            (name, value, text.as_str())
        })
    }
}
