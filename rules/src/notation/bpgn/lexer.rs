//! Lexer: splits a stream into tags, braces and words, each bounded in length.

use std::io::{self, BufRead};

use super::source::{Source, decode};

/// Maximum length of a game in bytes. Real ones have about ten thousand; only garbage has more.
pub(super) const LONGEST_GAME: u64 = 1 << 20;
const LONGEST_TAG_NAME: usize = 64;

/// A token and the line on which it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lexed {
    pub(super) line: usize,
    pub(super) token: Token,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Tag(String, String),
    /// A tag, `[Name "…`, without an end on its line.
    BadTag(String),
    /// The text between braces.
    Brace(String),
    /// A `}` without an open brace.
    StrayBrace,
    /// A draw offer, `(=)`.
    DrawOffer,
    /// The text between the parentheses of a variation.
    Variation(String),
    Word(String),
    /// A brace or a parenthesis that is still open when a tag starts a line, or at the end.
    Unclosed(char),
    /// The game has more than [`LONGEST_GAME`] bytes.
    TooLong,
    End,
}

pub(super) struct Lexer<R> {
    source: Source<R>,
    /// The number of bytes from the start of the input up to which the current game may go.
    limit: u64,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Self {
        Self { source: Source::new(input), limit: LONGEST_GAME }
    }

    /// The line of the next byte.
    pub(super) const fn line(&self) -> usize {
        self.source.line()
    }

    /// Starts a new game: its bytes are counted from here.
    pub(super) const fn start_game(&mut self) {
        self.limit = self.source.consumed() + LONGEST_GAME;
    }

    pub(super) fn next(&mut self) -> io::Result<Lexed> {
        self.skip_blanks()?;
        let line = self.source.line();
        let token = match self.source.peek()? {
            _ if self.is_too_long() => Token::TooLong,
            None => Token::End,
            Some(b'[') => self.tag_or_word()?,
            Some(b'{') => self.brace()?,
            Some(b'}') => self.single(Token::StrayBrace)?,
            Some(b'(') => self.parentheses()?,
            Some(b')') => self.single(Token::Word(")".to_owned()))?,
            Some(_) => self.word()?,
        };
        Ok(Lexed { line, token })
    }

    const fn is_too_long(&self) -> bool {
        self.source.consumed() > self.limit
    }

    fn skip_blanks(&mut self) -> io::Result<()> {
        while !self.is_too_long() && self.source.peek()?.is_some_and(is_blank) {
            self.source.next()?;
        }
        Ok(())
    }

    fn single(&mut self, token: Token) -> io::Result<Token> {
        self.source.next()?;
        Ok(token)
    }

    fn word(&mut self) -> io::Result<Token> {
        let mut word = Vec::new();
        while let Some(byte) = self.source.peek()? {
            if is_blank(byte) || b"{}()[".contains(&byte) {
                break;
            }
            word.push(byte);
            self.source.next()?;
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::Word(decode(word)))
    }

    fn brace(&mut self) -> io::Result<Token> {
        self.source.next()?;
        let mut text = Vec::new();
        while let Some(byte) = self.source.next()? {
            if byte == b'}' {
                return Ok(Token::Brace(decode(text)));
            }
            if byte == b'\n' && self.tag_starts()? {
                break;
            }
            text.push(byte);
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::Unclosed('{'))
    }

    /// Reads `(=)` as a draw offer, and a variation with all that is in it.
    fn parentheses(&mut self) -> io::Result<Token> {
        self.source.next()?;
        let mut text = Vec::new();
        if self.source.peek()? == Some(b'=') {
            text.extend(self.source.next()?);
            if self.source.peek()? == Some(b')') {
                return self.single(Token::DrawOffer);
            }
        }
        let (mut depth, mut in_brace) = (1, false);
        while let Some(byte) = self.source.next()? {
            match byte {
                b'{' => in_brace = true,
                b'}' => in_brace = false,
                b'(' if !in_brace => depth += 1,
                b')' if !in_brace => depth -= 1,
                b'\n' if self.tag_starts()? => break,
                _ => {}
            }
            if depth == 0 {
                return Ok(Token::Variation(decode(text)));
            }
            text.push(byte);
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::Unclosed('('))
    }

    /// True if `[Name "` comes next; nothing is consumed.
    fn tag_starts(&mut self) -> io::Result<bool> {
        let (taken, name) = self.tag_name()?;
        self.source.give_back(&taken);
        Ok(name.is_some())
    }

