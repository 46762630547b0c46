//! From the result of a search to an answer: a move, or a wait. A search that is late is not waited for.

use tandem_engine::{Decision, Habits, Info, Sitting};
use tandem_protocol::ubi::Reply;
use tandem_rules::{BoardId, Move};

use super::Session;
use super::side::Thought;
use super::thinking::move_text;
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste, Step, best_of, decide};

impl<B: Brain> Session<B> {
    /// Handles the end of the search of a board: goes on to sitting, or answers.
    pub(super) fn done(&mut self, board: BoardId, decision: Decision, info: Info) {
        let Some(thought) = self.side_mut(board).mind.take() else { return };
        let is_free = thought.is_free();
        let Thought { aim, limits, question, .. } = thought;
        if decision == Decision::Sit {
            self.show(&info, board); // a position without moves has a score too
        }
        let haste = if question.infinite { Haste::AtOnce } else { Haste::None };
        let known = (&self.side(board).record, None);
        let decision = match decide(aim, (decision, info), haste, known) {
            Step::Ask(m, info) if self.consult(board, (Decision::Play(m), &info), is_free) => {
                return self.search(board, Aim::Wait(info), limits, question);
            }
            Step::Ask(m, _) | Step::Play(m, _) | Step::Follow(m, _) => Decision::Play(m),
            Step::Stuck(info) => {
                self.consult(board, (Decision::Sit, &info), is_free);
                Decision::Sit
            }
            // There are no suggested moves in UBI, and a board that changes ends its search.
            Step::Try { rival, .. } | Step::Stale(rival) => best_of(&rival),
        };
        self.answer(board, decision);
    }

    pub(super) fn answer(&mut self, board: BoardId, decision: Decision) {
        let best = match decision {
            Decision::Play(m) => {
                self.comment_on(board, m);
                move_text(self.side(board).record.position(), m)
            }
            Decision::Sit => {
                self.side_mut(board).team.stand_up();
                None
            }
        };
        self.replies.push(Reply::BestMove { board, best });
    }

    /// Asks the team what to do with the result of a search, and sends its message to the partner.
    /// It only sits if the time of the answer is its own choice. True if it sits.
    fn consult(&mut self, board: BoardId, found: (Decision, &Info), is_free: bool) -> bool {
        let (view, habits) = (self.view(board), self.habits());
        let moment = self.moment(&view);
        let sitting = if is_free { habits.sitting } else { Sitting::Never };
        let team = &mut self.side_mut(board).team;
        team.set_habits(Habits { sitting, ..habits });
        let (stance, said) = team.decide(found, moment);
        self.tell(board, said);
        stance.sits()
    }

    /// Tells the partner what the move that is about to be sent changes.
    fn comment_on(&mut self, board: BoardId, m: Move) {
        let mut view = self.view(board);
        if let Some(next) = self.side(board).record.after(m) {
            view.own = next.position().clone();
        }
        let moment = self.moment(&view);
        let said = self.side_mut(board).team.moved(moment);
        self.tell(board, said);
        self.count_stall(board);
    }

    /// Ends a wait that is over: searches again, or answers with the move that was held back, if
    /// there is no time for another search.
    pub(super) fn end_wait(&mut self, board: BoardId) {
        if !self.left(board).is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            return self.think_again(board);
        }
        if let Some(Thought { aim: Aim::Wait(found), .. }) = self.side_mut(board).mind.take() {
            self.answer(board, best_of(&found));
        }
    }

    /// Goes on without the search of a board, if that is late.
    pub(super) fn give_up_search(&mut self, board: BoardId) {
        let (Some(left), now) = (self.left(board), self.now) else { return };
        let Some(vigil) = self.side_mut(board).mind.give_up(left, now) else { return };
        let view = self.view(board);
        let side = self.side_mut(board);
        let Some(thought) = side.mind.take() else { return };
        let late = vigil.late(now);
        let found = vigil.into_move(|view| side.mind.evaluate(view), &side.record, &view);
        self.lateness.note(late, now);
        let Some((m, info)) = found else { return self.answer(board, Decision::Sit) };
        if self.lateness.forbids_search(left, now) {
            return self.answer(board, Decision::Play(m));
        }
        self.side_mut(board).mind.turn_to(Some(Thought { aim: Aim::Move, ..thought }));
        self.done(board, Decision::Play(m), info);
    }
}
