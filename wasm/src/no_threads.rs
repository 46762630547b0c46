//! The functions of C by which the standard library starts threads, where memory is not shared:
//! there are none. Newer C libraries than Debian's say so themselves.

#![expect(unsafe_code, reason = "the standard library finds these functions by their names")]

/// WASI's error number for what is not supported.
const ENOTSUP: i32 = 58;

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_attributes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_attributes: usize, _bytes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_attributes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    _thread: usize,
    _attributes: usize,
    _start: usize,
    _argument: usize,
) -> i32 {
    ENOTSUP
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(_thread: usize, _result: usize) -> i32 {
    ENOTSUP
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_thread: usize) -> i32 {
    ENOTSUP
}
