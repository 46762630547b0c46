//! `tandem analyze`: evaluation of positions and games.

mod args;
mod games;
mod results;
mod wrapping;

use std::io::{self, BufRead, Write, stdout};
use std::process::ExitCode;

use anyhow::Context;
use tandem_analysis::analyst::Analyst;
use tandem_analysis::scene::Scene;
use tandem_analysis::{json, text};
use tandem_rules::notation::diagram::Ink;

use crate::platform;
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
        return show(args, &mut args.analyst(args.asker()?)?, &scene);
    }
    let mut analyst = args.analyst(args.asker()?)?;
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("cannot read standard input")?;
        let line = line.trim_start_matches('\u{feff}'); // a byte-order mark
        if line.trim().is_empty() {
            continue;
        }
        let scene = args.scene(line).with_context(|| format!("line {number}"))?;
        analyst.forget();
        show(args, &mut analyst, &scene)?;
    }
    Ok(())
}

fn show(args: &AnalyzeArgs, analyst: &mut Analyst, scene: &Scene) -> anyhow::Result<()> {
    let analysis = analyst.analyze(scene);
    if args.json {
        writeln!(stdout(), "{}", serde_json::to_string(&json::of_scene(scene, &analysis))?)?;
        return Ok(());
    }
    let ink = if platform::has_colors() { Ink::Color } else { Ink::Plain };
    for line in text::position::of_scene(scene, &analysis, ink) {
        writeln!(stdout(), "{}", line.trim_end())?;
    }
    Ok(())
}
