//! What has to be known of an engine to seat it.

use std::io;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use super::{CecpSeat, Invocation, UciSeat, UciTeam};
use crate::{Endpoint, Outbox};

/// An engine that can be seated.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What it is called in records.
    pub name: String,
    /// How it is started.
    pub invocation: Invocation,
    /// What it speaks.
    pub protocol: Protocol,
    /// What its tables may take, where it lets itself be told.
    pub memory_mebibytes: u64,
    /// On the node clock, the nodes that are a second.
    pub node_rate: Option<u64>,
    /// The nodes of each move, whatever the clocks show: for UCI, which has no other way to play on
    /// the node clock. CECP has no words for it.
    pub nodes_per_move: Option<NonZeroU64>,
    /// Whether it may use an opening book of its own: what both protocols call `OwnBook`.
    pub own_book: bool,
    /// Names and values of options, told where the engine offers such ones.
    pub options: Vec<(String, String)>,
    /// How long it is waited for.
    pub patience: Patience,
}

impl Engine {
    /// Starts it; answers go to `outbox`. What it gives sits in one seat, with a partner of that
    /// name, or in both of a team if the protocol [says so](Protocol::plays_team).
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(self, partner: &str, outbox: Outbox) -> io::Result<Box<dyn Endpoint>> {
        Ok(match self.protocol {
            Protocol::Cecp => Box::new(CecpSeat::new(self, partner, outbox)?),
            Protocol::Uci => Box::new(UciSeat::new(self, outbox)?),
            Protocol::UciTeam => Box::new(UciTeam::new(self, outbox)?),
        })
    }
}

/// What an engine speaks, and for how many seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// `cecp`: the protocol of XBoard, one process for each seat.
    #[default]
    Cecp,
    /// `uci`: one process for each seat, that sees its own board only.
    Uci,
    /// `uci-team`: one process for both seats of a team, that sees both boards. On the node clock
    /// its games need not repeat: both its seats may be told to go at one moment.
    UciTeam,
}

/// Text that names no protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no protocol, expected cecp, uci or uci-team")]
pub struct ProtocolError(pub String);

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cecp, Self::Uci, Self::UciTeam];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cecp => "cecp",
            Self::Uci => "uci",
            Self::UciTeam => "uci-team",
        }
    }

    /// True if one process has both seats of a team.
    pub const fn plays_team(self) -> bool {
        matches!(self, Self::UciTeam)
    }
}

impl FromStr for Protocol {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let found = Self::ALL.into_iter().find(|protocol| protocol.name() == text);
        found.ok_or_else(|| ProtocolError(text.to_owned()))
    }
}

/// How long an engine is waited for, always before or after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has named its features; one that never does knows no second protocol version.
    pub features: Duration,
    /// The same for one that has asked for time with `done=0`, and for one that speaks UCI, which
    /// cannot ask.
    pub loading: Duration,
    /// Until it has set up a game, and ended its thoughts on the last.
    pub ready: Duration,
    /// Until it has quit.
    pub quit: Duration,
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
