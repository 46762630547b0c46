//! The cipher of a timeseal, by which some clients (pychess) send their lines.
//!
//! A seal tells the server when a line was written, so that no lag is charged. This server charges none
//! on purpose and only reads the lines.

/// The key, which all clients share.
const KEY: &[u8; 50] = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram.";
/// Lines go in blocks of this size, in each of which three pairs of bytes are swapped.
const BLOCK: usize = 12;
const SWAPPED: [[usize; 2]; 3] = [[0, 11], [2, 9], [4, 7]];
/// The byte between a line and its time.
const END_OF_TEXT: u8 = 24;
/// The beginnings of lines that the client's program sends on its own: its system, and its pongs.
const GREETING: &[u8] = b"TIMESTAMP|";
const PONG: &[u8] = b"\x029";

/// State of a client's seal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Seal {
    /// Not known before the first line.
    #[default]
    Unknown,
    None,
    Sealed,
}

impl Seal {
    /// Takes a line as it came; returns what the client said, `None` if that is nothing.
    pub(super) fn open(&mut self, line: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            Self::None => Some(line),
            Self::Unknown => {
                let is_sealed = opened(&line).is_some_and(|text| text.starts_with(GREETING));
                *self = if is_sealed { Self::Sealed } else { Self::None };
                (!is_sealed).then_some(line)
            }
            Self::Sealed => match opened(&line) {
                Some(text) if text.starts_with(PONG) => None,
                Some(text) => Some(text),
                None => Some(line),
            },
        }
    }
}

/// The text of a sealed line: its last byte is the place in the key, with the highest bit set.
fn opened(line: &[u8]) -> Option<Vec<u8>> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (&last, sealed) = line.split_last()?;
    if last < 0x80 || sealed.is_empty() || !sealed.len().is_multiple_of(BLOCK) {
        return None;
    }
    let place = usize::from(last & 0x7f);
    let key = KEY.iter().cycle().skip(place % KEY.len());
    let plain = |(byte, key): (&u8, &u8)| (byte.wrapping_add(32) ^ key) & 0x7f;
    let mut text: Vec<u8> = sealed.iter().zip(key).map(plain).collect();
    for block in text.chunks_exact_mut(BLOCK) {
        for [one, other] in SWAPPED {
            block.swap(one, other);
        }
    }
    let end = text.iter().position(|&byte| byte == END_OF_TEXT)?;
    text.truncate(end);
    Some(text)
}

/// Seals a line as clients do, for tests.
#[cfg(test)]
pub(super) fn sealed(text: &[u8], place: usize) -> Vec<u8> {
    let mut text = [text, b"\x1812345\x19".as_slice()].concat();
    text.resize(text.len().next_multiple_of(BLOCK), b'1');
    for block in text.chunks_exact_mut(BLOCK) {
        for [one, other] in SWAPPED {
            block.swap(one, other);
        }
    }
    let key = KEY.iter().cycle().skip(place % KEY.len());
    let seal = |(byte, key): (&u8, &u8)| ((byte | 0x80) ^ key).wrapping_sub(32);
    let mut sealed: Vec<u8> = text.iter().zip(key).map(seal).collect();
    sealed.push(0x80 | place as u8);
    sealed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_lines_are_read_at_any_place_of_the_key() {
        for place in 0..128 {
            let mut seal = Seal::default();
            assert_eq!(seal.open(sealed(b"TIMESTAMP|anna|Linux|", place)), None);
            for text in ["Anna", "match Tandem 5 0 u", "", "a line of more than one block of text"]
            {
                let said = seal.open(sealed(text.as_bytes(), place));
                assert_eq!(said, Some(text.as_bytes().to_vec()), "{place}");
            }
            assert_eq!(seal.open(sealed(b"\x029", place)), None);
        }
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        for first in [b"Anna".as_slice(), b"Zo\xc3\xab", b"", b"\x80", &[0x80; 13]] {
            let mut seal = Seal::default();
            assert_eq!(seal.open(first.to_vec()), Some(first.to_vec()));
            assert_eq!(seal, Seal::None);
        }
    }
}
