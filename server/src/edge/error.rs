//! Errors of conversations.

use std::error::Error;

use tungstenite::error::CapacityError;

use crate::message::{LONGEST, Refusal};
use crate::study::StudyError;
use crate::table::TableError;
use crate::tables::TablesError;

/// Error of a page that breaks the conversation, which ends.
#[derive(Debug, thiserror::Error)]
pub(super) enum Breach {
    #[error("nothing was said; the first message is `hello`")]
    Silence,
    #[error("the first message is `hello`")]
    NoGreeting,
    #[error(transparent)]
    Unreadable(#[from] Refusal),
    #[error("a message has more than {LONGEST} bytes")]
    LongMessage,
    #[error("a message took too long to arrive")]
    SlowMessage,
    #[error("too many messages at once")]
    TooMany,
}

/// Error for a message of a page that asks for something that is not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotDone {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Study(#[from] StudyError),
}

impl Breach {
    /// The breach that ended the reading of messages; `None` if the browser has gone.
    pub(super) fn of(error: &axum::Error) -> Option<Self> {
        let cause = error.source().and_then(|cause| cause.downcast_ref());
        let is_long = matches!(
            cause,
            Some(tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. }))
        );
        is_long.then_some(Self::LongMessage)
    }
}

#[cfg(test)]
mod tests {
    use tungstenite::error::ProtocolError;

    use super::*;

    #[test]
    fn only_a_message_that_is_too_long_is_refused_as_one() {
        let long = CapacityError::MessageTooLong { size: LONGEST + 1, max_size: LONGEST };
        for (error, is_long) in [
            (tungstenite::Error::Capacity(long), true),
            // Its text has the words "too big".
            (tungstenite::Error::Protocol(ProtocolError::ControlFrameTooBig), false),
            (tungstenite::Error::ConnectionClosed, false),
        ] {
            let breach = Breach::of(&axum::Error::new(error));
            assert_eq!(matches!(breach, Some(Breach::LongMessage)), is_long, "{breach:?}");
        }
    }
}
