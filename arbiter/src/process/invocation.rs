//! Commands that start engines.

use std::process::Command;
use std::str::FromStr;

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    program: String,
    arguments: Vec<String>,
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
        Self { program: program.to_owned(), arguments }
    }

    /// Name or path of the program.
    pub fn program(&self) -> &str {
        &self.program
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

/// Reads words separated by blanks. Single or double quotes keep blanks in a word; nothing else has
/// a special meaning: no shell sees the text, and a backslash is a backslash.
impl FromStr for Invocation {
    type Err = InvocationError;

    fn from_str(text: &str) -> Result<Self, InvocationError> {
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
        if quote.is_some() {
            return Err(InvocationError::Quote(text.to_owned()));
        }
        let mut words = words.into_iter();
        let program = words.next().ok_or(InvocationError::Empty)?;
        Ok(Self { program, arguments: words.collect() })
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
