//! Questions about a team whose answer is a plan for both boards.

use std::collections::VecDeque;
use std::time::Instant;

use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{self, Clocks, Lead, Planner};
use tandem_analysis::scene::Scene;
use tandem_engine::{Event, Info, Limits, Sitting, Thinking, View, hard_limit};
use tandem_protocol::uci::{Choice, Reply};
use tandem_rules::{BoardId, Boards, Millis, Move, Team};

use super::Session;
use super::plan_lines;
use super::planning::{Bounds, Planning};
use super::progress::{Progress, Unsearched};
use super::question::Question;
use super::task::Task;
use crate::seat::brain::Brain;
use crate::seat::record::Record;
use crate::seat::told;

/// False in a browser: plans would make the module a tenth larger, which every visitor has to load.
const PLANS: bool = !cfg!(target_family = "wasm");

/// One in this many parts of the most time for a move is the usual time.
const PARTS_OF_MOST: i64 = 3;

impl<B: Brain> Session<B> {
    /// True if a question about these boards is answered by a plan: there is a move to plan.
    pub(super) fn is_joint(&self, asked: &Question, boards: &VecDeque<(BoardId, Limits)>) -> bool {
        let can_move =
            |(board, _): &(BoardId, Limits)| self.game.board(*board).position().count_legal() > 0;
        PLANS && self.game.is_team() && asked.is_joint(&self.options) && boards.iter().any(can_move)
    }

    /// Plans for both boards; `boards` are those where the team is on turn, with the limits of a search
    /// of each by itself.
    pub(super) fn plan(&mut self, asked: Question, boards: VecDeque<(BoardId, Limits)>) {
        self.pacing.end();
        let bounds = Bounds {
            end: self.time_for_plans(&asked, &boards).map(|time| self.now + time.duration()),
            nodes: asked.most_nodes(self.nodes),
            depth: asked.go.depth.filter(|_| !asked.go.infinite),
        };
        let clocks = self.clocks_of(&asked);
        let may_sit = matches!(clocks, Clocks::Known(_) | Clocks::Assumed(Lead::Ahead));
        let planner = Planner::new(plans::Question {
            scene: self.scene(clocks),
            rules: self.game.board(BoardId::A).outcome_rules(),
            team: self.options.team.unwrap_or(Team::One),
            clocks: vec![clocks],
            must_move: self.options.must_move,
            also: None,
            scale: Scale::Engines,
        });
        let planning = Planning::new((planner, may_sit), (asked, boards), bounds, self.now);
        self.plan_on(Box::new(planning));
    }

    /// Takes in an event of the search that plans.
    pub(super) fn hear_of_plans(&mut self, event: Event) {
        if !PLANS {
            return;
        }
        match event {
            Event::Info(_, info) => self.mind.change(|task| {
                if let Task::Plan(_, planning) = task {
                    planning.note(info);
                }
            }),
            Event::Done(_, _, info) => {
                if let Some(mut planning) = self.take_planning() {
                    planning.end_search(info);
                    self.plan_on(planning);
                }
            }
        }
    }

    /// Answers with the best plan so far. False if none are made.
    pub(super) fn end_plans(&mut self) -> bool {
        let planning = self.take_planning();
        let is_planning = planning.is_some();
        if let Some(planning) = planning {
            self.answer_with_plans(*planning);
        }
        is_planning
    }

    /// Answers with the best plan so far, if the time for plans is over.
    pub(super) fn end_late_plans(&mut self) {
        if self.plans_end_at().is_some_and(|end| end <= self.now) {
            self.end_plans();
        }
    }

    /// Time at which the best plan so far is the answer.
    pub(super) fn plans_end_at(&self) -> Option<Instant> {
        self.mind.activity().planning()?.end()
    }

    fn take_planning(&mut self) -> Option<Box<Planning>> {
        if !PLANS {
            return None;
        }
        self.mind.activity().planning()?;
        match self.mind.take() {
            Task::Plan(_, planning) => Some(planning),
            Task::Rest | Task::Think(_) => None,
        }
    }

