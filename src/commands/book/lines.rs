//! Lines that a book is told to play, whatever a search says.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use tandem_nets::{Book, BookMove};
use tandem_rules::{Move, MoveRules, Position, Variant};

use crate::games::typed::typed_move;

/// Positions of lines by their keys in books, each with its moves and the number of lines that play them.
#[derive(Default)]
pub(super) struct Lines(BTreeMap<u64, (Position, BTreeMap<Move, u16>)>);

impl Lines {
    /// Reads lines from the usual start, such as `e4 Nc6` or `1. e4 Nc6`.
    ///
    /// # Errors
    /// An error that quotes the first move that is not legal, or a line without moves.
    pub(super) fn read(texts: &[String], variant: Variant) -> anyhow::Result<Self> {
        let mut lines = Self::default();
        for text in texts {
            let mut position = Position::start(variant, MoveRules::default());
            let mut is_empty = true;
            for word in text.split_whitespace() {
                let Some(read) = typed_move(&mut position, word) else { continue };
                let m = read.with_context(|| format!("`{word}` in the line `{text}`"))?;
                lines.add(&position, m);
                let _partner_elsewhere = position.make(m, &mut ());
                is_empty = false;
            }
            if is_empty {
                bail!("the line `{text}` has no move");
            }
        }
        Ok(lines)
    }

    fn add(&mut self, position: &Position, m: Move) {
        let new = || (position.clone(), BTreeMap::new());
        let (_, moves) = self.0.entry(Book::key(position)).or_insert_with(new);
        let count = moves.entry(m).or_default();
        *count = count.saturating_add(1);
    }

    /// Writes the lines to a book, in place of the moves it has there.
    pub(super) fn write(self, book: &mut Book) {
        for (position, moves) in self.0.into_values() {
            let moves = moves.into_iter().map(|(m, weight)| BookMove { m, weight });
            book.set(&position, moves.collect());
        }
    }
}
