//! The frame of a part: magic numbers, sections, pages, the footer and the trailer.

use bytes::{Buf, BufMut};

/// The first and the last bytes of a part.
pub(crate) const MAGIC: [u8; 8] = *b"TDMEXPLR";
/// The version of the format.
pub(crate) const VERSION: u32 = 2;
/// Bytes of the header of a part: the magic number, the version and four bytes in reserve.
pub(crate) const HEADER: usize = 16;
/// Bytes at the end of a part: its length, the length of its footer, the checksum of the footer and
/// of both lengths, four bytes in reserve, the magic number.
pub(crate) const TRAILER: usize = 32;
/// Limit of the parts of a file. Each question asks all of them.
pub(crate) const MOST_PARTS: usize = 256;
/// Bytes of a page. Each page but the last has that many, and a checksum in the footer.
pub(crate) const PAGE: usize = 1 << 16;
/// Boards of a block of moves.
pub(crate) const BLOCK: u32 = 64;
/// Limit of a block of moves, inflated, in bytes.
pub(crate) const MOST_BLOCK: u64 = 1 << 21;
/// An edge with at least this many games has its sums in the file.
pub(crate) const READY: u64 = 64;
/// Most bits of a placement key by which the index is cut into buckets.
pub(crate) const MOST_FAN_BITS: u32 = 24;
/// Bytes of an entry of the table of buckets.
pub(crate) const BUCKET: u64 = 24;
/// Bytes of an entry of the tail: a part of the placement key, and a board.
pub(crate) const TAIL: u64 = 7;
/// The partner of a board without one.
pub(crate) const ALONE: u32 = u32::MAX;

/// The sections of a part, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    White,
    Black,
    WhiteRating,
    BlackRating,
    Ended,
    Clock,
    Rules,
    Outcome,
    Source,
    Partner,
    Names,
    NameOffsets,
    ClockTexts,
    RuleTexts,
    Moves,
    BlockOffsets,
    Buckets,
    Positions,
    Postings,
    Tail,
}

impl Section {
    pub(crate) const COUNT: usize = 20;
    pub(crate) const ALL: [Self; Self::COUNT] = [
        Self::White,
        Self::Black,
        Self::WhiteRating,
        Self::BlackRating,
        Self::Ended,
        Self::Clock,
        Self::Rules,
        Self::Outcome,
        Self::Source,
        Self::Partner,
        Self::Names,
        Self::NameOffsets,
        Self::ClockTexts,
        Self::RuleTexts,
        Self::Moves,
        Self::BlockOffsets,
        Self::Buckets,
        Self::Positions,
        Self::Postings,
        Self::Tail,
    ];

    /// Name of the section in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::WhiteRating => "white ratings",
            Self::BlackRating => "black ratings",
            Self::Ended => "dates",
            Self::Clock => "clocks",
            Self::Rules => "rules",
            Self::Outcome => "outcomes",
            Self::Source => "sources",
            Self::Partner => "partners",
            Self::Names => "names",
            Self::NameOffsets => "offsets of names",
            Self::ClockTexts => "texts of clocks",
            Self::RuleTexts => "texts of rules",
            Self::Moves => "moves",
            Self::BlockOffsets => "offsets of moves",
            Self::Buckets => "buckets",
            Self::Positions => "positions",
            Self::Postings => "postings",
            Self::Tail => "tail",
        }
    }

    /// Bytes of the section, if they follow from the counts of the footer.
    fn length(self, footer: &Footer) -> Option<u64> {
        let boards = u64::from(footer.boards);
        Some(match self {
            Self::White | Self::Black | Self::Ended | Self::Partner => boards * 4,
            Self::WhiteRating | Self::BlackRating | Self::Clock => boards * 2,
            Self::Rules | Self::Outcome => boards,
            Self::Source => boards * 8,
            Self::NameOffsets => (u64::from(footer.names) + 1) * 8,
            Self::BlockOffsets => (boards.div_ceil(u64::from(BLOCK)) + 1) * 8,
            Self::Buckets => ((1 << footer.fan_bits) + 1) * BUCKET,
            _ => return None,
        })
    }
}

/// A range of the part, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

/// The counts and the places of all sections, and the checksums of all pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Footer {
    pub(crate) boards: u32,
    pub(crate) names: u32,
    pub(crate) fan_bits: u32,
    pub(crate) sections: [Extent; Section::COUNT],
    pub(crate) pages: Vec<u32>,
}

impl Footer {
    /// Bytes of the footer of a part whose sections end at `end`.
    pub(crate) const fn bytes(end: u64) -> u64 {
        12 + 16 * Section::COUNT as u64 + 4 * end.div_ceil(PAGE as u64)
    }

