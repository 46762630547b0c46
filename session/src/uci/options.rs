//! Engine options of UCI.

use super::Session;
use super::game::Game;
use crate::seat::brain::Brain;
use crate::seat::options::{OptionError, Protocol};

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = &mut self.options;
        let before = (options.kind(), options.plays_team());
        let effect = options.set(Protocol::Uci, (name, value), &*self.files)?;
        effect.reach(&mut self.mind, options);
        if before != (options.kind(), options.plays_team()) {
            (self.game, self.refused) = (Game::new(options), None);
            self.begin_game();
        }
        self.partnership.set_habits(self.options.habits);
        Ok(())
    }
}
