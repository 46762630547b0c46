//! Engine options of CECP, set in XBoard's engine dialog or by `option`.

use std::time::Instant;

use tandem_protocol::cecp::{Audience, Command, Reply};
use tandem_protocol::text::Line;

use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::options::{OptionError, Protocol};

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
        let lines = self.options.lines;
        let refused = self.set_option(name, value).err().map(|error| {
            if let OptionError::Unknown = error {
                return refusal(&error.to_string(), command);
            }
            let text = Line::new(&format!("Option {name}: {error}"));
            Reply::Tell { to: Audience::UserError, text }
        });
        self.output.extend(refused);
        if lines != self.options.lines {
            self.analyze_again(now);
        }
        self.reconsider(now); // sitting may be forbidden now
    }

    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let effect = self.options.set(Protocol::Cecp, (name, value), &*self.files)?;
        effect.reach(&mut self.mind, &self.options);
        self.partnership.set_habits(self.options.habits);
        Ok(())
    }
}
