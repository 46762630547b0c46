//! The upkeep of the transposition table between searches: its size, its pages, and what an earlier
//! game has left in it.
//!
//! The system provides a page when it is first touched, which takes longer than many probes, and far
//! longer where pages are large. So pages are touched in pieces while nothing is searched. A search
//! against the clock that comes before the end of that uses the part that is ready; one that counts
//! nodes always uses the whole table, so that it is the same on every machine.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::{Bucket, TranspositionTable, free_memory};

/// The owner of the table, which no search uses meanwhile.
pub(crate) struct TableKeeper {
    table: Arc<TranspositionTable>,
    /// The size that was asked for.
    mebibytes: usize,
    /// Number of buckets: fewer than were mapped if the system turns out to lack the memory.
    count: usize,
    /// Number of buckets, the first ones, whose pages the system has provided.
    provided: usize,
    /// Buckets that may hold entries of an earlier game. Those beyond it are empty.
    stale: Range<usize>,
    /// True if pages are wanted before a search touches them.
    is_eager: bool,
    /// Tells how much memory is left.
    free_memory: fn() -> Option<usize>,
}

/// Buckets that one thread empties, or has provided, at a time: 4 MiB, which takes a millisecond or a
/// few. An order waits no longer.
const PIECE: usize = (4 << 20) / size_of::<Bucket>();
/// Buckets in a page, if pages are small.
const IN_PAGE: usize = 4096 / size_of::<Bucket>();
/// Buckets of the table that are provided without asking how much memory is left, 64 MiB.
const UNASKED: usize = (64 << 20) / size_of::<Bucket>();
/// Bytes of memory that a larger table leaves to others: a system without any ends programs.
const LEFT: usize = 256 << 20;

/// The mebibytes that a table can have besides those that this program uses already; `None` if the system
/// does not say.
pub fn room_for_table() -> Option<usize> {
    free_memory::free_memory().map(|free| free.saturating_sub(LEFT) >> 20)
}

impl TableKeeper {
    /// The keeper of a new table of at most `mebibytes` MiB.
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self::of(TranspositionTable::new(mebibytes), mebibytes)
    }

    fn of(table: TranspositionTable, mebibytes: usize) -> Self {
        let count = table.all_buckets().len();
        let provided = if table.memory.is_provided_when_touched() { 0 } else { count };
        Self {
            table: Arc::new(table),
            mebibytes,
            count,
            provided,
            stale: 0..0,
            is_eager: false,
            free_memory: free_memory::free_memory,
        }
    }

    /// The table.
    pub(crate) const fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// Changes the size; the table of another size is empty. The size that it has changes nothing.
    pub(crate) fn resize(&mut self, mebibytes: usize) {
        if mebibytes != self.mebibytes {
            self.table = Arc::new(TranspositionTable::new(0)); // frees the old one first
            *self = Self::new(mebibytes);
        }
        self.be_eager();
    }

    /// Wants all pages before a search touches them.
    pub(crate) const fn be_eager(&mut self) {
        self.is_eager = true;
    }

    /// Forgets all entries. The work that this takes is done before the next search.
    pub(crate) fn clear(&mut self) {
        self.table.age.store(0, Relaxed);
        if self.table.has_entries.swap(false, Relaxed) {
            self.stale = 0..self.stale.end.max(self.table.in_use.load(Relaxed));
        }
    }

    /// True if there is something to do before the next search.
    pub(crate) fn has_work(&self) -> bool {
        !self.stale.is_empty() || self.is_eager && self.provided < self.count
    }

    /// Does a piece of the work, in this many threads.
    pub(crate) fn work(&mut self, threads: usize) {
        let piece = PIECE * threads.max(1);
        // What is empty is provided next, so that a part of the table is ready soon.
        let is_wanted = self.is_eager && self.provided < self.stale.start.min(self.count);
        if !self.stale.is_empty() && !is_wanted {
            let end = (self.stale.start + piece).min(self.stale.end);
            in_shares(&self.table.all_buckets()[self.stale.start..end], empty);
            self.stale.start = end;
        } else if self.provided < self.count && self.has_memory(piece) {
            let end = (self.provided + piece).min(self.count);
            in_shares(&self.table.all_buckets()[self.provided..end], have_provided);
            self.provided = end;
        }
    }

    /// Lets the next search use the whole table, as searches must that are to be the same on every
    /// machine.
    pub(crate) fn lay_whole(&mut self, threads: usize) {
        while !self.stale.is_empty() {
            self.work(threads);
        }
        self.table.in_use.store(self.count, Relaxed);
    }

    /// Lets the next search use what is ready once `is_over` says so: the whole table, or a part of it
    /// that is not empty. What a search of this game uses is left to the next one.
    pub(crate) fn lay_ready(&mut self, threads: usize, is_over: impl Fn() -> bool) {
        let is_in_use = self.table.has_entries.load(Relaxed);
        while !is_in_use && self.ready() < self.count && (self.ready() == 0 || !is_over()) {
            self.work(threads);
        }
        if !is_in_use || self.ready() == self.count {
            self.table.in_use.store(self.ready(), Relaxed);
        }
    }

    /// Number of buckets, the first ones, that are provided and hold nothing of an earlier game.
    fn ready(&self) -> usize {
        if self.stale.is_empty() { self.provided } else { self.provided.min(self.stale.start) }
    }

    /// True if the system has the memory for some more buckets. If not, the table stays as large as
    /// it is.
    fn has_memory(&mut self, buckets: usize) -> bool {
        let needed = buckets * size_of::<Bucket>() + LEFT;
        let is_asked = self.provided >= UNASKED;
        if !is_asked || (self.free_memory)().is_none_or(|free| free >= needed) {
            return true;
        }
        let [wanted, had] = [self.count, self.provided].map(|count| count * size_of::<Bucket>());
        log::warn!("no memory for a table of {} MiB, only for {} MiB", wanted >> 20, had >> 20);
        self.count = self.provided;
        false
    }
}

