//! `tandem match explain`: reasons for lost games.

use std::io::{Write, stderr, stdout};
use std::num::NonZeroU64;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use tandem_analysis::analyst::Analyst;
use tandem_analysis::explain::Explainer;
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;

use crate::games::reading::{Games, ReadingArgs, Skipped};
use crate::search::asker::Asker;

/// Size of the transposition table.
const TABLE_MEBIBYTES: usize = 64;

/// Explains lost games, a line for each decided game, and counts the reasons.
///
/// The reasons are a standoff (a player of each team waited for the other's clock), a piece given
/// (the partner lost the piece that mated), an end against the loser's own scores, a position that
/// had been bad for long, a flag, and a fault of an engine. They are derived from the clocks and
/// the scores of a record, as `match --bpgn` writes them.
///
/// The exit code is 0 if all games could be explained, 1 if some could not be read to their end, and
/// 2 if a file could not be read.
#[derive(Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Judge games from the view of the team with this player: lost games at length, won ones in
    /// brief
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
    /// Search with N nodes each position that a loser took to be at least even shortly before the
    /// end
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
}

impl ExplainArgs {
    fn explainer(&self) -> anyhow::Result<Explainer> {
        let explainer = Explainer::new(self.team.as_deref());
        let rules = self.reading.rule_set()?.outcomes;
        let Some(nodes) = self.nodes else { return Ok(explainer) };
        let asker = Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded()));
        let limits = Limits { nodes: Some(nodes.get()), ..Limits::clock() };
        let limits = Limits { thinking: Thinking::Infinite, ..limits };
        let analyst = Analyst::new(Box::new(asker), limits, rules);
        Ok(explainer.with_second_look(analyst, nodes))
    }
}

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    let mut explainer = args.explainer()?;
    let mut code = ExitCode::SUCCESS;
    for input in &reading.inputs {
        let mut games = Games::open(input, reading.rules, true)?;
        while let Some(game) = games.next().transpose()? {
            // How a game ended is not known if its rest was left out.
            let whole =
                game.and_then(|game| Skipped::rest_of(games.name(), &game).map_or(Ok(game), Err));
            match whole.map(|game| explainer.explain(&game)) {
                Ok(None) => {}
                Ok(Some(told)) => {
                    games.bar.suspend(|| writeln!(stdout(), "{}:{told}", games.name()))?;
                }
                Err(skipped) => {
                    if skipped.is_fault() {
                        code = ExitCode::FAILURE;
                    }
                    games.bar.suspend(|| writeln!(stderr(), "{skipped}"))?;
                }
            }
        }
    }
    if let Some(name) = args.team.as_deref().filter(|_| !explainer.has_met_team()) {
        bail!("no game has a player `{name}`");
    }
    write!(stdout(), "{}", explainer.tally())?;
    Ok(code)
}
