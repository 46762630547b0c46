//! Engines for the seats of a game, and the time that players are waited for.

use std::num::NonZeroU64;

use anyhow::Context;
use tandem_arbiter::{Endpoint, Engine, Invocation, Mailroom, Protocol};
use tandem_rules::{Millis, TimeControl};

use crate::args::level::LevelArgs;

/// Name of the engine option that selects the rule set.
pub(crate) const RULES: &str = "Rules";
/// Name of the engine option by which a partner answers whatever it is told.
pub(crate) const ANSWERS: &str = "Answer Partner";

/// This program as an engine. It runs in processes like every other engine, so that a match shows
/// the same Tandem as front-ends do.
pub(crate) fn this_program(nodes: Option<NonZeroU64>) -> anyhow::Result<Engine> {
    let path = std::env::current_exe().context("cannot find this program")?;
    let path = path.to_str().context("the path of this program is not UTF-8")?;
    let nodes = nodes.map(|nodes| nodes.to_string());
    let arguments: Vec<&str> = nodes.iter().flat_map(|nodes| ["--nodes", nodes]).collect();
    Ok(Engine::new("Tandem", Invocation::new(path, &arguments), Protocol::Cecp))
}

/// Sets the strength and the pace of this program as an engine.
pub(crate) fn set_level(tandem: &mut Engine, level: &LevelArgs) {
    let options = level.options().into_iter();
    tandem.options.extend(options.map(|(name, value)| (name.to_owned(), value)));
}

/// Starts an engine for a seat; its answers go to the mailroom.
pub(crate) fn seat(
    engine: &Engine,
    partner: &str,
    mailroom: &Mailroom,
) -> anyhow::Result<Box<dyn Endpoint>> {
    let seated = engine.clone().start(partner, mailroom.outbox());
    seated.with_context(|| format!("cannot start `{}`", engine.invocation.program()))
}

/// The longest wait for a free first move: as long as all other moves of a player together may take
/// without a bonus, and a minute at least.
pub(crate) fn patience(controls: &[TimeControl; 4]) -> Millis {
    let bases = controls.iter().map(|control| control.base);
    bases.max().unwrap_or_default().max(Millis::from_seconds(60))
}
