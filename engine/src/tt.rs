//! The transposition table (TT): search results by position, shared without locks.

mod free_memory;
#[cfg(target_family = "wasm")]
mod heap;
mod keeper;
#[cfg(windows)]
mod large_pages;
#[cfg(not(target_family = "wasm"))]
mod memory;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

#[cfg(target_family = "wasm")]
use heap::Memory;
pub(crate) use keeper::TableKeeper;
pub use keeper::room_for_table;
#[cfg(not(target_family = "wasm"))]
use memory::Memory;
use tandem_rules::{Key, Move};

use crate::Score;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true score is at least the stored one.
    Lower,
    /// The true score is at most the stored one.
    Upper,
}

/// A stored search result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) m: Option<Move>,
    pub(crate) score: Score,
    /// The static evaluation, if it was computed.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// True if the node was ever searched as a PV node, with an open window ("tt pv").
    pub(crate) was_pv: bool,
}

/// A slot of 16 bytes. `check` is the key xor the data, so that a torn write reads as a miss and
/// never as a wrong entry (Hyatt and Mann 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 16);

/// Four slots in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table: shared by all threads, without locks. Its [`TableKeeper`] decides what of
/// it searches use.
pub(crate) struct TranspositionTable {
    memory: Memory,
    /// The number of buckets in use, which are the first ones.
    in_use: AtomicUsize,
    age: AtomicU8,
    /// False until an entry is stored, so that clearing an empty table costs nothing.
    has_entries: AtomicBool,
}

