//! Engine options of CECP, set in XBoard's engine dialog or by `option`.

use std::time::Instant;

use tandem_engine::Sitting;
use tandem_protocol::cecp::{Audience, Command, Reply};
use tandem_protocol::text::Line;

use super::settings::{
    ANSWERS, BOOK_FILE, BOOK_SEED, DRAW, Draws, LINK, MOST_SEEDS, OWN_BOOK, RESIGN, SIT,
};
use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_LINES, MOST_THREADS, MULTI_PV, OptionError, TALK,
    THREADS, check, networks, number,
};
use crate::seat::rule_book;

impl<B: Brain> Session<B> {
    /// Handles `option`. A value that is not possible is told by an error box: the dialog in which it
    /// was entered shows no other line.
    pub(super) fn choose_option(
        &mut self,
        name: &str,
        value: &str,
        command: &Command,
        now: Instant,
    ) {
        let lines = self.settings.lines;
        let refused = self.set_option(name, value).err().map(|error| {
            if let OptionError::Unknown = error {
                return refusal(&error.to_string(), command);
            }
            let text = Line::new(&format!("Option {name}: {error}"));
            Reply::Tell { to: Audience::UserError, text }
        });
        self.output.extend(refused);
        if lines != self.settings.lines {
            self.analyze_again(now);
        }
        self.reconsider(now); // sitting may be forbidden now
    }

    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        match () {
            () if is(rule_book::OPTION) => self.book.set(value)?,
            () if is(HASH) => self.mind.resize(number(value, 1..=LARGEST_TABLE)? as usize),
            () if is(THREADS) => {
                self.mind.set_threads(number(value, 1..=MOST_THREADS.into())? as usize);
            }
            () if is(CLEAR) => self.mind.clear(),
            () if is(EVAL_FILE) => self.mind.set_networks(networks(value, &*self.files)?),
            () if is(OWN_BOOK) => self.openings.set_open(check(value)?),
            () if is(BOOK_FILE) => self.openings.set_file(value, &*self.files)?,
            () if is(BOOK_SEED) => self.openings.set_seed(number(value, 0..=MOST_SEEDS)?),
            () if is(TALK) => self.settings.habits.talks = check(value)?,
            () if is(LINK) => self.settings.links = check(value)?,
            () if is(ANSWERS) => self.settings.answers = check(value)?,
            () if is(MULTI_PV) => {
                self.settings.lines = number(value, 1..=MOST_LINES)? as usize;
            }
            () if is(SIT) => self.settings.habits.sitting = sitting(check(value)?),
            () if is(RESIGN) => self.settings.resigns = check(value)?,
            () if is(DRAW) => self.settings.draws = draws(value)?,
            () => self.settings.strength.set(name, value)?,
        }
        self.partnership.set_habits(self.settings.habits);
        Ok(())
    }
}

fn sitting(is_wanted: bool) -> Sitting {
    if is_wanted { Sitting::Freely } else { Sitting::Never }
}

fn draws(text: &str) -> Result<Draws, OptionError> {
    let named = Draws::ALL.into_iter().find(|(_, name)| name.eq_ignore_ascii_case(text.trim()));
    named.map(|(draws, _)| draws).ok_or_else(|| OptionError::Choice(text.to_owned()))
}
