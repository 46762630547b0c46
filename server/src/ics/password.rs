//! Passwords of names: only whoever has set one is asked for it.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::Semaphore;

use crate::archive::Archive;

/// Shortest and longest password, in bytes.
const SHORTEST: usize = 6;
const LONGEST: usize = 128;
const SALT: usize = 16;

/// Hashes are made one at a time: each takes 19 MiB and some hundredths of a second.
pub(super) static TURN: Semaphore = Semaphore::const_new(1);

/// Error for a password that is not set; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(super) enum PasswordError {
    #[error("A password has {SHORTEST} to {LONGEST} characters, and no blanks.")]
    Form,
    #[error("This server keeps no archive, and so no passwords.")]
    NoArchive,
    #[error("The password was not kept.")]
    NotKept,
}

/// Sets the password of a name; `-` takes it away.
///
/// # Errors
/// [`PasswordError`] if all stays as it was.
pub(super) fn set(
    archive: Option<&Archive>,
    name: &str,
    password: &str,
) -> Result<(), PasswordError> {
    let archive = archive.ok_or(PasswordError::NoArchive)?;
    let hash = match password {
        "-" => None,
        _ if !(SHORTEST..=LONGEST).contains(&password.len()) || password.contains(' ') => {
            return Err(PasswordError::Form);
        }
        _ => Some(hashed(password).ok_or(PasswordError::NotKept)?),
    };
    let name = name.to_ascii_lowercase();
    archive
        .change(move |store| store.set_password(&name, hash.as_deref()))
        .map_err(|_| PasswordError::NotKept)
}

/// The hash of the password of a name, if it has one. A name whose hash cannot be read has one that no
/// password fits.
pub(super) fn of(archive: Option<&Archive>, name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let read = archive?.read(|store| store.password(&name));
    read.unwrap_or_else(|error| {
        log::error!("cannot read the password of `{name}`: {error}");
        Some(String::new())
    })
}

/// True if the password is that of the hash.
pub(super) fn fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

fn hashed(password: &str) -> Option<String> {
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    Some(Argon2::default().hash_password(password.as_bytes(), &salt).ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_alone() {
        let [one, other] = [(); 2].map(|()| hashed("rosebud").expect("a hash"));
        assert_ne!(one, other);
        assert!(fits("rosebud", &one) && fits("rosebud", &other));
        for (password, hash) in [("Rosebud", one.as_str()), ("", &one), ("rosebud", ""), ("", "")] {
            assert!(!fits(password, hash), "{password} {hash}");
        }
    }
}
