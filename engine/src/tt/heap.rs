//! The memory of a table where none can be mapped: zeros on the heap.

use super::Bucket;

/// Buckets on the heap.
pub(super) struct Memory(Vec<Bucket>);

impl Memory {
    /// Empty buckets in this many bytes, or half, a quarter and so on if the memory does not grow
    /// so far, but at least `least` bytes.
    pub(super) fn zeroed(bytes: usize, least: usize) -> Self {
        let mut count = bytes.max(least) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while let Err(error) = buckets.try_reserve_exact(count) {
            log::warn!("no memory for a table of {count} buckets: {error}");
            assert!(count > 1, "a machine without 64 bytes of memory runs nothing");
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self(buckets)
    }

    /// Size in bytes.
    pub(super) const fn len(&self) -> usize {
        size_of_val(self.0.as_slice())
    }

    pub(super) const fn buckets(&self) -> &[Bucket] {
        self.0.as_slice()
    }

    /// True if pages are provided when first touched, so that new memory costs nothing.
    #[expect(clippy::unused_self, reason = "the memory of other systems asks its kind")]
    pub(super) const fn is_provided_when_touched(&self) -> bool {
        false
    }
}
