//! Character source that takes characters back and counts lines.

use std::io::{self, BufRead};

use crate::notation::encoding::Chars;

/// A character source that can take characters back.
pub(super) struct Source<R> {
    input: Chars<R>,
    /// Characters that were given back, the next one last.
    returned: Vec<char>,
    line: usize,
    consumed: u64,
    /// The value of `consumed` where the line began.
    line_start: u64,
}

impl<R: BufRead> Source<R> {
    pub(super) const fn new(input: R) -> Self {
        let input = Chars::new(input);
        Self { input, returned: Vec::new(), line: 1, consumed: 0, line_start: 0 }
    }

    /// The line of the next character, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// Number of bytes consumed, as UTF-8.
    pub(super) const fn consumed(&self) -> u64 {
        self.consumed
    }

    /// True if the next character is the first of its line.
    pub(super) const fn starts_line(&self) -> bool {
        self.consumed == self.line_start
    }

    pub(super) fn peek(&mut self) -> io::Result<Option<char>> {
        if self.returned.is_empty() {
            self.returned.extend(self.input.next()?);
        }
        Ok(self.returned.last().copied())
    }

    pub(super) fn next(&mut self) -> io::Result<Option<char>> {
        let c = self.peek()?;
        if let Some(c) = c {
            self.returned.pop();
            self.line += usize::from(c == '\n');
            self.consumed += c.len_utf8() as u64;
            if ends_line(c) {
                self.line_start = self.consumed;
            }
        }
        Ok(c)
    }

    /// Gives back the characters consumed last, none of which may be a line break.
    pub(super) fn give_back(&mut self, taken: &str) {
        debug_assert!(!taken.contains(ends_line), "the line would be wrong");
        self.consumed -= taken.len() as u64;
        self.returned.extend(taken.chars().rev());
    }

    /// Consumes the rest of the line, up to its end; returns its first characters, at most `most`.
    pub(super) fn rest_of_line(&mut self, most: usize) -> io::Result<String> {
        let mut text = String::new();
        while let Some(c) = self.peek()?
            && !ends_line(c)
        {
            self.next()?;
            if text.len() < most {
                text.push(c);
            }
        }
        Ok(text)
    }
}

/// True for the characters that end a line; some old files have carriage returns only.
const fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
