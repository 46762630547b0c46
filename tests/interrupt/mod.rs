//! Ctrl-C for a running program.

use std::process::{Child, Command};

/// Sends a program SIGINT, as Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a kill").success());
}
