//! Commands that start engines.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// A program, its arguments, its working directory, and the file for its standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    program: String,
    arguments: Vec<String>,
    /// Working directory; that of this program if not given.
    directory: Option<PathBuf>,
    /// File to which standard error is appended, besides the log.
    errors: Option<PathBuf>,
}

/// Parse error of [`Invocation`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvocationError {
    /// The text is empty or blank.
    #[error("an empty command, expected a program and its arguments")]
    Empty,
    /// A quote is not closed; holds the text.
    #[error("a quote is not closed in `{0}`")]
    Quote(String),
}

impl Invocation {
    /// Makes an invocation of this program with these arguments.
    pub fn new(program: &str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Self { program: program.to_owned(), arguments, directory: None, errors: None }
    }

    /// Runs the program in this directory. A program that is a file there is meant, whatever the
    /// directory of this program has.
    #[must_use]
    pub fn in_directory(mut self, directory: &Path) -> Self {
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let there = directory.join(&self.program);
        if let (true, Some(there)) = (there.is_file(), there.to_str()) {
            there.clone_into(&mut self.program);
        }
        self.directory = Some(directory);
        self
    }

    /// Appends what the program writes to standard error to this file.
    #[must_use]
    pub fn with_errors_in(mut self, file: &Path) -> Self {
        self.errors = Some(file.to_owned());
        self
    }

    /// Name or path of the program.
    pub fn program(&self) -> &str {
        &self.program
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }

    /// The file to which standard error is appended, if there is one.
    pub(super) fn errors(&self) -> Option<&Path> {
        self.errors.as_deref()
    }
}

/// Cuts a text into words separated by blanks. Single or double quotes keep blanks in a word;
/// nothing else has a special meaning: no shell sees the text, and a backslash is a backslash.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, InvocationError> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut in_word) = (None, false);
    for c in text.chars() {
        let starts = !in_word && (quote.is_some() || !c.is_whitespace());
        if starts {
            words.push(String::new());
            in_word = true;
        }
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, c) if c.is_whitespace() => in_word = false,
            (_, c) => words.last_mut().into_iter().for_each(|word| word.push(c)),
        }
    }
    match quote {
        Some(_) => Err(InvocationError::Quote(text.to_owned())),
        None => Ok(words),
    }
}

/// Reads a program and its arguments as [`words`].
impl FromStr for Invocation {
    type Err = InvocationError;

    fn from_str(text: &str) -> Result<Self, InvocationError> {
        let words = words(text)?;
        let (program, arguments) = words.split_first().ok_or(InvocationError::Empty)?;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Ok(Self::new(program, &arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_quotes_hold_them_together() {
        for (text, program, arguments) in [
            ("sjeng", "sjeng", &[][..]),
            ("  a  b\tc ", "a", &["b", "c"]),
            ("'my engine' --log \"a b\"", "my engine", &["--log", "a b"]),
            (r"C:\chess\e.exe x='1 2'", r"C:\chess\e.exe", &["x=1 2"]),
            ("a '' b", "a", &["", "b"]),
        ] {
            assert_eq!(text.parse(), Ok(Invocation::new(program, arguments)), "{text}");
        }
    }

    #[test]
    fn an_invalid_command_is_refused() {
        for text in ["", "  "] {
            assert_eq!(text.parse::<Invocation>(), Err(InvocationError::Empty));
        }
        let quote = "a 'b";
        assert_eq!(quote.parse::<Invocation>(), Err(InvocationError::Quote(quote.to_owned())));
    }
}
