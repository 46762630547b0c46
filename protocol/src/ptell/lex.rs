//! The lexer of partner messages: lines to clauses, and words to tokens.

use tandem_rules::PieceTypes;
use tandem_rules::talk::Urgency;

use super::move_text::move_text;
use super::words;

/// Limit of the length of a word in bytes; longer ones are unknown words.
const LONGEST_WORD: usize = 24;
/// Limit of tokens in a clause; longer clauses are chatter.
const LONGEST_CLAUSE: usize = 16;

/// A word, or a part of one, in the form that the grammar uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A word of the vocabulary, in its canonical form.
    Word(&'static str),
    /// One or more piece types.
    Pieces(PieceTypes),
    /// `+` or `-`, one to three times.
    Sign(Sign),
    /// Digits, possibly with a minus sign, a point or a colon.
    Number(&'a str),
    /// A text of a move's shape.
    Move(&'a str),
    /// Any other word.
    Strange,
}

/// The meaning of a sign for the piece after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Plus(Urgency),
    Minus(Urgency),
}

/// The separator before a clause, in ascending order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Joint {
    Comma,
    Stop,
    Parenthesis,
}

/// The words between two punctuation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause<'a> {
    /// The words as tokens; an unknown word is [`Token::Strange`].
    pub(super) tokens: Vec<Token<'a>>,
    /// The words as received, without those that say nothing.
    pub(super) words: Vec<&'a str>,
    pub(super) joint: Joint,
    /// True if the clause ends with a question mark.
    pub(super) asks: bool,
}

impl Clause<'_> {
    fn after(joint: Joint) -> Self {
        Self { tokens: Vec::new(), words: Vec::new(), joint, asks: false }
    }
}

/// Splits a line into its clauses, without empty ones.
pub(super) fn clauses(line: &str) -> Vec<Clause<'_>> {
    let mut lexer =
        Lexer { done: Vec::new(), open: Clause::after(Joint::Stop), in_parenthesis: false };
    for chunk in line.split_whitespace().filter(|chunk| !is_smiley(chunk)) {
        lexer.read(chunk);
    }
    lexer.end(Joint::Stop);
    lexer.done
}

/// True for `:)`, `;-(`, `=p` and the like.
fn is_smiley(chunk: &str) -> bool {
    let has_face =
        chunk.starts_with([':', ';', '=']) && chunk.ends_with(|c| ")(dDpPoO|*".contains(c));
    has_face && (2..=3).contains(&chunk.len())
}

struct Lexer<'a> {
    done: Vec<Clause<'a>>,
    open: Clause<'a>,
    in_parenthesis: bool,
}

