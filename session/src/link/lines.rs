//! Lines in the bytes of an untrusted peer: their length is limited.

use tandem_protocol::text::Line;

use super::fault::Fault;
use super::format::LONGEST_SEALED;

/// Bytes that have arrived and are no whole line yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The beginning of a line, never longer than [`LONGEST_SEALED`].
    begun: Vec<u8>,
}

impl Lines {
    /// Takes the next line, with what has arrived before; `None` if `bytes` do not end it. Leaves
    /// the bytes after it.
    ///
    /// # Errors
    /// The line is too long.
    pub(super) fn next(&mut self, bytes: &mut &[u8]) -> Result<Option<Line>, Fault> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        if self.begun.len() + part.len() > LONGEST_SEALED {
            return Err(Fault::TooLong);
        }
        self.begun.extend_from_slice(part);
        let Some(end) = end else {
            *bytes = &[];
            return Ok(None);
        };
        *bytes = &bytes[end + 1..];
        let line = Line::new(&String::from_utf8_lossy(&self.begun));
        self.begun.clear();
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of these pieces, or the fault.
    fn read(pieces: &[&[u8]]) -> Result<Vec<String>, Fault> {
        let (mut lines, mut read) = (Lines::default(), Vec::new());
        for mut piece in pieces.iter().copied() {
            while let Some(line) = lines.next(&mut piece)? {
                read.push(line.to_string());
            }
            assert!(piece.is_empty());
        }
        Ok(read)
    }

    #[test]
    fn lines_are_put_together_from_any_pieces() {
        for (pieces, expected) in [
            (&[&b""[..]][..], &[][..]),
            (&[b"a\nb"], &["a"]),
            (&[b"a\nb", b"c\r\n\nd"], &["a", "bc", ""]),
            (&[b"\xff\xfe\0\n"], &["\u{fffd}\u{fffd}"]),
        ] {
            assert_eq!(read(pieces).expect("they are short"), expected);
        }
        let fits = [b'x'; LONGEST_SEALED];
        assert_eq!(read(&[&fits, b"\n"]).map(|lines| lines[0].len()), Ok(LONGEST_SEALED));
        assert_eq!(read(&[&fits, b"x"]), Err(Fault::TooLong));
        assert_eq!(read(&[b"a\n", &fits, &fits]), Err(Fault::TooLong));
    }
}
