//! Challenges that nobody can predict.

use tandem_session::link::Challenge;

/// A random challenge.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn challenge() -> Result<Challenge, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Challenge::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_challenge_is_made_twice() {
        let challenge_now = || challenge().expect("the system has random numbers");
        assert_ne!(challenge_now(), challenge_now());
    }
}
