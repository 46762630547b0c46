//! The team's opinion and our messages to the partner, in a game in which only one of the two boards is
//! ours.

use tandem_engine::{Decision, Habits, Info, Limits, Moment, Sitting, Stance};
use tandem_protocol::text::Line;
use tandem_protocol::uci;
use tandem_rules::{BoardId, Move};

use super::Session;
use super::progress::Progress;
use super::question::Question;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::partnership::Partnership;

impl<B: Brain> Session<B> {
    /// True if the question is about one of two seats in a game; an infinite search is only an
    /// analysis.
    pub(super) fn has_partner(&self, question: &Question) -> bool {
        self.kind_of_talk() == Kind::Bughouse && !question.go.infinite
    }

    /// The kind of game to talk about; a team that plays both boards has no partner.
    pub(super) fn kind_of_talk(&self) -> Kind {
        if self.game.is_team() { Kind::Normal } else { self.game.board(BoardId::A).kind() }
    }

    /// Answers the partner, as long as it does not ask for more answers than a person would.
    pub(super) fn answer_partner(&mut self, text: Option<Line>) {
        let now = self.game_time();
        if text.is_some() && self.partnership.may_answer(now) {
            self.tell_partner(text);
        }
    }

    /// The move that the partner suggests, if the limits allow it to be searched.
    pub(super) fn suggested(&self, limits: &Limits) -> Option<Move> {
        let suggested = self.partnership.suggested(self.game.board(BoardId::A))?;
        let may_be = limits.search_moves.is_empty() || limits.search_moves.contains(&suggested);
        may_be.then_some(suggested)
    }

    /// Asks the team what to do with the result of a search, and sends its message to the partner.
    /// Without a known clock it does not sit: the time is not ours to spend.
    pub(super) fn consult(&mut self, found: (Decision, &Info), progress: &Progress) -> Stance {
        let view = self.view(progress);
        let habits = self.options.habits;
        let sitting = if view.clock().is_some() { habits.sitting } else { Sitting::Never };
        self.partnership.set_habits(Habits { sitting, ..habits });
        let (stance, said) = self.partnership.consult(found, self.moment(&view));
        self.tell_partner(said);
        stance
    }

    /// Tells the partner what the move that is about to be sent changes.
    pub(super) fn comment_on(&mut self, m: Move, progress: &Progress) {
        self.partnership.forget_suggestion();
        if !self.has_partner(&progress.asked) {
            return;
        }
        let Some(next) = self.game.board(BoardId::A).after(m) else { return };
        let mut view = self.view_of(BoardId::A, Some(progress));
        view.own = next.position().clone();
        let said = self.partnership.moved(self.moment(&view));
        self.tell_partner(said);
    }

    /// Calls `look` with the partnership and the game as it is now.
    pub(super) fn with_partnership<T>(
        &mut self,
        look: impl FnOnce(&mut Partnership, Moment) -> T,
    ) -> T {
        let view = match self.mind.thought() {
            Some(thought) => self.view(&thought.question),
            None => self.view_of(BoardId::A, None),
        };
        let moment = self.moment(&view);
        look(&mut self.partnership, moment)
    }

    fn tell_partner(&mut self, text: Option<Line>) {
        let line = text.map(|text| uci::Info::of_string(&format!("ptell {text}")).into());
        self.replies.extend(line);
    }
}
