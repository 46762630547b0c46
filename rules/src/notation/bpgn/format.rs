//! Differences between BPGN, the record of two boards, and PGN, the record of one board.

use crate::notation::legible;
use crate::{BoardId, Boards, Color, Seat, Variant};

use super::comment::{ClockText, LongClockText};

/// The format of a record, decided by its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Two boards: moves as `12A. Nf3 {179.547}`.
    Bpgn,
    /// One board: moves as `12. Nf3 {[%clk 0:02:59.547]}`, which any chess program reads.
    Pgn,
}

/// The first six tags of PGN's Seven Tag Roster, in order, with their values for "unknown".
/// `Result`, the seventh, comes after them.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

impl Format {
    pub(super) const fn of(boards: &Boards) -> Self {
        match boards.in_play() {
            [_] => Self::Pgn,
            _ => Self::Bpgn,
        }
    }

    /// The name of a tag in this format. Some programs write one board as BPGN with board A only;
    /// its players lose their letter. The function is idempotent.
    pub(super) fn tag_name(self, name: &str) -> String {
        let mut name = name.to_owned();
        while self == Self::Pgn
            && let Some(bare) = without_board(&name)
        {
            name = bare;
        }
        name
    }

    /// A tag as records keep it; `None` if it has no name, or if the record says it in another way.
    pub(super) fn tag(self, name: &str, value: &str) -> Option<(String, String)> {
        let is_fit = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let name: String = name.chars().filter(is_fit).take(64).collect();
        let name = self.tag_name(&name);
        let is_kept = !name.is_empty() && !self.is_said_by_record(&name);
        is_kept.then(|| (name, legible(value).replace(['\r', '\n'], " ")))
    }

    /// True for tags whose content the record itself has; some programs write `SetUp` as `Setup`.
    pub(super) fn is_said_by_record(self, tag: &str) -> bool {
        let is_variant = self == Self::Pgn && tag == "Variant";
        is_variant || ["Result", "SetUp", "Setup", "FEN"].contains(&tag)
    }

    /// True if this value of a tag means "unknown".
    pub(super) fn says_nothing(self, tag: &str, value: &str) -> bool {
        let unknown = ROSTER.iter().find(|(name, _)| *name == tag);
        self == Self::Pgn
            && unknown.is_some_and(|&(_, unknown)| [unknown, "?", ""].contains(&value))
    }

    /// Place of a tag in the order: tags with a lower place come first.
    pub(super) fn place(self, tag: &str) -> usize {
        let in_roster = || ROSTER.iter().position(|(name, _)| *name == tag);
        match self {
            Self::Bpgn => 0,
            Self::Pgn => in_roster().unwrap_or(ROSTER.len()),
        }
    }

    /// The text before a move. In PGN, Black's move has a number only if it does not follow White's
    /// `directly`.
    pub(super) fn number(self, number: u16, seat: Seat, directly: bool) -> String {
        match (self, seat.color) {
            (Self::Bpgn, _) => format!("{number}{}. ", seat.to_char()),
            (Self::Pgn, Color::White) => format!("{number}. "),
            (Self::Pgn, Color::Black) if directly => String::new(),
            (Self::Pgn, Color::Black) => format!("{number}... "),
        }
    }

    /// A clock in its braces.
    pub(super) fn clock(self, milliseconds: i64) -> String {
        match self {
            Self::Bpgn => format!("{{{}}}", ClockText(milliseconds)),
            Self::Pgn => format!("{{[%clk {}]}}", LongClockText(milliseconds)),
        }
    }

    /// A draw offer. In PGN it is put in braces, since a parenthesis is a variation there.
    pub(super) const fn draw_offer(self) -> &'static str {
        match self {
            Self::Bpgn => "(=)",
            Self::Pgn => "{(=)}",
        }
    }
}

/// The name of a tag without its board A: `White` for `WhiteA`, `BlackElo` for `BlackAElo`.
fn without_board(name: &str) -> Option<String> {
    ["White", "Black"].into_iter().find_map(|color| {
        let rest = name.strip_prefix(color)?.strip_prefix('A')?;
        let is_whole = rest.chars().next().is_none_or(|next| next.is_ascii_uppercase());
        is_whole.then(|| format!("{color}{rest}"))
    })
}

/// The value of PGN's `Variant` tag; `None` for standard chess and bughouse, which need no such
/// tag.
pub(super) fn variant_name(start: &Boards) -> Option<&'static str> {
    let position = start.position(BoardId::A);
    match position.variant() {
        Variant::Crazyhouse => Some("Crazyhouse"),
        Variant::Chess if position.castling().is_chess960() => Some("Chess960"),
        Variant::Chess | Variant::Bughouse => None,
    }
}

/// True if the value of a `Variant` tag may name this game.
pub(super) fn names_variant(value: &str, variant: Variant) -> bool {
    let names: &[&str] = match variant {
        Variant::Bughouse => &["bughouse"],
        Variant::Crazyhouse => &["crazyhouse"],
        Variant::Chess => &["standard", "chess", "normal", "fischer", "from position"],
    };
    let value = value.trim().to_ascii_lowercase();
    value.is_empty() || value == "?" || names.iter().any(|name| value.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_one_board_need_no_letter_and_names_are_settled_at_once() {
        for (name, expected) in [
            ("WhiteA", "White"),
            ("BlackAElo", "BlackElo"),
            ("WhiteAA", "White"),
            ("WhiteAge", "WhiteAge"),
            ("WhiteB", "WhiteB"),
        ] {
            assert_eq!(Format::Pgn.tag_name(name), expected);
            assert_eq!(Format::Bpgn.tag_name(name), name);
        }
    }
}