impl<'a> Lexer<'a> {
    fn read(&mut self, chunk: &'a str) {
        let mut rest = chunk;
        while let Some(first) = rest.chars().next() {
            let end = word_end(rest);
            if end > 0 {
                self.word(&rest[..end]);
                rest = &rest[end..];
            } else {
                self.mark(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }

    fn mark(&mut self, mark: char) {
        match mark {
            ',' => self.end(Joint::Comma),
            '?' => {
                self.open.asks = true;
                self.end(Joint::Stop);
            }
            '(' | '[' | '{' => {
                self.end(Joint::Parenthesis);
                self.in_parenthesis = true;
            }
            ')' | ']' | '}' if self.in_parenthesis => {
                self.end(Joint::Stop);
                self.in_parenthesis = false;
            }
            ')' | ']' | '}' => self.push(Token::Strange),
            '/' | '&' => self.push(Token::Word("or")),
            ':' | '"' | '“' | '”' => {}
            _ => self.end(Joint::Stop),
        }
    }

    /// Ends the current clause, if it is not empty; `joint` is the separator before the next one.
    fn end(&mut self, joint: Joint) {
        if self.open.tokens.is_empty() {
            self.open.joint = self.open.joint.max(joint);
            self.open.asks = false;
        } else {
            let clause = std::mem::replace(&mut self.open, Clause::after(joint));
            self.done.push(clause);
        }
    }

    fn push(&mut self, token: Token<'a>) {
        if self.open.tokens.len() < LONGEST_CLAUSE {
            self.open.tokens.push(token);
        } else {
            self.open.tokens[LONGEST_CLAUSE - 1] = Token::Strange;
        }
    }

    fn word(&mut self, raw: &'a str) {
        let is_first = self.done.is_empty() && self.open.tokens.is_empty();
        if !is_first && raw.chars().all(|c| c == '-') {
            return self.end(Joint::Stop); // a dash
        }
        let word = plain(raw);
        if word.is_empty() || words::canonical(&word) == Some("") {
            return;
        }
        if self.open.words.len() < LONGEST_CLAUSE {
            self.open.words.push(raw);
        }
        let (first, second) = tokens(&word, raw);
        self.push(first);
        if let Some(second) = second {
            self.push(second);
        }
    }
}

/// Length in bytes of the word at the beginning of the text; 0 if a punctuation mark comes first.
fn word_end(text: &str) -> usize {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let ends = |&(at, c): &(usize, char)| match c {
        '.' | ':' => !(at > 0 && is_digit(bytes.get(at - 1)) && is_digit(bytes.get(at + 1))),
        c => ",;!?|()[]{}/&\"“”…–—".contains(c),
    };
    text.char_indices().find(ends).map_or(text.len(), |(at, _)| at)
}

/// The word in lower case and without apostrophes.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, '\'' | '’' | '‘' | '`'));
    letters.flat_map(char::to_lowercase).collect()
}

/// The tokens of a word: usually one, at most two.
fn tokens<'a>(word: &str, raw: &'a str) -> (Token<'a>, Option<Token<'a>>) {
    if raw.len() > LONGEST_WORD {
        return (Token::Strange, None);
    }
    let single = words::pieces(word)
        .map(Token::Pieces)
        .or_else(|| words::canonical(word).map(Token::Word))
        .or_else(|| words::number(word).map(Token::Number));
    single
        .map(|token| (token, None))
        .or_else(|| counted(raw))
        .or_else(|| signed(word))
        .or_else(|| mating(word))
        .or_else(|| move_text(raw).map(|_| (Token::Move(raw), None)))
        .unwrap_or((Token::Strange, None))
}

/// Parses a number with an optional unit: `12`, `-3.5`, `1:20`, `20s`.
fn counted(raw: &str) -> Option<(Token<'_>, Option<Token<'_>>)> {
    let (number, unit) = raw.split_at(raw.find(char::is_alphabetic).unwrap_or(raw.len()));
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ':');
    let unit = match unit {
        "" => None,
        unit => Some(words::canonical(&unit.to_lowercase()).filter(|&unit| unit == "s")?),
    };
    is_number.then_some((Token::Number(number), unit.map(Token::Word)))
}

/// Parses a sign with an optional piece or `trades`: `+n`, `---trades`, `q++`; also `nor`,
/// `notrade` and the like, which mean the same as a sign.
fn signed<'a>(word: &str) -> Option<(Token<'a>, Option<Token<'a>>)> {
    let of = |body: &str| match body {
        "trade" | "trades" => Some(Token::Word("trades")),
        body => words::pieces(body).or_else(|| letters(body)).map(Token::Pieces),
    };
    if matches!(word, "nop" | "non" | "nob" | "nor" | "noq" | "notrade" | "notrades") {
        return Some((Token::Sign(Sign::Minus(Urgency::Much)), of(&word[2..])));
    }
    let before = word.trim_start_matches(['+', '-']);
    let after = word.trim_end_matches(['+', '-']);
    let (signs, body) = match word.len() - before.len() {
        0 => (&word[after.len()..], after),
        length => (&word[..length], before),
    };
    let sign = Token::Sign(Sign::new(signs)?);
    if body.is_empty() { Some((sign, None)) } else { Some((sign, Some(of(body)?))) }
}

impl Sign {
    /// The sign that a text of `+` and `-` stands for. `None` if it is empty or mixes the two.
    fn new(signs: &str) -> Option<Self> {
        let sign = signs.chars().next()?;
        let urgency = Urgency::ALL[signs.len().min(3) - 1];
        match (sign, signs.chars().all(|other| other == sign)) {
            ('+', true) => Some(Self::Plus(urgency)),
            ('-', true) => Some(Self::Minus(urgency)),
            _ => None,
        }
    }
}

fn letters(body: &str) -> Option<PieceTypes> {
    let mut all = PieceTypes::NONE;
    for letter in body.chars() {
        all = all.union(words::signed_letter(letter)?);
    }
    Some(all)
}

/// Parses `n#`, a piece that mates.
fn mating<'a>(word: &str) -> Option<(Token<'a>, Option<Token<'a>>)> {
    let piece = words::pieces(word.strip_suffix('#')?)?;
    Some((Token::Pieces(piece), Some(Token::Word("mates"))))
}
