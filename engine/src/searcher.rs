//! The thread that thinks, and the handle to it.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, bounded, select, unbounded};

use crate::search::{Control, Found, Search, Watch, Worker};
use crate::tt::Table;
use crate::{Decision, Event, Info, Limits, SearchId, Thinking, View};

/// Thinks in a thread of its own. Dropping it stops the search and ends the thread.
pub struct Searcher {
    orders: Option<Sender<Order>>,
    updates: Sender<(SearchId, View)>,
    /// Ends a wait; a token that is still there does as well as a new one.
    wake: Sender<()>,
    control: Arc<Control>,
    current: SearchId,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Start(SearchId, Instant, Box<View>, Limits),
    Resize(usize),
    Clear,
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
        let thinker = Thinker {
            new_views,
            woken,
            sink: Box::new(sink),
            control: Arc::clone(&control),
            table: Table::new(table_mebibytes),
            worker: Worker::new(),
        };
        let thread = std::thread::spawn(move || thinker.serve(&inbox));
        Self {
            orders: Some(orders),
            updates,
            wake,
            control,
            current: SearchId::default(),
            thread: Some(thread),
        }
    }

    /// Starts to think; a search that is still running is stopped and answers first.
    pub fn start(&mut self, view: View, limits: Limits) -> SearchId {
        self.stop();
        self.current = SearchId(self.current.0 + 1);
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

    /// Ends the search; its `Done` follows.
    pub fn stop(&mut self) {
        self.control.stop(self.current);
        let _a_token_is_there = self.wake.try_send(());
    }

    /// Replaces the table by an empty one of so many mebibytes, after the search now running.
    pub fn resize(&mut self, table_mebibytes: usize) {
        self.order(Order::Resize(table_mebibytes));
    }

    /// Forgets all earlier searches, after the one now running.
    pub fn clear(&mut self) {
        self.order(Order::Clear);
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

struct Thinker {
    new_views: Receiver<(SearchId, View)>,
    woken: Receiver<()>,
    sink: Box<dyn FnMut(Event) + Send>,
    control: Arc<Control>,
    table: Table,
    worker: Worker,
}

impl Thinker {
    fn serve(mut self, inbox: &Receiver<Order>) {
        for order in inbox {
            match order {
                Order::Start(id, asked, view, limits) => self.think((id, asked), *view, &limits),
                Order::Resize(mebibytes) => {
                    self.table = Table::new(0); // the old one goes before the new one comes
                    self.table = Table::new(mebibytes);
                }
                Order::Clear => {
                    self.table.clear();
                    self.worker.clear();
                }
            }
        }
    }

    fn think(&mut self, (id, asked): (SearchId, Instant), mut view: View, limits: &Limits) {
        self.table.grow_older();
        let mut watch = Watch::new(asked, &view, limits, &self.control);
        let mut earlier: Option<Found> = None;
        let found = loop {
            self.take_updates(id, &mut view, &mut watch);
            let hint = earlier.as_ref().and_then(|found| found.m);
            let Self { table, control, worker, sink, .. } = self;
            let job = (id, &view, limits);
            let mut search = Search::new(job, table, control, &mut watch, worker);
            let found = search.run(hint, sink);
            let found = better(earlier, found, &view);
            let ended = self.control.is_stopped(id);
            let updated = self.control.updates() != watch.updates;
            let goes_on =
                !ended && (updated || waits_for_stop(&watch, limits) && self.wait(id, &mut view));
            if !goes_on {
                break found;
            }
            watch.refresh();
            earlier = Some(found);
        };
        let decision = found.m.map_or(Decision::Sit, Decision::Play);
        let info = Info { time: watch.elapsed(), nodes: watch.nodes(), ..found.info };
        (self.sink)(Event::Done(id, decision, info));
    }

    /// Takes in what has been sent since the last look; the latest view counts.
    fn take_updates(&self, id: SearchId, view: &mut View, watch: &mut Watch) {
        watch.updates = self.control.updates();
        while let Ok((for_search, newer)) = self.new_views.try_recv() {
            if for_search == id {
                *view = newer;
            }
        }
    }

    /// Waits until the search is stopped (false) or its view changes (true).
    fn wait(&self, id: SearchId, view: &mut View) -> bool {
        while !self.control.is_stopped(id) {
            select! {
                recv(self.woken) -> woken => if woken.is_err() { return false },
                recv(self.new_views) -> newer => match newer {
                    Ok((for_search, newer)) if for_search == id => {
                        *view = newer;
                        return true;
                    }
                    Ok(_) => {}
                    Err(_) => return false,
                },
            }
        }
        false
    }
}

/// What was found before a piece arrived, if it is still legal and the search that came after
/// was cut short before it got half as deep; otherwise the later one.
fn better(earlier: Option<Found>, later: Found, view: &View) -> Found {
    match earlier {
        Some(earlier)
            if earlier.m.is_some_and(|m| view.own.is_legal(m))
                && later.info.depth < earlier.info.depth / 2
                && !later.info.score.is_decided() =>
        {
            earlier
        }
        _ => later,
    }
}

/// An endless search that has nothing left to look at still answers only when it is stopped.
fn waits_for_stop(watch: &Watch, limits: &Limits) -> bool {
    let asked_for = limits.thinking == Thinking::Infinite && limits.mate.is_none();
    asked_for && watch.is_endless() && limits.depth.is_none()
}
