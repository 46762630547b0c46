//! The boundary to the host: one function that it calls, one that it provides, and the standard
//! streams and the clock of WASI.

use std::cell::RefCell;
use std::io::{stdin, stdout};
use std::time::Duration;

use crate::engine::{Engine, Next};
use crate::log_lines;

#[expect(unsafe_code, reason = "the host promises what the declaration says")]
#[link(wasm_import_module = "tandem")]
unsafe extern "C" {
    /// Not zero once a line has come that waits for the end of the turn.
    safe fn has_mail() -> u32;
}

thread_local! {
    // A module has one engine, and the host has no place to keep it.
    static ENGINE: RefCell<Engine> = {
        log_lines::begin();
        RefCell::new(Engine::new(|| has_mail() != 0))
    };
}

/// Gives the engine a turn of at most `slice` milliseconds. Returns the milliseconds until the next
/// one, if no line comes before: infinity if only a line brings it, a negative number if the
/// conversation is over.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
extern "C" fn turn(slice: f64) -> f64 {
    let slice = Duration::try_from_secs_f64(slice / 1000.0).unwrap_or(Duration::MAX);
    // Standard output is not locked for the turn: a line of the log may come from another thread.
    let next =
        ENGINE.with_borrow_mut(|engine| engine.turn(&mut stdin().lock(), &mut stdout(), slice));
    match next.unwrap_or(Next::Never) {
        Next::AtOnce => 0.0,
        Next::After(time) => time.as_secs_f64() * 1000.0,
        Next::WithALine => f64::INFINITY,
        Next::Never => -1.0,
    }
}
