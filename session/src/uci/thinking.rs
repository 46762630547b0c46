//! From a question to its answer, by one search after another. A search that is late is not waited for.

use tandem_engine::{Decision, Info, Limits, ScoreKind, Sitting};
use tandem_protocol::uci::{Choice, Reply};
use tandem_rules::{BoardId, Move};

use super::Session;
use super::game::move_text;
use super::progress::{Progress, Thought};
use super::question;
use super::task::Task;
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste, Step, best_of, decide};

impl<B: Brain> Session<B> {
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

    /// Handles the end of a search: goes on to the partner's suggestion, to sitting, to the next
    /// board or to the answer.
    pub(super) fn done(&mut self, decision: Decision, info: Info) {
        let Task::Think(Thought { aim, limits, question: progress, .. }) = self.mind.take() else {
            return;
        };
        self.pacing.end();
        let board = progress.board;
        if decision == Decision::Sit && !progress.is_quiet {
            self.show(&info, board); // a position without moves has a score too
        }
        let is_alone = progress.is_stopped || self.hears_no_more;
        let is_in_talk = self.has_partner(&progress.asked) && !is_alone;
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
    pub(super) fn choice(&self, moves: [Option<Move>; 2]) -> Option<Choice> {
        let text = |board: BoardId| {
            let m = moves[board.index()]?;
            move_text(self.game.board(board).position(), m, &self.options)
        };
        match self.game.is_team() {
            true => Some(Choice::Both(BoardId::ALL.map(text))),
            false => text(BoardId::A).map(Choice::One),
        }
    }

    /// Ends a wait that is over: searches again, or answers with the move that was held back, if
    /// there is no time for another search.
    pub(super) fn end_wait(&mut self) {
        let left = self.running_clock();
        if !left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            return self.think_again();
        }
        let Task::Think(Thought { aim: Aim::Wait(found), limits, question, .. }) = self.mind.take()
        else {
            return;
        };
        self.settle(limits, best_of(&found), &found, question);
    }

    /// Starts the search for a move again, with the time that is left.
    pub(super) fn think_again(&mut self) {
        if let Task::Think(Thought { limits, question, .. }) = self.mind.take() {
            self.search(Aim::Move, limits, question);
        }
    }

    /// Goes on without the search, if that is late.
    pub(super) fn give_up_search(&mut self) {
        let late = self.running_clock().and_then(|left| self.mind.give_up(left, self.now));
        let Some(vigil) = late else { return };
        let Task::Think(thought) = self.mind.take() else { return };
        self.lateness.note(vigil.late(self.now), self.now);
        let view = self.view(&thought.question);
        let record = self.game.board(thought.question.board);
        let found = vigil.into_move(|view| self.mind.evaluate(view), record, &view);
        let Some((m, info)) = found else { return self.think(thought.question) };
        if let Aim::Trial { .. } = thought.aim {
            self.partnership.forget_suggestion(); // there is no time to try it
        }
        let left = view.clock().map(|clock| clock.remaining());
        if left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            self.pacing.end();
            return self.settle(thought.limits, Decision::Play(m), &info, thought.question);
        }
        self.mind.turn_to(Task::Think(Thought { aim: Aim::Move, ..thought }));
        self.done(Decision::Play(m), info);
    }
}
