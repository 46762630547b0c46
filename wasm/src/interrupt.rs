//! The interrupt: tells a search that its slice is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The end of a slice: by a time, or by a line that has come. Clones are of one slice.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<Shared>);

struct Shared {
    has_mail: Box<dyn Fn() -> bool + Send + Sync>,
    since: Instant,
    /// End of the slice, in microseconds since `since`.
    end: AtomicU64,
}

impl Interrupt {
    /// An interrupt without a time.
    pub(crate) fn new(has_mail: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let (has_mail, end) = (Box::new(has_mail), AtomicU64::new(u64::MAX));
        Self(Arc::new(Shared { has_mail, since: Instant::now(), end }))
    }

    /// Sets the end of the slice; `None` for no end.
    pub(crate) fn set_end(&self, end: Option<Instant>) {
        let end = end.map_or(u64::MAX, |end| self.micros(end));
        self.0.end.store(end, Relaxed);
    }

    /// True if a line has come.
    pub(crate) fn has_mail(&self) -> bool {
        (self.0.has_mail)()
    }

    /// True if the slice is over.
    pub(crate) fn is_due(&self) -> bool {
        self.has_mail() || self.micros(Instant::now()) >= self.0.end.load(Relaxed)
    }

    fn micros(&self, time: Instant) -> u64 {
        time.saturating_duration_since(self.0.since).as_micros() as u64
    }
}
