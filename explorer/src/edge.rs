//! Edges: a move played with certain holdings in a placement.

use tandem_rules::{Color, Move};

/// Facts about a visit that decide which questions it answers.
///
/// A board that comes to a position more than once counts once. Which of its visits count depends on
/// the question, so each visit says what came earlier on its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flags(u8);

impl Flags {
    /// The holdings are not known.
    pub(crate) const UNKNOWN: Self = Self(1);
    /// The board played the same move in this placement earlier, with other holdings.
    pub(crate) const MOVED_AGAIN: Self = Self(2);
    /// The board was in this placement with these holdings earlier, and played another move.
    pub(crate) const HELD_AGAIN: Self = Self(4);
    /// The board was in this placement earlier.
    pub(crate) const PLACED_AGAIN: Self = Self(8);
    /// Black moves.
    const BLACK: Self = Self(16);
    const BITS: u32 = 5;

    /// The flags of a first visit.
    pub(crate) fn of(mover: Color, is_known: bool) -> Self {
        let mut flags = Self(0);
        flags.set(Self::UNKNOWN, !is_known);
        flags.set(Self::BLACK, mover == Color::Black);
        flags
    }

    /// Sets a flag if `on`; does not clear it otherwise.
    pub(crate) fn set(&mut self, flag: Self, on: bool) {
        if on {
            self.0 |= flag.0;
        }
    }

    pub(crate) const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    pub(crate) const fn mover(self) -> Color {
        if self.has(Self::BLACK) { Color::Black } else { Color::White }
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// `None` if bits are set that have no meaning.
    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        if byte >> Self::BITS == 0 { Some(Self(byte)) } else { None }
    }
}

/// A move, the holdings with which it was played, and [`Flags`], in 52 bits.
///
/// | bits  | meaning           |
/// |-------|-------------------|
/// | 0-14  | move              |
/// | 15-19 | flags             |
/// | 20-51 | key of holdings   |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Edge(u64);

const MOVE_BITS: u32 = 15;
const HOLDINGS_AT: u32 = MOVE_BITS + Flags::BITS;

impl Edge {
    /// Bytes of an edge.
    pub(crate) const BYTES: usize = 7;

    pub(crate) fn new(holdings: u32, flags: Flags, m: Move) -> Self {
        let (holdings, flags) = (u64::from(holdings), u64::from(flags.0));
        Self(holdings << HOLDINGS_AT | flags << MOVE_BITS | u64::from(m.bits()))
    }

    /// The bits of the move.
    pub(crate) const fn m(self) -> u16 {
        (self.0 & ((1 << MOVE_BITS) - 1)) as u16
    }

    pub(crate) const fn flags(self) -> Flags {
        Flags((self.0 >> MOVE_BITS) as u8 & ((1 << Flags::BITS) - 1))
    }

    pub(crate) const fn holdings(self) -> u32 {
        (self.0 >> HOLDINGS_AT) as u32
    }

    /// Holdings and flags together, by which the edges of a placement are grouped.
    pub(crate) const fn group(self) -> u64 {
        self.0 >> MOVE_BITS
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_returns_its_parts() {
        let m: Move = "h7h8q".parse().expect("a move");
        let mut flags = Flags::of(Color::Black, false);
        flags.set(Flags::PLACED_AGAIN, true);
        let edge = Edge::new(u32::MAX - 1, flags, m);
        assert_eq!((edge.holdings(), edge.flags(), edge.m()), (u32::MAX - 1, flags, m.bits()));
        assert_eq!(edge.flags().mover(), Color::Black);
        assert!(edge.bits() >> (8 * Edge::BYTES) == 0);
    }

    #[test]
    fn no_move_needs_more_bits_than_an_edge_has() {
        let all = (0..=u16::MAX).filter_map(Move::from_bits);
        assert!(all.into_iter().all(|m| m.bits() >> MOVE_BITS == 0));
    }
}
