//! The lines to an engine in their order, some of which belong to the command before them.

use super::Command;
use crate::text::{Line, split_word};
use crate::uci::{Info, Reply};

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
    /// The definition being read; `None` outside of one.
    definition: Option<Definition>,
}

/// A definition whose end has not been read yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Definition {
    /// The command that began it.
    command: Command,
    /// The line that ends it.
    end: Line,
}

impl CommandLines {
    /// Reads the next line.
    pub fn read(&mut self, line: &str) -> Command {
        if let Some(Definition { end, .. }) = &self.definition {
            if Line::new(line) == *end {
                self.definition = None;
            }
            return Command::Blank;
        }
        let command = Command::parse(line);
        self.definition =
            end_of_definition(&command).map(|end| Definition { command: command.clone(), end });
        command
    }

    /// The complaint at the end of the input, if a definition has swallowed all lines up to there.
    pub fn complaint_at_end(&self) -> Option<Reply> {
        let Definition { command, end } = self.definition.as_ref()?;
        let text = format!("no line {end} has ended the definition: {command}");
        Some(Info::of_string(&text).into())
    }
}

/// The line that ends the definition after this command, if one follows.
fn end_of_definition(command: &Command) -> Option<Line> {
    let Command::Load(text) = command else { return None };
    let end = split_word(text.as_str().strip_prefix("<<")?.trim_start()).0;
    (!end.is_empty()).then(|| Line::new(end))
}
