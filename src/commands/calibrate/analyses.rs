//! Analyzed games, as `tandem analyze` writes them.

use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use tandem_analysis::forecast::{Outlook, Scale};
use tandem_analysis::json::{GameJson, PlyJson, ScoreJson};
use tandem_engine::Score;
use tandem_rules::notation::bpgn::BpgnResult;
use tandem_rules::notation::decoded;
use tandem_rules::{BoardId, Color, Millis, Team};

use super::{Known, Moment};
use crate::games::reading::{cannot_read, content};

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
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Known>> {
    let content = content(path).with_context(|| cannot_read(path))?;
    let mut games = Vec::new();
    for (number, line) in (1..).zip(decoded(&content).lines()) {
        match serde_json::from_str(line) {
            Ok(Line::Kept { analysis: game } | Line::Game(game)) => games.extend(known(&game)),
            Ok(Line::Head { .. }) => {}
            Err(_) => {
                let (file, start) = (path.display(), line.chars().take(60).collect::<String>());
                bail!("`{file}` line {number}: expected an analyzed game, found `{start}`");
            }
        }
    }
    Ok(games)
}

fn known(game: &GameJson) -> Option<Known> {
    let result = game.outcome.as_ref()?.result.parse().ok()?;
    let moment = |ply: &PlyJson| Moment {
        outlook: outlook(ply, game.rating_lead),
        forecast: ply.team_one_wins,
        is_marked: ply.mark.is_some(),
    };
    let moments = game.plies.iter().map(moment).collect();
    let scale = game.scale.unwrap_or(Scale::OneBoard);
    (result != BpgnResult::Unfinished).then_some(Known { scale, result, moments })
}

/// Both boards and the clocks before a move.
fn outlook(ply: &PlyJson, rating_lead: Option<f64>) -> Outlook {
    let board = if ply.board == "A" { BoardId::A } else { BoardId::B };
    let color = if ply.color == "white" { Color::White } else { Color::Black };
    let is_team_one = board.seat(color).team() == Team::One;
    let for_team_one = |score: Score| if is_team_one { score } else { -score };
    let elsewhere = ply.elsewhere.map_or(Score::DRAW, ScoreJson::score);
    Outlook {
        clocks: ply.clocks_ms.map(|clocks| clocks.map(Millis)),
        rating_lead: rating_lead.unwrap_or_default(),
        ..Outlook::default()
    }
    .with_score(board, for_team_one(ply.best.score()))
    .with_score(board.other(), for_team_one(elsewhere))
}