    /// Starts the next search, or answers. The lines of a round are shown at its end.
    fn plan_on(&mut self, mut planning: Box<Planning>) {
        loop {
            if planning.end().is_some_and(|end| end <= self.now) {
                return self.answer_with_plans(*planning);
            }
            if let Some(job) = planning.next_job() {
                let begin = |search| Task::Plan(search, planning);
                return self.mind.start(job.view, job.limits, begin);
            }
            if planning.end_stage() {
                self.show_plans(&planning);
                if planning.is_over() {
                    return self.end_or_hold(*planning);
                }
                planning.begin_round();
            }
        }
    }

    fn show_plans(&mut self, planning: &Planning) {
        let time = Millis::from(self.now.saturating_duration_since(planning.since));
        let infos = plan_lines::infos(planning.plans(), (planning.spent, time), &self.options);
        self.replies.extend(infos.into_iter().map(Reply::from));
    }

    /// Answers, or holds the answer back until `stop` if the question is infinite.
    fn end_or_hold(&mut self, planning: Planning) {
        match planning.plans().first().filter(|_| planning.asked.go.infinite) {
            Some(plan) => {
                let (best, ponder) = plan_lines::answer(plan, &self.options);
                let answer = Reply::BestMove { best: Some(best), ponder };
                self.unsearched = Some(Unsearched { answer, is_infinite: true });
            }
            None => self.answer_with_plans(planning),
        }
    }

    /// Answers with the best plan; before there is one, with the best line of each board, and a
    /// search to depth 1 of a board that has none.
    fn answer_with_plans(&mut self, planning: Planning) {
        if let Some(plan) = planning.plans().first() {
            let (best, ponder): (Choice, _) = plan_lines::answer(plan, &self.options);
            self.partnership.stand_up();
            self.replies.push(Reply::BestMove { best: Some(best), ponder });
            return;
        }
        let (mut found, mut depths) = ([None; 2], [None; 2]);
        for &(board, _) in &planning.boards {
            let line = planning.line(board).and_then(|line| self.legal(board, line));
            if let Some((m, depth)) = line {
                found[board.index()] = Some((m, None));
                depths[board.index()] = Some(depth);
            }
        }
        let Planning { asked, boards, since, .. } = planning;
        self.think(Progress {
            board: boards.front().map_or(BoardId::A, |(board, _)| *board),
            left: boards,
            asked,
            since,
            is_stopped: true,
            pondered: None,
            is_quiet: true,
            turns: None,
            found,
            depths,
        });
    }

    /// The first move of a line and its depth, if the move is legal on a board.
    fn legal(&self, board: BoardId, line: &Info) -> Option<(Move, u32)> {
        let m = line.pv.first().copied()?;
        self.game.board(board).position().is_legal(m).then_some((m, line.depth))
    }

    /// The clocks by which plans are ranked. Without all four, the option says whether the team is
    /// ahead; if it is not, nobody is.
    fn clocks_of(&self, asked: &Question) -> Clocks {
        match asked.all_clocks() {
            Some(clocks) => Clocks::Known(clocks),
            None if self.options.habits.sitting == Sitting::Freely => Clocks::Assumed(Lead::Ahead),
            None => Clocks::Assumed(Lead::Level),
        }
    }

    fn scene(&self, clocks: Clocks) -> Scene {
        let records = BoardId::ALL.map(|board| self.game.board(board));
        let [a, b] = records.map(|record| record.position().clone());
        let shown = match clocks {
            Clocks::Known([a, b, c, d]) => [Some([a, b]), Some([c, d])],
            Clocks::Assumed(_) => [None; 2],
        };
        Scene::new(Boards::new(a, b), shown).knowing(records.map(Record::keys))
    }

    /// The time for plans: the time that the question names, or the usual time of a move on each
    /// board.
    fn time_for_plans(
        &self,
        asked: &Question,
        boards: &VecDeque<(BoardId, Limits)>,
    ) -> Option<Millis> {
        if asked.go.infinite {
            return None;
        }
        if let Some(time) = asked.go.move_time_ms {
            return match told::exactly(time) {
                Thinking::Fixed(time) => Some(time),
                Thinking::Clock | Thinking::Infinite => None,
            };
        }
        let usual = |(board, limits): &(BoardId, Limits)| {
            let view = self.view_of(*board, None);
            let view = View { clocks: asked.clocks(view.seat), ..view };
            hard_limit(&view, limits).map(|hard| hard.0 / PARTS_OF_MOST)
        };
        let times: Vec<i64> = boards.iter().filter_map(usual).collect();
        (!times.is_empty()).then(|| Millis(times.iter().sum()))
    }
}
