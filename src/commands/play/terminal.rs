//! The terminal in raw mode with its alternate screen, restored in any case.

use std::io::{self, Write, stdout};
use std::sync::Once;

use crossterm::terminal;

/// Escape codes: alternate screen, no line wrapping, and clear.
const ENTER: &str = "\x1b[?1049h\x1b[?7l\x1b[2J";
const LEAVE: &str = "\x1b[?7h\x1b[?1049l";
const CLEAR: &str = "\x1b[2J";
const BELL: &str = "\x07";
/// Columns and rows if the size is unknown.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// A terminal in raw mode, restored when this value is dropped.
pub(super) struct Terminal(());

impl Terminal {
    /// Takes the terminal that is standard input and output.
    ///
    /// # Errors
    /// An error if the terminal cannot be put into raw mode or written to.
    pub(super) fn enter() -> io::Result<Self> {
        leave_in_panic();
        terminal::enable_raw_mode()?;
        let terminal = Self(());
        write(ENTER)?;
        Ok(terminal)
    }

    /// Size of the terminal: columns and rows.
    pub(super) fn size() -> (usize, usize) {
        let (columns, rows) = terminal::size().unwrap_or(USUAL_SIZE);
        // Some pseudo-terminals report a size of zero.
        let of = |found: u16, usual: u16| usize::from(if found == 0 { usual } else { found });
        (of(columns, USUAL_SIZE.0), of(rows, USUAL_SIZE.1))
    }

    /// Clears the screen.
    #[expect(clippy::unused_self, reason = "only the owner of a terminal may clear it")]
    pub(super) fn clear(&self) {
        note_failure(write(CLEAR));
    }

    /// Rings the bell.
    #[expect(clippy::unused_self, reason = "only the owner of a terminal may ring its bell")]
    pub(super) fn ring(&self) {
        note_failure(write(BELL));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave();
    }
}

fn leave() {
    note_failure(write(LEAVE));
    note_failure(terminal::disable_raw_mode());
}

/// Installs a panic hook that restores the terminal: a program that panics may end at once, without
/// dropping anything, and its message should be read on the usual screen.
fn leave_in_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave();
            usual(info);
        }));
    });
}

fn write(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn note_failure(done: io::Result<()>) {
    if let Err(error) = done {
        log::debug!("the terminal refused a command: {error}");
    }
}
