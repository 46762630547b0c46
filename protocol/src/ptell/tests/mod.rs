//! Tables of lines and their messages, one for each vocabulary, and laws.

mod chatter;
mod engines;
mod laws;
mod people;

use tandem_rules::talk::PartnerMessage as M;
use tandem_rules::talk::Reason;
use tandem_rules::talk::Urgency::{self, Mates, Much};
use tandem_rules::{Millis, PieceType};

use super::*;
use crate::text::Word;

/// Letters for the piece types, as in the lines.
const P: PieceType = PieceType::Pawn;
const N: PieceType = PieceType::Knight;
const B: PieceType = PieceType::Bishop;
const R: PieceType = PieceType::Rook;
const Q: PieceType = PieceType::Queen;
/// The lowest urgency: the piece would be nice to have.
const NICE: Urgency = Urgency::Some;

/// A line and the messages in it.
type Row = (&'static str, &'static [M]);

fn messages(messages: &[M]) -> Vec<Heard> {
    messages.iter().copied().map(Heard::Message).collect()
}

/// Checks a table, and that capital letters and marks at the end make no difference.
fn check(rows: &[Row]) {
    for (line, expected) in rows {
        let expected = messages(expected);
        assert_eq!(hear(line), expected, "{line}");
        assert_eq!(hear(&format!(" {}!! ", line.to_uppercase())), expected, "{line}");
        assert_eq!(hear(&format!("{line}.")), expected, "{line}");
    }
}

fn word(text: &str) -> Word {
    Word::new(text).expect("the tables hold words")
}
