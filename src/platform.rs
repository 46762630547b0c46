//! Differences between operating systems; no other file asks which one it runs on.

use std::fs::Metadata;
use std::io::{self, IsTerminal};

/// True if users type commands into a shell of Unix, and not at the command prompt of Windows.
pub(crate) const HAS_UNIX_SHELL: bool = cfg!(not(windows));

/// True if standard output is a terminal that shows colors and obeys cursor movements, and colors
/// are wanted.
pub(crate) fn has_colors() -> bool {
    wants_colors() && has_cursor()
}

/// False if colors are turned off: by `NO_COLOR`, set to any text.
pub(crate) fn wants_colors() -> bool {
    !anstyle_query::no_color()
}

/// True if standard input and output are a terminal in which one can draw and somebody can type.
pub(crate) fn is_interactive() -> bool {
    has_keyboard() && has_cursor()
}

/// True if standard input is a terminal at which somebody can type.
pub(crate) fn has_keyboard() -> bool {
    std::io::stdin().is_terminal()
}

/// True if standard output is a terminal that obeys cursor movements.
fn has_cursor() -> bool {
    std::io::stdout().is_terminal() && console_obeys()
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
