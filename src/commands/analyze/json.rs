//! Analyses as JSON; `docs/analyze.md` describes each field.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tandem_engine::{Info, Score, ScoreKind, moves_in};
use tandem_rules::{BoardId, Color, PieceType, PieceTypes, Position, Seat, Team};

use super::analyst::{Analysis, BoardAnalysis, Scene};
use super::text::san_line;
use crate::forecast::Scale;
use crate::games::outcome::Ground;
use tandem_protocol::line::written;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::commands) enum ScoreJson {
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
pub(in crate::commands) struct GameJson {
    /// The file that the game was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    pub(super) game: usize,
    pub(super) line: usize,
    pub(super) result: String,
    /// The result as far as it is known, also if the record only implies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) outcome: Option<Box<OutcomeJson>>,
    pub(super) players: [String; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) scale: Option<Scale>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) rating_lead: Option<f64>,
    pub(in crate::commands) plies: Vec<PlyJson>,
}

/// The result of a game.
#[derive(Serialize, Deserialize)]
pub(in crate::commands) struct OutcomeJson {
    pub(in crate::commands) result: String,
    pub(super) by: Ground,
}

/// The judgement of a move that was played.
#[derive(Serialize, Deserialize)]
pub(in crate::commands) struct PlyJson {
    pub(in crate::commands) board: Cow<'static, str>,
    pub(in crate::commands) color: Cow<'static, str>,
    pub(super) san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<i64>,
    /// The clocks before the move, in the order of [`Seat::ALL`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) clocks_ms: Option<[i64; 4]>,
    pub(super) depth: u32,
    pub(in crate::commands) best: ScoreJson,
    pub(in crate::commands) played: ScoreJson,
    /// The score of the other board before the move, for the mover's team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) elsewhere: Option<ScoreJson>,
    pub(super) lost: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands) mark: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) better: Option<Vec<String>>,
    pub(in crate::commands) team_one_wins: f64,
}

impl ScoreJson {
    /// The score, with the plies of a mate that its moves take at least.
    pub(in crate::commands) fn score(self) -> Score {
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

pub(super) fn position(scene: &Scene, analysis: &Analysis) -> PositionJson {
    let is_team = scene.shown().len() == 2;
    PositionJson {
        boards: analysis.boards.iter().map(board).collect(),
        team_one_wins: is_team.then(|| permille(analysis.win_rate(scene, Team::One))),
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
pub(in crate::commands) fn score(score: Score) -> ScoreJson {
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
pub(in crate::commands) fn permille(part: f64) -> f64 {
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
