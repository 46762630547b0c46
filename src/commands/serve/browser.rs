//! The user's browser.

use std::process::{Command, Stdio};

use anyhow::Context;

/// Opens a page of this machine in the user's browser.
///
/// # Errors
/// There is no program that opens it.
pub(super) fn open(page: &str) -> anyhow::Result<()> {
    let mut command = opener(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().with_context(|| {
        format!("cannot open a browser with `{}`", command.get_program().display())
    })?;
    // Waited for, so that no finished process is left behind.
    std::thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(target_os = "macos")]
fn opener(page: &str) -> Command {
    let mut command = Command::new("open");
    command.arg(page);
    command
}

#[cfg(windows)]
fn opener(page: &str) -> Command {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", page]);
    command
}

#[cfg(not(any(target_os = "macos", windows)))]
fn opener(page: &str) -> Command {
    let mut command = Command::new("xdg-open");
    command.arg(page);
    command
}
