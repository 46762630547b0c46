//! Engine options of CECP, set in XBoard's engine dialog or by `option`.

use tandem_engine::{Habits, Sitting};
use tandem_protocol::cecp::{OptionKind, OptionSpec};
use tandem_protocol::text::Quoted;

use super::Session;
use super::opening::Openings;
use crate::seat::brain::Brain;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_THREADS, OptionError, TABLE_MEBIBYTES, TALK,
    THREADS, check, network, number,
};
use crate::seat::rule_book::{self, RuleBook};

/// Maximum seed of choices from the book.
const MOST_SEEDS: u64 = 1_000_000;

const LINK: &str = "Partner Link";
const SIT: &str = "Sitting";
const RESIGN: &str = "Resign";
const DRAW: &str = "Draw";
const OWN_BOOK: &str = "OwnBook";
const BOOK_FILE: &str = "BookFile";
const BOOK_SEED: &str = "BookSeed";

/// Behavior of the engine that options set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) habits: Habits,
    /// True if boards are exchanged with a partner that is a Tandem too (`docs/team-play.md` says
    /// what that is worth).
    pub(super) links: bool,
    /// True if games that are lost on both boards are resigned.
    pub(super) resigns: bool,
    pub(super) draws: Draws,
}

/// Policy on draw offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Draws {
    Never,
    /// Accept if our own board is worse.
    WhenWorse,
    Always,
}

impl Draws {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Never, "never"), (Self::WhenWorse, "when worse"), (Self::Always, "always")];
}

impl Default for Settings {
    fn default() -> Self {
        Self { habits: Habits::default(), links: true, resigns: false, draws: Draws::WhenWorse }
    }
}

/// All options as announced, with defaults and ranges.
pub(super) fn specs() -> Vec<OptionSpec> {
    let Settings { habits, links, resigns, draws } = Settings::default();
    let spec = |name: &str, kind| OptionSpec { name: Quoted::new(name), kind };
    let spin = |value, max| OptionKind::Spin { value, min: 1, max };
    let choices = Draws::ALL.map(|(_, name)| Quoted::new(name)).to_vec();
    let chosen = Draws::ALL.iter().position(|&(choice, _)| choice == draws).unwrap_or(0);
    vec![
        RuleBook::option(),
        spec(HASH, spin(TABLE_MEBIBYTES as i64, LARGEST_TABLE as i64)),
        spec(THREADS, spin(1, i64::from(MOST_THREADS))),
        spec(CLEAR, OptionKind::Button),
        spec(EVAL_FILE, OptionKind::File(Quoted::new(""))),
        spec(OWN_BOOK, OptionKind::Check(Openings::default().is_open)),
        spec(BOOK_FILE, OptionKind::File(Quoted::new(""))),
        spec(BOOK_SEED, OptionKind::Spin { value: 0, min: 0, max: MOST_SEEDS as i64 }),
        spec(TALK, OptionKind::Check(habits.talks)),
        spec(LINK, OptionKind::Check(links)),
        spec(SIT, OptionKind::Check(habits.sitting != Sitting::Never)),
        spec(RESIGN, OptionKind::Check(resigns)),
        spec(DRAW, OptionKind::Combo { choices, chosen }),
    ]
}

impl<B: Brain> Session<B> {
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        match () {
            () if is(rule_book::OPTION) => self.book.set(value)?,
            () if is(HASH) => self.brain.resize(number(value, 1..=LARGEST_TABLE)? as usize),
            () if is(THREADS) => {
                self.brain.set_threads(number(value, 1..=MOST_THREADS.into())? as usize);
            }
            () if is(CLEAR) => self.brain.clear(),
            () if is(EVAL_FILE) => self.brain.set_network(network(value, &*self.files)?),
            () if is(OWN_BOOK) => self.openings.is_open = check(value)?,
            () if is(BOOK_FILE) => self.openings.set_file(value, &*self.files)?,
            () if is(BOOK_SEED) => self.openings.set_seed(number(value, 0..=MOST_SEEDS)?),
            () if is(TALK) => self.settings.habits.talks = check(value)?,
            () if is(LINK) => self.settings.links = check(value)?,
            () if is(SIT) => self.settings.habits.sitting = sitting(check(value)?),
            () if is(RESIGN) => self.settings.resigns = check(value)?,
            () if is(DRAW) => self.settings.draws = draws(value)?,
            () => return Err(OptionError::Unknown),
        }
        self.partnership.team.set_habits(self.settings.habits);
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
