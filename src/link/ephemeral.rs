//! Key material that nobody can predict.

use tandem_session::link::Ephemeral;

/// Random bytes for the key of one connection.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn ephemeral() -> Result<Ephemeral, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Ephemeral::new(bytes))
}
