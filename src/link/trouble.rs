//! Reasons why there is no link: faults of the other end, and those of this machine.

use std::io::{self, ErrorKind};

use tandem_session::link::Fault;

/// Reason to refuse or to end a connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error(transparent)]
    Io(io::Error),
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        use ErrorKind::{
            BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof, WouldBlock,
        };
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof => {
                Self::Fault(Fault::Ended)
            }
            TimedOut | WouldBlock => Self::Fault(Fault::Silent),
            _ => Self::Io(error),
        }
    }
}
