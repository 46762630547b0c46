//! File locks: one process at a time writes to a file.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// Time for which locking is retried. A match that is killed while it starts an engine leaves its
/// locks to that process for as long as the system needs to turn it into the engine.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Locks a file exclusively until it is closed.
///
/// # Errors
/// Another process still holds the lock after a second of retries, or the system cannot lock the
/// file.
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
