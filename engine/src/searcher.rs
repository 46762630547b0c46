//! The handle to the search threads.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded, unbounded};
use tandem_nets::Networks;

use crate::main_thread::{MainThread, Order, SearchSlices, Setting, Wires};
use crate::search::{Control, Interrupt, LineEvaluator, STACK_BYTES};
use crate::time::Budget;
use crate::{Event, Limits, ParamSet, Score, SearchId, View};

/// Number of orders that may wait for the end of a search: many more than a conversation has.
const WAITING_ORDERS: usize = 1024;
/// Longest time that [`Searcher::settle`] waits: a front-end that asks whether the engine is there has an
/// answer within a second, whatever the search does.
const LONGEST_SETTLING: Duration = Duration::from_millis(900);

/// Searches in one or more threads of its own, or in slices where there are no threads. Dropping it
/// stops the search and ends the threads.
pub struct Searcher {
    orders: Option<Sender<Order>>,
    /// Room for one update: the latest replaces one that has not been taken in.
    updates: Sender<(SearchId, View)>,
    replaced: Receiver<(SearchId, View)>,
    /// Wakes a waiting search; one pending token is enough.
    wake: Sender<()>,
    control: Arc<Control>,
    current: SearchId,
    /// Limits of the current search, while it may be pondering.
    pondered: Option<Limits>,
    /// The network last set; `None` for the hand-written evaluation.
    networks: Option<Arc<Networks>>,
    /// The thread of the search; `None` if that runs in slices.
    thread: Option<JoinHandle<()>>,
}

impl Searcher {
    /// A searcher with a transposition table (TT) of at most this size, and the receiver of its
    /// events.
    ///
    /// # Panics
    /// If the system has no memory for a thread, as in [`std::thread::spawn`].
    pub fn new(table_mebibytes: usize) -> (Self, Receiver<Event>) {
        let (events, outbox) = unbounded();
        // At the end of the program the receiver may be gone; that is no error.
        (Self::with_sink(table_mebibytes, move |event| drop(events.send(event))), outbox)
    }

    /// A searcher that passes its events to `sink`, called in the search thread: it must be quick
    /// and must not wait for the searcher. It is dropped when that thread ends.
    ///
    /// # Panics
    /// If the system has no memory for a thread: a searcher without one would never answer.
    pub fn with_sink(table_mebibytes: usize, sink: impl FnMut(Event) + Send + 'static) -> Self {
        let orders = bounded(WAITING_ORDERS);
        let (mut searcher, inbox, wires) = Self::without_thread(Box::new(sink), orders, None);
        let serve = move || MainThread::new(wires, table_mebibytes).serve(&inbox);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(serve);
        let thread = thread.unwrap_or_else(|error| panic!("no thread to search in: {error}"));
        searcher.thread = Some(thread);
        searcher
    }

    /// A searcher for systems without threads, its search, which runs whenever
    /// [`SearchSlices::run`] is called, and the receiver of its events.
    ///
    /// `interrupt` is asked several times in a millisecond whether the slice is over; an event ends
    /// it as well. The search goes on in the next slice, and repeats little.
    pub fn in_slices(
        table_mebibytes: usize,
        interrupt: impl Fn() -> bool + Send + Sync + 'static,
    ) -> (Self, SearchSlices, Receiver<Event>) {
        let (events, outbox) = unbounded();
        let untold = outbox.clone();
        let interrupt: Interrupt = Arc::new(move || interrupt() || !untold.is_empty());
        let sink = Box::new(move |event| drop(events.send(event)));
        // Nobody could make room while the caller waits for it.
        let orders = unbounded();
        let (searcher, inbox, wires) = Self::without_thread(sink, orders, Some(interrupt));
        (searcher, SearchSlices::new(MainThread::new(wires, table_mebibytes), inbox), outbox)
    }

    fn without_thread(
        sink: Box<dyn FnMut(Event) + Send>,
        (orders, inbox): (Sender<Order>, Receiver<Order>),
        interrupt: Option<Interrupt>,
    ) -> (Self, Receiver<Order>, Wires) {
        let (updates, new_views) = bounded(1);
        let replaced = new_views.clone();
        let (wake, woken) = bounded(1);
        let control = Arc::new(Control::default());
        let wires = Wires { control: Arc::clone(&control), new_views, woken, sink, interrupt };
        let searcher = Self {
            orders: Some(orders),
            updates,
            replaced,
            wake,
            control,
            current: SearchId::default(),
            pondered: None,
            networks: None,
            thread: None,
        };
        (searcher, inbox, wires)
    }

