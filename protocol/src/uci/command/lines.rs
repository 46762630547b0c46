//! The lines to an engine in their order, some of which belong to the command before them.

use super::Command;
use crate::text::{Line, split_word};

/// Reads the lines to an engine, one after the other.
///
/// `load <<END` is followed by the definition of variants, up to a line `END`. Its lines are read as
/// [`Command::Blank`], whatever they say.
///
/// ```
/// use tandem_protocol::uci::{Command, CommandLines};
///
/// let mut lines = CommandLines::default();
/// let commands = ["load <<EOF", "[quit:chess]", "stop", "EOF", "stop"].map(|line| lines.read(line));
/// assert!(matches!(&commands[0], Command::Load(_)));
/// assert_eq!(commands[1..], [Command::Blank, Command::Blank, Command::Blank, Command::Stop]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLines {
    /// The line that ends the definition being read; `None` outside of one.
    end: Option<Line>,
}

impl CommandLines {
    /// Reads the next line.
    pub fn read(&mut self, line: &str) -> Command {
        match self.end.take() {
            Some(end) if Line::new(line) == end => Command::Blank,
            Some(end) => {
                self.end = Some(end);
                Command::Blank
            }
            None => {
                let command = Command::parse(line);
                self.end = end_of_definition(&command);
                command
            }
        }
    }
}

/// The line that ends the definition after this command, if one follows.
fn end_of_definition(command: &Command) -> Option<Line> {
    let Command::Load(text) = command else { return None };
    let end = split_word(text.as_str().strip_prefix("<<")?.trim_start()).0;
    (!end.is_empty()).then(|| Line::new(end))
}
