//! Engine options of UCI.

use super::Session;
use super::game::Game;
use super::settings::{
    ANALYSE, BATCH_SIZE, CHESS960, LARGEST_BATCH, MODE, MODES, MUST_MOVE, PONDER, REQUIRED,
    SHOW_WDL, Settings, TEAM, TEAMS, TIME_ADVANTAGE, USE_NETWORK, VARIANT, VARIANTS, chosen,
    sitting,
};
use crate::seat::brain::Brain;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_LINES, MOST_THREADS, MULTI_PV, OptionError, TALK,
    THREADS, check, networks, number,
};
use crate::seat::rule_book;

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let settings = &mut self.settings;
        let before = *settings;
        match () {
            () if is(VARIANT) => settings.variant = chosen(&VARIANTS, value)?,
            () if is(CHESS960) => settings.chess960 = check(value)?,
            () if is(rule_book::OPTION) => settings.book.set(value)?,
            () if is(TEAM) => settings.team = chosen(&TEAMS, value)?,
            () if is(MODE) => settings.habits.sitting = chosen(&MODES, value)?,
            () if is(TIME_ADVANTAGE) => settings.habits.sitting = sitting(check(value)?),
            () if is(MUST_MOVE) => settings.must_move = chosen(&REQUIRED, value)?,
            // One position after the other is evaluated.
            () if is(BATCH_SIZE) => drop(number(value, 1..=LARGEST_BATCH)?),
            () if is(TALK) => settings.habits.talks = check(value)?,
            () if is(HASH) => self.mind.resize(number(value, 1..=LARGEST_TABLE)? as usize),
            () if is(THREADS) => {
                self.mind.set_threads(number(value, 1..=MOST_THREADS.into())? as usize);
            }
            () if is(CLEAR) => self.mind.clear(),
            () if is(MULTI_PV) => settings.multi_pv = number(value, 1..=MOST_LINES)? as usize,
            () if is(SHOW_WDL) => settings.shows_wdl = check(value)?,
            // Each `go` says whether to ponder, and an analysis is asked for by `go infinite`.
            () if is(PONDER) || is(ANALYSE) => drop(check(value)?),
            () if is(EVAL_FILE) => {
                let networks = networks(value, &*self.files)?;
                if self.evaluation.choose(networks) {
                    self.mind.set_networks(self.evaluation.networks());
                }
            }
            () if is(USE_NETWORK) => {
                if self.evaluation.use_network(check(value)?) {
                    self.mind.set_networks(self.evaluation.networks());
                }
            }
            () => settings.strength.set(name, value)?,
        }
        let plays = |settings: &Settings| (settings.kind(), settings.plays_team());
        if plays(&before) != plays(&self.settings) {
            (self.game, self.refused) = (Game::new(&self.settings), None);
            self.begin_game();
        }
        self.partnership.set_habits(self.settings.habits);
        Ok(())
    }
}
