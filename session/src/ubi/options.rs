//! Engine options of UBI.

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::options::{OptionError, Protocol};

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case, also during a search.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let effect = self.options.set(Protocol::Ubi, (name, value), &*self.files)?;
        for side in &mut self.sides {
            effect.on_each_of_two().reach(&mut side.mind, &self.options);
        }
        Ok(())
    }
}
