//! Talk with the partner on the other board, where only one of the two is ours: it says what comes as
//! an option and is told what goes out as `info string`.

use tandem_engine::{Decision, Habits, Info, Limits, Moment, Sitting};
use tandem_protocol::text::Line;
use tandem_protocol::uci;
use tandem_rules::{BoardId, Millis, Move};

use super::UciSession;
use super::question::Question;
use super::thinking::{Aim, Progress, Thought};
use crate::session::brain::Brain;
use crate::session::partnership::{Consequence, Partnership};
use crate::session::record::Kind;

/// What the partner says.
pub(super) const PTELL: &str = "Ptell";

impl<B: Brain> UciSession<B> {
    /// True if it answers for one seat of two in a game: who asks without end only looks.
    pub(super) fn has_partner(&self, question: &Question) -> bool {
        self.kind_of_talk() == Kind::Bughouse && !question.go.infinite
    }

    /// What there is to talk about: who plays both boards has no partner.
    fn kind_of_talk(&self) -> Kind {
        if self.game.is_team() { Kind::Normal } else { self.game.board(BoardId::A).kind() }
    }

    /// Does what the partner says, as far as it is understood, also while a search runs.
    pub(super) fn hear(&mut self, text: &str) {
        let game = self.kind_of_talk();
        let text = Line::new(text);
        let heard =
            self.with_partnership(|partnership, moment| partnership.hear(&text, game, moment));
        let Some(consequences) = heard else { return };
        let mut has_news = false;
        for consequence in consequences {
            match consequence {
                Consequence::Answer(text) => self.tell_partner(Some(text)),
                Consequence::Prices => has_news = true,
                Consequence::Met => {}
                Consequence::Request(_) | Consequence::Board(_) => {
                    log::info!("nothing that can be done over UCI: `{text}`");
                }
            }
        }
        match &self.thought {
            Some(Thought { aim: Aim::Wait(_), .. }) => self.think_again(),
            Some(Thought { aim: Aim::Trial(..), .. }) if has_news => self.think_again(),
            Some(Thought { board, progress, .. }) if has_news => {
                let view = self.view(*board, Some(progress));
                self.brain.update(view);
            }
            _ => {}
        }
    }

    /// A move that the partner suggests, if it may be looked at.
    pub(super) fn suggested(&self, limits: &Limits) -> Option<Move> {
        let suggested = self.partnership.suggested(self.game.board(BoardId::A))?;
        let may_be = limits.search_moves.is_empty() || limits.search_moves.contains(&suggested);
        may_be.then_some(suggested)
    }

    /// Asks the team whether it is better to let the clock run than to play what was found, and passes
    /// on what it has to say. Where no clock is told, time is not ours to spend.
    pub(super) fn waits(
        &mut self,
        board: BoardId,
        found: (Decision, &Info),
        progress: &Progress,
    ) -> bool {
        let view = self.view(board, Some(progress));
        let habits = self.settings.habits;
        let sitting = if view.clock().is_some() { habits.sitting } else { Sitting::Never };
        self.partnership.team.set_habits(Habits { sitting, ..habits });
        let moment = Moment { view: &view, now: self.game_time() };
        let (stance, said) = self.partnership.consult(found, moment);
        self.tell_partner(said);
        found.0 != Decision::Sit && stance.sits()
    }

    /// What is about to be answered changes what there is to say.
    pub(super) fn comment_on(&mut self, m: Move, progress: &Progress) {
        self.partnership.forget_suggestion();
        if !self.has_partner(progress.question()) {
            return;
        }
        let Some(next) = self.game.board(BoardId::A).after(m) else { return };
        let mut view = self.view(BoardId::A, Some(progress));
        view.own = next.position().clone();
        let moment = Moment { view: &view, now: self.game_time() };
        let said = self.partnership.moved(moment);
        self.tell_partner(said);
    }

    /// How much longer it may let its clock run, if it does.
    pub(super) fn may_wait(&self) -> Option<Millis> {
        let Thought { board, progress, aim: Aim::Wait(_), .. } = self.thought.as_ref()? else {
            return None;
        };
        let until = self.partnership.team.stance().until()?;
        Some(self.view(*board, Some(progress)).clock()?.remaining() - until)
    }

    /// Looks for a move, as at first, in the time that is left.
    pub(super) fn think_again(&mut self) {
        if let Some(Thought { board, limits, progress, .. }) = self.thought.take() {
            self.search(board, Aim::Move, limits, progress);
        }
    }

    /// We and our partner look at the game as it is now.
    fn with_partnership<T>(&mut self, look: impl FnOnce(&mut Partnership, Moment) -> T) -> T {
        let view = match &self.thought {
            Some(Thought { board, progress, .. }) => self.view(*board, Some(progress)),
            None => self.view(BoardId::A, None),
        };
        let moment = Moment { view: &view, now: self.game_time() };
        look(&mut self.partnership, moment)
    }

    fn tell_partner(&mut self, text: Option<Line>) {
        let line = text.map(|text| uci::Info::of_string(&format!("ptell {text}")).into());
        self.replies.extend(line);
    }
}
