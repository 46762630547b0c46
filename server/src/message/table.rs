//! Tables: their setup, and who sits at them.

use serde::{Deserialize, Serialize};

use super::{GameState, SeatNumber};

/// The choices with which a table is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Rule set, and rules that override it, as in `fics` or `wbn last-drop=no`. It decides
    /// whether the game is bughouse, crazyhouse or chess.
    pub rules: String,
    /// Time for each player in seconds, as in `180`, `180+2`, `300d2` or `180b2`.
    pub clock: String,
    /// The boards to start from, as BFEN or a FEN; `null` for the usual start.
    pub start: Option<String>,
    /// The player of each seat, in the order of their numbers; on one board the last two are
    /// ignored.
    pub seats: [Sitter; 4],
}

/// The player wanted in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitter {
    /// The maker of the table.
    Me,
    /// A person who gets an invitation; Tandem of this level if nobody comes.
    Guest {
        /// The level of Tandem in that case.
        level: Level,
    },
    /// Tandem of this level.
    Tandem {
        /// Strength and pace.
        level: Level,
    },
}

/// Strength and pace of a Tandem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Strength in Elo within the limits of `welcome`; `null` for full strength.
    pub elo: Option<u16>,
    /// When it answers.
    pub pace: Pace,
}

/// The time at which Tandem answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// When a person would.
    Human,
    /// As soon as it can.
    Engine,
}

/// The way in which the seats are turned for the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SeatTurn {
    /// All stay.
    Same,
    /// Opponents change places: everybody stays on its board with the other color.
    Colors,
    /// Partners change places: everybody goes to the other board with the other color.
    Boards,
}

/// The wish of a guest for another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchAsked {
    /// The seat of the guest.
    pub seat: SeatNumber,
    /// The way in which the seats are turned.
    pub turn: SeatTurn,
}

/// A table as one browser sees it: everything that is needed to draw it afresh.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableState {
    /// The table in links.
    pub table: String,
    /// The receiver of this message.
    pub you: You,
    /// The rule set as in [`Setup`].
    pub rules: String,
    /// The time control as in [`Setup`].
    pub clock: String,
    /// Number of boards, one or two.
    pub boards: usize,
    /// The seats in play, in the order of their numbers.
    pub seats: Vec<SeatState>,
    /// Number of browsers that watch.
    pub onlookers: usize,
    /// The phase of the table.
    pub phase: Phase,
    /// The next game as a guest has asked for it; `null` if nobody has.
    pub rematch: Option<RematchAsked>,
    /// The game that runs or ran last; `null` before the first one.
    pub game: Option<GameState>,
}

/// A person at a table, as told to itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct You {
    /// The key with which this person comes back to its seats; `null` for an onlooker. It is a
    /// secret: 32 hexadecimal digits.
    pub key: Option<String>,
    /// True for the person who made the table, and who alone may manage it.
    pub owner: bool,
    /// Seats of this person.
    pub seats: Vec<SeatNumber>,
}

/// The activity of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The game has not begun: people come, and say that they are ready.
    Gathering,
    /// All are ready; the engines are being started.
    Starting,
    /// The clocks run.
    Playing,
    /// The last game has ended.
    Over,
}

/// A seat and who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    /// The seat.
    pub seat: SeatNumber,
    /// Name of the player, as it is shown.
    pub name: String,
    /// The player in the seat.
    pub standing: Standing,
    /// True for a player who has said that it sits. Known to its own team only; to all once the
    /// game is over.
    pub sits: bool,
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Standing {
    /// A person.
    Person {
        /// True while a browser of this person is connected.
        connected: bool,
        /// True if this person is ready for the next game.
        ready: bool,
        /// The latest round trip of a message in milliseconds, as measured by the server; `null` if
        /// it is not known.
        lag_ms: Option<u32>,
    },
    /// Tandem.
    Tandem {
        /// Strength and pace.
        level: Level,
    },
    /// Open, without a player.
    Open {
        /// The secret of an invitation, for a link: 32 hexadecimal digits. Told to the owner only.
        invitation: Option<String>,
        /// The level of Tandem if nobody comes.
        level: Level,
    },
}

/// A table in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRow {
    /// The table in links.
    pub table: String,
    /// The rule set.
    pub rules: String,
    /// The time control.
    pub clock: String,
    /// Names of the players in the order of the seats; an open seat has an empty one.
    pub players: Vec<String>,
    /// The phase of the table.
    pub phase: Phase,
}
