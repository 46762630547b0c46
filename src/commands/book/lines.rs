//! Lines that a book is told to play, whatever a search says.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use tandem_nets::{Book, BookMove};
use tandem_rules::{Move, MoveRules, Position, Variant};

/// Positions of lines, each with its moves and the number of lines that play them.
#[derive(Default)]
pub(super) struct Lines(Vec<(Position, BTreeMap<Move, u16>)>);

impl Lines {
    /// Reads lines from the usual start, such as `e4 Nc6` or `1. e4 Nc6`.
    ///
    /// # Errors
    /// An error that quotes the first move that is not legal, or a line without moves.
    pub(super) fn read(texts: &[String], variant: Variant) -> anyhow::Result<Self> {
        let mut lines = Self::default();
        for text in texts {
            let mut position = Position::start(variant, MoveRules::default());
            let words = text.split_whitespace().map(after_number);
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            if words.is_empty() {
                bail!("the line `{text}` has no move");
            }
            for word in words {
                let m = position.parse_san(word);
                let m = m.with_context(|| format!("`{word}` in the line `{text}`"))?;
                lines.add(&position, m);
                let _partner_elsewhere = position.make(m, &mut ());
            }
        }
        Ok(lines)
    }

    fn add(&mut self, position: &Position, m: Move) {
        let known = self.0.iter().position(|(known, _)| Book::key(known) == Book::key(position));
        let at = known.unwrap_or_else(|| {
            self.0.push((position.clone(), BTreeMap::new()));
            self.0.len() - 1
        });
        let count = self.0[at].1.entry(m).or_default();
        *count = count.saturating_add(1);
    }

    /// Writes the lines to a book, in place of the moves it has there.
    pub(super) fn write(self, book: &mut Book) {
        for (position, moves) in self.0 {
            let moves = moves.into_iter().map(|(m, weight)| BookMove { m, weight });
            book.set(&position, moves.collect());
        }
    }
}

/// The word without a move number before it, as in `1.`, `1.e4` or `1...Nc6`.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