    pub(crate) const fn section(&self, section: Section) -> Extent {
        self.sections[section as usize]
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.put_u32_le(self.boards);
        bytes.put_u32_le(self.names);
        bytes.put_u32_le(self.fan_bits);
        for extent in self.sections {
            bytes.put_u64_le(extent.offset);
            bytes.put_u64_le(extent.length);
        }
        self.pages.iter().for_each(|&sum| bytes.put_u32_le(sum));
        bytes
    }

    /// Reads the footer of a part whose sections end at `end`; `None` if it cannot be that.
    pub(crate) fn from_bytes(mut bytes: &[u8], end: u64) -> Option<Self> {
        if bytes.len() as u64 != Self::bytes(end) {
            return None;
        }
        let [boards, names, fan_bits] = std::array::from_fn(|_| bytes.get_u32_le());
        let sections = std::array::from_fn(|_| Extent {
            offset: bytes.get_u64_le(),
            length: bytes.get_u64_le(),
        });
        let pages = bytes.chunks_exact(4).map(|mut sum| sum.get_u32_le()).collect();
        let footer = Self { boards, names, fan_bits, sections, pages };
        footer.is_sound(end).then_some(footer)
    }

    fn is_sound(&self, end: u64) -> bool {
        let within = |extent: Extent| {
            let last = extent.offset.checked_add(extent.length);
            extent.offset >= HEADER as u64 && last.is_some_and(|last| last <= end)
        };
        self.fan_bits <= MOST_FAN_BITS
            && self.sections.into_iter().all(within)
            && Section::ALL.into_iter().all(|section| {
                let length = self.section(section).length;
                section.length(self).is_none_or(|expected| expected == length)
            })
    }
}

/// The end of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trailer {
    /// Bytes of the part, this end included.
    pub(crate) length: u64,
    /// Bytes of the footer.
    pub(crate) footer: u64,
    pub(crate) sum: u32,
}

impl Trailer {
    /// The end of a part with this footer, which stands at `end`.
    pub(crate) fn new(footer: &[u8], end: u64) -> Self {
        let length = end + footer.len() as u64 + TRAILER as u64;
        let trailer = Self { length, footer: footer.len() as u64, sum: 0 };
        Self { sum: trailer.sum_with(footer), ..trailer }
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(TRAILER);
        bytes.put_u64_le(self.length);
        bytes.put_u64_le(self.footer);
        bytes.put_u32_le(self.sum);
        bytes.put_u32_le(0);
        bytes.extend(MAGIC);
        bytes
    }

    /// `None` if this is not the end of a part.
    pub(crate) fn from_bytes(bytes: &[u8; TRAILER]) -> Option<Self> {
        let mut numbers = bytes.strip_suffix(&MAGIC)?;
        let [length, footer] = std::array::from_fn(|_| numbers.get_u64_le());
        Some(Self { length, footer, sum: numbers.get_u32_le() })
    }

    /// The checksum of a footer and of the lengths.
    pub(crate) fn sum_with(self, footer: &[u8]) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        sum.update(footer);
        sum.update(&self.length.to_le_bytes());
        sum.update(&self.footer.to_le_bytes());
        sum.finalize()
    }
}

/// The bucket of a placement.
pub(crate) fn bucket(placement: u64, fan_bits: u32) -> u64 {
    placement.checked_shr(64 - fan_bits).unwrap_or(0)
}

/// The part of a placement key that the tail keeps: 24 bits behind those of the bucket.
pub(crate) fn fingerprint(placement: u64, fan_bits: u32) -> u32 {
    (placement << fan_bits >> 40) as u32
}

/// The bits of a placement key by which an index of `rows` is cut, so that a bucket has some
/// hundreds of rows.
pub(crate) fn fan_bits(rows: u64) -> u32 {
    (rows / 256 + 1).ilog2().min(MOST_FAN_BITS)
}

/// The facts of an outcome in one byte.
///
/// | bits | meaning                                                   |
/// |------|-----------------------------------------------------------|
/// | 0-1  | 0 no result, 1 White's team won, 2 drawn, 3 Black's won   |
/// | 2    | holdings are known                                        |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutcomeByte(pub(crate) u8);

impl OutcomeByte {
    pub(crate) fn new(result: Option<crate::BoardResult>, is_known: bool) -> Self {
        use crate::BoardResult::{Drawn, Won};
        let result = match result {
            None => 0,
            Some(Won(tandem_rules::Color::White)) => 1,
            Some(Drawn) => 2,
            Some(Won(tandem_rules::Color::Black)) => 3,
        };
        Self(result | u8::from(is_known) << 2)
    }

    pub(crate) const fn knows_holdings(self) -> bool {
        self.0 & 4 != 0
    }

    pub(crate) fn result(self) -> Option<crate::BoardResult> {
        use crate::BoardResult::{Drawn, Won};
        match self.0 & 3 {
            0 => None,
            1 => Some(Won(tandem_rules::Color::White)),
            2 => Some(Drawn),
            _ => Some(Won(tandem_rules::Color::Black)),
        }
    }
}
