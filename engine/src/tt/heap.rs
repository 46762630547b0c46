//! The memory of a table where none can be mapped: zeros on the heap.

use super::Bucket;

/// Buckets on the heap.
pub(super) struct Memory(Vec<Bucket>);

impl Memory {
    /// The size in bytes.
    pub(super) const fn len(&self) -> usize {
        size_of_val(self.0.as_slice())
    }

    pub(super) const fn buckets(&self) -> &[Bucket] {
        self.0.as_slice()
    }
}

/// Empty buckets in this many bytes, or half, a quarter and so on if the memory does not grow so
/// far, but at least one bucket.
pub(super) fn mapped(bytes: usize) -> Memory {
    let mut count = (bytes / size_of::<Bucket>()).max(1);
    let mut buckets = Vec::new();
    while let Err(error) = buckets.try_reserve_exact(count) {
        log::warn!("no memory for a table of {count} buckets: {error}");
        assert!(count > 1, "a machine without 64 bytes of memory runs nothing");
        count /= 2;
    }
    buckets.resize_with(count, Bucket::default);
    Memory(buckets)
}
