//! Messages of the partner, which come as an option.

use tandem_protocol::text::Line;

use super::Session;
use super::progress::Thought;
use crate::seat::brain::Brain;
use crate::seat::buttons;
use crate::seat::decision::Aim;
use crate::seat::partnership::Consequence;

impl<B: Brain> Session<B> {
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
        match self.mind.thought() {
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
        let no_sitting = self.mind.thought().is_some_and(has_no_clock);
        let no_sitting = no_sitting.then_some("I do not know my clock");
        let partner = self.partnership.partner();
        let answer = buttons::answer(text, self.kind_of_talk(), partner, no_sitting);
        self.answer_partner(answer.filter(|_| self.options.habits.talks));
    }
}
