//! Settings that options change, and the options as announced.

use tandem_engine::{Elo, Habits, Level, Sitting};
use tandem_protocol::cecp::{OptionKind, OptionSpec};
use tandem_protocol::text::Quoted;

use crate::seat::openings::Openings;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_LINES, MOST_THREADS, MULTI_PV, TABLE_MEBIBYTES,
    TALK, THREADS,
};
use crate::seat::rule_book::RuleBook;
use crate::seat::strength::{
    ELO, LEVEL_SEED, LIMIT_STRENGTH, MOST_LEVEL_SEEDS, PACE, PACES, SKILL, Strength, USUAL_ELO,
};

/// Maximum seed of choices from the book.
pub(super) const MOST_SEEDS: u64 = 1_000_000;

pub(super) const LINK: &str = "Partner Link";
pub(super) const ANSWERS: &str = "Answer Partner";
pub(super) const SIT: &str = "Sitting";
pub(super) const RESIGN: &str = "Resign";
pub(super) const DRAW: &str = "Draw";
pub(super) const OWN_BOOK: &str = "OwnBook";
pub(super) const BOOK_FILE: &str = "BookFile";
pub(super) const BOOK_SEED: &str = "BookSeed";

/// Behavior of the engine that options set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) habits: Habits,
    /// True if boards are exchanged with a partner that is a Tandem too (`docs/team-play.md` says
    /// what that is worth).
    pub(super) links: bool,
    /// True if a partner that is a person is answered whatever it says. On a server this would be too
    /// much: people talk there to others as well.
    pub(super) answers: bool,
    /// True if games that are lost on both boards are resigned.
    pub(super) resigns: bool,
    pub(super) draws: Draws,
    /// Number of lines that an analysis shows.
    pub(super) lines: usize,
    pub(super) strength: Strength,
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
    pub(super) const ALL: [(Self, &'static str); 3] =
        [(Self::Never, "never"), (Self::WhenWorse, "when worse"), (Self::Always, "always")];
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            habits: Habits::default(),
            links: true,
            answers: false,
            resigns: false,
            draws: Draws::WhenWorse,
            lines: 1,
            strength: Strength::default(),
        }
    }
}

/// All options as announced, with defaults and ranges.
pub(super) fn specs() -> Vec<OptionSpec> {
    let Settings { habits, links, answers, resigns, draws, .. } = Settings::default();
    let spec = |name: &str, kind| OptionSpec { name: Quoted::new(name), kind };
    let spin = |value, max| OptionKind::Spin { value, min: 1, max };
    let choices = Draws::ALL.map(|(_, name)| Quoted::new(name)).to_vec();
    let paces = PACES.map(|(_, name)| Quoted::new(name)).to_vec();
    let (least, most) = (Elo::LEAST.number().into(), Elo::MOST.number().into());
    let full = Level::FULL_SKILL.into();
    let chosen = Draws::ALL.iter().position(|&(choice, _)| choice == draws).unwrap_or(0);
    vec![
        RuleBook::option(),
        spec(HASH, spin(TABLE_MEBIBYTES as i64, LARGEST_TABLE as i64)),
        spec(THREADS, spin(1, i64::from(MOST_THREADS))),
        spec(CLEAR, OptionKind::Button),
        spec(EVAL_FILE, OptionKind::File(Quoted::new(""))),
        spec(MULTI_PV, spin(1, MOST_LINES as i64)),
        spec(OWN_BOOK, OptionKind::Check(Openings::default().is_open())),
        spec(BOOK_FILE, OptionKind::File(Quoted::new(""))),
        spec(BOOK_SEED, OptionKind::Spin { value: 0, min: 0, max: MOST_SEEDS as i64 }),
        spec(TALK, OptionKind::Check(habits.talks)),
        spec(LINK, OptionKind::Check(links)),
        spec(ANSWERS, OptionKind::Check(answers)),
        spec(SIT, OptionKind::Check(habits.sitting != Sitting::Never)),
        spec(RESIGN, OptionKind::Check(resigns)),
        spec(DRAW, OptionKind::Combo { choices, chosen }),
        spec(LIMIT_STRENGTH, OptionKind::Check(false)),
        spec(ELO, OptionKind::Spin { value: USUAL_ELO.into(), min: least, max: most }),
        spec(SKILL, OptionKind::Spin { value: full, min: 0, max: full }),
        spec(LEVEL_SEED, OptionKind::Spin { value: 0, min: 0, max: MOST_LEVEL_SEEDS as i64 }),
        spec(PACE, OptionKind::Combo { choices: paces, chosen: 0 }),
    ]
}
