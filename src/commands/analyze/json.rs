//! Analyses as JSON; `docs/analyze.md` describes each field.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tandem_engine::{Info, Score, ScoreKind, moves_in};
use tandem_rules::{BoardId, Color, PieceType, PieceTypes, Position, Seat, Team};

use super::analyst::{Analysis, BoardAnalysis, Scene};
use super::text::san_line;
use tandem_session::written;

/// The analysis of a position.
#[derive(Serialize)]
pub(super) struct PositionJson {
    boards: Vec<BoardJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_one_wins: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_one_lead_ms: Option<i64>,
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
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ScoreJson {
    Centipawns(i32),
    MateIn(i32),
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
pub(super) struct GameJson {
    pub(super) game: usize,
    pub(super) line: usize,
    pub(super) result: String,
    pub(super) players: [String; 4],
    pub(super) plies: Vec<PlyJson>,
}

/// The judgement of a move that was played.
#[derive(Serialize, Deserialize)]
pub(super) struct PlyJson {
    pub(super) board: Cow<'static, str>,
    pub(super) color: Cow<'static, str>,
    pub(super) san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<i64>,
    pub(super) depth: u32,
    pub(super) best: ScoreJson,
    pub(super) played: ScoreJson,
    pub(super) lost: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) better: Option<Vec<String>>,
    pub(super) team_one_wins: f64,
}

pub(super) fn position(scene: &Scene, analysis: &Analysis) -> PositionJson {
    let is_team = scene.shown().len() == 2;
    PositionJson {
        boards: analysis.boards.iter().map(board).collect(),
        team_one_wins: is_team.then(|| permille(analysis.win_rate(Team::One))),
        team_one_lead_ms: scene.lead(Team::One.seat(BoardId::A)).map(|lead| lead.0),
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
pub(super) fn score(score: Score) -> ScoreJson {
    match score.kind() {
        ScoreKind::Evaluation(centipawns) => ScoreJson::Centipawns(centipawns),
        ScoreKind::Mate(plies) => ScoreJson::MateIn(moves_in(plies)),
        ScoreKind::Conditional(plies) => ScoreJson::WinsUnlessHelpedIn(moves_in(plies)),
    }
}

pub(super) fn seat_names(seat: Seat) -> (&'static str, &'static str) {
    (board_name(seat.board), color_name(seat.color))
}

/// Rounds a share of 1 to three decimals.
pub(super) fn permille(part: f64) -> f64 {
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
