//! The heap of several threads: the functions of Debian's C library, which knows of one thread, behind a lock.
//!
//! The linker puts `__wrap_malloc` in place of `malloc`, which stays `__real_malloc` (`wasm/build`), and so on. A lock in the
//! global allocator would not do: the standard library keeps each thread's list of destructors beside it, in `System`.

#![expect(unsafe_code, reason = "the linker finds these functions by their names")]

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

unsafe extern "C" {
    fn __real_malloc(bytes: usize) -> *mut c_void;
    fn __real_calloc(count: usize, bytes: usize) -> *mut c_void;
    fn __real_realloc(start: *mut c_void, bytes: usize) -> *mut c_void;
    fn __real_posix_memalign(start: &mut *mut c_void, alignment: usize, bytes: usize) -> i32;
    fn __real_free(start: *mut c_void);
}

/// Uses the heap when no other thread does. The lock itself is two words in place and allocates nothing.
fn alone<T>(function: impl FnOnce() -> T) -> T {
    static HEAP: Mutex<()> = Mutex::new(());
    let _guard = HEAP.lock().unwrap_or_else(PoisonError::into_inner);
    function()
}

#[unsafe(no_mangle)]
extern "C" fn __wrap_malloc(bytes: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    alone(|| unsafe { __real_malloc(bytes) })
}

#[unsafe(no_mangle)]
extern "C" fn __wrap_calloc(count: usize, bytes: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    alone(|| unsafe { __real_calloc(count, bytes) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_realloc(start: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller gives up a place of this heap.
    alone(|| unsafe { __real_realloc(start, bytes) })
}

#[unsafe(no_mangle)]
extern "C" fn __wrap_posix_memalign(
    start: &mut *mut c_void,
    alignment: usize,
    bytes: usize,
) -> i32 {
    // SAFETY: any size may be asked for; a wrong alignment is answered with an error.
    alone(|| unsafe { __real_posix_memalign(start, alignment, bytes) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_free(start: *mut c_void) {
    // SAFETY: the caller gives up a place of this heap.
    alone(|| unsafe { __real_free(start) });
}
