//! Errors of journals.

use std::io;

/// Error of reading or writing a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// An I/O error.
    #[error("results cannot be read or written")]
    Io(#[from] io::Error),
    /// Another process holds the lock of the file.
    #[error("another {noun} is writing this file")]
    InUse {
        /// Noun for a run of the command.
        noun: &'static str,
    },
    /// The first line is not the head of a journal of this kind.
    #[error("not the results of {}: the first line is `{first}`", with_article(noun))]
    NoHead {
        /// Noun for a run of the command.
        noun: &'static str,
        /// Beginning of the line.
        first: String,
    },
    /// The format version is not the supported one.
    #[error("results of version {was}, expected {expected}")]
    Version {
        /// Version of the file.
        was: u64,
        /// Supported version.
        expected: u32,
    },
    /// A line does not hold a result.
    #[error("line {line}: expected {}, found `{text}`", with_article(result))]
    Line {
        /// Noun for a result.
        result: &'static str,
        /// Line number, from 1.
        line: usize,
        /// Beginning of the line.
        text: String,
    },
    /// The same game number occurs twice with different results.
    #[error("game {0} occurs twice, with different results")]
    Twice(usize),
    /// The file belongs to a run with other settings.
    #[error("the results of another {noun}: {name} was `{was}`, not `{is}`")]
    OtherRun {
        /// Noun for a run of the command.
        noun: &'static str,
        /// Name of the setting that differs.
        name: String,
        /// Its value in the file.
        was: String,
        /// Its value in this run.
        is: String,
    },
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
