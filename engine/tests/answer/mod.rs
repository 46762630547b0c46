//! The final answer of a searcher.

use std::time::Duration;

use crossbeam::channel::Receiver;
use tandem_engine::{Decision, Event, Info};

/// Timeout that no machine needs; only a search that hangs reaches it.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Waits for the end of the running search.
pub(crate) fn done(events: &Receiver<Event>) -> (Decision, Info) {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("a search that ends");
        if let Event::Done(_, decision, info) = event {
            return (decision, info);
        }
    }
}
