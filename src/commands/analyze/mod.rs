//! `tandem analyze`: evaluation of positions and games.

mod args;
mod games;
mod plans;
mod results;

use std::io::{self, BufRead, Write, stdout};
use std::process::ExitCode;

use anyhow::Context;
use tandem_analysis::analyst::Analyst;
use tandem_analysis::json::plans::TeamPlans;
use tandem_analysis::scene::Scene;
use tandem_analysis::text::plans::Names;
use tandem_analysis::{json, text};
use tandem_rules::notation::diagram::Ink;

use crate::platform;
use crate::search::planning::Planners;
pub(crate) use args::AnalyzeArgs;

pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    if !args.games.is_empty() {
        return games::run(args);
    }
    positions(args)?;
    Ok(ExitCode::SUCCESS)
}

fn positions(args: &AnalyzeArgs) -> anyhow::Result<()> {
    let text = args.position.join(" ");
    if text.trim() != "-" {
        let scene = args.scene(&text)?;
        if scene.shown().len() == 2 {
            args.plans.check(&scene)?;
        }
        return show(args, &mut Desk::new(args)?, &scene);
    }
    let mut desk = Desk::new(args)?;
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("cannot read standard input")?;
        let line = line.trim_start_matches('\u{feff}'); // a byte-order mark
        if line.trim().is_empty() {
            continue;
        }
        let scene = args.scene(line).with_context(|| format!("line {number}"))?;
        desk.forget();
        show(args, &mut desk, &scene)?;
    }
    Ok(())
}

/// The searchers that look at a position.
struct Desk {
    analyst: Analyst,
    /// Searchers of both boards, for plans, as soon as a position has two.
    planners: Option<Planners>,
}

impl Desk {
    fn new(args: &AnalyzeArgs) -> anyhow::Result<Self> {
        Ok(Self { analyst: args.analyst(args.asker()?)?, planners: None })
    }

    fn forget(&mut self) {
        self.analyst.forget();
        if let Some(planners) = &mut self.planners {
            planners.clear();
        }
    }
}

fn show(args: &AnalyzeArgs, desk: &mut Desk, scene: &Scene) -> anyhow::Result<()> {
    let scene = &args.plans.clocked(scene)?;
    let analysis = desk.analyst.analyze(scene);
    let plans = match analysis.outcome {
        None => plans::of_scene(args, &mut desk.planners, scene)?,
        Some(_) => Vec::new(),
    };
    let names = Names::of_seats();
    if args.json {
        let teams = plans.iter().map(|rankings| TeamPlans {
            boards: &scene.boards,
            rankings,
            names: &names,
        });
        let mut told = json::of_scene(scene, &analysis);
        if scene.shown().len() == 2 {
            told = told.with_plans(&teams.collect::<Vec<_>>());
        }
        writeln!(stdout(), "{}", serde_json::to_string(&told)?)?;
        return Ok(());
    }
    let ink = if platform::has_colors() { Ink::Color } else { Ink::Plain };
    for line in text::position::of_scene(scene, &analysis, &plans, ink) {
        writeln!(stdout(), "{}", line.trim_end())?;
    }
    Ok(())
}
