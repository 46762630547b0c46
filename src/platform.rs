//! Differences between operating systems; no other file asks which one it runs on.

use std::fs::Metadata;
use std::io::IsTerminal;

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

/// True if every user may read the file.
#[cfg(unix)]
pub(crate) fn is_open_to_all(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.mode() & 0o004 != 0
}

/// Always false: elsewhere access lists say who may read a file, and the folders of a user are
/// closed to others.
#[cfg(not(unix))]
pub(crate) fn is_open_to_all(_: &Metadata) -> bool {
    false
}
