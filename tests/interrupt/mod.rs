//! Ctrl-C, and other requests to end, for a running program.

use std::process::{Child, Command};

/// Sends a program SIGINT, as Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    signal(child, "-INT");
}

/// Sends a program SIGTERM, as systems do that shut down.
#[allow(dead_code, reason = "not every test ends a program in this way")]
pub(crate) fn terminate(child: &Child) {
    signal(child, "-TERM");
}

fn signal(child: &Child, signal: &str) {
    send(signal, child.id());
}

/// Sends the process with this id a signal, such as `-HUP`.
pub(crate) fn send(signal: &str, id: u32) {
    let kill = Command::new("kill").args([signal, &id.to_string()]).status();
    assert!(kill.expect("there is a kill").success());
}
