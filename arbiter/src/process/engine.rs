//! Engine configurations: program, protocol and resources.

use std::io;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::time::Duration;

use super::{CecpSeat, Invocation, UbiSeat, UciSeat, UciTeam};
use crate::{Endpoint, Outbox, Unfit};

/// Configuration of an engine.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Name in game records.
    pub name: String,
    /// Command that starts it.
    pub invocation: Invocation,
    /// Protocol that it speaks.
    pub protocol: Protocol,
    /// Memory for its tables in MiB, sent if the engine has a setting for it.
    pub memory_mebibytes: u64,
    /// Nodes per second of this engine on the node clock, where engines of different speed may have
    /// different ones; `None` on the wall clock.
    pub node_rate: Option<NonZeroU64>,
    /// Nodes of each move, whatever the clocks show. UCI and UBI need this on the node clock, having
    /// no other way to play on it. It is ignored for CECP, which has no command for it.
    pub nodes_per_move: Option<NonZeroU64>,
    /// True if it may use an opening book of its own: the option `OwnBook` of all protocols.
    pub own_book: bool,
    /// True if each game gets a new process, false if a process plays one game after the other for
    /// as long as it can.
    pub restarts: bool,
    /// Names and values of options, set if the engine offers them.
    pub options: Vec<(String, String)>,
    /// Settings of this engine alone.
    pub overrides: Overrides,
    /// Time limits for its answers outside games.
    pub patience: Patience,
}

impl Engine {
    /// An engine on the wall clock that is started once, with 1 MiB for its tables, no options and
    /// the usual time limits.
    pub fn new(name: &str, invocation: Invocation, protocol: Protocol) -> Self {
        Self {
            name: name.to_owned(),
            invocation,
            protocol,
            memory_mebibytes: 1,
            node_rate: None,
            nodes_per_move: None,
            own_book: false,
            restarts: false,
            options: Vec::new(),
            overrides: Overrides::default(),
            patience: Patience::default(),
        }
    }

    /// Starts the engine; answers go to `outbox`. The endpoint plays one seat, with a partner
    /// called `partner`, or both seats of a team if the protocol [says so](Protocol::plays_team).
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(self, partner: &str, outbox: Outbox) -> io::Result<Box<dyn Endpoint>> {
        let outbox = outbox.with_node_rate(self.node_rate);
        Ok(match self.protocol {
            Protocol::Cecp => Box::new(CecpSeat::new(self, partner, outbox)?),
            Protocol::Uci => Box::new(UciSeat::new(self, outbox)?),
            Protocol::UciTeam => Box::new(UciTeam::new(self, outbox)?),
            Protocol::Ubi => Box::new(UbiSeat::new(self, outbox)?),
        })
    }
}

/// Settings of one engine that differ from those of the others. The default has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// Number of threads that it searches with; one if not given.
    pub threads: Option<NonZeroU32>,
    /// Depth limit of each move, in plies, besides the clocks.
    pub depth: Option<NonZeroU32>,
    /// Names and values of options, set after all others. An engine that does not offer one of
    /// them cannot play.
    pub options: Vec<(String, String)>,
}

impl Overrides {
    /// Number of threads that the engine searches with.
    pub(super) fn threads(&self) -> u32 {
        self.threads.map_or(1, NonZeroU32::get)
    }

    /// Checks that the engine offers all options.
    ///
    /// # Errors
    /// The reason why it cannot play.
    pub(super) fn check(&self, offers: impl Fn(&str) -> bool) -> Result<(), Unfit> {
        match self.options.iter().find(|(name, _)| !offers(name)) {
            None => Ok(()),
            Some((name, _)) => Err(Unfit::Option(name.clone())),
        }
    }
}

/// Protocol of an engine, and the number of seats that it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// `cecp`: the protocol of XBoard, one process for each seat.
    #[default]
    Cecp,
    /// `uci`: one process for each seat, which sees only its own board.
    Uci,
    /// `uci-team`: one process for both seats of a team, which sees both boards. Its games on the
    /// node clock are not always reproducible: both seats may be told to go at one moment.
    UciTeam,
    /// `ubi`: one process for each seat, which sees both boards and talks with its partner. Its games
    /// on the node clock are not always reproducible: when it talks depends on real time.
    Ubi,
}

/// Parse error of [`Protocol`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown protocol `{0}`, expected cecp, uci, uci-team or ubi")]
pub struct ProtocolError(pub String);

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 4] = [Self::Cecp, Self::Uci, Self::UciTeam, Self::Ubi];

    /// Name of the protocol on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cecp => "cecp",
            Self::Uci => "uci",
            Self::UciTeam => "uci-team",
            Self::Ubi => "ubi",
        }
    }

    /// True if one process plays both seats of a team.
    pub const fn plays_team(self) -> bool {
        matches!(self, Self::UciTeam)
    }

    /// True if it can only tell of games on two boards.
    pub const fn needs_two_boards(self) -> bool {
        matches!(self, Self::UciTeam | Self::Ubi)
    }
}

impl FromStr for Protocol {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let found = Self::ALL.into_iter().find(|protocol| protocol.name() == text);
        found.ok_or_else(|| ProtocolError(text.to_owned()))
    }
}

/// Time limits for an engine's answers, all before or after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Time from its first line until it has named its features; an engine that names none is taken
    /// to know only the first version of the protocol.
    pub features: Duration,
    /// Time until its first line, and the limit of features for an engine that has asked for more
    /// time with `done=0`, and for one that speaks UCI or UBI, which cannot ask.
    pub loading: Duration,
    /// Time until it has set up a game, and has stopped thinking about the last one.
    pub ready: Duration,
    /// Time until it has quit.
    pub quit: Duration,
}

impl Patience {
    /// The limits of a match on the node clock, which no real time may decide: a machine with much
    /// else to do may take minutes to start a program.
    pub const ON_NODE_CLOCK: Self = Self {
        features: Duration::from_mins(1),
        loading: Duration::from_mins(5),
        ready: Duration::from_mins(5),
        quit: Duration::from_millis(500),
    };
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            features: Duration::from_secs(5),
            loading: Duration::from_mins(1),
            ready: Duration::from_secs(20),
            quit: Duration::from_millis(500),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_are_known_by_name() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.name().parse(), Ok(protocol));
        }
        for text in ["", "UCI", "xboard", "uci-"] {
            assert_eq!(text.parse::<Protocol>(), Err(ProtocolError(text.to_owned())));
        }
    }
}
