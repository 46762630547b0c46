//! The table of the mate search.

use super::hands::Hands;
use super::numbers::{Finding, Footing, Numbers};
use super::path::{NodeKey, Path, StoredFooting};

/// A table of fixed size. A mate found with some holdings counts for better ones too, a refutation
/// for worse ones.
pub(super) struct ProofTable {
    buckets: Vec<[Entry; WAYS]>,
    age: u8,
}

/// Number of entries in a bucket; positions that differ in holdings alone share one.
const WAYS: usize = 4;

#[derive(Clone, Copy)]
struct Entry {
    node: NodeKey,
    numbers: Numbers,
    plies: u16,
    footing: StoredFooting,
    /// Logarithm of the nodes spent on it.
    work: u8,
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 32, "two to a cache line");

impl Entry {
    const EMPTY: Self = Self {
        node: NodeKey { key: 0, hands: Hands::NONE },
        numbers: Numbers { proof: 1, disproof: 1 },
        plies: 0,
        footing: StoredFooting::FIRM,
        work: 0,
        age: 0,
    };

    /// True if this entry says everything that `other` does.
    fn makes_idle(&self, other: &Self) -> bool {
        let (these, others) = (self.node.hands, other.node.hands);
        self.node.key == other.node.key
            && (these == others
                || self.numbers.is_mate() && others.are_as_good_as(these)
                || self.numbers.is_no_mate()
                    && self.footing.is_firm()
                    && these.are_as_good_as(others))
    }
}

impl ProofTable {
    /// A table of at most this size, and at least one bucket.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes << 20) / size_of::<[Entry; WAYS]>();
        Self { buckets: vec![[Entry::EMPTY; WAYS]; buckets.max(1)], age: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([Entry::EMPTY; WAYS]);
        self.age = 0;
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub(super) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The stored result for the position that comes next on the path.
    pub(super) fn probe(&self, node: NodeKey, path: &Path) -> Option<Finding> {
        let mut known: Option<Finding> = None;
        for entry in self.buckets[self.index(node.key)].iter().filter(|e| e.node.key == node.key) {
            if entry.numbers.is_mate() {
                if node.hands.are_as_good_as(entry.node.hands) {
                    return Some(Finding::mate(entry.plies));
                }
            } else if entry.numbers.is_no_mate() {
                let refuted = Self::refutation(entry, node, path);
                known = better_footing(known, refuted);
            } else if entry.node == node && known.is_none() {
                known = Some(Finding::open(entry.numbers));
            }
        }
        known
    }

    /// The refutation of an entry, if it was found for holdings as good as these or better. One
    /// that depends on another path says nothing here, and the position is searched again.
    fn refutation(entry: &Entry, node: NodeKey, path: &Path) -> Option<Finding> {
        let footing = path.restore(entry.footing);
        let holds = match footing {
            Footing::FIRM => entry.node.hands.are_as_good_as(node.hands),
            Footing::LOOSE => false,
            _ => entry.node == node,
        };
        holds.then(|| Finding::no_mate(footing))
    }

    /// Stores the result for the position that comes next on the path.
    pub(super) fn store(&mut self, node: NodeKey, found: Finding, path: &Path, nodes: u64) {
        let entry = Entry {
            node,
            numbers: found.numbers,
            plies: found.plies,
            footing: path.store(found.footing),
            work: (64 - nodes.leading_zeros()) as u8,
            age: self.age,
        };
        let age = self.age;
        let index = self.index(node.key);
        let bucket = &mut self.buckets[index];
        let is_shorter_mate = |e: &Entry| {
            e.node == node
                && e.numbers.is_mate()
                && (e.plies <= entry.plies || !found.numbers.is_mate())
        };
        if bucket.iter().any(is_shorter_mate) {
            return;
        }
        let idle = bucket.iter().position(|e| entry.makes_idle(e));
        let least = (0..WAYS).min_by_key(|&i| (bucket[i].age == age, bucket[i].work));
        bucket[idle.or(least).unwrap_or(0)] = entry;
    }
}

fn better_footing(a: Option<Finding>, b: Option<Finding>) -> Option<Finding> {
    match (a, b) {
        (Some(a), Some(b)) if a.numbers.is_no_mate() && a.footing >= b.footing => Some(a),
        (a, b) => b.or(a),
    }
}
