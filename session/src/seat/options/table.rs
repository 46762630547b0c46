//! The table of all options, in the order in which each protocol shows its own.

use tandem_engine::{Elo, Level, Sitting};
use tandem_rules::{BoardId, Millis, Team, Variant};

use super::row::Protocol::{Cecp, Ubi, Uci};
use super::row::{Choice, Effect, Protocol, Row, Value, ValueKind};
use super::{
    Draws, LARGEST_TABLE, LONGEST_OVERHEAD, MOST_THREADS, MUST_MOVE, OptionError, Options, PTELL,
    TABLE_MEBIBYTES,
};
use crate::seat::evaluation::networks;
use crate::seat::rule_book::RuleBook;
use crate::seat::strength::{PaceChoice, USUAL_ELO};

/// Maximum number of lines shown.
const MOST_LINES: u64 = 500;
/// Maximum seed of choices, from the book or of a limited level.
const MOST_SEEDS: u64 = 1_000_000;
/// Maximum of positions that are evaluated at once.
const LARGEST_BATCH: u64 = 1024;

const ALL: &[Protocol] = &[Cecp, Uci, Ubi];

/// Keeps the value in a field of the options.
macro_rules! keep {
    ($($field:ident).+ $(as $number:ty)?) => {
        |options, value| {
            options.$($field).+ = value $(as $number)?;
            Effect::Kept
        }
    };
}

/// The options that a protocol shows.
pub(super) fn rows(protocol: Protocol) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.shown.contains(&protocol))
}

