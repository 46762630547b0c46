//! Engine options of UCI.

use tandem_protocol::uci;

use super::Session;
use super::game::Game;
use crate::seat::brain::Brain;
use crate::seat::options::{Effect, OptionError, Protocol};

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = &mut self.options;
        let before = (options.kind(), options.plays_team());
        let table = options.table;
        let mut effect = options.set(Protocol::Uci, (name, value), &*self.files)?;
        if let Effect::Resize(wanted) = effect
            && let Some(room) = self.mind.room_for_table()
            && wanted > table + room
        {
            options.table = table + room;
            effect = Effect::Resize(options.table);
            let says =
                format!("option `{name}`: no memory for {wanted} MiB, but for {}", options.table);
            self.replies.push(uci::Info::of_string(&says).into());
        }
        effect.reach(&mut self.mind, options);
        if before != (options.kind(), options.plays_team()) {
            (self.game, self.refused) = (Game::new(options), None);
            self.begin_game();
        }
        self.partnership.set_habits(self.options.habits);
        Ok(())
    }
}
