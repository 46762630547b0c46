//! From a question to its answer, by one search after another.

use std::collections::VecDeque;

use tandem_engine::{Decision, Info, Limits, ScoreKind, Sitting, View};
use tandem_protocol::uci::{Choice, Go, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Millis, Move, Team};

use super::game::move_text;
use super::question::{self, Question};
use super::thought::{Progress, Thought, Unsearched};
use super::turns::Turns;
use super::watching::watch;
use super::{Session, answer};
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Counsel, Haste, Step, best_of, decide};
use crate::seat::options::MUST_MOVE;
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    pub(super) fn go(&mut self, go: &Go) {
        if self.refused.is_some() {
            self.repeat_refusal();
            return self.answer_unsearched(go, None);
        }
        // Without the option `Team`, the first team is meant.
        let boards = self.game.boards_on_turn(self.options.team.unwrap_or(Team::One));
        let question = Question { go: go.clone(), is_shared: boards.len() > 1 };
        // The whole question has to be correct before any part of it is answered.
        let limits = |board| {
            let record = self.game.board(board);
            let time_share = self.partnership.time_share();
            let limits = question.limits((board, record), &self.options, time_share, self.nodes)?;
            Ok((board, question.at_level(limits, self.options.strength)))
        };
        let left: Result<VecDeque<_>, MoveTextError> = boards.into_iter().map(limits).collect();
        match left {
            Ok(left) if left.is_empty() => {
                self.remark_on_required_move(&left);
                self.answer_unsearched(go, self.choice([None; 2]));
            }
            Ok(left) => {
                self.remark_on_required_move(&left);
                let turns = (question.is_shared && go.infinite).then(|| Turns::begin(self.now));
                let (since, is_stopped) = (self.now, false);
                let (found, depths) = ([None; 2], [None; 2]);
                let progress = Progress { left, question, since, is_stopped, turns, found, depths };
                self.think(progress);
            }
            Err(error) => {
                self.complain(&error.to_string());
                self.answer_unsearched(go, None);
            }
        }
    }

    /// Answers a question without a search, at the time at which that would be over.
    fn answer_unsearched(&mut self, go: &Go, best: Option<Choice>) {
        let answer = Reply::BestMove { best, ponder: None };
        if go.infinite || go.ponder {
            self.unsearched = Some(Unsearched { answer, is_infinite: go.infinite });
        } else {
            self.replies.push(answer);
        }
    }

    /// Says that the option `RequireMoveOn` asks for a move on a board on which the team is not on
    /// turn.
    fn remark_on_required_move(&mut self, left: &VecDeque<(BoardId, Limits)>) {
        if let Some(required) = self.options.must_move.filter(|_| self.game.is_team())
            && !left.iter().any(|(board, _)| *board == required)
        {
            self.complain(&format!("`{MUST_MOVE}` is {required}, where the team is not on turn"));
        }
    }

    /// Searches the next board of the question, or answers it.
    pub(super) fn think(&mut self, mut progress: Progress) {
        let Some((board, mut limits)) = progress.left.pop_front() else {
            self.answer(&progress);
            return;
        };
        if progress.is_stopped {
            if progress.depths[board.index()].is_some() {
                return self.think(progress); // an earlier turn has found its move
            }
            limits = question::hastened(limits);
        }
        self.search(board, Aim::Move, limits, progress);
    }

    /// Starts a search of a board; `limits` are those of a search for a move there.
    pub(super) fn search(&mut self, board: BoardId, aim: Aim, limits: Limits, progress: Progress) {
        let view = self.view(board, Some(&progress));
        let turn = self.paced_turn(&view, (&aim, &limits), &progress);
        let holds_back = self.begin_pacing(turn);
        let searched = aim.limits(&limits);
        let searched = Limits { pondering: searched.pondering || holds_back, ..searched };
        let vigil = watch(&view, (&aim, &limits, &searched), self.now);
        self.mind.start(view, searched, |search| {
            Some(Thought { search, board, aim, limits, vigil, progress })
        });
    }

    /// The view of a board for a question, with what its clock shows now.
    pub(super) fn view(&self, board: BoardId, asked: Option<&Progress>) -> View {
        let record = self.game.board(board);
        let seat = board.seat(record.position().side_to_move());
        let mut clocks = asked.map_or([None; 4], |progress| progress.question.clocks(seat));
        if let (Some(own), Some(progress)) = (&mut clocks[seat.index()], asked) {
            let passed = Millis::from(self.now.saturating_duration_since(progress.since));
            *own = own.showing(own.after(passed));
        }
        View {
            keys: record.keys(),
            other: self.game.other(board).map(|other| other.position().clone()),
            clocks,
            prices: self.partnership.prices(self.game_time()),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    pub(super) fn stop(&mut self) {
        self.mind.change(|thought| {
            if let Some(thought) = thought {
                thought.progress.is_stopped = true;
            }
        });
        self.mind.hasten();
        self.replies.extend(self.unsearched.take().map(|unsearched| unsearched.answer));
    }

    pub(super) fn ponder_hit(&mut self) {
        let unsearched = self.unsearched.take_if(|unsearched| !unsearched.is_infinite);
        self.replies.extend(unsearched.map(|unsearched| unsearched.answer));
        let now = self.now;
        self.mind.change(|thought| thought.iter_mut().for_each(|thought| thought.hit(now)));
        let Some(Thought { board, aim, limits, progress, .. }) = self.thought() else { return };
        let view = self.view(*board, Some(progress));
        let turn = self.paced_turn(&view, (aim, limits), progress);
        if !self.begin_pacing(turn) {
            self.go_on_in_own_time(&view);
        }
    }

    /// Lets the search go on that has pondered until now, and watches it.
    pub(super) fn go_on_in_own_time(&mut self, view: &View) {
        let Some(Thought { aim, limits, .. }) = self.thought() else { return };
        let vigil = watch(view, (aim, limits, &aim.limits(limits)), self.now);
        let vigil = vigil.map(|vigil| vigil.knowing(self.mind.line()));
        self.mind.ponder_hit(view);
        self.mind.change(|thought| {
            if let Some(thought) = thought {
                thought.vigil = vigil;
            }
        });
    }

    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        self.replies.push(answer::info(info, board, &self.game, &self.options).into());
    }

    /// Handles the end of a search: goes on to the partner's suggestion, to sitting, to the next
    /// board or to the answer.
    pub(super) fn done(&mut self, decision: Decision, info: Info) {
        let Some(Thought { board, aim, limits, progress, .. }) = self.mind.take() else {
            return;
        };
        self.pacing.end();
        if decision == Decision::Sit {
            self.show(&info, board); // a position without moves has a score too
        }
        let is_in_talk = self.has_partner(&progress.question) && !progress.is_stopped;
        let haste = if is_in_talk { Haste::None } else { Haste::AtOnce };
        let mut team = Asked { session: self, board, limits: &limits, progress: &progress };
        let (decision, info) = match decide(aim, (decision, info), haste, &mut team) {
            Step::Try { suggested, rival } => {
                return self.search(board, Aim::Trial { suggested, rival }, limits, progress);
            }
            Step::Sit(info) => return self.search(board, Aim::Wait(info), limits, progress),
            Step::Play(m, info) => (Decision::Play(m), info),
            Step::Follow(m, info) => {
                self.show(&info, board);
                (Decision::Play(m), info)
            }
            Step::Stuck(info) => {
                if is_in_talk {
                    self.consult(board, (Decision::Sit, &info), &progress);
                }
                (Decision::Sit, info)
            }
            Step::Stale(info) => (best_of(&info), info),
        };
        self.settle((board, limits), decision, &info, progress);
    }

    /// Decides the move on a board; where boards take turns, for the time being.
    pub(super) fn settle(
        &mut self,
        (board, limits): (BoardId, Limits),
        decision: Decision,
        info: &Info,
        mut progress: Progress,
    ) {
        if let Some(turns) = progress.turns.as_mut().filter(|_| !progress.is_stopped) {
            turns.change(self.now);
            progress.left.push_back((board, limits));
        }
        // A turn that was cut short may have reached less depth than the one before.
        if progress.depths[board.index()].is_some_and(|depth| info.depth < depth) {
            return self.think(progress);
        }
        progress.depths[board.index()] = Some(info.depth);
        let may_sit = self.options.habits.sitting == Sitting::Freely;
        let must_move = self.options.must_move;
        let waits =
            self.game.is_team() && may_sit && must_move != Some(board) && info.score.is_lost();
        // A mate ends the game, so that a move on the other board does not matter.
        if info.score.kind() == ScoreKind::Mate(1) && progress.turns.is_none() {
            progress.left.retain(|(board, _)| must_move == Some(*board));
        }
        progress.found[board.index()] = match decision {
            Decision::Play(m) if !waits => Some((m, info.pv.get(1).copied())),
            Decision::Play(_) | Decision::Sit => None,
        };
        self.think(progress);
    }

    fn answer(&mut self, progress: &Progress) {
        let best = self.choice(progress.found.map(|found| found.map(|(m, _)| m)));
        let ponder = match (self.game.is_team(), progress.found[0]) {
            (false, Some((m, Some(reply)))) => self.game.reply(m, reply, &self.options),
            _ => None,
        };
        match progress.found[0] {
            // A front-end that stops the search may not play its move.
            _ if progress.is_stopped => self.partnership.stand_up(),
            Some((m, _)) => self.comment_on(m, progress),
            None => {}
        }
        self.replies.push(Reply::BestMove { best, ponder: ponder.map(Choice::One) });
    }

    /// The answer as text; `None` if there is no move on the only board.
    fn choice(&self, moves: [Option<Move>; 2]) -> Option<Choice> {
        let text = |board: BoardId| {
            let m = moves[board.index()]?;
            move_text(self.game.board(board).position(), m, &self.options)
        };
        match self.game.is_team() {
            true => Some(Choice::Both(BoardId::ALL.map(text))),
            false => text(BoardId::A).map(Choice::One),
        }
    }
}

/// The team's opinions on the search of a board.
struct Asked<'a, B> {
    session: &'a mut Session<B>,
    board: BoardId,
    limits: &'a Limits,
    progress: &'a Progress,
}

impl<B: Brain> Counsel for Asked<'_, B> {
    fn record(&self) -> &Record {
        self.session.game.board(self.board)
    }

    fn suggested(&self) -> Option<Move> {
        self.session.suggested(self.limits)
    }

    fn sits(&mut self, m: Move, info: &Info) -> bool {
        self.session.consult(self.board, (Decision::Play(m), info), self.progress).sits()
    }
}
