//! `tandem analyze`: evaluation of positions and games.

pub(super) mod analyst;
mod args;
mod game_text;
mod games;
pub(super) mod json;
pub(super) mod live;
pub(super) mod report;
mod results;
mod review;
pub(super) mod text;
mod wrapping;

use std::io::{self, BufRead, Write, stdout};
use std::process::ExitCode;

use anyhow::Context;
use tandem_rules::notation::diagram::Ink;

use crate::platform;
use analyst::{Analyst, Scene};
pub(crate) use args::AnalyzeArgs;
pub(super) use args::USUAL_NODES;

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
        return show(args, &mut args.analyst()?, &scene);
    }
    let mut analyst = args.analyst()?;
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
        writeln!(stdout(), "{}", serde_json::to_string(&json::position(scene, &analysis))?)?;
        return Ok(());
    }
    let ink = if platform::has_colors() { Ink::Color } else { Ink::Plain };
    for line in text::position(scene, &analysis, ink) {
        writeln!(stdout(), "{}", line.trim_end())?;
    }
    Ok(())
}
