//! Engine options of UBI.

use tandem_engine::Sitting;

use super::Session;
use super::settings::{SITTING, TALK_MODE, TALKS};
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::mind::Mind;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_THREADS, OptionError, THREADS, check, networks,
    number,
};
use crate::seat::rule_book;
use crate::uci::settings::{USE_NETWORK, chosen};

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case, also during a search.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        match () {
            () if is(HASH) => {
                let each = number(value, 1..=LARGEST_TABLE)?.div_ceil(2) as usize;
                self.for_each_mind(|mind| mind.resize(each));
            }
            () if is(THREADS) => {
                let count = number(value, 1..=MOST_THREADS.into())? as usize;
                self.for_each_mind(|mind| mind.set_threads(count));
            }
            () if is(TALK_MODE) => self.settings.talk = chosen(&TALKS, value)?,
            () if is(SITTING) => {
                let may_sit = check(value)?;
                self.settings.sitting = if may_sit { Sitting::Freely } else { Sitting::Never };
            }
            () if is(rule_book::OPTION) => self.settings.book.set(value)?,
            () if is(CLEAR) => self.for_each_mind(Mind::clear),
            () if is(EVAL_FILE) => {
                let networks = networks(value, &*self.files)?;
                let is_changed = self.evaluation.choose(networks);
                self.evaluate_anew(is_changed);
            }
            () if is(USE_NETWORK) => {
                let is_changed = self.evaluation.use_network(check(value)?);
                self.evaluate_anew(is_changed);
            }
            () => return Err(OptionError::Unknown),
        }
        Ok(())
    }

    fn evaluate_anew(&mut self, is_changed: bool) {
        if is_changed {
            let networks = self.evaluation.networks();
            self.for_each_mind(|mind| mind.set_networks(networks.clone()));
        }
    }

    fn for_each_mind(&mut self, change: impl FnMut(&mut Mind<B, Option<Thought>>)) {
        self.sides.iter_mut().map(|side| &mut side.mind).for_each(change);
    }
}