    /// Consumes `[Name "` as far as it matches; returns the bytes consumed, and the name if all
    /// matched.
    fn tag_name(&mut self) -> io::Result<(Vec<u8>, Option<String>)> {
        let mut taken = Vec::new();
        let mut name = String::new();
        if self.source.peek()? != Some(b'[') {
            return Ok((taken, None));
        }
        taken.extend(self.source.next()?);
        while let Some(byte) = self.source.peek()?
            && (byte.is_ascii_alphanumeric() || byte == b'_')
            && name.len() < LONGEST_TAG_NAME
        {
            name.push(char::from(byte));
            taken.extend(self.source.next()?);
        }
        let named = taken.len();
        while taken.len() < named + LONGEST_TAG_NAME
            && matches!(self.source.peek()?, Some(b' ' | b'\t'))
        {
            taken.extend(self.source.next()?);
        }
        let is_tag = !name.is_empty() && taken.len() > named && self.source.peek()? == Some(b'"');
        if is_tag {
            taken.extend(self.source.next()?);
        }
        Ok((taken, is_tag.then_some(name)))
    }

    fn tag_or_word(&mut self) -> io::Result<Token> {
        let (taken, name) = self.tag_name()?;
        let Some(name) = name else {
            self.source.give_back(&taken[1..]);
            return Ok(Token::Word("[".to_owned()));
        };
        let mut value = Vec::new();
        while let Some(byte) = self.source.peek()?
            && byte != b'\n'
        {
            self.source.next()?;
            match byte {
                b'\\' if matches!(self.source.peek()?, Some(b'"' | b'\\')) => {
                    value.extend(self.source.next()?);
                }
                b'"' if self.tag_ends()? => return Ok(Token::Tag(name, decode(value))),
                _ => value.push(byte),
            }
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::BadTag(name))
    }

    /// Consumes `]` with blanks before it, or nothing, since a quote within a value ends no tag.
    fn tag_ends(&mut self) -> io::Result<bool> {
        let mut taken = Vec::new();
        while taken.len() < LONGEST_TAG_NAME && matches!(self.source.peek()?, Some(b' ' | b'\t')) {
            taken.extend(self.source.next()?);
        }
        let ends = self.source.peek()? == Some(b']');
        if ends {
            self.source.next()?;
        } else {
            self.source.give_back(&taken);
        }
        Ok(ends)
    }
}

/// True for blanks, which include byte-order marks and the end-of-file marks of old editors.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\xEF\xBB\xBF\x1A\x00\x0B".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<(usize, Token)> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let Lexed { line, token } = lexer.next().expect("memory can be read");
            if token == Token::End {
                return tokens;
            }
            tokens.push((line, token));
        }
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_braces_and_words_are_told_apart() {
        let text = b"[A \"1\"][B  \"x \\\"y\\\" \\\\\" ]\r\n1A. e4{17\n9}(=) (1A. d4 {)} (x)) e5";
        let expected = vec![
            (1, tag("A", "1")),
            (1, tag("B", "x \"y\" \\")),
            (2, word("1A.")),
            (2, word("e4")),
            (2, Token::Brace("17\n9".to_owned())),
            (3, Token::DrawOffer),
            (3, Token::Variation("1A. d4 {)} (x)".to_owned())),
            (3, word("e5")),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn quotes_in_a_value_end_no_tag() {
        assert_eq!(tokens(b"[E \"the \"big\" one\"]"), [(1, tag("E", "the \"big\" one"))]);
    }

    #[test]
    fn an_incomplete_tag_is_a_word_or_a_bad_tag() {
        assert_eq!(tokens(b"[x]"), [(1, word("[")), (1, word("x]"))]);
        let bad = Token::BadTag("Event".to_owned());
        assert_eq!(tokens(b"[Event \"x\ny"), [(1, bad), (2, word("y"))]);
    }

    #[test]
    fn an_open_brace_ends_where_a_tag_starts_a_line() {
        for open in ["{", "("] {
            let text = format!("{open}never [A \"in the line\"]\n[%clk\n[ts=1]\n[A \"1\"] e4");
            let bracket = open.chars().next().expect("one letter");
            let expected = [(1, Token::Unclosed(bracket)), (4, tag("A", "1")), (4, word("e4"))];
            assert_eq!(tokens(text.as_bytes()), expected);
        }
        assert_eq!(tokens(b"{ to the end"), [(1, Token::Unclosed('{'))]);
    }

    #[test]
    fn bytes_that_are_no_utf8_are_latin1() {
        assert_eq!(tokens(b"{caf\xE9}"), [(1, Token::Brace("café".to_owned()))]);
        assert_eq!(tokens("{café}".as_bytes()), [(1, Token::Brace("café".to_owned()))]);
    }
}
