//! Errors of conversations.

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
        let text = error.to_string();
        let is_long = text.contains("too long") || text.contains("too big");
        is_long.then_some(Self::LongMessage)
    }
}
