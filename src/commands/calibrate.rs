//! `tandem calibrate`: compares forecasts with results, and fits the forecast to games.

use std::fs::File;
use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::Deserialize;
use tandem_analysis::calibration::{FinishedGame, Reliability, refit};
use tandem_analysis::forecast::Scale;
use tandem_analysis::json::GameJson;
use tandem_rules::notation::bpgn::ReplayRules;
use tandem_rules::notation::decoded;

use crate::args::scale::ScaleArg;
use crate::games::reading::{Games, cannot_read, content, listed, unpacked};

/// Compares forecasts of games with their results, and shows how reliable they are.
///
/// The input is the output of `tandem analyze --json --games`, a file of its `--results`, or records
/// with the scores of the players, as `tandem match --bpgn` writes them. Games of two boards count
/// if their result is known or implied. The table has the positions whose forecast lies in each
/// tenth, and the share of them that team one won. A Brier score is the mean squared error; 0.25 is
/// that of a forecast that always says 50 %.
#[derive(Args)]
pub(crate) struct CalibrateArgs {
    /// Files of analyzed games, a line of JSON for each game, or records with scores
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Use only games on this scale
    #[arg(long, value_enum, value_name = "WHOSE")]
    scale: Option<ScaleArg>,
    /// Fit the weights of the forecast to the games, and forecast each game by weights that are
    /// fitted to the others
    #[arg(long)]
    fit: bool,
}

pub(crate) fn run(args: &CalibrateArgs) -> anyhow::Result<()> {
    let mut checked = Vec::new();
    let mut number = 0;
    for path in &args.files {
        let games = if is_json(path)? { analyses(path)? } else { records(path)? };
        for game in games.iter().filter(|game| args.wants(game)) {
            number += 1;
            checked.extend(game.checks(number));
        }
    }
    if checked.is_empty() {
        bail!("no game of two boards with scores and a result");
    }
    if args.fit {
        let weights = refit(&mut checked).map(|weight| format!("{weight:.3}"));
        writeln!(stdout(), "weights [{}]; each game forecast by the others:", weights.join(", "))?;
    }
    write!(stdout(), "{}", Reliability::of(&checked))?;
    Ok(())
}

impl CalibrateArgs {
    fn wants(&self, game: &FinishedGame) -> bool {
        let wanted = self.scale.map(Scale::from);
        game.scale() != Scale::OneBoard && wanted.is_none_or(|wanted| wanted == game.scale())
    }
}

/// True for a file whose first sign is a brace.
fn is_json(path: &Path) -> anyhow::Result<bool> {
    let mut head = Vec::new();
    let file = File::open(path).and_then(unpacked);
    let read = file.and_then(|file| file.take(8).read_to_end(&mut head));
    read.with_context(|| cannot_read(path))?;
    Ok(decoded(&head).starts_with('{'))
}

/// A line of a file: a game, a game within a line of results, or the head of results.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Kept {
        analysis: GameJson,
    },
    Game(GameJson),
    Head {
        #[serde(rename = "tandem_analyze")]
        _version: u32,
    },
}

/// The games of a file whose result is known.
fn analyses(path: &Path) -> anyhow::Result<Vec<FinishedGame>> {
    let content = content(path).with_context(|| cannot_read(path))?;
    let mut games = Vec::new();
    for (number, line) in (1..).zip(decoded(&content).lines()) {
        match serde_json::from_str(line) {
            Ok(Line::Kept { analysis: game } | Line::Game(game)) => {
                games.extend(FinishedGame::analyzed(&game));
            }
            Ok(Line::Head { .. }) => {}
            Err(_) => {
                let (file, start) = (path.display(), line.chars().take(60).collect::<String>());
                bail!("`{file}` line {number}: expected an analyzed game, found `{start}`");
            }
        }
    }
    Ok(games)
}

/// The games of a file that have scores and a result. Games that cannot be read are left out.
fn records(path: &Path) -> anyhow::Result<Vec<FinishedGame>> {
    let mut games = Vec::new();
    for input in listed(&[path.to_owned()])? {
        for game in Games::open(&input, ReplayRules::Recorded, false)? {
            if let Ok(game) = game? {
                games.extend(FinishedGame::recorded(&game.record));
            }
        }
    }
    Ok(games)
}
