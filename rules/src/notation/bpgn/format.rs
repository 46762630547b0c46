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
        let is_fit = |c: &char| c.is_ascii_alphanumeric() || "_+#=:-".contains(*c);
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

/// The variant that a tag names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamedVariant {
    /// None, or that the variant is not known.
    Untold,
    Known(Variant),
    /// One that this crate does not have.
    Foreign,
}

/// Names of the variants in `Variant` tags, without case, blanks and hyphens; each may end with
/// `960`.
const VARIANT_NAMES: &[(Variant, &[&str])] = &[
    (Variant::Bughouse, &["bughouse", "bughousechess", "bug", "tandem", "siamese"]),
    (Variant::Crazyhouse, &["crazyhouse", "crazyhousechess", "house", "zh"]),
    (
        Variant::Chess,
        &[
            "",
            "chess",
            "standard",
            "standardchess",
            "normal",
            "normalchess",
            "orthodox",
            "regular",
            "fromposition",
            "fischerrandom",
            "fischerandom",
            "fischerrandomchess",
            "freestyle",
            "freestylechess",
            "frc",
            "shuffle",
            "nocastle",
            "wild/fr",
            "wild/0",
            "wild/1",
            "wild/2",
            "wild/3",
            "wild/4",
            "wild/5",
            "wild/6",
            "wild/7",
            "wild/8",
            "wild/8a",
        ],
    ),
];

/// The variant that the value of a `Variant` tag names.
pub(super) fn named_variant(value: &str) -> NamedVariant {
    let name = value.to_ascii_lowercase().replace([' ', '-', '_'], "");
    if ["", "?"].contains(&name.as_str()) {
        return NamedVariant::Untold;
    }
    let name = name.strip_suffix("960").unwrap_or(&name);
    let known = VARIANT_NAMES.iter().find(|(_, names)| names.contains(&name));
    known.map_or(NamedVariant::Foreign, |(variant, _)| NamedVariant::Known(*variant))
}

/// True if the value of a `Variant` tag may name this game.
pub(super) fn names_variant(value: &str, variant: Variant) -> bool {
    match named_variant(value) {
        NamedVariant::Untold => true,
        NamedVariant::Known(named) => named == variant,
        NamedVariant::Foreign => false,
    }
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
    #[test]
    fn variants_are_known_by_the_names_that_sites_and_programs_give_them() {
        use NamedVariant::{Foreign, Known, Untold};
        for (name, expected) in [
            ("", Untold),
            (" ? ", Untold),
            ("-", Untold),
            ("Bughouse", Known(Variant::Bughouse)),
            ("bughouse960", Known(Variant::Bughouse)),
            ("Crazy House", Known(Variant::Crazyhouse)),
            ("Crazyhouse960", Known(Variant::Crazyhouse)),
            ("Standard", Known(Variant::Chess)),
            ("From Position", Known(Variant::Chess)),
            ("Chess960", Known(Variant::Chess)),
            ("Chess 960", Known(Variant::Chess)),
            ("960", Known(Variant::Chess)),
            ("fischerandom", Known(Variant::Chess)),
            ("Fischer Random", Known(Variant::Chess)),
            ("wild/4", Known(Variant::Chess)),
            ("King of the Hill", Foreign),
            ("Three-check", Foreign),
            ("Antichess", Foreign),
            ("Atomic", Foreign),
            ("Horde", Foreign),
            ("Racing Kings", Foreign),
            ("Placement", Foreign),
            ("Chess with different armies", Foreign),
            ("chess480", Foreign),
        ] {
            assert_eq!(named_variant(name), expected, "{name}");
        }
    }
}
