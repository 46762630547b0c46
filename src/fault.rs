//! Faults of the program itself: told in one line, they end it, or only the thread that they are in.

use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::process;

use tandem_rules::notation::legible;

/// Lets a fault in any thread end the program: the other threads would wait for that one for ever.
pub(crate) fn end_program() {
    let tell = teller();
    panic::set_hook(Box::new(move |fault| {
        tell(fault);
        process::abort();
    }));
}

/// Lets a fault end the thread that it is in, and nothing else: a server that many people play at goes
/// on with their games.
#[cfg(feature = "serve")]
pub(crate) fn end_thread() {
    panic::set_hook(teller());
}

/// Says on standard error, in one line, what went wrong. If that is full or closed, the exit code
/// still tells that something did.
pub(crate) fn complain(text: &str) {
    let text = legible(text).replace(['\r', '\n', '\u{c}'], " ");
    let _nobody_may_listen = writeln!(io::stderr(), "tandem: {text}");
}

/// An error with its causes, as complaints tell it. Some errors have the text of their cause in their
/// own, so a text that ends with the next one is followed by what comes behind that.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

/// Tells a fault in one line, or with its backtrace if `RUST_BACKTRACE` asks for one.
fn teller() -> Hook {
    let _one_of_ours = panic::take_hook();
    let usual = panic::take_hook();
    match std::env::var_os("RUST_BACKTRACE") {
        Some(_) => usual,
        None => Box::new(|fault| complain(&in_words(fault))),
    }
}

/// The end of a program that cannot go on: a system without memory for a thread, or a bug. The
/// place is for the second.
fn in_words(fault: &PanicHookInfo<'_>) -> String {
    let reason = fault.payload_as_str().unwrap_or("a fault without a reason");
    match fault.location() {
        Some(place) => format!("{reason} ({}:{})", place.file(), place.line()),
        None => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::with_causes;

    #[test]
    fn a_cause_that_is_told_already_is_not_told_again() {
        #[derive(Debug, thiserror::Error)]
        #[error("cannot read the book: {0}")]
        struct Unreadable(#[from] std::io::Error);

        let unreadable = || Unreadable(std::io::Error::other("not a file"));
        let error = Err::<(), _>(unreadable()).context("no match").expect_err("an error");
        assert_eq!(with_causes(&error), "no match: cannot read the book: not a file");
        let error = anyhow!("not a file").context("cannot read `x`");
        assert_eq!(with_causes(&error), "cannot read `x`: not a file");
    }
}
