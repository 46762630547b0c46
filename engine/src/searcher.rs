//! The handle to the threads that think.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use tandem_nets::Network;

use crate::search::Control;
use crate::thinker::{Order, STACK_BYTES, Thinker, Wires};
use crate::time::Budget;
use crate::{Event, Limits, Params, SearchId, View};

/// Thinks in a thread of its own, or in several. Dropping it stops the search and ends them.
pub struct Searcher {
    orders: Option<Sender<Order>>,
    updates: Sender<(SearchId, View)>,
    /// Ends a wait; a token that is still there does as well as a new one.
    wake: Sender<()>,
    control: Arc<Control>,
    current: SearchId,
    /// Of the current search, while it may be pondering.
    pondered: Option<Limits>,
    thread: Option<JoinHandle<()>>,
}

impl Searcher {
    /// A searcher with a table of so many mebibytes, and where its events come out.
    pub fn new(table_mebibytes: usize) -> (Self, Receiver<Event>) {
        let (events, outbox) = unbounded();
        // Nobody may be listening any more when the program ends; that is no fault.
        (Self::with_sink(table_mebibytes, move |event| drop(events.send(event))), outbox)
    }

    /// A searcher that hands its events to `sink`, in the thread that thinks: it must not take
    /// long, nor wait for the searcher. It is dropped when that thread ends.
    pub fn with_sink(table_mebibytes: usize, sink: impl FnMut(Event) + Send + 'static) -> Self {
        let (orders, inbox) = unbounded();
        let (updates, new_views) = unbounded();
        let (wake, woken) = bounded(1);
        let control = Arc::new(Control::default());
        let sink = Box::new(sink);
        let wires = Wires { control: Arc::clone(&control), new_views, woken, sink };
        let serve = move || Thinker::new(wires, table_mebibytes).serve(&inbox);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(serve);
        let thread = thread.inspect_err(|error| log::error!("no thread to search in: {error}"));
        Self {
            orders: Some(orders),
            updates,
            wake,
            control,
            current: SearchId::default(),
            pondered: None,
            thread: thread.ok(),
        }
    }

    /// Starts to think; a search that is still running is stopped and answers first.
    pub fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.stop();
        self.current = SearchId(self.current.0 + 1);
        self.pondered = limits.pondering.then(|| limits.clone());
        self.order(Order::Start(self.current, Instant::now(), Box::new(view), limits));
        self.current
    }

    /// Goes on with a changed view: a piece arrived, a price changed. The table stays warm, and
    /// time already spent counts.
    pub fn update(&mut self, view: View) {
        if self.updates.send((self.current, view)).is_ok() {
            self.control.announce_update();
        }
    }

    /// What was pondered has come to the board: from now on it is our time that the search
    /// spends, by the clocks in `view`. The time it has spent counts, and if that is enough it
    /// answers at once. Does nothing to a search that does not ponder.
    pub fn ponder_hit(&mut self, view: &View) {
        if let Some(limits) = self.pondered.take() {
            self.control.hit(self.current, Budget::new(view, &limits));
            self.wake();
        }
    }

    /// Ends the search; its `Done` follows.
    pub fn stop(&mut self) {
        self.control.stop(self.current);
        self.wake();
    }

    fn wake(&self) {
        let _a_token_is_there = self.wake.try_send(());
    }

    /// Replaces the table by an empty one of so many mebibytes, after the search now running.
    pub fn resize(&mut self, table_mebibytes: usize) {
        self.order(Order::Resize(table_mebibytes));
    }

    /// Searches with other numbers than the usual ones, after the search now running.
    pub fn set_params(&mut self, params: Params) {
        self.order(Order::Tune(Box::new(params)));
    }

    /// Evaluates by a network, or by hand if there is none, after the search now running.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.order(Order::Evaluate(network));
    }

    /// Searches with so many threads, after the search now running; at least one. With one, and
    /// on the node clock always, the same search is the same each time.
    pub fn set_threads(&mut self, count: usize) {
        self.order(Order::Threads(count));
    }

    /// Forgets all earlier searches, after the one now running.
    pub fn clear(&mut self) {
        self.order(Order::Clear);
    }

    /// Waits until all that was ordered before is done: tables of many mebibytes, and the search now
    /// running, which has to end of itself.
    pub fn settle(&self) {
        let (done, told) = bounded(1);
        self.order(Order::Report(done));
        let _the_thread_may_be_gone = told.recv();
    }

    fn order(&self, order: Order) {
        let sent = self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok());
        if !sent {
            log::error!("the search thread is gone");
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
        self.orders = None; // the thread ends when nobody can order any more
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the search thread panicked");
        }
    }
}
