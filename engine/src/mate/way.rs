//! The line of positions from the root to the one being searched.

use super::hands::Hands;
use super::numbers::Footing;

/// What names a position in a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// All but the holdings.
    pub(super) key: u64,
    pub(super) hands: Hands,
}

impl Node {
    fn mixed(self) -> u64 {
        let mixed =
            (self.key ^ self.hands.bits().rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

/// The positions on the way, each with a signature of all up to it in whatever order.
#[derive(Default)]
pub(super) struct Way(Vec<(Node, u64)>);

/// A [`Footing`] as it is kept beyond the way it was found on: how far back the position is that
/// the refutation holds by, and the signature of what lies between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeptFooting {
    back: u16,
    signature: u16,
}

impl KeptFooting {
    /// Nobody is as far back, and nothing is no way back.
    pub(super) const FIRM: Self = Self { back: 0, signature: 0 };
    const LOOSE: Self = Self { back: u16::MAX, signature: 0 };

    pub(super) fn is_firm(self) -> bool {
        self == Self::FIRM
    }
}

impl Way {
    pub(super) fn push(&mut self, node: Node) {
        let signature = self.signature(self.0.len()) ^ node.mixed();
        self.0.push((node, signature));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// How many positions are on the way; the next one has the place after that.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The place of a position that was no worse for the attacker: it has got nowhere since.
    pub(super) fn repeats(&self, node: Node) -> Option<Footing> {
        let is_no_better = |(before, _): &(Node, u64)| {
            before.key == node.key && before.hands.are_as_good_as(node.hands)
        };
        self.0.iter().rposition(is_no_better).map(|index| Footing::at(index + 1))
    }

    /// What the first `count` positions come to.
    fn signature(&self, count: usize) -> u64 {
        match count {
            0 => 0,
            _ => self.0[count - 1].1,
        }
    }

    /// What lies between the position at a place and the next one.
    fn since(&self, place: usize) -> u16 {
        (self.signature(self.0.len()) ^ self.signature(place - 1)) as u16
    }

    /// To keep what was found of the next position.
    pub(super) fn keep(&self, footing: Footing) -> KeptFooting {
        match footing.place() {
            Some(place) => KeptFooting {
                back: (self.0.len() + 1 - place) as u16,
                signature: self.since(place),
            },
            None if footing == Footing::FIRM => KeptFooting::FIRM,
            None => KeptFooting::LOOSE,
        }
    }

    /// What is kept of the next position, seen from here: loose, unless it was found on this way.
    pub(super) fn recall(&self, kept: KeptFooting) -> Footing {
        if kept.is_firm() {
            return Footing::FIRM;
        }
        match (self.0.len() + 1).checked_sub(usize::from(kept.back)) {
            Some(place) if place > 0 && self.since(place) == kept.signature => Footing::at(place),
            _ => Footing::LOOSE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(key: u64) -> Node {
        Node { key, hands: Hands::NONE }
    }

    #[test]
    fn a_footing_is_recalled_on_the_same_way_only() {
        let mut way = Way::default();
        [1, 2, 3, 4].map(node).into_iter().for_each(|node| way.push(node));
        let footing = way.repeats(node(2)).expect("it is on the way");
        let kept = way.keep(footing);
        assert_eq!(way.recall(kept), footing);
        way.pop();
        way.push(node(5));
        assert_eq!(way.recall(kept), Footing::LOOSE);
        assert_eq!(way.recall(way.keep(Footing::FIRM)), Footing::FIRM);
        assert_eq!(way.recall(way.keep(Footing::LOOSE)), Footing::LOOSE);
    }
}
