//! One match at a time writes to a file.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// A match that is killed while it starts an engine leaves its locks to that process for as long as
/// it takes the system to turn it into the engine.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Locks a file until it is closed.
///
/// # Errors
/// Another match keeps it locked, or the system cannot lock it.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(BETWEEN_TRIES);
            }
            done => return done,
        }
    }
}
