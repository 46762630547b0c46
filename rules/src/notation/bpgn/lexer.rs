//! Lexer: splits a stream into tags, comments, parentheses and words, each bounded in length.

use std::io::{self, BufRead};

use super::signs::{is_blank, is_quote, push_plain};
use super::source::Source;
use crate::notation::legible;

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
    /// The text after the bracket of something that is no whole tag, as in `[Name "…`.
    BadTag(String),
    /// The text between braces.
    Brace(String),
    /// The text of a brace that is still open when a tag starts a line, or at the end.
    OpenBrace(String),
    /// A `}` without an open brace.
    StrayBrace,
    /// A comment from `;` to the end of the line.
    Remark(String),
    /// A draw offer, `(=)`.
    DrawOffer,
    /// The parenthesis before a variation.
    Open,
    /// The parenthesis after a variation.
    Close,
    /// A word in the signs of the notation, whatever signs it was written in.
    Word(String),
    /// The game has more than [`LONGEST_GAME`] bytes.
    TooLong,
    End,
}

pub(super) struct Lexer<R> {
    source: Source<R>,
    /// The number of bytes from the start of the input up to which the current game may go.
    limit: u64,
    /// True if only blanks stand before the next token on its line.
    starts_line: bool,
    /// Number of open parentheses; in them, a tag must start a line.
    open: usize,
}

