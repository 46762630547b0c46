//! What a searcher answers in the end.

use std::time::Duration;

use crossbeam::channel::Receiver;
use tandem_engine::{Decision, Event, Info};

/// Long enough for any machine; only a search that hangs takes it.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The end of the search that is running.
pub(crate) fn done(events: &Receiver<Event>) -> (Decision, Info) {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("a search that ends");
        if let Event::Done(_, decision, info) = event {
            return (decision, info);
        }
    }
}
