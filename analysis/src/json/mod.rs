//! Analyses as JSON; `docs/analyze.md` describes each field.

pub mod plans;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tandem_engine::{Info, Score, ScoreKind, moves_in};
use tandem_protocol::line::written;
use tandem_rules::notation::bpgn::ReadGame;
use tandem_rules::{BoardId, Color, PieceType, PieceTypes, Position, Seat, Team};

use crate::analyst::{Analysis, BoardAnalysis};
use crate::forecast::Scale;
use crate::record::outcome::Ground;
use crate::record::players;
use crate::review::{Review, Verdict};
use crate::scene::Scene;
use crate::text::notation::san_line;
use plans::{CaseJson, PlanJson, TeamPlans};

/// The analysis of a position.
#[derive(Serialize)]
pub struct PositionJson {
    boards: Vec<BoardJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<EndJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_one_wins: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_one_lead_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<Vec<PlanJson>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans_by_clocks: Vec<CaseJson>,
}

/// The end of a game.
#[derive(Serialize)]
struct EndJson {
    result: &'static str,
    reason: String,
}

#[derive(Serialize)]
struct BoardJson {
    board: &'static str,
    fen: String,
    on_turn: &'static str,
    lines: Vec<LineJson>,
    mates: MatesJson,
}

/// A line of moves.
#[derive(Serialize)]
struct LineJson {
    depth: u32,
    nodes: u64,
    time_ms: i64,
    score: ScoreJson,
    moves: Vec<String>,
    san: Vec<String>,
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreJson {
    /// An evaluation in hundredths of a pawn.
    Centipawns(i32),
    /// A mate in this number of moves.
    MateIn(i32),
    /// A win in this number of moves, unless a piece arrives.
    WinsUnlessHelpedIn(i32),
}

#[derive(Serialize)]
struct MatesJson {
    white: MatingJson,
    black: MatingJson,
}

#[derive(Serialize)]
struct MatingJson {
    already: bool,
    with_one_more: String,
}

/// The analysis of a game.
#[derive(Serialize, Deserialize)]
pub struct GameJson {
    /// The file that the game was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The line of the file at which it begins.
    pub line: usize,
    /// The result that the record says.
    pub result: String,
    /// The result as far as it is known, also if the record only implies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Box<OutcomeJson>>,
    /// The names of the players, in the order of [`Seat::ALL`].
    pub players: [String; 4],
    /// The scale of the forecasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// Mean rating of team one minus that of team two, if the record has all ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_lead: Option<f64>,
    /// The judgement of each move.
    pub plies: Vec<PlyJson>,
}

/// The result of a game.
#[derive(Serialize, Deserialize)]
pub struct OutcomeJson {
    /// The result as records have it.
    pub result: String,
    /// Source of the result.
    pub by: Ground,
}

/// The judgement of a move that was played.
#[derive(Serialize, Deserialize)]
pub struct PlyJson {
    /// The board: `A` or `B`.
    pub board: Cow<'static, str>,
    /// The mover: `white` or `black`.
    pub color: Cow<'static, str>,
    /// The move in SAN.
    pub san: String,
    /// The clock of the mover after it, if the record has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<i64>,
    /// The clocks before the move, in the order of [`Seat::ALL`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks_ms: Option<[i64; 4]>,
    /// The depth of the search.
    pub depth: u32,
    /// The score of the best line, for the mover.
    pub best: ScoreJson,
    /// The score of the move that was played.
    pub played: ScoreJson,
    /// The score of the other board before the move, for the mover's team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<ScoreJson>,
    /// The share of such games that the move cost the mover's team.
    pub lost: f64,
    /// The mark of a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Cow<'static, str>>,
    /// The better line in SAN, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Vec<String>>,
    /// The best plan of the mover's team, in SAN, if it was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The reasons of a mistake, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The share of such games that team one wins, before the move.
    pub team_one_wins: f64,
}

impl ScoreJson {
    /// The score, with the plies of a mate that its moves take at least.
    pub(crate) fn score(self) -> Score {
        // A file may have any number; no search finds a longer mate than this.
        let signed = |moves: i32, loss: fn(usize) -> Score| match moves.clamp(-1000, 1000) {
            moves @ 1.. => -loss(2 * moves as usize - 1),
            moves => loss(2 * moves.unsigned_abs() as usize),
        };
        match self {
            Self::Centipawns(centipawns) => Score::evaluation(centipawns),
            Self::MateIn(moves) => signed(moves, Score::mated),
            Self::WinsUnlessHelpedIn(moves) => signed(moves, Score::lost_unless_helped),
        }
    }
}

/// The analysis of a position.
pub fn of_scene(scene: &Scene, analysis: &Analysis) -> PositionJson {
    let is_team = scene.shown().len() == 2;
    PositionJson {
        boards: analysis.boards.iter().map(board).collect(),
        outcome: analysis.outcome.map(|outcome| EndJson {
            result: outcome.result(),
            reason: outcome.ending.to_string(),
        }),
        team_one_wins: is_team.then(|| permille(analysis.win_rate(scene, Team::One))),
        team_one_lead_ms: scene.lead(Team::One.seat(BoardId::A)).map(|lead| lead.0),
        plans: None,
        plans_by_clocks: Vec::new(),
    }
}

impl PositionJson {
    /// The analysis with the plans of each team that is asked about.
    #[must_use]
    pub fn with_plans(self, teams: &[TeamPlans]) -> Self {
        let plans = teams.iter().flat_map(TeamPlans::answer).collect();
        let plans_by_clocks = teams.iter().flat_map(TeamPlans::cases).collect();
        Self { plans: Some(plans), plans_by_clocks, ..self }
    }
}

/// The review of a game; the file that it was read from is left open.
pub fn of_game(read: &ReadGame, review: &Review) -> GameJson {
    let ReadGame { record, game, line, .. } = read;
    let has_partner = record.start().in_play().len() == 2;
    let ply = |verdict: &Verdict| {
        let (board, color) = seat_names(verdict.seat);
        let mark = verdict.mark();
        PlyJson {
            board: board.into(),
            color: color.into(),
            san: verdict.san.clone(),
            clock_ms: verdict.clock,
            clocks_ms: verdict.outlook.clocks.map(|clocks| clocks.map(|clock| clock.0)),
            depth: verdict.best.depth,
            best: score(verdict.best.score),
            played: score(verdict.played),
            elsewhere: has_partner.then(|| score(verdict.elsewhere())),
            lost: permille(verdict.lost()),
            mark: (!mark.is_empty()).then(|| mark.into()),
            better: verdict.better.clone(),
            plan: verdict.team.as_ref().map(|team| team.best.clone()),
            why: if mark.is_empty() { Vec::new() } else { verdict.why().to_vec() },
            team_one_wins: permille(verdict.team_one_wins()),
        }
    };
    let outcome = review.outcome.map(|outcome| {
        Box::new(OutcomeJson { result: outcome.result.to_string(), by: outcome.ground })
    });
    GameJson {
        file: None,
        game: *game,
        line: *line,
        result: record.result().to_string(),
        outcome,
        players: players(record),
        scale: Some(review.scale),
        rating_lead: review.rating_lead,
        plies: review.verdicts.iter().map(ply).collect(),
    }
}

fn board(analysis: &BoardAnalysis) -> BoardJson {
    let position = &analysis.position;
    let mating = |color| {
        let (already, pieces) = analysis.mates_with(color);
        MatingJson { already, with_one_more: letters(pieces) }
    };
    BoardJson {
        board: board_name(analysis.board),
        fen: position.to_fen(),
        on_turn: color_name(position.side_to_move()),
        lines: analysis.lines.iter().map(|info| line_of(position, info)).collect(),
        mates: MatesJson { white: mating(Color::White), black: mating(Color::Black) },
    }
}

fn line_of(position: &Position, info: &Info) -> LineJson {
    LineJson {
        depth: info.depth,
        nodes: info.nodes,
        time_ms: info.time.0,
        score: score(info.score),
        moves: written(position, &info.pv, |position, m| position.coordinate(m).to_string()),
        san: san_line(position, &info.pv),
    }
}

/// Converts a score. Mates and conditional wins are counted in moves, negative if the side to move
/// loses.
pub fn score(score: Score) -> ScoreJson {
    match score.kind() {
        ScoreKind::Evaluation(centipawns) => ScoreJson::Centipawns(centipawns),
        ScoreKind::Mate(plies) => ScoreJson::MateIn(moves_in(plies)),
        ScoreKind::Conditional(plies) => ScoreJson::WinsUnlessHelpedIn(moves_in(plies)),
    }
}

fn seat_names(seat: Seat) -> (&'static str, &'static str) {
    (board_name(seat.board), color_name(seat.color))
}

/// Rounds a share of 1 to three decimals.
pub fn permille(part: f64) -> f64 {
    (part * 1000.0).round() / 1000.0
}

fn letters(pieces: PieceTypes) -> String {
    pieces.iter().map(PieceType::to_char).collect()
}

fn board_name(board: BoardId) -> &'static str {
    match board {
        BoardId::A => "A",
        BoardId::B => "B",
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_as_json_keeps_its_moves() {
        let mates = [0, 1, 2, 7].map(Score::mated);
        let helped = [0, 3, 8].map(Score::lost_unless_helped);
        let evaluations = [-150, 0, 150].map(Score::evaluation);
        for known in mates.into_iter().chain(helped).chain(evaluations) {
            for known in [known, -known] {
                let told = score(known);
                let plies = |score: Score| score.value().abs();
                assert!((plies(told.score()) - plies(known)).abs() <= 1, "{known}");
                if score(known.plus(0)) != ScoreJson::MateIn(0)
                    && told != ScoreJson::WinsUnlessHelpedIn(0)
                {
                    assert_eq!(score(told.score()), told, "{known}");
                }
            }
        }
    }
}