/// Cuts buckets into pieces and works on each in a thread of its own.
fn in_shares(buckets: &[Bucket], work: fn(&[Bucket])) {
    thread::scope(|scope| {
        let mut shares = buckets.chunks(PIECE);
        let own = shares.next();
        for share in shares {
            // Without memory for a thread, this one does its work.
            if thread::Builder::new().spawn_scoped(scope, move || work(share)).is_err() {
                work(share);
            }
        }
        own.into_iter().for_each(work);
    });
}

/// Empties slots, and leaves those that are empty as they are: a store to memory that WebAssembly
/// shares takes as long as many loads.
fn empty(buckets: &[Bucket]) {
    for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
        if slot.data.load(Relaxed) != 0 || slot.check.load(Relaxed) != 0 {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }
}

/// Has the pages of buckets provided, which needs a store to each: one of a zero where there is a
/// zero, so that nothing changes.
fn have_provided(buckets: &[Bucket]) {
    for bucket in buckets.iter().step_by(IN_PAGE) {
        let _same = bucket.0[0].data.compare_exchange(0, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bound, Entry};
    use super::*;
    use crate::Score;
    use tandem_rules::Key;

    const ENTRY: Entry = Entry {
        m: None,
        score: Score::DRAW,
        eval: None,
        depth: 1,
        bound: Bound::Exact,
        was_pv: false,
    };

    fn keys() -> impl Iterator<Item = Key> {
        (0..=u64::MAX).step_by(usize::MAX / 1000).map(Key).chain([Key(u64::MAX)])
    }

    fn store_all(table: &TranspositionTable) {
        keys().for_each(|key| table.store(key, 0, ENTRY));
    }

    fn found(table: &TranspositionTable) -> usize {
        keys().filter(|&key| table.probe(key, 0).is_some()).count()
    }

    fn in_use(keeper: &TableKeeper) -> usize {
        keeper.table.buckets().len()
    }

    /// The address of the table: a new one would be elsewhere.
    fn place(keeper: &TableKeeper) -> *const Bucket {
        keeper.table.all_buckets().as_ptr()
    }

    #[test]
    fn a_table_that_is_cleared_or_gets_the_size_it_has_is_not_mapped_again() {
        let mut keeper = TableKeeper::new(20);
        let before = place(&keeper);
        for _game in 0..3 {
            store_all(&keeper.table);
            keeper.resize(20);
            assert!(found(&keeper.table) > 990, "an unchanged size changes nothing");
            keeper.clear();
            keeper.lay_whole(2);
            assert_eq!(found(&keeper.table), 0);
            assert_eq!((place(&keeper), in_use(&keeper)), (before, (20 << 20) / 64));
        }
        keeper.resize(1);
        assert_eq!(in_use(&keeper), (1 << 20) / 64);
    }

    #[test]
    fn a_part_of_a_table_is_ready_soon_also_where_much_is_to_be_emptied() {
        let mut keeper = TableKeeper::new(64);
        keeper.be_eager();
        keeper.lay_whole(1);
        store_all(&keeper.table);
        keeper.clear();
        keeper.lay_ready(1, || true);
        assert_eq!(in_use(&keeper), PIECE.min((64 << 20) / 64), "one piece and no more");
        assert_eq!(found(&keeper.table), 0);
    }

    #[test]
    fn a_cleared_table_is_empty_to_its_last_bucket() {
        for threads in [1, 3] {
            let mut keeper = TableKeeper::new(13); // cut unevenly
            store_all(&keeper.table);
            assert!(found(&keeper.table) > 990);
            keeper.clear();
            while keeper.has_work() {
                keeper.work(threads);
            }
            assert_eq!(found(&keeper.table), 0, "{threads} threads");
        }
    }

    #[test]
    fn a_search_against_the_clock_uses_what_is_ready_until_all_is() {
        let mut keeper = TableKeeper::new(16);
        keeper.provided = 0; // even if large pages are provided at once
        keeper.lay_ready(1, || true);
        assert_eq!(in_use(&keeper), PIECE, "some of it");
        store_all(&keeper.table);
        keeper.be_eager();
        keeper.work(1);
        keeper.lay_ready(1, || false);
        assert_eq!(
            (in_use(&keeper), found(&keeper.table) > 990),
            (PIECE, true),
            "what it has found"
        );
        while keeper.has_work() {
            keeper.work(1);
        }
        keeper.lay_ready(1, || true);
        assert_eq!(in_use(&keeper), 4 * PIECE);
        store_all(&keeper.table);
        keeper.clear();
        keeper.lay_ready(2, || true);
        assert_eq!((in_use(&keeper), found(&keeper.table)), (2 * PIECE, 0));
        keeper.lay_whole(1);
        assert_eq!((in_use(&keeper), found(&keeper.table)), (4 * PIECE, 0));
        assert!(!keeper.has_work());
    }

    #[test]
    fn pages_that_are_provided_keep_what_is_in_them() {
        let mut keeper = TableKeeper::new(16);
        keeper.lay_whole(1); // as a search that counts nodes does
        assert!(!keeper.has_work(), "nobody has asked for the pages");
        store_all(&keeper.table);
        let before = found(&keeper.table);
        keeper.be_eager();
        while keeper.has_work() {
            keeper.work(2);
        }
        assert_eq!((found(&keeper.table), keeper.provided), (before, keeper.count));
    }

    #[test]
    fn a_table_for_which_memory_is_lacking_stays_as_large_as_it_can_be() {
        let mut keeper = TableKeeper::new(4096);
        (keeper.provided, keeper.free_memory) = (UNASKED, || Some(LEFT + 1));
        keeper.be_eager();
        keeper.work(1);
        assert!(!keeper.has_work());
        keeper.lay_ready(1, || true);
        assert_eq!(in_use(&keeper), UNASKED);
        keeper.lay_whole(1);
        keeper.resize(4096);
        assert_eq!((in_use(&keeper), keeper.has_work()), (UNASKED, false), "said once");
    }
}
