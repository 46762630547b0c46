//! From a question to its answer, by one search after another.

use std::collections::VecDeque;

use tandem_engine::{Decision, Info, Limits, ScoreKind, Sitting, View};
use tandem_protocol::uci::{Choice, Go, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Millis, Move, Team};

use super::game::move_text;
use super::progress::{Progress, Thought, Unsearched};
use super::question::{self, Question};
use super::turns::Turns;
use super::{Session, answer};
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste, Step, best_of, decide};
use crate::seat::options::MUST_MOVE;

impl<B: Brain> Session<B> {
    pub(super) fn go(&mut self, go: &Go) {
        if self.refused.is_some() {
            self.repeat_refusal();
            return self.answer_unsearched(go, None);
        }
        // Without the option `Team`, the first team is meant.
        let boards = self.game.boards_on_turn(self.options.team.unwrap_or(Team::One));
        let asked = Question { go: go.clone(), is_shared: boards.len() > 1 };
        // The whole question has to be correct before any part of it is answered.
        let limits = |board| {
            let record = self.game.board(board);
            let time_share = self.partnership.time_share();
            let limits = asked.limits((board, record), &self.options, time_share, self.nodes)?;
            Ok((board, asked.at_level(limits, self.options.strength)))
        };
        let left: Result<VecDeque<_>, MoveTextError> = boards.into_iter().map(limits).collect();
        match left {
            Ok(left) if left.is_empty() => {
                self.remark_on_required_move(&left);
                self.answer_unsearched(go, self.choice([None; 2]));
            }
            Ok(left) => {
                self.remark_on_required_move(&left);
                let turns = (asked.is_shared && go.infinite).then(|| Turns::begin(self.now));
                let (since, is_stopped) = (self.now, false);
                let (found, depths) = ([None; 2], [None; 2]);
                let board = left[0].0;
                let progress =
                    Progress { board, left, asked, since, is_stopped, turns, found, depths };
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
        progress.board = board;
        self.search(Aim::Move, limits, progress);
    }

    /// Starts a search for a question; `limits` are those of a search for a move there.
    pub(super) fn search(&mut self, aim: Aim, limits: Limits, progress: Progress) {
        let view = self.view(&progress);
        let turn = self.paced_turn(&view, (&aim, &limits), &progress);
        let holds_back = self.begin_pacing(turn);
        self.mind.search((view, self.now), (aim, limits), holds_back, progress);
    }

    /// The view of the board that is searched for a question, with what its clock shows now.
    pub(super) fn view(&self, progress: &Progress) -> View {
        self.view_of(progress.board, Some(progress))
    }

    /// The view of a board, for a question if one is asked.
    pub(super) fn view_of(&self, board: BoardId, asked: Option<&Progress>) -> View {
        let record = self.game.board(board);
        let seat = board.seat(record.position().side_to_move());
        let mut clocks = asked.map_or([None; 4], |progress| progress.asked.clocks(seat));
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
        self.mind.change_thought(|thought| thought.question.is_stopped = true);
        self.mind.hasten();
        self.replies.extend(self.unsearched.take().map(|unsearched| unsearched.answer));
    }

    pub(super) fn ponder_hit(&mut self) {
        let unsearched = self.unsearched.take_if(|unsearched| !unsearched.is_infinite);
        self.replies.extend(unsearched.map(|unsearched| unsearched.answer));
        let now = self.now;
        self.mind.change_thought(|thought| thought.hit(now));
        let Some(Thought { aim, limits, question, .. }) = self.thought() else { return };
        let view = self.view(question);
        let turn = self.paced_turn(&view, (aim, limits), question);
        if !self.begin_pacing(turn) {
            self.mind.go_on_in_own_time(&view, now);
        }
    }

    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        self.replies.push(answer::info(info, board, &self.game, &self.options).into());
    }

    /// Handles the end of a search: goes on to the partner's suggestion, to sitting, to the next
    /// board or to the answer.
    pub(super) fn done(&mut self, decision: Decision, info: Info) {
        let Some(Thought { aim, limits, question: progress, .. }) = self.mind.take() else {
            return;
        };
        self.pacing.end();
        let board = progress.board;
        if decision == Decision::Sit {
            self.show(&info, board); // a position without moves has a score too
        }
        let is_in_talk = self.has_partner(&progress.asked) && !progress.is_stopped;
        let haste = if is_in_talk { Haste::None } else { Haste::AtOnce };
        let known = (self.game.board(board), self.suggested(&limits));
        let (decision, info) = match decide(aim, (decision, info), haste, known) {
            Step::Try { suggested, rival } => {
                return self.search(Aim::Trial { suggested, rival }, limits, progress);
            }
            Step::Ask(m, info) => match self.consult((Decision::Play(m), &info), &progress) {
                stance if stance.sits() => return self.search(Aim::Wait(info), limits, progress),
                _ => (Decision::Play(m), info),
            },
            Step::Play(m, info) => (Decision::Play(m), info),
            Step::Follow(m, info) => {
                self.show(&info, board);
                (Decision::Play(m), info)
            }
            Step::Stuck(info) => {
                if is_in_talk {
                    self.consult((Decision::Sit, &info), &progress);
                }
                (Decision::Sit, info)
            }
            Step::Stale(info) => (best_of(&info), info),
        };
        self.settle(limits, decision, &info, progress);
    }

    /// Decides the move on a board; where boards take turns, for the time being.
    pub(super) fn settle(
        &mut self,
        limits: Limits,
        decision: Decision,
        info: &Info,
        mut progress: Progress,
    ) {
        let board = progress.board;
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
