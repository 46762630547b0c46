//! `info board A …`: thinking output about a board.

use std::fmt;

use tandem_rules::BoardId;

use super::split_board;
use crate::text::{Line, split_word};
use crate::uci;
use crate::uci::words::{Words, split_at_word, write_field};

/// One line of thinking output.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// The board; `None` if the line is about none, such as the refusal of a command.
    pub board: Option<BoardId>,
    /// `reserve_value`: the worth of the engine's holdings in centipawns.
    pub reserve_value: Option<i32>,
    /// `partner_reserve_value`: the worth of the partner's holdings.
    pub partner_reserve_value: Option<i32>,
    /// The fields that UCI has too. No move among them has the name of a field.
    pub fields: uci::Info,
}

impl Info {
    /// An `info` line with only a `string`.
    pub fn of_string(text: &str) -> Self {
        Self { fields: uci::Info::of_string(text), ..Self::default() }
    }

    /// Parses the arguments of `info`. Words that are not fields are skipped, and so are fields
    /// without the number they should have. `None` if another board is named than A or B.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let names_board = split_word(text).0 == "board";
        let (board, text) = match split_board(text) {
            Some((board, rest)) => (Some(board), rest),
            None if names_board => return None,
            None => (None, text),
        };
        let (fields, string) = match split_at_word(text, "string") {
            Some((fields, string)) => (fields, Some(Line::new(string))),
            None => (text, None),
        };
        let mut info = Self { board, ..Self::default() };
        let mut others = Vec::new();
        let mut words = Words::of(fields);
        while let Some(word) = words.next() {
            match word {
                "reserve_value" => info.reserve_value = words.number(),
                "partner_reserve_value" => info.partner_reserve_value = words.number(),
                other => others.push(other),
            }
        }
        info.fields = uci::Info { string, ..uci::Info::parse(&others.join(" ")) };
        Some(info)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "board", self.board)?;
        write_field(f, "reserve_value", self.reserve_value)?;
        write_field(f, "partner_reserve_value", self.partner_reserve_value)?;
        self.fields.write_fields(f)
    }
}
