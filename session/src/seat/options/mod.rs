//! Options: what they are set to, and how a line sets one.
//!
//! The table (`table.rs`) has a row for each option of any protocol.

mod announcement;
mod row;
mod table;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use tandem_engine::{Habits, Sitting};
use tandem_nets::{BookError, NetworkError};
use tandem_protocol::uci;
use tandem_rules::{BoardId, Millis, Team, Variant};

use super::evaluation::Evaluation;
use super::files::Files;
use super::kind::Kind;
use super::openings::Openings;
use super::rule_book::RuleBook;
use super::strength::Strength;
pub(crate) use row::{Effect, Protocol};
use row::{Value, ValueKind};

/// Initial size of the transposition table, in mebibytes.
pub const TABLE_MEBIBYTES: usize = 32;
/// Maximum size of the transposition table, in mebibytes.
///
/// Frameworks set what their machine has. A table takes no more than the system can give.
pub(crate) const LARGEST_TABLE: u64 = if cfg!(target_family = "wasm") { 4096 } else { 32 << 20 };
/// Maximum time that is kept back for each move, in milliseconds.
const LONGEST_OVERHEAD: u64 = 10_000;
/// Maximum number of threads.
pub(crate) const MOST_THREADS: u32 = 256;

/// Name of the option that carries the partner's messages to a UCI engine.
pub(crate) const PTELL: &str = "Ptell";
/// Name of the option that forbids to sit on a board.
pub(crate) const MUST_MOVE: &str = "RequireMoveOn";

/// Values of all options, whichever protocol shows them.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that a user sets by itself")]
pub(crate) struct Options {
    /// The rules of future games.
    pub(crate) book: RuleBook,
    pub(crate) variant: Variant,
    pub(crate) chess960: bool,
    /// The team whose moves are asked for in a game of two boards. Without one, `startpos` is a
    /// single board.
    pub(crate) team: Option<Team>,
    /// The board on which the team of a game of two boards may not sit.
    pub(crate) must_move: Option<BoardId>,
    /// The questions about a team whose answer is a plan for both boards.
    pub(crate) joint: Joint,
    /// Behavior towards the partner.
    pub(crate) habits: Habits,
    /// True if messages of the partner are heard.
    pub(crate) hears: bool,
    /// True if boards are exchanged with a partner that is a Tandem too (`docs/team-play.md` says
    /// what that is worth).
    pub(crate) links: bool,
    /// True if a partner that is a person is answered whatever it says. On a server this would be too
    /// much: people talk there to others as well.
    pub(crate) answers: bool,
    /// True if games that are lost on both boards are resigned.
    pub(crate) resigns: bool,
    pub(crate) draws: Draws,
    /// Size of the transposition table, in mebibytes.
    pub(crate) table: usize,
    /// Time that a move costs outside the search, as a user tells it: on a slow wire, say.
    pub(crate) overhead: Millis,
    /// Number of lines that a search shows.
    pub(crate) lines: usize,
    pub(crate) shows_wdl: bool,
    pub(crate) strength: Strength,
    pub(crate) evaluation: Evaluation,
    pub(crate) openings: Openings,
}

/// The questions about a team whose answer is a plan for both boards, and not a move for each.
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "there are no plans in a browser"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joint {
    /// Those without the clocks of a game.
    Auto,
    Always,
    Never,
}

/// Policy on draw offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Draws {
    Never,
    /// Accept if our own board is worse.
    WhenWorse,
    Always,
}

impl Options {
    /// The defaults under a protocol.
    pub(crate) fn new(protocol: Protocol) -> Self {
        let sitting = match protocol {
            Protocol::Cecp | Protocol::Ubi => Sitting::Freely,
            // Our own clock alone does not say on whose side time is.
            Protocol::Uci => Sitting::WhenAsked,
        };
        Self {
            book: RuleBook::default(),
            variant: Variant::Chess, // front-ends that know no other variants expect it
            chess960: false,
            team: None,
            must_move: None,
            joint: Joint::Auto,
            habits: Habits { sitting, ..Habits::default() },
            hears: true,
            links: true,
            answers: false,
            resigns: false,
            draws: Draws::WhenWorse,
            table: TABLE_MEBIBYTES,
            overhead: Millis::ZERO,
            lines: 1,
            shows_wdl: false,
            strength: Strength::default(),
            evaluation: Evaluation::default(),
            openings: Openings::default(),
        }
    }

    /// Sets an option that a protocol shows, by its name, ignoring case.
    ///
    /// # Errors
    /// The option is unknown, or cannot have this value; nothing has changed.
    pub(crate) fn set(
        &mut self,
        protocol: Protocol,
        (name, text): (&str, &str),
        files: &dyn Files,
    ) -> Result<Effect, OptionError> {
        let is_named = |row: &&row::Row| row.name.eq_ignore_ascii_case(name);
        let row = table::rows(protocol).find(is_named).ok_or(OptionError::Unknown)?;
        match &row.value {
            ValueKind::Button(effect) => Ok(*effect),
            ValueKind::Check(Value { set, .. }) => Ok(set(self, check(text)?)),
            ValueKind::Spin(Value { set, .. }, range) => {
                Ok(set(self, number(text, range.clone())?))
            }
            ValueKind::Combo { choices, .. } => {
                let named = |(name, _): &&row::Choice| name.eq_ignore_ascii_case(text.trim());
                let chosen = choices.iter().find(named);
                let (_, choose) = chosen.ok_or_else(|| OptionError::Choice(text.to_owned()))?;
                choose(self);
                Ok(Effect::Kept)
            }
            ValueKind::Text { set, .. } | ValueKind::File(set) => set(self, text, files),
        }
    }

    /// The kind of game that is played from the usual start.
    pub(crate) fn kind(&self) -> Kind {
        match self.variant {
            Variant::Bughouse => Kind::Bughouse,
            Variant::Crazyhouse => Kind::Crazyhouse,
            Variant::Chess if self.chess960 => Kind::Fischerandom,
            Variant::Chess => Kind::Normal,
        }
    }

    /// True if the usual start is a game of two boards.
    pub(crate) fn plays_team(&self) -> bool {
        self.team.is_some()
    }
}

/// Error for an option that cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option")]
    Unknown,
    /// The value is not a number between the two given ones.
    #[error("`{0}` is not a number from {1} to {2}")]
    Number(String, u64, u64),
    /// The value of an option that is on or off is neither.
    #[error("`{0}` is neither 0 nor 1")]
    Check(String),
    /// The value is none of those that the option lists.
    #[error("invalid choice `{0}`")]
    Choice(String),
    /// The file is not a network that can be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The file is not an opening book that can be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The value is not a rule set.
    #[error(transparent)]
    Rules(#[from] tandem_rules::RuleError),
}

fn number(text: &str, range: RangeInclusive<u64>) -> Result<u64, OptionError> {
    let number = uci::rounded(text.trim()).and_then(|number| number.parse().ok());
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::Number(text.to_owned(), *range.start(), *range.end()))
}

fn check(text: &str) -> Result<bool, OptionError> {
    match text.trim() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(OptionError::Check(text.to_owned())),
    }
}
