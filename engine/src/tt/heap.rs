//! The memory of a table where none can be mapped: zeros on the heap.

use super::Bucket;

/// Buckets on the heap.
pub(super) struct Memory(Vec<Bucket>);

/// Bytes that a larger table leaves to the rest of the program, which ends without memory.
const LEFT: usize = 64 << 20;

impl Memory {
    /// Empty buckets in this many bytes, or half, a quarter and so on if the memory does not grow
    /// so far, but at least `least` bytes.
    pub(super) fn zeroed(bytes: usize, least: usize) -> Self {
        let wanted = bytes.max(least) / size_of::<Bucket>();
        let mut count = wanted;
        let mut buckets = reserved(count);
        while buckets.is_none() && count > 1 {
            count /= 2;
            buckets = reserved(count);
        }
        if count < wanted {
            let [wanted, count] =
                [wanted, count].map(|count| (count * size_of::<Bucket>()).div_ceil(1 << 20));
            log::warn!("no memory for a table of {wanted} MiB, only for {count} MiB");
        }
        let mut buckets = buckets.expect("a machine without 64 bytes of memory runs nothing");
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

    /// False: the memory is there, and zeroed, from the start.
    #[expect(clippy::unused_self, reason = "the memory of other systems asks its kind")]
    pub(super) const fn is_provided_when_touched(&self) -> bool {
        false
    }
}

/// Memory for this many buckets, if the rest of the program has enough left beside it.
fn reserved(count: usize) -> Option<Vec<Bucket>> {
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).ok()?;
    let is_large = count * size_of::<Bucket>() > LEFT;
    (!is_large || Vec::<u8>::new().try_reserve_exact(LEFT).is_ok()).then_some(buckets)
}
