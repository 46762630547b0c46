//! Differences between operating systems; no other file asks which one it runs on.

use std::fs::Metadata;
use std::io::{self, IsTerminal};

/// True if standard output is a terminal that shows colors and obeys cursor movements.
///
/// `NO_COLOR` set to any text turns colors off, and with them drawing in place.
pub(crate) fn has_colors() -> bool {
    std::io::stdout().is_terminal() && !anstyle_query::no_color() && console_obeys()
}

/// True if, in addition, standard input is a terminal at which somebody can type.
pub(crate) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && has_colors()
}

/// True if the console obeys escape sequences. A Windows console does so only after being asked to,
/// and old ones never do.
#[cfg(windows)]
fn console_obeys() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// True if the terminal obeys escape sequences; elsewhere the environment variable `TERM` says so.
#[cfg(not(windows))]
fn console_obeys() -> bool {
    anstyle_query::term_supports_ansi_color()
}

/// Checks that a file holds a secret: it belongs to the user of this program (or to root), its group
/// cannot change it, and others can neither read nor change it.
///
/// # Errors
/// The reason in words.
#[cfg(unix)]
pub(crate) fn check_is_private(file: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid().as_raw();
    let reason = match file.mode() {
        _ if ![0, user].contains(&file.uid()) => "it belongs to another user",
        mode if mode & 0o022 != 0 => "other users can change it",
        mode if mode & 0o004 != 0 => "other users can read it",
        _ => return Ok(()),
    };
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!("{reason} (`chmod 600` keeps it private)"),
    ))
}

/// Always succeeds: elsewhere access lists say who may read a file, and the folders of a user are
/// closed to others.
#[cfg(not(unix))]
pub(crate) fn check_is_private(_: &Metadata) -> io::Result<()> {
    Ok(())
}