impl<R: BufRead> Lexer<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { source: Source::new(input), limit: LONGEST_GAME, starts_line: true, open: 0 }
    }

    /// The line of the next character.
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
            Some('[') => self.bracket()?,
            Some('{') => self.brace()?,
            Some('}') => self.single(Token::StrayBrace)?,
            Some('(') => self.parenthesis()?,
            Some(')') => {
                self.open = self.open.saturating_sub(1);
                self.single(Token::Close)?
            }
            Some(';') => self.remark()?,
            Some(_) => self.word()?,
        };
        self.starts_line = false;
        Ok(Lexed { line, token })
    }

    const fn is_too_long(&self) -> bool {
        self.source.consumed() > self.limit
    }

    /// Skips blanks, and lines that begin with `%`, which are for the program that wrote them.
    fn skip_blanks(&mut self) -> io::Result<()> {
        while !self.is_too_long()
            && let Some(c) = self.source.peek()?
        {
            self.starts_line |= self.source.starts_line();
            if c == '%' && self.source.starts_line() {
                self.source.rest_of_line(0)?;
            } else if is_blank(c) {
                self.source.next()?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn single(&mut self, token: Token) -> io::Result<Token> {
        self.source.next()?;
        Ok(token)
    }

    fn word(&mut self) -> io::Result<Token> {
        let mut word = String::new();
        while let Some(c) = self.source.peek()? {
            if c == '('
                && let Some(letter) = self.promotion_after(&word)?
            {
                word = format!("{}={letter}", word.trim_end_matches('='));
                continue;
            }
            if "{}()[;".contains(c) || is_blank(c) && !is_within(&word, c) {
                break;
            }
            push_plain(c, &mut word);
            self.source.next()?;
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::Word(legible(&word).into_owned()))
    }

    /// Consumes the piece that a pawn becomes in parentheses, as in `a8(N)`, or nothing.
    fn promotion_after(&mut self, word: &str) -> io::Result<Option<char>> {
        let square = word.trim_end_matches('=').as_bytes();
        if !matches!(square, [.., b'a'..=b'h', b'1' | b'8']) {
            return Ok(None);
        }
        let mut taken = String::new();
        while let Some(c) = self.source.peek()?
            && taken.chars().count() < "(=N)".len()
            && !matches!(c, '\n' | '\r')
            && !taken.ends_with(')')
        {
            taken.extend(self.source.next()?);
        }
        let mut plain = String::new();
        taken.chars().for_each(|c| push_plain(c, &mut plain));
        let inner = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let letter = inner.map(|inner| inner.strip_prefix('=').unwrap_or(inner));
        let letter = letter.and_then(|letter| match letter.as_bytes() {
            [letter @ (b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n')] => Some(*letter),
            _ => None,
        });
        if letter.is_none() {
            self.source.give_back(&taken);
        }
        Ok(letter.map(char::from))
    }

    fn remark(&mut self) -> io::Result<Token> {
        self.source.next()?;
        let text = self.source.rest_of_line(LONGEST_GAME as usize)?;
        Ok(Token::Remark(legible(&text).into_owned()))
    }

    fn brace(&mut self) -> io::Result<Token> {
        self.source.next()?;
        let mut text = String::new();
        while let Some(c) = self.source.next()? {
            if c == '}' {
                return Ok(Token::Brace(legible(&text).into_owned()));
            }
            if self.source.starts_line() && self.tag_starts()? {
                break;
            }
            text.push(c);
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::OpenBrace(legible(&text).into_owned()))
    }

    /// Reads `(=)` as a draw offer, else the parenthesis alone.
    fn parenthesis(&mut self) -> io::Result<Token> {
        self.source.next()?;
        if self.source.peek()? == Some('=') {
            self.source.next()?;
            if self.source.peek()? == Some(')') {
                return self.single(Token::DrawOffer);
            }
            self.source.give_back("=");
        }
        self.open += 1;
        Ok(Token::Open)
    }

    /// True if `[Name "` comes next; nothing is consumed.
    fn tag_starts(&mut self) -> io::Result<bool> {
        let (taken, name) = self.tag_name()?;
        self.source.give_back(&taken);
        Ok(name.is_some())
    }

    /// Consumes `[Name "` as far as it matches; returns the text consumed, and the name if all
    /// matched.
    fn tag_name(&mut self) -> io::Result<(String, Option<String>)> {
        let mut taken = String::new();
        if self.source.peek()? != Some('[') {
            return Ok((taken, None));
        }
        taken.extend(self.source.next()?);
        self.blanks_in_tag(&mut taken)?;
        let start = taken.len();
        while let Some(c) = self.source.peek()?
            && (c.is_ascii_alphanumeric() || "_+#=:-".contains(c))
            && taken.len() - start < LONGEST_TAG_NAME
        {
            taken.extend(self.source.next()?);
        }
        let name = taken[start..].to_owned();
        let named = taken.len();
        self.blanks_in_tag(&mut taken)?;
        let is_tag =
            !name.is_empty() && taken.len() > named && self.source.peek()?.is_some_and(is_quote);
        if is_tag {
            taken.extend(self.source.next()?);
        }
        Ok((taken, is_tag.then_some(name)))
    }

    /// Consumes the blanks between the parts of a tag.
    fn blanks_in_tag(&mut self, taken: &mut String) -> io::Result<()> {
        let start = taken.len();
        while let Some(c) = self.source.peek()?
            && is_blank(c)
            && !matches!(c, '\n' | '\r')
            && taken.len() < start + LONGEST_TAG_NAME
        {
            taken.extend(self.source.next()?);
        }
        Ok(())
    }

    /// Reads a tag. Anything else in brackets is a bad one, and a bracket alone a word.
    fn bracket(&mut self) -> io::Result<Token> {
        let (taken, name) = self.tag_name()?;
        if let Some(name) = name
            && (self.open == 0 || self.starts_line)
        {
            self.open = 0;
            return self.tag_value(name, !taken.ends_with('"'));
        }
        self.source.give_back(&taken[1..]);
        let mut text = String::new();
        while let Some(c) = self.source.peek()?
            && !matches!(c, '\n' | '\r')
            && text.len() < LONGEST_TAG_NAME
        {
            text.extend(self.source.next()?);
            if c == ']' {
                text.pop();
                return Ok(Token::BadTag(legible(&text).into_owned()));
            }
        }
        self.source.give_back(&text);
        Ok(Token::Word("[".to_owned()))
    }

    /// Reads the value of a tag, from behind the quote that opens it.
    fn tag_value(&mut self, name: String, is_foreign: bool) -> io::Result<Token> {
        let mut value = String::new();
        while let Some(c) = self.source.peek()?
            && c != '\n'
        {
            self.source.next()?;
            match c {
                '\\' if matches!(self.source.peek()?, Some('"' | '\\')) => {
                    value.extend(self.source.next()?);
                }
                _ if is_quote(c) && self.tag_ends(is_foreign || c == '"')? => {
                    return Ok(Token::Tag(name, legible(&value).into_owned()));
                }
                _ => value.push(c),
            }
            if self.is_too_long() {
                return Ok(Token::TooLong);
            }
        }
        Ok(Token::BadTag(name))
    }

    /// Consumes `]` with blanks before it, or nothing, since a quote within a value ends no tag. A
    /// quote that is not like the one that opened the value ends it only where nothing but another
    /// tag stands behind it on the line.
    fn tag_ends(&mut self, is_alike: bool) -> io::Result<bool> {
        let mut taken = String::new();
        self.blanks_in_tag(&mut taken)?;
        let mut ends = self.source.peek()? == Some(']');
        if ends {
            taken.extend(self.source.next()?);
        }
        if ends && !is_alike {
            let mut blanks = String::new();
            self.blanks_in_tag(&mut blanks)?;
            ends = matches!(self.source.peek()?, None | Some('[' | '\n' | '\r'));
            self.source.give_back(&blanks);
        }
        if !ends {
            self.source.give_back(&taken);
        }
        Ok(ends)
    }
}

/// True if a blank without width stands within a word and is to be skipped, as between a figurine
/// and its square.
fn is_within(word: &str, c: char) -> bool {
    !word.is_empty() && !c.is_whitespace() && !matches!(c, '\0' | '\u{1a}' | '\u{200b}')
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
            (3, Token::Open),
            (3, word("1A.")),
            (3, word("d4")),
            (3, Token::Brace(")".to_owned())),
            (3, Token::Open),
            (3, word("x")),
            (3, Token::Close),
            (3, Token::Close),
            (3, word("e5")),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn quotes_in_a_value_end_no_tag() {
        assert_eq!(tokens(b"[E \"the \"big\" one\"]"), [(1, tag("E", "the \"big\" one"))]);
        for (text, value) in [
            ("[E \"Cup «Spring»] e4\"]", "Cup «Spring»] e4"),
            ("[E \"Cup «Spring»]\"]", "Cup «Spring»]"),
            ("[E \"Bob”]", "Bob"),
            ("[E “Bob\"] ", "Bob"),
        ] {
            assert_eq!(tokens(text.as_bytes()), [(1, tag("E", value))], "{text}");
        }
        let two = [(1, tag("E", "Bob")), (1, tag("F", "x"))];
        assert_eq!(tokens("[E \"Bob”] [F \"x\"]".as_bytes()), two);
    }

    #[test]
    fn an_incomplete_tag_is_a_word_or_a_bad_tag() {
        assert_eq!(tokens(b"[x\n]"), [(1, word("[")), (1, word("x")), (2, word("]"))]);
        assert_eq!(tokens(b"[x y] z"), [(1, Token::BadTag("x y".to_owned())), (1, word("z"))]);
        let bad = Token::BadTag("Event".to_owned());
        assert_eq!(tokens(b"[Event \"x\ny"), [(1, bad), (2, word("y"))]);
    }

    #[test]
    fn an_open_brace_ends_where_a_tag_starts_a_line() {
        let text = "{never [A \"in the line\"]\n[%clk\n[ts=1]\n[A \"1\"] e4";
        let comment = "never [A \"in the line\"]\n[%clk\n[ts=1]".to_owned();
        let expected = [(1, Token::OpenBrace(comment)), (4, tag("A", "1")), (4, word("e4"))];
        assert_eq!(tokens(text.as_bytes()), expected);
        let text = b"(x {open\n[A \"1\"]";
        let open = Token::OpenBrace("open".to_owned());
        let expected = [(1, Token::Open), (1, word("x")), (1, open), (2, tag("A", "1"))];
        assert_eq!(tokens(text), expected);
        assert_eq!(tokens(b"{ to the end"), [(1, Token::OpenBrace(" to the end".to_owned()))]);
    }

    #[test]
    fn a_tag_in_parentheses_starts_a_line() {
        let text = "(x [A \"in the line\"]\n[A \"1\"]";
        let bad = Token::BadTag("A \"in the line\"".to_owned());
        let expected = [(1, Token::Open), (1, word("x")), (1, bad), (2, tag("A", "1"))];
        assert_eq!(tokens(text.as_bytes()), expected);
    }

    #[test]
    fn the_rest_of_a_line_is_a_comment_or_for_another_program() {
        let text = "% [A \"1\"]\r\n[A \"2\"] ;[B \"1\"]\n 1. e4;(first)\n% x\n%\n e5 %";
        let remark = |text: &str| Token::Remark(text.to_owned());
        let expected = [
            (2, tag("A", "2")),
            (2, remark("[B \"1\"]")),
            (3, word("1.")),
            (3, word("e4")),
            (3, remark("(first)")),
            (6, word("e5")),
            (6, word("%")),
        ];
        assert_eq!(tokens(text.as_bytes()), expected);
    }

    #[test]
    fn foreign_signs_are_those_of_the_notation_in_words_only() {
        let text = "[A\u{a0}“O–O «x»”]\u{feff}1…\u{a0}O–O {O–O} ♘\u{fe0e}f3\u{200b}½–½";
        let expected = [
            tag("A", "O–O «x»"),
            word("1..."),
            word("O-O"),
            Token::Brace("O–O".to_owned()),
            word("Nf3"),
            word("1/2-1/2"),
        ];
        let found: Vec<Token> = tokens(text.as_bytes()).into_iter().map(|found| found.1).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_promotion_in_parentheses_is_no_variation() {
        for (text, expected) in [
            ("a8(N)", &[word("a8=N")][..]),
            ("bxa1=(♘)", &[word("bxa1=N")]),
            ("a8(=q)+", &[word("a8=q+")]),
            ("a7(N)", &[word("a7"), Token::Open, word("N"), Token::Close]),
            ("a8(Nf3)", &[word("a8"), Token::Open, word("Nf3"), Token::Close]),
            ("a8(N", &[word("a8"), Token::Open, word("N")]),
        ] {
            let found = tokens(text.as_bytes()).into_iter().map(|found| found.1);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_latin1() {
        assert_eq!(tokens(b"{caf\xE9}"), [(1, Token::Brace("café".to_owned()))]);
        assert_eq!(tokens("{café}".as_bytes()), [(1, Token::Brace("café".to_owned()))]);
    }
}
