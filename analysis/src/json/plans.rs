//! Plans as JSON; `docs/analyze.md` describes each field.

use serde::Serialize;
use tandem_rules::{BoardId, Boards, Seat, Team};

use super::{board_name, permille, seat_names};
use crate::plans::{Certainty, Clocks, Plan, Ranking, Step};
use crate::text::plans::{Names, why};

/// The plans of a team.
pub struct TeamPlans<'a> {
    /// The boards.
    pub boards: &'a Boards,
    /// The plans, a ranking for each case of the clocks; the first is the answer.
    pub rankings: &'a [Ranking],
    /// The names of the players.
    pub names: &'a Names,
}

/// A plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanJson {
    /// The team: `one` or `two`.
    pub team: &'static str,
    /// The part on each board: a move in coordinates, `sit`, or nothing where it is not on turn.
    pub moves: PartsJson,
    /// The same in SAN.
    pub san: PartsJson,
    /// The share of such games that the team wins.
    pub wins: f64,
    /// By how much that has changed with the latest searches; 0 for a proof.
    pub margin: f64,
    /// The proof, if there is one: `mates`, `wins_unless_helped`, `mated` or `loses_unless_helped`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// The length of the proof in moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_moves: Option<i32>,
    /// Depth of the shallower of the two searches after the plan, in plies.
    pub depth: u32,
    /// The moves of both boards in the order in which they happen.
    pub line: Vec<StepJson>,
    /// The pieces that change boards in the line.
    pub handed_over: Vec<HandedJson>,
    /// The reasons, a sentence each.
    pub why: Vec<String>,
}

/// A text for each board; `null` where the team is not on turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartsJson {
    /// On board A.
    #[serde(rename = "A")]
    pub a: Option<String>,
    /// On board B.
    #[serde(rename = "B")]
    pub b: Option<String>,
}

/// A move of a line on both boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepJson {
    /// The board: `A` or `B`.
    pub board: &'static str,
    /// The mover: `white` or `black`.
    pub color: &'static str,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
}

/// A piece that changes boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandedJson {
    /// The letter of the piece, as in `N`.
    pub piece: String,
    /// The player who captures it.
    pub from: SeatJson,
    /// The player who gets it.
    pub to: SeatJson,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatJson {
    /// The board: `A` or `B`.
    pub board: &'static str,
    /// The color: `white` or `black`.
    pub color: &'static str,
}

/// The plans for one case of the clocks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseJson {
    /// The team: `one` or `two`.
    pub team: &'static str,
    /// The lead of the team on both diagonals: `ahead`, `level` or `behind`.
    pub clocks: &'static str,
    /// The plans, best first.
    pub plans: Vec<PlanJson>,
}

impl TeamPlans<'_> {
    /// The plans that are the answer, best first: those for the clocks as they are, or for level clocks
    /// if they are not known.
    pub fn answer(&self) -> Vec<PlanJson> {
        Ranking::answer(self.rankings).map_or_else(Vec::new, |ranking| self.plans(ranking))
    }

    /// The plans for each case of the clocks; none if the clocks are known.
    pub fn cases(&self) -> Vec<CaseJson> {
        let case = |ranking: &Ranking| match ranking.clocks {
            Clocks::Known(_) => None,
            Clocks::Assumed(lead) => Some(CaseJson {
                team: team_name(ranking.plans.first()?.team),
                clocks: lead.name(),
                plans: self.plans(ranking),
            }),
        };
        match self.rankings.len() {
            0 | 1 => Vec::new(),
            _ => self.rankings.iter().filter_map(case).collect(),
        }
    }

    fn plans(&self, ranking: &Ranking) -> Vec<PlanJson> {
        ranking.plans.iter().map(|plan| self.plan(plan)).collect()
    }

    /// A plan.
    pub fn plan(&self, plan: &Plan) -> PlanJson {
        let (proof, proof_moves, margin) = proof(plan.worth.certainty);
        PlanJson {
            team: team_name(plan.team),
            moves: PartsJson {
                a: plan.part_text(self.boards, BoardId::A),
                b: plan.part_text(self.boards, BoardId::B),
            },
            san: PartsJson {
                a: plan.part_san(self.boards, BoardId::A),
                b: plan.part_san(self.boards, BoardId::B),
            },
            wins: permille(plan.worth.wins),
            margin: permille(margin),
            proof,
            proof_moves,
            depth: plan.depth,
            line: plan.line.iter().map(step).collect(),
            handed_over: plan.line.iter().filter_map(handed).collect(),
            why: why(plan, self.names),
        }
    }
}

/// The name of a team.
pub const fn team_name(team: Team) -> &'static str {
    match team {
        Team::One => "one",
        Team::Two => "two",
    }
}

const fn proof(certainty: Certainty) -> (Option<&'static str>, Option<i32>, f64) {
    match certainty {
        Certainty::Mates(moves) => (Some("mates"), Some(moves), 0.0),
        Certainty::WinsUnlessHelped(moves) => (Some("wins_unless_helped"), Some(moves), 0.0),
        Certainty::Mated(moves) => (Some("mated"), Some(moves), 0.0),
        Certainty::LosesUnlessHelped(moves) => (Some("loses_unless_helped"), Some(moves), 0.0),
        Certainty::Estimated(margin) => (None, None, margin),
    }
}

fn step(step: &Step) -> StepJson {
    let (board, color) = seat_names(step.seat);
    StepJson { board, color, coordinates: step.coordinates.clone(), san: step.san.clone() }
}

fn handed(step: &Step) -> Option<HandedJson> {
    let piece = step.handoff?.piece.to_char().to_string();
    Some(HandedJson { piece, from: seat(step.seat), to: seat(step.seat.partner()) })
}

fn seat(seat: Seat) -> SeatJson {
    SeatJson { board: board_name(seat.board), color: super::color_name(seat.color) }
}
