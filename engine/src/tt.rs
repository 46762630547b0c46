//! The transposition table: what was found about a position, shared without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use tandem_rules::{Key, Move};

use crate::Score;

/// What a kept score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What is kept of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) m: Option<Move>,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// 16 bytes. `check` is the key xor the data, so that a torn write is a miss and never a lie
/// (Hyatt and Mann 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 16);

/// Four slots share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `mebibytes`, at least one bucket; less where the system has not so much.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let count = available((mebibytes << 20) / size_of::<Bucket>());
        let buckets = Box::new_zeroed_slice(count.max(1));
        // SAFETY: a bucket is eight `AtomicU64`, for which all bits zero is the valid value 0.
        // The system hands out zeroed pages when they are first touched, so that a large table
        // is there at once; a test compares it with one that was filled in.
        let buckets = unsafe { buckets.assume_init() };
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is there is older now.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    pub(crate) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.check.load(Relaxed) ^ data == key.0).then(|| unpack(data, ply))
        })
    }

    pub(crate) fn store(&self, key: Key, ply: usize, entry: Entry) {
        let age = self.age.load(Relaxed) & AGES;
        let slots = &self.bucket(key).0;
        let same = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            slot.check.load(Relaxed) ^ data == key.0
        };
        // Old and shallow goes first.
        let worth = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                return i32::MIN;
            }
            let years = age.wrapping_sub(age_of(data)) & AGES;
            i32::from(depth_of(data)) - 4 * i32::from(years)
        };
        let Some(slot) = slots.iter().find(same).or_else(|| slots.iter().min_by_key(worth)) else {
            return;
        };
        let kept = slot.data.load(Relaxed);
        let known = (slot.check.load(Relaxed) ^ kept == key.0).then(|| unpack(kept, ply).m);
        let m = entry.m.or(known.flatten());
        let data = pack(Entry { m, ..entry }, ply, age);
        slot.check.store(key.0 ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// The high half of key × size: any size will do.
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// The largest of `count`, half of it, a quarter and so on for which there is memory.
fn available(mut count: usize) -> usize {
    while count > 0 && Vec::<Bucket>::new().try_reserve_exact(count).is_err() {
        log::warn!("no memory for a table of {} MiB", (count * size_of::<Bucket>()) >> 20);
        count /= 2;
    }
    count
}

const AGES: u8 = 63;

/// | bits  | meaning      |
/// |-------|--------------|
/// | 0-15  | move         |
/// | 16-31 | score        |
/// | 32-39 | depth        |
/// | 40-41 | bound, 1 to 3|
/// | 42-47 | age          |
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let m = entry.m.map_or(0, Move::bits);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(m)
        | u64::from(entry.score.to_table(ply) as u16) << 16
        | u64::from(entry.depth) << 32
        | bound << 40
        | u64::from(age & AGES) << 42
}

fn unpack(data: u64, ply: usize) -> Entry {
    Entry {
        m: Move::from_bits(data as u16),
        score: Score::from_table((data >> 16) as i16, ply),
        depth: depth_of(data),
        bound: match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 32) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 42) as u8 & AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again_and_a_full_bucket_drops_the_shallowest() {
        let table = Table::new(0);
        let entry = |depth| Entry {
            m: Move::from_bits(0o1234),
            score: Score::evaluation(-77),
            depth,
            bound: Bound::Lower,
        };
        for depth in [9, 3, 7, 8, 5] {
            table.store(Key(u64::from(depth)), 2, entry(depth));
        }
        assert_eq!(table.probe(Key(3), 2), None);
        for depth in [9, 7, 8, 5] {
            assert_eq!(table.probe(Key(u64::from(depth)), 2), Some(entry(depth)));
        }
        table.clear();
        assert_eq!(table.probe(Key(9), 2), None);
    }

    #[test]
    fn a_new_table_is_as_one_filled_with_empty_buckets() {
        let filled: Vec<Bucket> = std::iter::repeat_with(Bucket::default).take(1 << 14).collect();
        let new = Table::new(1);
        let bits = |bucket: &Bucket| {
            bucket.0.each_ref().map(|slot| (slot.check.load(Relaxed), slot.data.load(Relaxed)))
        };
        assert!(new.buckets.iter().map(bits).eq(filled.iter().map(bits)));
    }

    #[test]
    fn a_table_that_no_machine_has_memory_for_becomes_a_smaller_one() {
        let most = usize::MAX >> 20;
        assert!(available((most << 20) / size_of::<Bucket>()) < (most << 20) / size_of::<Bucket>());
    }

    #[test]
    fn a_cleared_table_forgets_how_old_it_was() {
        let entry = Entry { m: None, score: Score::DRAW, depth: 1, bound: Bound::Exact };
        let keys_left = |searches_before: usize| -> Vec<u64> {
            let table = Table::new(0);
            (0..searches_before).for_each(|_| table.grow_older());
            table.clear();
            (1..=6).for_each(|key| table.store(Key(key), 0, entry));
            (1..=6).filter(|&key| table.probe(Key(key), 0).is_some()).collect()
        };
        assert!([1, 30, 63, 64, 100].iter().all(|&before| keys_left(before) == keys_left(0)));
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_that_was_known() {
        let table = Table::new(1);
        let m = Move::from_bits(0o1234);
        let known = Entry { m, score: Score::DRAW, depth: 4, bound: Bound::Exact };
        table.store(Key(42), 0, known);
        table.store(Key(42), 0, Entry { m: None, depth: 5, bound: Bound::Upper, ..known });
        assert_eq!(table.probe(Key(42), 0).and_then(|entry| entry.m), m);
    }
}
