//! Words to the partner, and answers to what is none.

use tandem_arbiter::Said;
use tandem_protocol::ptell;

use super::turn::Turn;
use super::{Desk, State};

/// What a partner is told of one who sits, and of one who sits no longer.
const SITTING: &str = "sitting";
pub(super) const MOVING: &str = "moving";

impl Desk {
    /// Passes on a message to the partner.
    pub(super) fn tell(&self, text: &str) {
        if !self.state.lock().has_partner() {
            self.screen.note("you have no partner in this game");
        } else if text.is_empty() {
            self.screen.note("the message is empty, expected 'TEXT, as in 'need n");
        } else {
            let text: String = text.chars().filter(|c| !c.is_control()).collect();
            self.tell_partner(&text);
        }
    }

    pub(super) fn tell_partner(&self, text: &str) {
        self.screen.note(&format!("you: {text}"));
        self.say(Said::Tell(text.to_owned()));
    }

    /// Lets the person sit, and tells the partner. There is nothing else to do: its clock runs.
    pub(super) fn sit(&self) {
        let mut state = self.state.lock();
        match state.turn {
            Turn::Going => {
                self.turn_to(&mut state, Turn::Sitting);
                match state.has_partner() {
                    true => self.tell_partner(SITTING),
                    false => self.screen.note("you sit: your clock runs until you move"),
                }
            }
            Turn::Sitting => self.screen.note("you sit already: a move ends it"),
            _ => self.screen.note("your opponent is on turn; you may sit when you are"),
        }
    }

    /// Answers a line that is neither a command nor a move.
    pub(super) fn answer_unreadable(&self, state: &State, text: &str) {
        let is_for_partner = state.has_partner() && !ptell::hear(text).is_empty();
        let answer = match is_for_partner {
            true => format!("`{text}` is a word for your partner: type '{text}"),
            false => format!("`{text}` is neither a move nor a command; see `help`"),
        };
        self.screen.note(&answer);
    }
}
