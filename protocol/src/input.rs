//! Line input from a stream of arbitrary bytes.

use std::io::{self, BufRead, ErrorKind};

/// Maximum length of a line in bytes, without its end. The longest line of the protocols has a few
/// hundred.
pub const LONGEST_LINE: usize = 64 * 1024;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Its text, with invalid UTF-8 replaced by U+FFFD.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes, which were discarded.
    TooLong,
}

/// Reads the next line; the last one may lack its end. `None` at the end of the stream.
///
/// # Errors
/// The stream cannot be read.
pub fn read_line(stream: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    let mut read_any = false;
    let mut too_long = false;
    loop {
        let available = match stream.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() && !read_any {
            return Ok(None);
        }
        read_any = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        too_long |= bytes.len() + part.len() > LONGEST_LINE;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let is_last = end.is_some() || available.is_empty();
        let used = part.len() + usize::from(end.is_some());
        stream.consume(used);
        if is_last {
            break;
        }
    }
    if too_long {
        return Ok(Some(Input::TooLong));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(Input::Line(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    /// Reads all lines through a buffer of `buffer` bytes, so that lines are split at any place.
    fn read_all(bytes: &[u8], buffer: usize) -> Vec<Input> {
        let mut stream = BufReader::with_capacity(buffer, bytes);
        std::iter::from_fn(|| read_line(&mut stream).expect("a slice can be read")).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_in_every_way_and_the_last_one_may_not_end() {
        let cases: &[(&[u8], &[&str])] = &[
            (b"", &[]),
            (b"\n", &[""]),
            (b"new\nquit\n", &["new", "quit"]),
            (b"new\r\nquit", &["new", "quit"]),
            (b"\r\n\n x \r", &["", "", " x "]),
            (b"a\rb\r\r\n", &["a\rb\r"]),
            (b"\xff\xfe\0\n\xc3", &["\u{fffd}\u{fffd}\0", "\u{fffd}"]),
        ];
        for (bytes, expected) in cases {
            let expected: Vec<Input> = expected.iter().map(|text| line(text)).collect();
            for buffer in [1, 2, 3, 100] {
                assert_eq!(read_all(bytes, buffer), expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_alone() {
        let fits = "x".repeat(LONGEST_LINE);
        let text = format!("a\n{fits}\n{fits}x\nb\n{fits}{fits}");
        let expected = [line("a"), line(&fits), Input::TooLong, line("b"), Input::TooLong];
        for buffer in [1000, 1 << 16, 1 << 20] {
            assert_eq!(read_all(text.as_bytes(), buffer), expected);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_are_lost(bytes: Vec<u8>, buffer in 1usize..50) {
            let lines = read_all(&bytes, buffer);
            let ends = bytes.split(|&byte| byte == b'\n').count() - 1;
            let half = usize::from(bytes.last().is_some_and(|&byte| byte != b'\n'));
            prop_assert_eq!(lines.len(), ends + half);
        }
    }
}
