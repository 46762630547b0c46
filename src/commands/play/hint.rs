//! Hints: what Tandem would do in place of the person, and why.

use std::time::Duration;

use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{Clocks, Lead, Plan, Planner, Question};
use tandem_analysis::scene::Scene;
use tandem_analysis::text::plans::{Names, share, why};
use tandem_analysis::text::scores::in_words;
use tandem_arbiter::Snapshot;
use tandem_engine::{Decision, Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::{Millis, Seat};

use crate::search::asker::Asker;
use crate::search::planning::{Budget, Planners};
use crate::search::view::view;

/// Time of a search for a hint.
const TIME: Duration = Duration::from_secs(1);

/// The searchers for hints, beside the game.
pub(super) struct Adviser {
    table_mebibytes: usize,
    /// The searcher of a game on one board.
    alone: Option<Asker>,
    /// The searchers of a game on two.
    planners: Option<Planners>,
}

impl Adviser {
    /// An adviser with a transposition table of this size in MiB, for each board of a game.
    pub(super) const fn new(table_mebibytes: usize) -> Self {
        Self { table_mebibytes, alone: None, planners: None }
    }

    /// A hint for a seat, with both boards and all clocks in view. Blocks until the search has
    /// ended.
    pub(super) fn advise(&mut self, seat: Seat, snapshot: &Snapshot) -> String {
        match snapshot.boards.in_play() {
            [_, _] => self.plan(seat, snapshot),
            _ => self.best_move(seat, snapshot),
        }
    }

    fn asker(&self) -> Asker {
        Asker::new(self.table_mebibytes, Some(Networks::embedded()))
    }

    /// The part of the team's best plan for a seat, with the reasons.
    fn plan(&mut self, seat: Seat, snapshot: &Snapshot) -> String {
        let mut planners =
            self.planners.take().unwrap_or_else(|| Planners::new([self.asker(), self.asker()]));
        let mut planner = Planner::new(question(seat, snapshot));
        planners.plan(&mut planner, Budget::Time(TIME), |_| {});
        self.planners = Some(planners);
        let plan = planner.rankings().first().and_then(|ranking| ranking.plans.first());
        plan.map_or_else(
            || "no hint: its search failed".to_owned(),
            |plan| told(plan, seat, snapshot),
        )
    }

    fn best_move(&mut self, seat: Seat, snapshot: &Snapshot) -> String {
        let limits = Limits { thinking: Thinking::Fixed(TIME.into()), ..Limits::clock() };
        let mut asker = self.alone.take().unwrap_or_else(|| self.asker());
        let answer = asker.ask(view(seat, snapshot), limits);
        self.alone = Some(asker);
        match answer {
            Ok((Decision::Play(m), info)) => {
                let m = snapshot.boards.san(seat.board, m);
                format!("hint: {m} ({})", in_words(info.score))
            }
            Ok((Decision::Sit, _)) => "hint: sit".to_owned(),
            Err(_) => "no hint: its search failed".to_owned(),
        }
    }
}

/// The question what the team of a seat should do.
fn question(seat: Seat, snapshot: &Snapshot) -> Question {
    let shown = snapshot.clocks.map(|clock| clock.map(|clock| clock.remaining()));
    let clocks = match shown {
        [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
        _ => None,
    };
    let of_boards = clocks.map(|[a, b, c, d]: [Millis; 4]| [Some([a, b]), Some([c, d])]);
    Question {
        scene: Scene::new(snapshot.boards.clone(), of_boards.unwrap_or_default()),
        rules: snapshot.rules,
        team: seat.team(),
        clocks: vec![clocks.map_or(Clocks::Assumed(Lead::Level), Clocks::Known)],
        must_move: None,
        also: None,
        scale: Scale::Engines,
    }
}

/// A plan as a hint for a seat: its own part, then what the team wins by it, and why.
fn told(plan: &Plan, seat: Seat, snapshot: &Snapshot) -> String {
    let part = plan.part_san(&snapshot.boards, seat.board).unwrap_or_else(|| "sit".to_owned());
    let names = Names::of_seats().spoken_to(seat);
    let reasons = why(plan, &names).join(" ");
    let reasons = if reasons.is_empty() { reasons } else { format!(". {reasons}") };
    format!("hint: {part} ({}){reasons}", share(plan.worth))
}