/// Buckets sampled to tell how full the table is.
const SAMPLED: usize = 250;

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB, at least one bucket; smaller if the system lacks the
    /// memory.
    fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let memory = Memory::zeroed(bytes, size_of::<Bucket>());
        let in_use = AtomicUsize::new(memory.len() / size_of::<Bucket>());
        Self { memory, in_use, age: AtomicU8::new(0), has_entries: AtomicBool::new(false) }
    }

    /// Starts a new search: all entries become a generation older.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Share of the table that the current search has filled, in permill, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed) & AGES;
        let sample = self.buckets().iter().take(SAMPLED).flat_map(|bucket| &bucket.0);
        let (mut used, mut all) = (0, 0);
        for slot in sample {
            let data = slot.data.load(Relaxed);
            used += u32::from(data != 0 && age_of(data) == age);
            all += 1;
        }
        used * 1000 / all.max(1)
    }

    /// Prefetches the bucket of a key, so that it is in the cache when it is probed.
    pub(crate) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch has no effect on memory, whatever the address; and this one is
            // that of a bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _nothing_to_ask = key;
    }

    pub(crate) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.check.load(Relaxed) ^ data == key.0).then(|| unpack(data, ply))
        })
    }

    /// Stores an entry; a missing move or static evaluation stays as it was known.
    pub(crate) fn store(&self, key: Key, ply: usize, entry: Entry) {
        let age = self.age.load(Relaxed) & AGES;
        let slots = &self.bucket(key).0;
        let same = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            slot.check.load(Relaxed) ^ data == key.0
        };
        // Replacement priority: old and shallow entries go first.
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
        let known = (slot.check.load(Relaxed) ^ kept == key.0).then(|| unpack(kept, ply));
        let m = entry.m.or(known.and_then(|known| known.m));
        let eval = entry.eval.or(known.and_then(|known| known.eval));
        let was_pv = entry.was_pv || known.is_some_and(|known| known.was_pv);
        // A much deeper entry stays, unless it is old or the new one is exact.
        let goes_deeper = |known: &Entry| {
            age_of(kept) == age && entry.bound != Bound::Exact && entry.depth + 3 < known.depth
        };
        let entry = known.filter(goes_deeper).unwrap_or(entry);
        let data = pack(Entry { m, eval, was_pv, ..entry }, ply, age);
        slot.check.store(key.0 ^ data, Relaxed);
        slot.data.store(data, Relaxed);
        // Read by all and written once, so that its cache line is never contended.
        if !self.has_entries.load(Relaxed) {
            self.has_entries.store(true, Relaxed);
        }
    }

    /// The bucket of a key: the high half of key × bucket count, so that any count will do.
    fn bucket(&self, key: Key) -> &Bucket {
        let buckets = self.buckets();
        let index = (u128::from(key.0) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// The buckets in use.
    fn buckets(&self) -> &[Bucket] {
        &self.all_buckets()[..self.in_use.load(Relaxed)]
    }

    #[cfg(target_family = "wasm")]
    fn all_buckets(&self) -> &[Bucket] {
        self.memory.buckets()
    }

    #[cfg(not(target_family = "wasm"))]
    fn all_buckets(&self) -> &[Bucket] {
        let count = self.memory.len() / size_of::<Bucket>();
        // SAFETY: the mapping begins at a page, so it is aligned for buckets, and holds `count` of
        // them for as long as `self` is borrowed. A bucket is eight `AtomicU64`, for which all bit
        // patterns are valid, including the zeros with which `Memory` begins. The memory is
        // private and no `&mut` to it is ever made, so that all access goes through the atomics.
        unsafe { std::slice::from_raw_parts(self.memory.start().cast(), count) }
    }
}

const AGES: u8 = 31;
/// Marks a static evaluation that was not computed; no score is so low.
const NO_EVAL: i16 = i16::MIN;

/// Packs an entry into 64 bits.
///
/// | bits  | meaning           |
/// |-------|-------------------|
/// | 0-15  | move              |
/// | 16-31 | score             |
/// | 32-47 | static evaluation |
/// | 48-55 | depth             |
/// | 56-57 | bound, 1 to 3     |
/// | 58    | was pv            |
/// | 59-63 | age               |
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let m = entry.m.map_or(0, Move::bits);
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.value() as i16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(m)
        | u64::from(entry.score.to_table(ply) as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(age & AGES) << 59
}

fn unpack(data: u64, ply: usize) -> Entry {
    let eval = (data >> 32) as i16;
    Entry {
        m: Move::from_bits(data as u16),
        score: Score::from_table((data >> 16) as i16, ply),
        // A static evaluation counts no plies, so it is the same at every ply.
        eval: (eval != NO_EVAL).then(|| Score::from_table(eval, 0)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        was_pv: data >> 58 & 1 == 1,
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Entry = Entry {
        m: None,
        score: Score::DRAW,
        eval: None,
        depth: 1,
        bound: Bound::Exact,
        was_pv: false,
    };

    #[test]
    fn a_stored_entry_is_found_again_and_a_full_bucket_drops_the_shallowest() {
        let table = TranspositionTable::new(0);
        let m = Move::from_bits(0o1234);
        let score = Score::evaluation(-77);
        let entry = |depth| Entry { m, score, depth, bound: Bound::Lower, ..PLAIN };
        for depth in [9, 3, 7, 8, 5] {
            table.store(fitting(&table, depth), 2, entry(depth));
        }
        assert_eq!(table.probe(fitting(&table, 3), 2), None);
        for depth in [9, 7, 8, 5] {
            assert_eq!(table.probe(fitting(&table, depth), 2), Some(entry(depth)));
        }
    }

    /// Different keys that share the first bucket.
    fn fitting(table: &TranspositionTable, number: u8) -> Key {
        let key = Key(u64::from(number));
        assert!(std::ptr::eq(table.bucket(key), &raw const table.buckets()[0]));
        key
    }

    #[test]
    fn every_part_of_an_entry_survives_beside_the_extremes_of_the_others() {
        let scores = [
            Score::mated(4),
            -Score::mated(4),
            -Score::lost_unless_helped(4),
            Score::evaluation(i32::MIN),
            Score::evaluation(i32::MAX),
        ];
        let evals = scores.map(Some).into_iter().chain([None]);
        let mut keeper = TableKeeper::new(0);
        for (score, eval) in
            scores.into_iter().flat_map(|score| evals.clone().map(move |eval| (score, eval)))
        {
            for (depth, bound) in [(0, Bound::Lower), (255, Bound::Upper), (1, Bound::Exact)] {
                for (m, was_pv) in [(None, true), (Move::from_bits(0x7abc), false)] {
                    let entry = Entry { m, score, eval, depth, bound, was_pv };
                    keeper.clear();
                    keeper.lay_whole(1);
                    let table = keeper.table();
                    (0..AGES).for_each(|_| table.new_search());
                    table.store(Key(7), 3, entry);
                    assert_eq!(table.probe(Key(7), 3), Some(entry));
                }
            }
        }
    }

    #[test]
    fn a_new_table_is_as_one_filled_with_empty_buckets() {
        let filled: Vec<Bucket> = std::iter::repeat_with(Bucket::default).take(1 << 14).collect();
        let new = TranspositionTable::new(1);
        let bits = |bucket: &Bucket| {
            bucket.0.each_ref().map(|slot| (slot.check.load(Relaxed), slot.data.load(Relaxed)))
        };
        assert!(new.buckets().iter().map(bits).eq(filled.iter().map(bits)));
    }

    #[test]
    fn hashfull_counts_what_this_search_has_kept() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.hashfull(), 0);
        table.store(Key(1), 0, PLAIN);
        assert_eq!(table.hashfull(), 250);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_cleared_table_forgets_how_old_it_was() {
        let keys_left = |searches_before: usize| -> Vec<u64> {
            let mut keeper = TableKeeper::new(0);
            (0..searches_before).for_each(|_| keeper.table().new_search());
            keeper.clear();
            let table = keeper.table();
            (1..=6).for_each(|key| table.store(Key(key), 0, PLAIN));
            (1..=6).filter(|&key| table.probe(Key(key), 0).is_some()).collect()
        };
        assert!([1, 30, 31, 32, 100].iter().all(|&before| keys_left(before) == keys_left(0)));
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_and_the_evaluation_that_were_known() {
        let table = TranspositionTable::new(1);
        let (m, eval) = (Move::from_bits(0o1234), Some(Score::evaluation(5)));
        table.store(Key(42), 0, Entry { m, eval, depth: 4, ..PLAIN });
        table.store(Key(42), 0, Entry { depth: 5, bound: Bound::Upper, ..PLAIN });
        let known = table.probe(Key(42), 0).map(|entry| (entry.m, entry.eval, entry.depth));
        assert_eq!(known, Some((m, eval, 5)));
    }
}