    /// Starts a search; one that is still running is stopped and answers first.
    pub fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.stop();
        self.current = SearchId(self.current.0 + 1);
        self.pondered = limits.pondering.then(|| limits.clone());
        self.order(Order::Start(self.current, Instant::now(), Box::new(view), limits));
        self.current
    }

    /// Continues with a changed view, as after an arrival or a new price. The TT is kept, and time
    /// already spent counts.
    pub fn update(&mut self, view: View) {
        let mut update = (self.current, view);
        while let Err(TrySendError::Full(newer)) = self.updates.try_send(update) {
            update = newer;
            let _older = self.replaced.try_recv();
        }
        self.control.announce_update();
        self.wake();
    }

    /// Tells a pondering search that the expected position has come to the board: from now on it
    /// spends our own time, by the clocks in `view`. Time already spent counts, and if it is
    /// enough, the answer comes at once. Has no effect on a search that does not ponder.
    pub fn ponder_hit(&mut self, view: &View) {
        if let Some(limits) = self.pondered.take() {
            self.control.hit(self.current, Budget::new(view, &limits));
            self.wake();
        }
    }

    /// Stops the search; its [`Event::Done`] follows.
    pub fn stop(&mut self) {
        self.control.stop(self.current);
        self.wake();
    }

    fn wake(&self) {
        let _a_token_is_there = self.wake.try_send(());
    }

    /// Replaces the TT by an empty one of at most this size, after the running search. The size that
    /// was asked for last changes nothing. Its pages are touched before a search needs them.
    pub fn resize(&mut self, table_mebibytes: usize) {
        self.set(Setting::Table(table_mebibytes));
    }

    /// Sets the search parameters, after the running search.
    pub fn set_params(&mut self, params: ParamSet) {
        self.set(Setting::Params(Box::new(params)));
    }

    /// Sets the network, or the hand-written evaluation for `None`, after the running search.
    pub fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        self.networks.clone_from(&networks);
        self.set(Setting::Networks(networks));
    }

    /// The static evaluation of a view's own board for its side to move, without a search; it tells
    /// nothing in check.
    pub fn evaluate(&self, view: &View) -> Score {
        let mut evaluator = LineEvaluator::new(self.networks.clone());
        evaluator.begin(&view.own);
        evaluator.evaluate(&view.own, view.seat.color, &view.prices)
    }

    /// Sets the number of search threads, at least one, after the running search. With one thread,
    /// and always on the node clock, equal searches give equal results.
    pub fn set_threads(&mut self, count: usize) {
        self.set(Setting::Threads(count));
    }

    /// Forgets all earlier searches (TT, histories, mate solver), after the running one.
    pub fn clear(&mut self) {
        self.set(Setting::Clear);
    }

    /// Waits until all earlier orders are done and the TT is ready, so that a search spends no time on
    /// either, but no longer than 0.9 s: what is left is done before or between the next searches, and
    /// a very large TT is smaller until then. The running search has to end by itself. Without a
    /// thread it has no effect: [`SearchSlices::settle`] does that.
    pub fn settle(&self) {
        if self.thread.is_none() {
            return;
        }
        let (done, told) = bounded(1);
        self.set(Setting::Report(done));
        if told.recv_timeout(LONGEST_SETTLING) == Err(RecvTimeoutError::Timeout) {
            log::warn!("the search is busy: its settings are not waited for any longer");
        }
    }

    fn set(&self, setting: Setting) {
        self.order(Order::Set(setting));
    }

    /// Passes on an order. If too many wait for the end of a search, it is stopped: so there is soon
    /// room, and the caller never waits for a search that has no end.
    fn order(&self, order: Order) {
        let sent = match self.orders.as_ref().map(|orders| (orders, orders.try_send(order))) {
            Some((orders, Err(TrySendError::Full(order)))) => {
                log::warn!("{WAITING_ORDERS} orders wait for the search, which is stopped");
                self.control.stop(self.current);
                self.wake();
                orders.send(order).is_ok()
            }
            sent => sent.is_some_and(|(_, sent)| sent.is_ok()),
        };
        if !sent {
            log::error!("the search thread is gone");
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
        self.orders = None; // closing the channel ends the thread
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the search thread panicked");
        }
    }
}
