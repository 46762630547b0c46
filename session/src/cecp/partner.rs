//! The partner: who it is, and the effects of what it says.

use std::time::Instant;

use tandem_engine::{Habits, Sitting, turn_given_away};
use tandem_protocol::cecp::{Audience, Reply};
use tandem_protocol::ptell::{self, BoardReport, Dialect};
use tandem_protocol::text::{Line, Word};
use tandem_rules::Position;

use super::Session;
use super::mode::Mode;
use super::reporting::Channel;
use crate::seat::brain::Brain;
use crate::seat::buttons;
use crate::seat::kind::Kind;
use crate::seat::partnership::Consequence;
use crate::seat::record::{Record, read};

/// Limit of the quoted part of a line that is not understood, in characters.
const LONGEST_QUOTE: usize = 30;

impl<B: Brain> Session<B> {
    /// Sets or removes the partner. A new one is greeted, so that it knows whom to ask for help.
    pub(super) fn set_partner(&mut self, name: Option<&Line>, now: Instant) {
        let is_another = self.partnership.name(name.is_some());
        if is_another {
            self.met(now);
            self.greet(now);
        } else {
            self.return_greeting(now);
        }
    }

    pub(super) fn met(&mut self, now: Instant) {
        self.forget_reports();
        self.reconsider(now);
    }

    /// Handles a line from the partner, as far as it is understood.
    pub(super) fn hear_partner(&mut self, text: &Line, now: Instant) {
        let game = self.record.kind();
        let was_linked = self.is_linked(Channel::Talk);
        let heard =
            self.with_partnership(now, |partnership, moment| partnership.hear(text, game, moment));
        let Some(consequences) = heard else { return self.answer_riddle(text, now) };
        self.return_greeting(now);
        self.answer_button(text, now);
        let is_answered = |consequence: &Consequence| match consequence {
            Consequence::Answer(_) => true,
            Consequence::Suggestion(text) => !self.could_play(text),
            _ => false,
        };
        if ptell::button(text).is_none() && !consequences.iter().any(is_answered) {
            self.answer_person(buttons::UNDERSTOOD, now);
        }
        for consequence in consequences {
            match consequence {
                Consequence::Met => self.met(now),
                Consequence::Answer(text) => self.answer_partner(text, now),
                Consequence::Suggestion(text) if self.could_play(&text) => {}
                Consequence::Suggestion(text) => {
                    self.answer_person(&format!("I can't play {text} now"), now);
                }
                Consequence::Request(command) => self.ask_server(command, now),
                Consequence::Board(report) => self.hear_report(&report, Channel::Talk, now),
                Consequence::Prices => self.news_arrived(now),
            }
        }
        if !was_linked && self.is_our_turn() {
            self.report_board(now);
        }
        self.reconsider(now);
    }

    /// False if a move that the partner suggests is not ours to play as the board is, whoever is on
    /// turn. It is tried all the same if it has become possible in our turn.
    fn could_play(&self, text: &Word) -> bool {
        let position = self.record.position();
        let given = turn_given_away(position);
        let own_turn = |color| position.side_to_move() == color;
        let sides = match self.mode {
            Mode::Playing(color) if own_turn(color) => vec![position],
            Mode::Playing(_) => given.iter().collect(),
            // It is not known which side is ours.
            Mode::Force | Mode::Analyzing => given.iter().chain([position]).collect(),
        };
        let is_legal =
            |position: &Position| read(position, text).is_ok_and(|m| position.is_legal(m));
        // Nothing can be said of a reply to a check.
        sides.is_empty() || sides.into_iter().any(is_legal)
    }

    /// Answers the line of a chat button, so that whoever pressed it sees the effect.
    fn answer_button(&mut self, text: &Line, now: Instant) {
        let Habits { talks, sitting } = self.options.habits;
        let no_sitting = (sitting == Sitting::Never).then_some("I may not sit");
        let partner = self.partnership.partner();
        let answer = buttons::answer(text, self.record.kind(), partner, no_sitting);
        if let Some(answer) = answer.filter(|_| talks) {
            self.answer_partner(answer, now);
        }
    }

    /// Answers a line that is not understood, where every line is answered.
    fn answer_riddle(&mut self, text: &Line, now: Instant) {
        let quoted: String = text.chars().take(LONGEST_QUOTE).collect();
        let dots = if quoted.len() < text.len() { "..." } else { "" };
        let answer =
            format!("I don't understand '{quoted}{dots}', try 'need n', 'sit', 'go' or 'help'");
        self.answer_person(&answer, now);
    }

    /// Answers a partner that is a person, where every line is answered. Engines are not: two that
    /// answered each other would never end.
    fn answer_person(&mut self, text: &str, now: Instant) {
        let is_person = self.partnership.partner() == Some(Dialect::People);
        if self.options.answers && self.options.habits.talks && is_person {
            self.answer_partner(Line::new(text), now);
        }
    }

    /// Passes on a request of the partner to the server; it counts as an answer.
    fn ask_server(&mut self, command: &str, now: Instant) {
        if self.may_answer(now) {
            self.output.push(Reply::Tell { to: Audience::Server, text: Line::new(command) });
        }
    }

    /// Handles a board report of a linked partner. A running search is not updated, which would
    /// only prolong it.
    pub(super) fn hear_report(&mut self, report: &BoardReport, by: Channel, now: Instant) {
        if !self.is_linked(by) {
            log::info!("ignored a board report: its sender is no linked partner");
            if by == Channel::Link {
                self.ask_partner(now);
            }
            return;
        }
        self.partnership.reported_to();
        let record = match Record::from_fen(Kind::Bughouse, self.options.book, &report.fen) {
            Ok(record) => record,
            Err(error) => return log::warn!("ignored a board report: {error}"),
        };
        let on_turn = record.position().side_to_move();
        self.other.report(record, report.clocks, self.timing.game_time(now));
        self.with_partnership(now, |partnership, moment| {
            let diagonal = moment.view.seat.diagonal().color;
            partnership.see_clock(report.clocks[diagonal.index()], on_turn == diagonal, moment);
        });
        self.reconsider(now);
    }
}
