//! The objects of JSON texts, one after the other: a list of games of any length, bare games, or many
//! texts behind each other. Only brackets and strings are looked at, so that a game that is broken
//! costs itself alone.

use std::io::{self, BufRead};

use super::board::GameBoard;
use super::error::ChesscomError;

/// A byte-order mark, which editors put in front of a file.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// Longest object in bytes. Games have a thousand, or five thousand with clocks.
const LONGEST: usize = 1 << 20;
/// Deepest nesting. Games have four levels.
const DEEPEST: usize = 64;
/// The field whose list is that of the games, and the most levels above it.
const LIST: &[u8] = b"games";
const LEVELS_ABOVE: usize = 2;
/// The beginning of each game of a list, without blanks. In a string its quotes would be escaped.
const BEGINNING: &[u8] = b"{\"url\":";

/// An object of a text, which is a game if it can be read as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Number of the line on which it begins, from 1.
    pub line: usize,
    /// Its number in the input, from 1.
    pub number: usize,
    /// Its bytes, which are no JSON if it is broken; `None` if there are more than a megabyte of them.
    pub text: Option<Vec<u8>>,
}

impl Document {
    /// The board that it is.
    ///
    /// # Errors
    /// [`ChesscomError`] if it is none.
    pub fn board(&self) -> Result<GameBoard, ChesscomError> {
        GameBoard::parse(self.text.as_ref().ok_or(ChesscomError::Long)?)
    }
}

/// True for the beginning of JSON, an object or a list of them; a record may begin with a brace or a
/// bracket, too: that of a comment or of a tag.
pub fn is_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    let inside = |bracket: &[u8]| head.strip_prefix(bracket).map(<[u8]>::trim_ascii_start);
    inside(b"{").is_some_and(|inside| inside.starts_with(b"\""))
        || inside(b"[").is_some_and(|inside| inside.starts_with(b"{"))
}

/// The reader of the objects of an input: `{"games":[…]}`, a list, lines of objects, or one object.
pub struct Documents<R> {
    input: R,
    line: usize,
    number: usize,
    /// The brackets that are open.
    open: Vec<u8>,
    /// Number of open brackets where an object is a game.
    level: usize,
    place: Place,
    /// The beginning of the last string, as far as the name of a list needs it.
    string: Vec<u8>,
    /// The object that is being read.
    object: Option<Object>,
    /// Number of bytes of the beginning of a game that were just read.
    begun: usize,
}

struct Object {
    line: usize,
    text: Option<Vec<u8>>,
}

/// The place in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    String,
    /// Behind a backslash in a string.
    Escape,
}

impl<R: BufRead> Documents<R> {
    /// Reads objects from an input.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            line: 1,
            number: 0,
            open: Vec::new(),
            level: 0,
            place: Place::Outside,
            string: Vec::new(),
            object: None,
            begun: 0,
        }
    }

    /// Takes a byte; returns the object that it ends.
    fn take(&mut self, byte: u8) -> Option<Document> {
        if byte == b'\n' {
            self.line += 1;
        }
        let begins = self.place == Place::Outside && byte == b'{' && self.open.len() == self.level;
        if begins && self.object.is_none() {
            self.object = Some(Object { line: self.line, text: Some(Vec::new()) });
        }
        if let Some(object) = &mut self.object {
            object.push(byte);
        }
        if self.is_beginning(byte) {
            return self.begin_anew();
        }
        match (self.place, byte) {
            (Place::Outside, b'"') => {
                self.string.clear();
                self.place = Place::String;
            }
            (Place::Outside, b'{' | b'[') => self.enter(byte),
            (Place::Outside, b'}' | b']') => return self.leave(byte),
            (Place::String, b'"') => self.place = Place::Outside,
            (Place::String, b'\\') => self.place = Place::Escape,
            (Place::String, _) if self.string.len() <= LIST.len() => self.string.push(byte),
            (Place::Escape, _) => self.place = Place::String,
            (Place::Outside | Place::String, _) => {}
        }
        None
    }

    /// True if the last bytes are the beginning of a game.
    fn is_beginning(&mut self, byte: u8) -> bool {
        if byte.is_ascii_whitespace() {
            return false;
        }
        self.begun = match BEGINNING.get(self.begun) {
            Some(&next) if next == byte => self.begun + 1,
            _ => usize::from(byte == BEGINNING[0]),
        };
        self.begun == BEGINNING.len()
    }

    /// A game begins. If another is being read, that one is broken, and ends here.
    fn begin_anew(&mut self) -> Option<Document> {
        let object = self.object.take()?;
        let start =
            object.text.as_ref().and_then(|text| text.iter().rposition(|&byte| byte == b'{'));
        let Object { line, mut text } = object;
        let own = match (&mut text, start) {
            (Some(text), Some(start)) => text.split_off(start),
            _ => BEGINNING.to_vec(), // the blanks of one that is too long do not matter
        };
        self.object = Some(Object { line: self.line, text: Some(own) });
        self.open.truncate(self.level);
        self.open.push(b'{');
        self.place = Place::Outside;
        match text {
            Some(text) if text.is_empty() => {
                self.object = self.object.take().map(|object| Object { line, ..object });
                None
            }
            text => Some(self.numbered(Object { line, text })),
        }
    }

    fn enter(&mut self, bracket: u8) {
        let is_named = || {
            self.string == LIST
                && self.open.len() <= LEVELS_ABOVE
                && self.open.iter().all(|&above| above == b'{')
        };
        let is_list = bracket == b'[' && (self.open.is_empty() || is_named());
        match &mut self.object {
            Some(object) if self.open.len() >= DEEPEST => object.text = None,
            _ => self.open.push(bracket),
        }
        if is_list {
            self.level = self.open.len();
            self.object = None; // that which has the list is no game
        }
    }

    /// Closes a bracket, and those inside that were left open.
    fn leave(&mut self, bracket: u8) -> Option<Document> {
        let opening = if bracket == b'}' { b'{' } else { b'[' };
        let at = self.open.iter().rposition(|&open| open == opening)?;
        self.open.truncate(at);
        let ended = if at <= self.level { self.object.take() } else { None };
        if at < self.level {
            self.level = 0;
        }
        ended.map(|object| self.numbered(object))
    }

    fn numbered(&mut self, Object { line, text }: Object) -> Document {
        self.number += 1;
        Document { line, number: self.number, text }
    }
}

