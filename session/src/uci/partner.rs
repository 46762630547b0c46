//! Partner talk over UCI, in a game in which only one of the two boards is ours: the partner's
//! messages come as an option, and ours are sent as `info string`.

use tandem_engine::{Decision, Habits, Info, Limits, Moment, Sitting, Stance};
use tandem_protocol::text::Line;
use tandem_protocol::uci;
use tandem_rules::{BoardId, Millis, Move};

use super::Session;
use super::progress::{Progress, Thought};
use super::question::Question;
use crate::seat::brain::Brain;
use crate::seat::buttons;
use crate::seat::decision::{Aim, best_of};
use crate::seat::kind::Kind;
use crate::seat::partnership::{Consequence, Partnership};

impl<B: Brain> Session<B> {
    /// True if the question is about one of two seats in a game; an infinite search is only an
    /// analysis.
    pub(super) fn has_partner(&self, question: &Question) -> bool {
        self.kind_of_talk() == Kind::Bughouse && !question.go.infinite
    }

    /// The kind of game to talk about; a team that plays both boards has no partner.
    fn kind_of_talk(&self) -> Kind {
        if self.game.is_team() { Kind::Normal } else { self.game.board(BoardId::A).kind() }
    }

    /// Handles a message of the partner, as far as it is understood, also during a search.
    pub(super) fn hear(&mut self, text: &str) {
        let game = self.kind_of_talk();
        let text = Line::new(text);
        let heard =
            self.with_partnership(|partnership, moment| partnership.hear(&text, game, moment));
        let Some(consequences) = heard else { return };
        self.answer_button(&text);
        let mut has_news = false;
        for consequence in consequences {
            match consequence {
                Consequence::Answer(text) => self.answer_partner(Some(text)),
                Consequence::Prices => has_news = true,
                Consequence::Met | Consequence::Suggestion(_) => {}
                Consequence::Request(_) | Consequence::Board(_) => {
                    log::info!("not possible over UCI: `{text}`");
                }
            }
        }
        match self.thought() {
            Some(Thought { aim: Aim::Wait(_), .. }) => self.think_again(),
            Some(Thought { aim: Aim::Trial { .. }, .. }) if has_news => self.think_again(),
            Some(thought) if has_news => {
                let view = self.view(&thought.question);
                self.mind.update(view);
            }
            _ => {}
        }
    }

    /// Answers the line of a chat button, so that whoever pressed it sees the effect.
    fn answer_button(&mut self, text: &Line) {
        let has_no_clock = |Thought { question, .. }: &Thought| {
            self.has_partner(&question.asked) && self.view(question).clock().is_none()
        };
        let no_sitting = self.thought().is_some_and(has_no_clock);
        let no_sitting = no_sitting.then_some("I do not know my clock");
        let partner = self.partnership.partner();
        let answer = buttons::answer(text, self.kind_of_talk(), partner, no_sitting);
        self.answer_partner(answer.filter(|_| self.options.habits.talks));
    }

    /// Answers the partner, as long as it does not ask for more answers than a person would.
    fn answer_partner(&mut self, text: Option<Line>) {
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
        let moment =
            Moment { view: &view, now: self.game_time(), lateness: self.lateness.usual(self.now) };
        let (stance, said) = self.partnership.consult(found, moment);
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
        let moment =
            Moment { view: &view, now: self.game_time(), lateness: self.lateness.usual(self.now) };
        let said = self.partnership.moved(moment);
        self.tell_partner(said);
    }

    /// Time for which our clock may run on; `None` if we do not sit, or if that has no time limit.
    pub(super) fn may_wait(&self) -> Option<Millis> {
        let Thought { question, aim: Aim::Wait(_), .. } = self.thought()? else { return None };
        let until = self.partnership.sits_until()?;
        Some(self.view(question).clock()?.remaining() - until)
    }

    /// Ends a wait that is over: searches again, or answers with the move that was held back, if
    /// there is no time for another search.
    pub(super) fn end_wait(&mut self) {
        let left = self.running_clock();
        if !left.is_some_and(|left| self.lateness.forbids_search(left, self.now)) {
            return self.think_again();
        }
        let Some(Thought { aim: Aim::Wait(found), limits, question, .. }) = self.mind.take() else {
            return;
        };
        self.settle(limits, best_of(&found), &found, question);
    }

    /// Starts the search for a move again, with the time that is left.
    pub(super) fn think_again(&mut self) {
        if let Some(Thought { limits, question, .. }) = self.mind.take() {
            self.search(Aim::Move, limits, question);
        }
    }

    /// Calls `look` with the partnership and the game as it is now.
    fn with_partnership<T>(&mut self, look: impl FnOnce(&mut Partnership, Moment) -> T) -> T {
        let view = match self.thought() {
            Some(thought) => self.view(&thought.question),
            None => self.view_of(BoardId::A, None),
        };
        let moment =
            Moment { view: &view, now: self.game_time(), lateness: self.lateness.usual(self.now) };
        look(&mut self.partnership, moment)
    }

    fn tell_partner(&mut self, text: Option<Line>) {
        let line = text.map(|text| uci::Info::of_string(&format!("ptell {text}")).into());
        self.replies.extend(line);
    }
}
