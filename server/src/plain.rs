//! Text from strangers on its way to pages: nothing in it hides, turns the text around it, or begins a
//! line where there is one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};
use tandem_rules::notation::is_deceptive;

/// True for a character that a page would not show as it is: a [deceptive](is_deceptive) one, or one
/// without a width that is no joiner of letters.
fn is_hidden(letter: char) -> bool {
    is_deceptive(letter)
        || matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}'
            | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Text as one line of at most this many characters: blanks of any kind are single ones, and hidden
/// characters are left out.
pub(crate) fn line_of(text: &str, most: usize) -> String {
    let words = text.split_whitespace().map(|word| word.replace(is_hidden, ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(most).collect()
}

/// The text of a message as JSON. Hidden characters become U+FFFD, whoever they come from; tabs and
/// line breaks stay, as records have them.
pub(crate) fn json_of(message: &impl Serialize) -> String {
    let mut bytes = Vec::with_capacity(128);
    let mut serializer = Serializer::with_formatter(&mut bytes, Plain);
    message.serialize(&mut serializer).expect("all keys are texts");
    String::from_utf8(bytes).expect("JSON is text")
}

/// JSON without hidden characters.
struct Plain;

/// The character that is shown in place of a hidden one.
const REPLACEMENT: &str = "\u{fffd}";

impl Formatter for Plain {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        match fragment.contains(is_hidden) {
            true => writer.write_all(fragment.replace(is_hidden, REPLACEMENT).as_bytes()),
            false => writer.write_all(fragment.as_bytes()),
        }
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        writer.write_all(match escape {
            CharEscape::Quote => b"\\\"",
            CharEscape::ReverseSolidus => b"\\\\",
            CharEscape::Solidus => b"\\/",
            CharEscape::LineFeed => b"\\n",
            CharEscape::CarriageReturn => b"\\r",
            CharEscape::Tab => b"\\t",
            CharEscape::Backspace | CharEscape::FormFeed | CharEscape::AsciiControl(_) => {
                REPLACEMENT.as_bytes()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_neither_breaks_nor_hidden_characters() {
        for (text, expected) in [
            ("Anna", "Anna"),
            (" An\tna \r\n B\u{2028}C ", "An na B C"),
            ("\u{202e}annA\u{200b}\u{feff}\u{2066}", "annA"),
            ("\u{1b}[2J\0", "[2J"),
            ("\u{202e} \u{200b}", ""),
            ("Zürich 東京 \u{1f469}\u{200d}\u{1f467}", "Zürich 東京 \u{1f469}\u{200d}\u{1f467}"),
        ] {
            assert_eq!(line_of(text, 40), expected);
        }
        assert_eq!(line_of(&"é".repeat(100), 40), "é".repeat(40));
    }

    #[test]
    fn no_message_has_a_hidden_character_raw_or_escaped() {
        let text = "a\u{202e}b\u{200b}c\u{1b}d\u{7f}e\u{8}f\u{9b}\"\\\n\t\r♘🙂";
        let shown = "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f\u{fffd}\"\\\n\t\r♘🙂";
        let json = json_of(&[text]);
        let read: Vec<String> = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(read, [shown]);
        for number in [0.1, 1e300, -0.0] {
            assert_eq!(json_of(&number), serde_json::to_string(&number).expect("a number"));
        }
    }
}
