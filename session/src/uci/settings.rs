//! Settings that options change, and the options as announced.

use tandem_engine::{Elo, Habits, Level, Sitting};
use tandem_protocol::text::Line;
use tandem_protocol::uci::{OptionKind, OptionSpec};
use tandem_rules::{BoardId, Team, Variant};

use crate::seat::kind::Kind;
use crate::seat::options::{
    CLEAR, EVAL_FILE, HASH, LARGEST_TABLE, MOST_LINES, MOST_THREADS, MULTI_PV, OptionError,
    TABLE_MEBIBYTES, TALK, THREADS,
};
use crate::seat::rule_book::{self, RuleBook};
use crate::seat::strength::{
    ELO, LEVEL_SEED, LIMIT_STRENGTH, MOST_LEVEL_SEEDS, PACE, PACES, SKILL, Strength, USUAL_ELO,
};

/// Name of the option that carries the partner's messages.
pub(super) const PTELL: &str = "Ptell";
pub(super) const VARIANT: &str = "UCI_Variant";
pub(super) const CHESS960: &str = "UCI_Chess960";
pub(super) const SHOW_WDL: &str = "UCI_ShowWDL";
pub(super) const ANALYSE: &str = "UCI_AnalyseMode";
pub(super) const PONDER: &str = "Ponder";
pub(super) const TEAM: &str = "Team";
pub(super) const MODE: &str = "Mode";
/// Name of the option that says the same as `Mode`, and has replaced it elsewhere.
pub(super) const TIME_ADVANTAGE: &str = "TimeAdvantage";
/// Name of the option that forbids to sit on a board.
pub(super) const MUST_MOVE: &str = "RequireMoveOn";
/// Name of an option for searches that evaluate many positions at once, which is ignored.
pub(super) const BATCH_SIZE: &str = "BatchSize";
/// Name of the option that leaves the network unused, as Stockfish spells it.
pub(crate) const USE_NETWORK: &str = "Use NNUE";

/// Maximum of the option `BatchSize`.
pub(super) const LARGEST_BATCH: u64 = 1024;

/// Values of the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) book: RuleBook,
    pub(super) variant: Variant,
    pub(super) chess960: bool,
    pub(super) shows_wdl: bool,
    pub(super) multi_pv: usize,
    /// The team whose moves are asked for in a game of two boards. Without one, `startpos` is a
    /// single board.
    pub(super) team: Option<Team>,
    /// The board on which the team of a game of two boards may not sit.
    pub(super) must_move: Option<BoardId>,
    /// Behavior towards the partner. A seat that sits freely may let its clock run, because time is
    /// on the side of its team.
    pub(super) habits: Habits,
    pub(super) strength: Strength,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            book: RuleBook::default(),
            variant: Variant::Chess, // front-ends that know no other variants expect it
            chess960: false,
            shows_wdl: false,
            multi_pv: 1,
            team: None,
            must_move: None,
            habits: Habits { sitting: Sitting::WhenAsked, ..Habits::default() },
            strength: Strength::default(),
        }
    }
}

impl Settings {
    pub(super) fn kind(&self) -> Kind {
        match self.variant {
            Variant::Bughouse => Kind::Bughouse,
            Variant::Crazyhouse => Kind::Crazyhouse,
            Variant::Chess if self.chess960 => Kind::Fischerandom,
            Variant::Chess => Kind::Normal,
        }
    }

    /// True if `startpos` is a game of two boards.
    pub(super) fn plays_team(&self) -> bool {
        self.team.is_some()
    }
}

pub(super) const VARIANTS: [(Variant, &str); 3] = [
    (Variant::Chess, "chess"),
    (Variant::Crazyhouse, "crazyhouse"),
    (Variant::Bughouse, "bughouse"),
];

/// Values of `Team`: a team by its color on board A.
pub(super) const TEAMS: [(Option<Team>, &str); 3] =
    [(None, "none"), (Some(Team::One), "white"), (Some(Team::Two), "black")];

pub(super) const MODES: [(Sitting, &str); 2] =
    [(Sitting::WhenAsked, "go"), (Sitting::Freely, "sit")];

/// Values of `TimeAdvantage`.
pub(super) const fn sitting(has_time: bool) -> Sitting {
    if has_time { Sitting::Freely } else { Sitting::WhenAsked }
}

/// Values of `RequireMoveOn`.
pub(super) const REQUIRED: [(Option<BoardId>, &str); 3] =
    [(None, "none"), (Some(BoardId::A), "A"), (Some(BoardId::B), "B")];

/// All options as announced, with defaults and ranges.
pub(super) fn specs() -> Vec<OptionSpec> {
    let spec = |name: &str, kind| OptionSpec { name: Line::new(name), kind };
    let spin = |default, max| OptionKind::Spin { default, min: 1, max };
    let (least, most) = (Elo::LEAST.number().into(), Elo::MOST.number().into());
    let full = Level::FULL_SKILL.into();
    vec![
        spec(VARIANT, combo(&VARIANTS)),
        spec(CHESS960, OptionKind::Check(false)),
        spec(rule_book::OPTION, OptionKind::Text(Line::new(RuleBook::USUAL))),
        spec(TEAM, combo(&TEAMS)),
        spec(MODE, combo(&MODES)),
        spec(TIME_ADVANTAGE, OptionKind::Check(false)),
        spec(MUST_MOVE, combo(&REQUIRED)),
        spec(BATCH_SIZE, spin(1, LARGEST_BATCH as i64)),
        spec(PTELL, OptionKind::Text(Line::new(""))),
        spec(TALK, OptionKind::Check(Habits::default().talks)),
        spec(HASH, spin(TABLE_MEBIBYTES as i64, LARGEST_TABLE as i64)),
        spec(THREADS, spin(1, i64::from(MOST_THREADS))),
        spec(CLEAR, OptionKind::Button),
        spec(MULTI_PV, spin(1, MOST_LINES as i64)),
        spec(PONDER, OptionKind::Check(false)),
        spec(SHOW_WDL, OptionKind::Check(false)),
        spec(ANALYSE, OptionKind::Check(false)),
        spec(LIMIT_STRENGTH, OptionKind::Check(false)),
        spec(ELO, OptionKind::Spin { default: USUAL_ELO.into(), min: least, max: most }),
        spec(SKILL, OptionKind::Spin { default: full, min: 0, max: full }),
        spec(LEVEL_SEED, OptionKind::Spin { default: 0, min: 0, max: MOST_LEVEL_SEEDS as i64 }),
        spec(PACE, combo(&PACES)),
        spec(USE_NETWORK, OptionKind::Check(true)),
        spec(EVAL_FILE, OptionKind::Text(Line::new(""))),
    ]
}

/// A combo option, whose first choice is the default.
pub(crate) fn combo<T>(choices: &[(T, &str)]) -> OptionKind {
    let choices: Vec<Line> = choices.iter().map(|(_, name)| Line::new(name)).collect();
    OptionKind::Combo { default: choices[0].clone(), choices }
}

/// The value of this name among the choices, ignoring case.
///
/// # Errors
/// No choice has this name.
pub(crate) fn chosen<T: Copy>(choices: &[(T, &str)], text: &str) -> Result<T, OptionError> {
    let found = choices.iter().find(|(_, name)| name.eq_ignore_ascii_case(text.trim()));
    found.map(|&(value, _)| value).ok_or_else(|| OptionError::Choice(text.to_owned()))
}
