//! From the result of a search to an answer: a move, or a wait.

use tandem_engine::{Decision, Habits, Info, Moment, Sitting};
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
        if decision == Decision::Sit {
            self.show(&info, board); // a position without moves has a score too
        }
        let haste = if thought.question.infinite { Haste::AtOnce } else { Haste::None };
        let (aim, known) = (thought.aim.clone(), (&self.side(board).record, None));
        let decision = match decide(aim, (decision, info), haste, known) {
            Step::Ask(m, info) if self.consult(board, (Decision::Play(m), &info), &thought) => {
                let Thought { limits, question, .. } = thought;
                return self.search(board, Aim::Wait(info), limits, question);
            }
            Step::Ask(m, _) | Step::Play(m, _) | Step::Follow(m, _) => Decision::Play(m),
            Step::Stuck(info) => {
                self.consult(board, (Decision::Sit, &info), &thought);
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
    fn consult(&mut self, board: BoardId, found: (Decision, &Info), thought: &Thought) -> bool {
        let (view, now, habits) = (self.view(board), self.game_time(), self.habits());
        let lateness = self.lateness.usual(self.now);
        let sitting = if thought.is_free() { habits.sitting } else { Sitting::Never };
        let team = &mut self.side_mut(board).team;
        team.set_habits(Habits { sitting, ..habits });
        let (stance, said) = team.decide(found, Moment { view: &view, now, lateness });
        self.tell(board, said);
        stance.sits()
    }

    /// Tells the partner what the move that is about to be sent changes.
    fn comment_on(&mut self, board: BoardId, m: Move) {
        let (mut view, now) = (self.view(board), self.game_time());
        let lateness = self.lateness.usual(self.now);
        if let Some(next) = self.side(board).record.after(m) {
            view.own = next.position().clone();
        }
        let moment = Moment { view: &view, now, lateness };
        let said = self.side_mut(board).team.moved(moment);
        self.tell(board, said);
        self.count_stall(board);
    }
}
