//! What differs between systems; the only file that asks which one it is.

use std::fs::Metadata;
use std::io::IsTerminal;

/// True if standard output is a terminal that shows colors and moves its cursor when told.
///
/// `NO_COLOR` set to anything turns colors off, and with them the drawing in place.
pub(crate) fn has_colors() -> bool {
    std::io::stdout().is_terminal() && !anstyle_query::no_color() && console_obeys()
}

/// True if in addition somebody sits there and types.
pub(crate) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && has_colors()
}

/// A Windows console takes escape sequences only after it has been asked to; old ones never do.
#[cfg(windows)]
fn console_obeys() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// Elsewhere the terminal says what it is.
#[cfg(not(windows))]
fn console_obeys() -> bool {
    anstyle_query::term_supports_ansi_color()
}

/// True if everybody may read a file.
#[cfg(unix)]
pub(crate) fn is_open_to_all(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.mode() & 0o004 != 0
}

/// Elsewhere lists say who may, and folders of a user are closed to others.
#[cfg(not(unix))]
pub(crate) fn is_open_to_all(_: &Metadata) -> bool {
    false
}
