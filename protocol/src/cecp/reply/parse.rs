//! The parser of [`Reply`].

use super::super::{Feature, GameResult, Thinking, looks_like_move, split_word};
use super::{Audience, Reply};
use crate::text::{Line, Reason, Word};

impl Reply {
    /// Parses a line. Any text is a reply, if need be [`Other`](Self::Other). Whitespace around the
    /// line is ignored.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, rest) = split_word(&line);
        let known = play(&words)
            .or_else(|| talk(name, rest))
            .or_else(|| complaint(&line))
            .or_else(|| result(&line))
            .or_else(|| Thinking::parse(&words).map(Self::Thinking));
        known.unwrap_or(Self::Other(line))
    }
}

fn play(words: &[&str]) -> Option<Reply> {
    match words {
        ["move", text] => Word::new(text).map(Reply::Move),
        ["move", text, ..] if looks_like_move(text) => Word::new(text).map(Reply::Move),
        // Two forms of the protocol's first version. A bare move is not one of them: engines echo
        // and display moves, and XBoard does not play bare ones either.
        [number, "...", text] if is_move_number(number) => Word::new(text).map(Reply::Move),
        ["My", "move", "is:", text] | ["My", "move", "is", ":", text] => {
            Word::new(text).map(Reply::Move)
        }
        ["pong", number, ..] => number.parse().ok().map(Reply::Pong),
        ["resign"] => Some(Reply::Resign),
        ["offer", "draw"] => Some(Reply::OfferDraw),
        ["Hint:", text] => Word::new(text).map(Reply::Hint),
        _ => None,
    }
}

fn talk(name: &str, rest: &str) -> Option<Reply> {
    match name {
        "feature" => Some(Reply::Features(Feature::parse_all(rest))),
        "#" => Some(Reply::Comment(Line::new(rest))),
        "tellics" | "tellicsnoalias" if split_word(rest).0 == "ptell" => {
            Some(Reply::Ptell(Line::new(split_word(rest).1)))
        }
        _ => {
            let to = Audience::ALL.into_iter().find(|to| to.word() == name)?;
            Some(Reply::Tell { to, text: Line::new(rest) })
        }
    }
}

fn complaint(line: &str) -> Option<Reply> {
    if let Some(rest) = line.strip_prefix("Illegal move") {
        let (reason, text) = split_reason(rest)?;
        return Some(Reply::IllegalMove { reason, text });
    }
    let (reason, text) = split_reason(line.strip_prefix("Error")?)?;
    Some(Reply::Error { reason: reason.unwrap_or_default(), text })
}

/// Splits `(REASON): TEXT` or `: TEXT` into its parts.
fn split_reason(text: &str) -> Option<(Option<Reason>, Line)> {
    let text = text.trim_start();
    let (reason, text) = match text.strip_prefix('(') {
        Some(text) => {
            let (reason, text) = text.split_once(')')?;
            (Some(Reason::new(reason)), text.trim_start())
        }
        None => (None, text),
    };
    Some((reason, Line::new(text.strip_prefix(':')?)))
}

/// Parses a result with a text in braces, or alone. `*` alone is not one: it may mean anything.
fn result(line: &str) -> Option<Reply> {
    let (result, text) = GameResult::parse_with_text(line.strip_prefix("result ").unwrap_or(line))?;
    (line != "*").then_some(Reply::Result { result, text })
}

fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
