//! The archive of games.

use serde::{Deserialize, Serialize};

/// A search in the archive; each field that is not `null` narrows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// A part of a player's name, or of the name of an analysis.
    pub player: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The name of a rule set.
    pub rules: Option<String>,
    /// The first moves on one of the boards in SAN, as in `e4 e5 Nf3`.
    pub opening: Option<String>,
    /// The first day, as in `2026-01-31`.
    pub since: Option<String>,
    /// The last day.
    pub until: Option<String>,
    /// Number of games to leave out, the newest first.
    pub skip: u32,
}

/// A game in the list of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivedGame {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub game: i64,
    /// Date and time of its start, as in `2026-01-31 18:30`, in UTC; empty if unknown.
    pub date: String,
    /// Names of the players in the order of the seats.
    pub players: Vec<String>,
    /// The result.
    pub result: String,
    /// The reason of the result.
    pub reason: String,
    /// The rule set.
    pub rules: String,
    /// The time control.
    pub clock: String,
    /// Number of moves on both boards.
    pub plies: u32,
    /// The name of a kept analysis; `null` for a game.
    pub name: Option<String>,
}
