//! Plans: what a team does on both boards at once.

use serde::Serialize;

use super::{BoardName, SeatNumber, TeamName};

/// The plans of a team.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TeamPlans {
    /// The team.
    pub team: TeamName,
    /// The board on which it may not sit; `null` for none.
    pub must_move: Option<BoardName>,
    /// The cases of the clocks: the known ones first, if they are known, and then those that can be
    /// assumed.
    pub cases: Vec<PlansCase>,
}

/// The plans for one case of the clocks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlansCase {
    /// The case.
    pub clocks: ClocksCase,
    /// At most five plans, best first; none if the team is on turn on neither board.
    pub plans: Vec<PlanState>,
}

/// The clocks as a team has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ClocksCase {
    /// As the position has them.
    Known,
    /// The team can sit longer than its opponents.
    Ahead,
    /// Nobody can sit longer.
    Level,
    /// The opponents can sit longer.
    Behind,
}

/// A plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanState {
    /// What the team does on each board: a move in coordinates, or `sit`.
    pub moves: PlanParts,
    /// The same in SAN.
    pub san: PlanParts,
    /// The share of such games that the team wins.
    pub wins: f64,
    /// By how much that has changed with the latest searches; 0 for a proof.
    pub margin: f64,
    /// The proof, if there is one.
    pub proof: Option<PlanProof>,
    /// Depth of the shallower of the two searches after the plan, in plies.
    pub depth: u32,
    /// At most twelve moves of both boards in the order in which they happen, those of the plan
    /// first.
    pub line: Vec<PlanStep>,
    /// The reasons, a sentence each.
    pub why: Vec<String>,
}

/// A text for each board; `null` where the team is not on turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanParts {
    /// On board A.
    #[serde(rename = "A")]
    pub a: Option<String>,
    /// On board B.
    #[serde(rename = "B")]
    pub b: Option<String>,
}

/// A proof that a plan wins or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanProof {
    /// What is proved.
    pub outcome: PlanOutcome,
    /// The moves until then.
    pub moves: i32,
}

/// What is proved of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlanOutcome {
    /// The team mates, whatever arrives.
    Mates,
    /// It wins unless a piece arrives.
    WinsUnlessHelped,
    /// It is mated, whatever arrives.
    Mated,
    /// It loses unless a piece arrives.
    LosesUnlessHelped,
}

/// A move in the line of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanStep {
    /// The mover.
    pub seat: SeatNumber,
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// The letter of the piece that the partner gets by it; `null` if none.
    pub handed: Option<String>,
}
