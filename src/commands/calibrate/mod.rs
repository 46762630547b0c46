//! `tandem calibrate`: compares forecasts with results, and fits the forecast to games.

mod analyses;
mod records;

use std::fs::File;
use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tandem_analysis::forecast::fit::{Sample, fit, held_out};
use tandem_analysis::forecast::reliability::{Checked, Reliability};
use tandem_analysis::forecast::{Outlook, Scale};
use tandem_rules::Team;
use tandem_rules::notation::bpgn::BpgnResult;
use tandem_rules::notation::decoded;

use crate::args::scale::ScaleArg;
use crate::games::reading::{cannot_read, unpacked};

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

/// A game with its result and all that its forecasts depend on.
struct Known {
    scale: Scale,
    result: BpgnResult,
    moments: Vec<Moment>,
}

/// The moment before a move.
struct Moment {
    outlook: Outlook,
    /// The forecast for team one.
    forecast: f64,
    is_marked: bool,
}

pub(crate) fn run(args: &CalibrateArgs) -> anyhow::Result<()> {
    let mut checked = Vec::new();
    let mut number = 0;
    for path in &args.files {
        let games = if is_json(path)? { analyses::read(path)? } else { records::read(path)? };
        for game in games.iter().filter(|game| args.wants(game)) {
            number += 1;
            checked.extend(checks(game, number));
        }
    }
    if checked.is_empty() {
        bail!("no game of two boards with scores and a result");
    }
    if args.fit {
        let samples: Vec<Sample> = checked.iter().map(|moment| moment.sample).collect();
        let weights = fit(&samples.iter()).map(|weight| format!("{weight:.3}"));
        writeln!(stdout(), "weights [{}]; each game forecast by the others:", weights.join(", "))?;
        for (moment, forecast) in checked.iter_mut().zip(held_out(&samples)) {
            moment.forecast = forecast;
        }
    }
    write!(stdout(), "{}", Reliability::of(&checked))?;
    Ok(())
}

impl CalibrateArgs {
    fn wants(&self, game: &Known) -> bool {
        let wanted = self.scale.map(Scale::from);
        game.scale != Scale::OneBoard && wanted.is_none_or(|wanted| wanted == game.scale)
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

/// The forecasts of a game beside its result.
fn checks(game: &Known, number: usize) -> impl Iterator<Item = Checked> {
    let won = match game.result.winner() {
        Some(Team::One) => 1.0,
        Some(Team::Two) => 0.0,
        None => 0.5,
    };
    let count = game.moments.len();
    game.moments.iter().enumerate().map(move |(at, moment)| Checked {
        sample: Sample {
            game: number,
            phase: at as f64 / count as f64,
            facts: moment.outlook.facts(),
            by_rating: moment.outlook.odds_by_rating(),
            won,
        },
        forecast: moment.forecast,
        is_marked: moment.is_marked,
    })
}
