//! Counters of the history tables.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::params::HISTORY_MOST;

/// A history counter, which moves towards its bounds the slower the nearer it is (gravity).
///
/// Threads share it without locks: of two updates at once, one may be lost.
#[derive(Default)]
pub(super) struct HistoryValue(AtomicI16);

impl HistoryValue {
    /// Adds a bonus, or a malus if it is negative.
    pub(super) fn update(&self, bonus: i32) {
        let value = self.get();
        self.0.store((value + bonus - value * bonus.abs() / HISTORY_MOST) as i16, Relaxed);
    }

    pub(super) fn get(&self) -> i32 {
        i32::from(self.0.load(Relaxed))
    }

    /// Sets the value to 0, unless it is, as most values of a table are: a store to memory that
    /// WebAssembly shares takes as long as many loads.
    pub(super) fn clear(&self) {
        if self.get() != 0 {
            self.0.store(0, Relaxed);
        }
    }
}

/// A table of `count` default values.
pub(super) fn table<T: Default>(count: usize) -> Box<[T]> {
    std::iter::repeat_with(T::default).take(count).collect()
}