static ROWS: &[Row] = &[
    row(
        "UCI_Variant",
        &[Uci],
        combo(
            "chess",
            &[
                ("chess", |options| options.variant = Variant::Chess),
                ("crazyhouse", |options| options.variant = Variant::Crazyhouse),
                ("bughouse", |options| options.variant = Variant::Bughouse),
            ],
        ),
    ),
    row("UCI_Chess960", &[Uci], check(false, keep!(chess960))),
    // The name of a rule set, and rules that override it.
    row(
        "Rules",
        ALL,
        ValueKind::Text {
            default: RuleBook::USUAL,
            set: |options, text, _| Ok(options.book.set(text).map(|()| Effect::Kept)?),
        },
    ),
    // A team by its color on board A.
    row(
        "Team",
        &[Uci],
        combo(
            "none",
            &[
                ("none", |options| options.team = None),
                ("white", |options| options.team = Some(Team::One)),
                ("black", |options| options.team = Some(Team::Two)),
            ],
        ),
    ),
    // A seat that sits freely may let its clock run, because time is on the side of its team.
    row(
        "Mode",
        &[Uci],
        combo(
            "go",
            &[
                ("go", |options| options.habits.sitting = Sitting::WhenAsked),
                ("sit", |options| options.habits.sitting = Sitting::Freely),
            ],
        ),
    ),
    // It says the same as `Mode`, and has replaced it elsewhere.
    row(
        "TimeAdvantage",
        &[Uci],
        check(false, |options, has_time| {
            options.habits.sitting = if has_time { Sitting::Freely } else { Sitting::WhenAsked };
            Effect::Kept
        }),
    ),
    row(
        MUST_MOVE,
        &[Uci],
        combo(
            "none",
            &[
                ("none", |options| options.must_move = None),
                ("A", |options| options.must_move = Some(BoardId::A)),
                ("B", |options| options.must_move = Some(BoardId::B)),
            ],
        ),
    ),
    #[cfg(not(target_family = "wasm"))]
    row(
        "Joint",
        &[Uci],
        combo(
            "auto",
            &[
                ("auto", |options| options.joint = super::Joint::Auto),
                ("on", |options| options.joint = super::Joint::Always),
                ("off", |options| options.joint = super::Joint::Never),
            ],
        ),
    ),
    // For searches that evaluate many positions at once; one position after the other is evaluated.
    row("BatchSize", &[Uci], spin(1, (1, LARGEST_BATCH), |_, _| Effect::Kept)),
    // A message of the partner, which the session takes before it looks here.
    row(PTELL, &[Uci], ValueKind::Text { default: "", set: |_, _, _| Err(OptionError::Unknown) }),
    row(
        "Hash",
        ALL,
        spin(TABLE_MEBIBYTES as u64, (1, LARGEST_TABLE), |options, mebibytes| {
            options.table = mebibytes as usize;
            Effect::Resize(options.table)
        }),
    ),
    row(
        "Threads",
        ALL,
        spin(1, (1, MOST_THREADS as u64), |_, count| Effect::Threads(count as usize)),
    ),
    row(
        "Move Overhead",
        &[Uci],
        spin(0, (0, LONGEST_OVERHEAD), |options, overhead| {
            options.overhead = Millis(overhead as i64);
            Effect::Kept
        }),
    ),
    // Clients set it whether an engine has it or not, and some stop if it has not. There are no tables of
    // endings with holdings.
    row("SyzygyPath", &[Uci], ValueKind::Text { default: "", set: |_, _, _| Ok(Effect::Kept) }),
    row("Clear Hash", ALL, ValueKind::Button(Effect::Clear)),
    row("Use NNUE", &[Uci, Ubi], check(true, |options, on| options.evaluation.use_network(on))),
    row(
        "EvalFile",
        ALL,
        ValueKind::File(|options, name, files| {
            Ok(options.evaluation.choose(networks(name, files)?))
        }),
    ),
    row("MultiPV", &[Cecp, Uci], spin(1, (1, MOST_LINES), keep!(lines as usize))),
    row(
        "OwnBook",
        &[Cecp],
        check(true, |options, is_open| {
            options.openings.set_open(is_open);
            Effect::Kept
        }),
    ),
    row(
        "BookFile",
        &[Cecp],
        ValueKind::File(|options, name, files| {
            options.openings.set_file(name, files)?;
            Ok(Effect::Kept)
        }),
    ),
    // The same choices in every game; 0 means different ones in each.
    row(
        "BookSeed",
        &[Cecp],
        spin(0, (0, MOST_SEEDS), |options, seed| {
            options.openings.set_seed(seed);
            Effect::Kept
        }),
    ),
    row("Partner Talk", &[Cecp, Uci], check(true, keep!(habits.talks))),
    row(
        "TeamMessageMode",
        &[Ubi],
        combo(
            "full",
            &[
                ("full", |options| (options.habits.talks, options.hears) = (true, true)),
                ("consider", |options| (options.habits.talks, options.hears) = (false, true)),
                ("ignore", |options| (options.habits.talks, options.hears) = (false, false)),
            ],
        ),
    ),
    row("Partner Link", &[Cecp], check(true, keep!(links))),
    row("Answer Partner", &[Cecp], check(false, keep!(answers))),
    row(
        "Sitting",
        &[Cecp, Ubi],
        check(true, |options, may_sit| {
            options.habits.sitting = if may_sit { Sitting::Freely } else { Sitting::Never };
            Effect::Kept
        }),
    ),
    row("Resign", &[Cecp], check(false, keep!(resigns))),
    row(
        "Draw",
        &[Cecp],
        combo(
            "when worse",
            &[
                ("never", |options| options.draws = Draws::Never),
                ("when worse", |options| options.draws = Draws::WhenWorse),
                ("always", |options| options.draws = Draws::Always),
            ],
        ),
    ),
    // Each `go` says whether to ponder, and an analysis is asked for by `go infinite`.
    row("Ponder", &[Uci], idle_check()),
    row("UCI_AnalyseMode", &[Uci], idle_check()),
    row("UCI_ShowWDL", &[Uci], check(false, keep!(shows_wdl))),
    row("UCI_LimitStrength", &[Cecp, Uci], check(false, keep!(strength.is_limited))),
    row("UCI_Elo", &[Cecp, Uci], {
        let range = (Elo::LEAST.number() as u64, Elo::MOST.number() as u64);
        spin(USUAL_ELO as u64, range, |options, elo| {
            options.strength.elo = Elo::new(elo as u16).unwrap_or(Elo::LEAST);
            Effect::Kept
        })
    }),
    row("Skill Level", &[Cecp, Uci], {
        let full = Level::FULL_SKILL as u64;
        spin(full, (0, full), keep!(strength.skill as u8))
    }),
    row("Level Seed", &[Cecp, Uci], spin(0, (0, MOST_SEEDS), keep!(strength.seed))),
    row(
        "Pace",
        &[Cecp, Uci],
        combo(
            "auto",
            &[
                ("auto", |options| options.strength.pace = PaceChoice::Auto),
                ("engine", |options| options.strength.pace = PaceChoice::Engine),
                ("human", |options| options.strength.pace = PaceChoice::Human),
            ],
        ),
    ),
];

const fn row(name: &'static str, shown: &'static [Protocol], value: ValueKind) -> Row {
    Row { name, shown, value }
}

const fn check(default: bool, set: fn(&mut Options, bool) -> Effect) -> ValueKind {
    ValueKind::Check(Value { default, set })
}

/// A switch without effect.
const fn idle_check() -> ValueKind {
    check(false, |_, _| Effect::Kept)
}

const fn spin(
    default: u64,
    (least, most): (u64, u64),
    set: fn(&mut Options, u64) -> Effect,
) -> ValueKind {
    ValueKind::Spin(Value { default, set }, least..=most)
}

const fn combo(default: &'static str, choices: &'static [Choice]) -> ValueKind {
    ValueKind::Combo { default, choices }
}
