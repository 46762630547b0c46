//! Finished games with all that their forecasts depend on.

use tandem_engine::Score;
use tandem_protocol::comment::Appraisal;
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, RecordedPly};
use tandem_rules::{BoardId, Color, Millis, Team};

use super::fit::Sample;
use super::reliability::Checked;
use crate::forecast::{Outlook, Scale, for_team_one};
use crate::json::{GameJson, PlyJson, ScoreJson};
use crate::record::outcome::Outcome;
use crate::record::ratings::rating_lead;
use crate::record::scores;
use crate::record::timeline::Timeline;

/// A game with its result and all that its forecasts depend on.
pub struct FinishedGame {
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

impl FinishedGame {
    /// A game that was analyzed; `None` if its result is not known.
    pub fn analyzed(game: &GameJson) -> Option<Self> {
        let result = game.outcome.as_ref()?.result.parse().ok()?;
        let moment = |ply: &PlyJson| Moment {
            outlook: outlook(ply, game.rating_lead),
            forecast: ply.team_one_wins,
            is_marked: ply.mark.is_some(),
        };
        let moments = game.plies.iter().map(moment).collect();
        let scale = game.scale.unwrap_or(Scale::OneBoard);
        (result != BpgnResult::Unfinished).then_some(Self { scale, result, moments })
    }

    /// A record with the scores of the players in comments; `None` without a score, or if its result
    /// is not known.
    pub fn recorded(record: &GameRecord) -> Option<Self> {
        let result = Outcome::of(record)?.result;
        let scale = Scale::of(record);
        if !record.plies().iter().any(|ply| scores::of(ply).is_some()) {
            return None;
        }
        let times = Timeline::of(record, None);
        let mut outlook =
            Outlook { rating_lead: rating_lead(record).unwrap_or_default(), ..Outlook::default() };
        let moment = |(at, ply): (usize, &RecordedPly)| {
            outlook.clocks = times.clocks_before(at);
            if let Some((score, _)) = scores::of(ply) {
                let score = for_team_one(ply.seat, score_of(score));
                outlook = outlook.with_score(ply.seat.board, score);
            }
            Moment { outlook, forecast: outlook.wins(Team::One, scale), is_marked: false }
        };
        let moments = record.plies().iter().enumerate().map(moment).collect();
        Some(Self { scale, result, moments })
    }

    /// The scale of the forecasts.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// The forecasts beside the result. The number tells the games apart.
    pub fn checks(&self, number: usize) -> impl Iterator<Item = Checked> {
        let won = match self.result.winner() {
            Some(Team::One) => 1.0,
            Some(Team::Two) => 0.0,
            None => 0.5,
        };
        let count = self.moments.len();
        self.moments.iter().enumerate().map(move |(at, moment)| Checked {
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
}

/// Both boards and the clocks before a move.
fn outlook(ply: &PlyJson, rating_lead: Option<f64>) -> Outlook {
    let board = if ply.board == "A" { BoardId::A } else { BoardId::B };
    let color = if ply.color == "white" { Color::White } else { Color::Black };
    let mover = board.seat(color);
    let elsewhere = ply.elsewhere.map_or(Score::DRAW, ScoreJson::score);
    Outlook {
        clocks: ply.clocks_ms.map(|clocks| clocks.map(Millis)),
        rating_lead: rating_lead.unwrap_or_default(),
        ..Outlook::default()
    }
    .with_score(board, for_team_one(mover, ply.best.score()))
    .with_score(board.other(), for_team_one(mover, elsewhere))
}

/// A score as engines write it.
fn score_of(score: Appraisal) -> Score {
    match score {
        Appraisal::Centipawns(centipawns) => Score::evaluation(centipawns),
        Appraisal::Mate(moves) if moves > 0 => -Score::mated(2 * moves.unsigned_abs() as usize - 1),
        Appraisal::Mate(moves) => Score::mated(2 * moves.unsigned_abs() as usize),
    }
}
