//! The path of positions from the root to the current one.

use super::hands::Hands;
use super::numbers::Footing;

/// The identity of a position in a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeKey {
    /// The position's key without the holdings.
    pub(super) key: u64,
    pub(super) hands: Hands,
}

impl NodeKey {
    fn mixed(self) -> u64 {
        let mixed =
            (self.key ^ self.hands.bits().rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

/// The positions on the path, each with a signature of all up to it that does not depend on their
/// order.
#[derive(Default)]
pub(super) struct Path(Vec<(NodeKey, u64)>);

/// A [`Footing`] as stored beyond the path it was found on: the distance back to the position that
/// the refutation depends on, and the signature of the positions from there on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredFooting {
    back: u16,
    signature: u16,
}

impl StoredFooting {
    /// A distance of 0 leads to no position, nor does that of `LOOSE`: no path is so long.
    pub(super) const FIRM: Self = Self { back: 0, signature: 0 };
    const LOOSE: Self = Self { back: u16::MAX, signature: 0 };

    pub(super) fn is_firm(self) -> bool {
        self == Self::FIRM
    }
}

impl Path {
    pub(super) fn push(&mut self, node: NodeKey) {
        let signature = self.signature(self.0.len()) ^ node.mixed();
        self.0.push((node, signature));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// Number of positions on the path; the next one has the place after that.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The footing of a return to a position that was no worse for the attacker: it has got nowhere
    /// since.
    pub(super) fn repeats(&self, node: NodeKey) -> Option<Footing> {
        let is_no_better = |(before, _): &(NodeKey, u64)| {
            before.key == node.key && before.hands.are_as_good_as(node.hands)
        };
        self.0.iter().rposition(is_no_better).map(|index| Footing::at(index + 1))
    }

    /// The signature of the first `count` positions.
    fn signature(&self, count: usize) -> u64 {
        match count {
            0 => 0,
            _ => self.0[count - 1].1,
        }
    }

    /// The signature of the positions from a place to the end of the path.
    fn since(&self, place: usize) -> u16 {
        (self.signature(self.0.len()) ^ self.signature(place - 1)) as u16
    }

    /// Converts the footing of the next position for storage.
    pub(super) fn store(&self, footing: Footing) -> StoredFooting {
        match footing.place() {
            Some(place) => StoredFooting {
                back: (self.0.len() + 1 - place) as u16,
                signature: self.since(place),
            },
            None if footing == Footing::FIRM => StoredFooting::FIRM,
            None => StoredFooting::LOOSE,
        }
    }

    /// Restores the stored footing of the next position: loose, unless it was found on this path.
    pub(super) fn restore(&self, stored: StoredFooting) -> Footing {
        if stored.is_firm() {
            return Footing::FIRM;
        }
        match (self.0.len() + 1).checked_sub(usize::from(stored.back)) {
            Some(place) if place > 0 && self.since(place) == stored.signature => Footing::at(place),
            _ => Footing::LOOSE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(key: u64) -> NodeKey {
        NodeKey { key, hands: Hands::NONE }
    }

    #[test]
    fn a_footing_is_restored_on_the_same_way_only() {
        let mut path = Path::default();
        [1, 2, 3, 4].map(node).into_iter().for_each(|node| path.push(node));
        let footing = path.repeats(node(2)).expect("it is on the path");
        let stored = path.store(footing);
        assert_eq!(path.restore(stored), footing);
        path.pop();
        path.push(node(5));
        assert_eq!(path.restore(stored), Footing::LOOSE);
        assert_eq!(path.restore(path.store(Footing::FIRM)), Footing::FIRM);
        assert_eq!(path.restore(path.store(Footing::LOOSE)), Footing::LOOSE);
    }
}