impl Object {
    fn push(&mut self, byte: u8) {
        match &mut self.text {
            Some(text) if text.len() < LONGEST => text.push(byte),
            text => *text = None,
        }
    }
}

/// The objects. An error of the input comes once, and is the end.
impl<R: BufRead> Iterator for Documents<R> {
    type Item = io::Result<Document>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            if bytes.is_empty() {
                // One that the end has cut off.
                let object = self.object.take()?;
                return Some(Ok(self.numbered(object)));
            }
            let bytes = bytes.to_vec();
            for (at, &byte) in bytes.iter().enumerate() {
                if let Some(document) = self.take(byte) {
                    self.input.consume(at + 1);
                    return Some(Ok(document));
                }
            }
            self.input.consume(bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(input: &str) -> Vec<String> {
        let documents = Documents::new(input.as_bytes());
        let text = |document: io::Result<Document>| {
            let text = document.expect("memory").text.expect("it is short");
            String::from_utf8(text).expect("it was text")
        };
        documents.map(text).collect()
    }

    #[test]
    fn the_objects_of_any_form_are_the_games() {
        for (input, expected) in [
            ("", vec![]),
            (r#"{"game":{"id":1},"players":{}}"#, vec![r#"{"game":{"id":1},"players":{}}"#]),
            (r#"{"games":[{"a":1},{"b":[{}]}]}"#, vec![r#"{"a":1}"#, r#"{"b":[{}]}"#]),
            (r#"{"body":{"games":[{"a":1}],"x":{"y":1}},"z":{}}"#, vec![r#"{"a":1}"#]),
            (r#"[{"a":1},{"b":2}]"#, vec![r#"{"a":1}"#, r#"{"b":2}"#]),
            ("{\"a\":1}\n{\"b\":2}\r\n[]{\"games\":[]}", vec![r#"{"a":1}"#, r#"{"b":2}"#]),
            ("\u{feff}{\"games\":[{\"a\":\"]}{\\\"\"}]}", vec![r#"{"a":"]}{\""}"#]),
            (r#"{"games":[{"a":1}]}{"games":[{"b":2}]}"#, vec![r#"{"a":1}"#, r#"{"b":2}"#]),
        ] {
            assert_eq!(texts(input), expected, "{input}");
        }
    }

    /// (the games, what is read of them)
    const BROKEN: &[(&str, &[&str])] = &[
        // A bracket too many, one too few, a string without an end, the end of the input.
        (r#"{"games":[{"url":1}},{"url":2}]}"#, &[r#"{"url":1}"#, r#"{"url":2}"#]),
        (r#"{"games":[{"url":1,"w":{},{"url":2}]}"#, &[r#"{"url":1,"w":{},"#, r#"{"url":2}"#]),
        (r#"{"games":[{"url":"1},{ "url" :2}]}"#, &[r#"{"url":"1},"#, r#"{ "url" :2}"#]),
        (r#"{"games":[{"url":1},{"url":2"#, &[r#"{"url":1}"#, r#"{"url":2"#]),
    ];

    #[test]
    fn a_broken_game_costs_itself_alone() {
        for (input, expected) in BROKEN {
            assert_eq!(texts(input), *expected, "{input}");
        }
    }

    #[test]
    fn a_game_without_an_end_takes_a_megabyte_and_the_next_is_read() {
        let long =
            format!("{{\"games\":[{{\"url\":\"{}\"}},\n{{\"url\":2}}]}}", "x".repeat(LONGEST));
        let read: Vec<Document> = Documents::new(long.as_bytes()).map_while(Result::ok).collect();
        assert_eq!(read[0], Document { line: 1, number: 1, text: None });
        let text = Some(b"{\"url\":2}".to_vec());
        assert_eq!(read[1..], [Document { line: 2, number: 2, text }]);
        let deep = format!("{{\"games\":[{{\"a\":{}", "[{".repeat(100_000));
        assert_eq!(Documents::new(deep.as_bytes()).count(), 1);
    }

    proptest! {
        #[test]
        fn any_bytes_come_to_an_end(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let read: Vec<_> = Documents::new(bytes.as_slice()).collect();
            prop_assert!(read.len() <= bytes.len());
        }
    }
}
