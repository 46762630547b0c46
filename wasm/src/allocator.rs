//! The heap of several threads: that of Debian's C library, which knows of one, behind a lock.

#![expect(unsafe_code, reason = "an allocator vouches for the memory that it hands out")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The allocator of the C library, used by one thread at a time.
struct Guarded(Mutex<()>);

#[global_allocator]
static HEAP: Guarded = Guarded(Mutex::new(()));

impl Guarded {
    /// Waits for the heap. The lock itself is two words in place and allocates nothing.
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// SAFETY: each method is that of `System`, whose promises are kept because of the lock: nothing else
// uses the C library's heap but its list of environment variables, which is made before there is a
// second thread.
unsafe impl GlobalAlloc for Guarded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _alone = self.lock();
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let _alone = self.lock();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        let _alone = self.lock();
        // SAFETY: as above.
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        let _alone = self.lock();
        // SAFETY: as above.
        unsafe { System.realloc(start, layout, bytes) }
    }
}
