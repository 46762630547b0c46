//! Characters of bytes in the encodings that files of games have.

use std::borrow::Cow;
use std::io::{self, BufRead};

use arrayvec::ArrayVec;

/// The encoding of a text, told by the byte-order mark in front of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    /// Without a mark, or with that of UTF-8. Bytes that are no UTF-8 are Windows-1252, which old
    /// programs write, so that a file may have both.
    Utf8,
    Utf16 {
        is_big_endian: bool,
    },
}

/// The characters of a byte stream: UTF-8, UTF-16 with a byte-order mark, or else Windows-1252. The
/// mark is no character of the text.
pub(super) struct Chars<R> {
    input: R,
    encoding: Option<Encoding>,
    /// Bytes taken from the input that belong to the next characters.
    ahead: ArrayVec<u8, LONGEST>,
}

/// Most bytes of a character.
const LONGEST: usize = 4;

const MARK: char = '\u{feff}';

/// The characters of the bytes 0x80 to 0x9f in Windows-1252; the five unused ones are controls, as
/// in Latin-1. All other bytes are those of Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl<R: BufRead> Chars<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input, encoding: None, ahead: ArrayVec::new_const() }
    }

    /// The next character, `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<char>> {
        match self.encoding {
            Some(Encoding::Utf8) => self.next_of_utf8(),
            Some(Encoding::Utf16 { is_big_endian }) => self.next_of_utf16(is_big_endian),
            None => {
                self.fill(2)?;
                let encoding = match self.ahead.as_slice() {
                    [0xff, 0xfe] => Encoding::Utf16 { is_big_endian: false },
                    [0xfe, 0xff] => Encoding::Utf16 { is_big_endian: true },
                    _ => Encoding::Utf8,
                };
                self.encoding = Some(encoding);
                let first = self.next()?;
                if first == Some(MARK) { self.next() } else { Ok(first) }
            }
        }
    }

    fn next_of_utf8(&mut self) -> io::Result<Option<char>> {
        self.fill(1)?;
        let Some(&first) = self.ahead.first() else { return Ok(None) };
        let length = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        self.fill(length)?;
        let bytes = self.ahead.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let (c, used) = match bytes.and_then(|text| text.chars().next()) {
            Some(c) => (c, length),
            None => (of_windows_1252(first), 1),
        };
        self.ahead.drain(..used);
        Ok(Some(c))
    }

    fn next_of_utf16(&mut self, is_big_endian: bool) -> io::Result<Option<char>> {
        let unit = |bytes: &[u8]| match *bytes {
            [a, b] if is_big_endian => Some(u16::from_be_bytes([a, b])),
            [a, b] => Some(u16::from_le_bytes([a, b])),
            _ => None,
        };
        self.fill(LONGEST)?;
        if self.ahead.is_empty() {
            return Ok(None);
        }
        let units = self.ahead.chunks(2).map_while(unit);
        let c = char::decode_utf16(units).next().and_then(Result::ok);
        let used = c.map_or(2, |c| 2 * c.len_utf16()).min(self.ahead.len());
        self.ahead.drain(..used);
        Ok(Some(c.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }

    /// Takes bytes from the input until `count` of them are ahead, or all.
    fn fill(&mut self, count: usize) -> io::Result<()> {
        while self.ahead.len() < count {
            match self.input.fill_buf() {
                Ok(buffer) => {
                    let Some(&byte) = buffer.first() else { return Ok(()) };
                    self.ahead.push(byte);
                    self.input.consume(1);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn of_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The text of a whole file, without a byte-order mark: UTF-8, UTF-16 if it has the mark, or else
/// Windows-1252, as old programs write it.
///
/// ```
/// use tandem_rules::notation::decoded;
///
/// assert_eq!(decoded(b"\xef\xbb\xbf1. e4"), "1. e4");
/// assert_eq!(decoded(b"\xff\xfe1\x00.\x00"), "1.");
/// assert_eq!(decoded(b"caf\xe9"), "café");
/// ```
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let unmarked = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(unmarked) {
        return text.into();
    }
    let mut chars = Chars::new(bytes);
    std::iter::from_fn(|| chars.next().ok().flatten()).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect()
    }

    #[test]
    fn each_encoding_is_told_from_the_others() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"\xef\xbb\xbf", ""),
            (b"\xff", "ÿ"),
            (b"\x96\xbd\xa0\xe9", "–½\u{a0}é"),
            (b"caf\xe9 \xc3\xa9", "café é"),
            (b"\xe2\x80", "â€"),
            (b"\xff\xfea\x00\xd8", "a\u{fffd}"),
            (b"\xff\xfe\x00\xd8a\x00", "\u{fffd}a"),
        ] {
            assert_eq!(decoded(bytes), expected, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_the_same_in_every_encoding(text in "(\\PC|[a-z\r\n])*") {
            let utf8 = format!("\u{feff}{text}").into_bytes();
            for bytes in [utf8, utf16(&text, u16::to_le_bytes), utf16(&text, u16::to_be_bytes)] {
                prop_assert_eq!(&decoded(&bytes), &text);
            }
        }

        #[test]
        fn no_bytes_are_without_a_text(bytes: Vec<u8>) {
            prop_assert!(decoded(&bytes).chars().count() <= bytes.len());
        }
    }
}
