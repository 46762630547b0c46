//! Reasons to end a connection.

use tandem_protocol::text::Line;

use super::format::{LONGEST_SEALED, NAME, VERSION};

/// Reason to refuse or to end a connection; `it` is the other end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The other end has closed the connection.
    #[error("it closed the connection")]
    Ended,
    /// The other end has not proved itself in time, or has given no sign of life.
    #[error("it was silent for too long")]
    Silent,
    /// A line is longer than any that this protocol has.
    #[error("it sent a line longer than {LONGEST_SEALED} bytes")]
    TooLong,
    /// The first line is not that of a Tandem.
    #[error("it sent `{0}`, expected `{NAME} {VERSION}`")]
    Strange(Line),
    /// The first line is that of another version.
    #[error("it speaks version `{0}`, expected `{VERSION}`")]
    Version(Line),
    /// The handshake does not prove that the other end knows the token.
    #[error("it does not know the token")]
    WrongToken,
    /// The other end has closed the connection instead of answering our greeting.
    #[error(
        "it closed the connection without an answer: its token may be another one, or it has its partner"
    )]
    Disbelief,
    /// A line is not what the partner has sealed: it was altered, repeated or lost on the way.
    #[error("a line of it was altered on the way")]
    Forged,
}
