//! What an analysis finds, as messages.

use serde_json::Value;
use tandem_analysis::forecast::{Outlook, Scale, for_team_one};
use tandem_analysis::json;
use tandem_analysis::plans::{Certainty, Clocks, Lead, Plan, Planner, Ranking, Step};
use tandem_analysis::scene::Scene;
use tandem_analysis::text::notation::san_line;
use tandem_analysis::text::plans::{Names, why};
use tandem_engine::{Info, Score};
use tandem_protocol::line::written;
use tandem_rules::{BoardId, Boards, Millis, Position, Team};
use tandem_server::message::{
    AnalysisLine, BoardScore, ClocksCase, PlanOutcome, PlanParts, PlanProof, PlanState, PlanStep,
    PlansCase, TeamPlans,
};

/// The most plans of a case that are told.
const MOST_PLANS: usize = 5;

/// The best lines of each board so far; none of one that is not searched.
pub(super) struct Lines<'a> {
    pub(super) scene: &'a Scene,
    pub(super) lines: [&'a [Info]; 2],
}

impl Lines<'_> {
    fn position(&self, board: BoardId) -> &Position {
        self.scene.boards.position(board)
    }

    fn for_team_one(&self, board: BoardId, score: Score) -> Score {
        for_team_one(board.seat(self.position(board).side_to_move()), score)
    }

    /// The lines of a board as a message.
    pub(super) fn score(&self, board: BoardId) -> BoardScore {
        let lines = &self.lines[board.index()];
        let latest = lines.iter().max_by_key(|info| info.nodes);
        let (nodes, time) = latest.map_or((0, Millis::ZERO), |info| (info.nodes, info.time));
        BoardScore {
            board: board.into(),
            depth: lines.first().map_or(0, |info| info.depth),
            nodes,
            nps: nodes * 1000 / u64::try_from(time.0).unwrap_or_default().max(1),
            time_ms: time.0,
            lines: lines.iter().map(|info| self.line(board, info)).collect(),
        }
    }

    fn line(&self, board: BoardId, info: &Info) -> AnalysisLine {
        let position = self.position(board);
        let mut score = score_of(self.for_team_one(board, info.score));
        let is_mated = info.score == Score::mated(0);
        if is_mated && board.seat(position.side_to_move()).team() == Team::One {
            score["mate_in"] = Value::from(-0.0); // the sign says who is mated
        }
        AnalysisLine {
            score,
            moves: written(position, &info.pv, |position, m| position.coordinate(m).to_string()),
            san: san_line(position, &info.pv),
        }
    }

    /// The share of such games that team one wins, once each board has a score.
    pub(super) fn wins(&self, scale: Scale) -> Option<f64> {
        let mut outlook = Outlook { clocks: self.scene.all_clocks(), ..Outlook::default() };
        for &board in self.scene.shown() {
            let best = self.lines[board.index()].first()?;
            outlook = outlook.with_score(board, self.for_team_one(board, best.score));
        }
        Some(json::permille(outlook.wins(Team::One, scale)))
    }
}

/// A score as a field of JSON.
fn score_of(score: Score) -> Value {
    serde_json::to_value(json::score(score)).expect("all keys are texts")
}

/// The plans of a planner so far.
pub(super) fn team_plans(planner: &Planner) -> TeamPlans {
    let (question, names) = (planner.question(), Names::of_seats());
    let boards = &question.scene.boards;
    let case = |ranking: &Ranking| {
        let plans = ranking.plans.iter().take(MOST_PLANS);
        let plans = plans.map(|plan| plan_state(plan, boards, &names)).collect();
        PlansCase { clocks: clocks_case(ranking.clocks), plans }
    };
    TeamPlans {
        team: question.team.into(),
        must_move: question.must_move.map(Into::into),
        cases: planner.rankings().iter().map(case).collect(),
    }
}

const fn clocks_case(clocks: Clocks) -> ClocksCase {
    match clocks {
        Clocks::Known(_) => ClocksCase::Known,
        Clocks::Assumed(Lead::Ahead) => ClocksCase::Ahead,
        Clocks::Assumed(Lead::Level) => ClocksCase::Level,
        Clocks::Assumed(Lead::Behind) => ClocksCase::Behind,
    }
}

fn plan_state(plan: &Plan, boards: &Boards, names: &Names) -> PlanState {
    let parts = |text: &dyn Fn(BoardId) -> Option<String>| {
        let [a, b] = BoardId::ALL.map(text);
        PlanParts { a, b }
    };
    let (proof, margin) = proof(plan.worth.certainty);
    PlanState {
        moves: parts(&|board| plan.part_text(boards, board)),
        san: parts(&|board| plan.part_san(boards, board)),
        wins: json::permille(plan.worth.wins),
        margin: json::permille(margin),
        proof,
        depth: plan.depth,
        line: until_mate(&plan.line).map(step).collect(),
        why: why(plan, names),
    }
}

const fn proof(certainty: Certainty) -> (Option<PlanProof>, f64) {
    let (outcome, moves) = match certainty {
        Certainty::Mates(moves) => (PlanOutcome::Mates, moves),
        Certainty::WinsUnlessHelped(moves) => (PlanOutcome::WinsUnlessHelped, moves),
        Certainty::Mated(moves) => (PlanOutcome::Mated, moves),
        Certainty::LosesUnlessHelped(moves) => (PlanOutcome::LosesUnlessHelped, moves),
        Certainty::Estimated(margin) => return (None, margin),
    };
    (Some(PlanProof { outcome, moves }), 0.0)
}

/// The moves of a line until one mates.
fn until_mate(line: &[Step]) -> impl Iterator<Item = &Step> {
    let mate = line.iter().position(|step| step.san.ends_with('#'));
    line[..mate.map_or(line.len(), |at| at + 1)].iter()
}

fn step(step: &Step) -> PlanStep {
    PlanStep {
        seat: step.seat.into(),
        coordinates: step.coordinates.clone(),
        san: step.san.clone(),
        handed: step.handoff.map(|handoff| handoff.piece.to_char().to_string()),
    }
}
