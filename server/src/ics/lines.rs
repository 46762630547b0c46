//! Lines out of the bytes of a client, and lines to it.

use super::seal::Seal;

/// Longest line that is read, in bytes. The rest of a longer one is left out.
pub(super) const LONGEST_LINE: usize = 1024;
/// The end of a line, in the order of the servers of this family.
pub(super) const END_OF_LINE: &str = "\n\r";

/// The first byte of a command of the telnet protocol (RFC 854), and some of those commands.
const IAC: u8 = 255;
const SUBNEGOTIATION: u8 = 250;
const END_OF_SUBNEGOTIATION: u8 = 240;

/// The reader of lines. Commands of telnet are left out, and so is all else that is no text.
#[derive(Default)]
pub(super) struct LineReader {
    line: Vec<u8>,
    telnet: Telnet,
    seal: Seal,
    /// True if the line was longer than is read.
    is_cut: bool,
}

/// The place in a command of telnet.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Telnet {
    #[default]
    Text,
    Command,
    /// The option of a command is next.
    Option,
    Subnegotiation,
    SubnegotiationCommand,
}

/// A line of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Text(String),
    /// It was longer than [`LONGEST_LINE`].
    TooLong,
}

impl LineReader {
    /// Takes bytes, and returns the lines that they end.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<Line> {
        bytes.iter().filter_map(|&byte| self.take_byte(byte)).collect()
    }

    fn take_byte(&mut self, byte: u8) -> Option<Line> {
        match (self.telnet, byte) {
            (Telnet::Text, IAC) => self.telnet = Telnet::Command,
            (Telnet::Text, b'\n') => return self.end(),
            (Telnet::Text, _) => self.push(byte),
            (Telnet::Command, SUBNEGOTIATION) => self.telnet = Telnet::Subnegotiation,
            (Telnet::Command, 251..=254) => self.telnet = Telnet::Option,
            (Telnet::Command | Telnet::Option, _)
            | (Telnet::SubnegotiationCommand, END_OF_SUBNEGOTIATION) => self.telnet = Telnet::Text,
            (Telnet::Subnegotiation, IAC) => self.telnet = Telnet::SubnegotiationCommand,
            (Telnet::SubnegotiationCommand, _) => self.telnet = Telnet::Subnegotiation,
            (Telnet::Subnegotiation, _) => {}
        }
        None
    }

    fn push(&mut self, byte: u8) {
        match self.line.len() < LONGEST_LINE {
            true => self.line.push(byte),
            false => self.is_cut = true,
        }
    }

    /// Ends the line; `None` if it is one that the client's program sends on its own.
    fn end(&mut self) -> Option<Line> {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_cut) {
            return Some(Line::TooLong);
        }
        let typed = typed(&self.seal.open(line)?);
        Some(Line::Text(tandem_rules::notation::decoded(&typed).trim().to_owned()))
    }
}

/// The text of a line without what is no text, such as escapes of a terminal.
fn typed(line: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(line.len());
    for &byte in line {
        match byte {
            // Backspace and delete, as somebody at a bare telnet sends them.
            8 | 127 => {
                text.pop();
            }
            b'\t' => text.push(b' '),
            ..b' ' => {}
            _ => text.push(byte),
        }
    }
    text
}

/// The line in pieces of at most `width` characters, each but the first after a mark of this family of
/// servers. A word that is longer, such as a link, stays whole.
pub(super) fn wrapped(line: &str, width: usize) -> String {
    const MARK: &str = "\\   ";
    let mut out = String::new();
    let mut length = 0;
    for (number, word) in line.split(' ').enumerate() {
        let size = word.chars().count();
        if length > 0 && length + 1 + size > width {
            out.push_str(END_OF_LINE);
            out.push_str(MARK);
            length = MARK.len();
        } else if number > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += size;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::seal::sealed;
    use super::*;

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lines_are_text_without_commands_of_telnet() {
        for (bytes, lines) in [
            (b"Anna\n".as_slice(), vec![text("Anna")]),
            (b"Anna\r\npassword\n\r", vec![text("Anna"), text("password")]),
            (b"\xff\xfd\x01\xff\xfe\x01alias $ @\n", vec![text("alias $ @")]),
            (b"\xff\xfa\x18\x00xterm\xff\xf0who\n", vec![text("who")]),
            (b"\xff\xf6x\xff\xff\n", vec![text("x")]),
            (b"whp\x08o\n", vec![text("who")]),
            (b"a\x1b[2Jb\x00\n", vec![text("a[2Jb")]),
            (b"tell Zo\xc3\xab hi\n", vec![text("tell Zo\u{eb} hi")]),
            (b"tell Zo\xeb hi\n", vec![text("tell Zo\u{eb} hi")]),
            (b"half", vec![]),
        ] {
            assert_eq!(LineReader::default().take(bytes), lines, "{bytes:?}");
        }
    }

    #[test]
    fn sealed_lines_are_text() {
        let lines = [b"TIMESTAMP|anna|Linux|".as_slice(), b"Anna", b"$match Cora 3 0 u\r"];
        let bytes: Vec<u8> = lines
            .iter()
            .enumerate()
            .flat_map(|(place, line)| [sealed(line, 17 * place), b"\n".to_vec()].concat())
            .collect();
        let mut reader = LineReader::default();
        let read: Vec<Line> = bytes.iter().flat_map(|&byte| reader.take(&[byte])).collect();
        assert_eq!(read, [text("Anna"), text("$match Cora 3 0 u")]);
    }

    #[test]
    fn a_line_without_an_end_takes_no_more_room_than_the_longest() {
        let mut reader = LineReader::default();
        for _ in 0..100 {
            assert!(reader.take(&[b'x'; 1000]).is_empty());
        }
        assert!(reader.line.len() <= LONGEST_LINE);
        assert_eq!(reader.take(b"\nwho\n"), [Line::TooLong, text("who")]);
    }

    #[test]
    fn long_lines_are_wrapped_at_blanks() {
        let told = "Anna (your partner) tells you: Tandem is an engine. Say 'help' to see which words it \
                    understands.";
        let wraps = "Anna (your partner) tells you: Tandem is an engine. Say 'help' to see which\n\r\\   \
                     words it understands.";
        assert_eq!(wrapped(told, 79), wraps);
        for text in ["short", "  1.  e4", "", " a  b "] {
            assert_eq!(wrapped(text, 79), text);
        }
        let link = "x".repeat(50);
        assert_eq!(
            wrapped(&format!("Open {link} now"), 24),
            format!("Open\n\r\\   {link}\n\r\\   now")
        );
    }
}
