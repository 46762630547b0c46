//! The main search thread: it answers, and runs one search after the other, each through all
//! changes of its view.

mod limited;

use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, select};
use tandem_nets::Network;
use tandem_rules::Move;

use crate::best_thread::best_thread;
use crate::search::{
    Control, Forecast, Found, History, NodeCounter, Request, Search, TimeManager, Worker,
};
use crate::thread_pool::{Task, ThreadPool};
use crate::tt::TranspositionTable;
use crate::{Decision, Event, Info, Level, Limits, Params, SearchId, Thinking, View};

/// Orders of a [`Searcher`](crate::Searcher), carried out one after the other.
pub(crate) enum Order {
    Start(SearchId, Instant, Box<View>, Limits),
    Resize(usize),
    Threads(usize),
    SetParams(Box<Params>),
    SetNetwork(Option<Arc<Network>>),
    Clear,
    Report(Sender<()>),
}

/// Connections of a running search to the rest of the program.
pub(crate) struct Wires {
    pub(crate) control: Arc<Control>,
    pub(crate) new_views: Receiver<(SearchId, View)>,
    /// Tokens that end a wait.
    pub(crate) woken: Receiver<()>,
    pub(crate) sink: Box<dyn FnMut(Event) + Send>,
}

/// The forecast search on the partner's board gets at most one in this many of the nodes left.
const MOST_PART_OF_NODES: u64 = 8;

/// The main search thread, which owns the TT and the helper threads.
pub(crate) struct MainThread {
    wires: Wires,
    tt: Arc<TranspositionTable>,
    /// Histories shared by all threads.
    history: Arc<History>,
    worker: Worker,
    pool: ThreadPool,
}

impl MainThread {
    pub(crate) fn new(wires: Wires, table_mebibytes: usize) -> Self {
        let history = Arc::new(History::new());
        Self {
            tt: Arc::new(TranspositionTable::new(table_mebibytes)),
            worker: Worker::new(0, Params::default(), None, Arc::clone(&history)),
            pool: ThreadPool::new(Arc::clone(&wires.control), Arc::clone(&history)),
            history,
            wires,
        }
    }

    /// Carries out orders until the channel is closed.
    pub(crate) fn serve(mut self, inbox: &Receiver<Order>) {
        for order in inbox {
            match order {
                Order::Start(id, asked, view, limits) => self.think(id, asked, *view, &limits),
                Order::Resize(mebibytes) => {
                    self.tt = Arc::new(TranspositionTable::new(0)); // frees the old one first
                    self.tt = Arc::new(TranspositionTable::new(mebibytes));
                }
                Order::Threads(count) => self.pool.resize(count.saturating_sub(1)),
                Order::SetParams(params) => {
                    self.pool.set_params(&params);
                    self.worker.params = *params;
                }
                Order::SetNetwork(network) => {
                    self.pool.set_network(network.clone());
                    self.worker.set_network(network);
                    self.clear_table(); // its entries come from the other evaluation
                }
                Order::Clear => {
                    self.clear_table();
                    self.history.clear();
                    self.worker.clear();
                    self.pool.clear();
                }
                Order::Report(done) => drop(done.send(())), // the receiver may be gone
            }
        }
    }

    fn clear_table(&mut self) {
        match Arc::get_mut(&mut self.tt) {
            Some(table) => table.clear(),
            // A helper thread has not yet put away its last search.
            None => self.tt = Arc::new(self.tt.anew()),
        }
    }

    fn think(&mut self, id: SearchId, asked: Instant, mut view: View, limits: &Limits) {
        self.tt.new_search();
        let counters = self.pool.counters(limits);
        let request = Request { id, view: &view, limits };
        let mut time = TimeManager::new(asked, request, &self.wires.control, counters.clone());
        let mut earlier: Option<Found> = None;
        let found = loop {
            self.take_updates(id, &mut view, &mut time);
            let hint = earlier.as_ref().and_then(|found| found.m);
            let request = Request { id, view: &view, limits };
            let found = match limits.level {
                Level::Full => self.search(request, hint, &counters, &mut time),
                Level::Limited(elo) => self.search_limited((elo, request), &mut time),
            };
            let found = better(earlier, found, &view);
            let ended = self.wires.control.is_stopped(id);
            let updated = self.wires.control.updates() != time.updates;
            let goes_on = !ended
                && (updated || waits(&time, limits) && self.wait(id, &mut view, &mut time, limits));
            if !goes_on {
                break found;
            }
            time.refresh();
            earlier = Some(found);
        };
        let decision = found.m.map_or(Decision::Sit, Decision::Play);
        let info = Info { time: time.elapsed(), nodes: time.nodes(), ..found.info };
        (self.wires.sink)(Event::Done(id, decision, info));
    }

    /// Runs one round: all threads search one view until this one is done.
    fn search(
        &mut self,
        request: Request,
        hint: Option<Move>,
        counters: &[Arc<NodeCounter>],
        time: &mut TimeManager,
    ) -> Found {
        let forecast = self.forecast(request, time);
        let Self { tt, pool, worker, wires: Wires { control, sink, .. }, .. } = self;
        let task = Task { request, hint, tt, forecast, updates: time.updates, counters };
        pool.begin(&task);
        let search = Search::new(request, tt, control, time, worker);
        let shared = pool.currently_searching(&task);
        let found = search.expecting(forecast).sharing(shared).run(hint, sink);
        let helpers = pool.end(&task);
        time.count();
        if is_by_vote(request.limits) { best_thread(found, helpers) } else { found }
    }

    /// Searches the partner's board briefly, if it is seen, to forecast the pieces it is about to
    /// send.
    fn forecast(&mut self, request: Request, time: &mut TimeManager) -> Forecast {
        let Self { tt, worker, wires: Wires { control, .. }, .. } = self;
        let Request { id, view, .. } = request;
        let (depth, plies) = worker.params.forecast();
        let Some(other) = view.other.as_ref().filter(|_| depth > 0) else {
            return Forecast::default();
        };
        let beside = View::of_board(view.seat.partner(), other.clone(), view.rules);
        let nodes = time.nodes_left() / MOST_PART_OF_NODES;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::clock() };
        let request = Request { id, view: &beside, limits: &limits };
        let mut spent = TimeManager::new(Instant::now(), request, control, Vec::new());
        let found = Search::new(request, tt, control, &mut spent, worker).run(None, drop);
        time.charge(spent.nodes());
        Forecast::of(other, &found.info.pv, plies)
    }

    /// Takes in the updates sent since the last call; the latest view counts.
    fn take_updates(&self, id: SearchId, view: &mut View, time: &mut TimeManager) {
        time.updates = self.wires.control.updates();
        while let Ok((for_search, newer)) = self.wires.new_views.try_recv() {
            if for_search == id {
                *view = newer;
            }
        }
    }

    /// Waits until the search may answer (false) or its view changes (true).
    fn wait(&self, id: SearchId, view: &mut View, time: &mut TimeManager, limits: &Limits) -> bool {
        let Wires { control, new_views, woken, .. } = &self.wires;
        loop {
            time.notice_hit(id, control);
            if control.is_stopped(id) {
                return false;
            }
            // Checked after the hit: updates announced before it are visible by now.
            if control.updates() != time.updates {
                return true;
            }
            if !waits(time, limits) {
                return false;
            }
            select! {
                recv(woken) -> woken => if woken.is_err() { return false },
                recv(new_views) -> newer => match newer {
                    Ok((for_search, newer)) if for_search == id => {
                        *view = newer;
                        return true;
                    }
                    Ok(_) => {}
                    Err(_) => return false,
                },
            }
        }
    }
}

/// The result from before a change of the view, if its move is still legal and the search after it
/// was cut short at less than half the depth without a decided score; otherwise the later result.
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

/// True if a search with nothing left to do must not answer yet: an infinite one before the stop, a
/// pondering one before the hit.
fn waits(time: &TimeManager, limits: &Limits) -> bool {
    let asked_for = limits.thinking == Thinking::Infinite && limits.mate.is_none();
    let is_endless = asked_for && time.is_endless() && limits.depth.is_none();
    is_endless || time.is_pondering()
}

/// True if the threads vote. Searches to a depth, for a mate or for several moves are answered by
/// one thread.
fn is_by_vote(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.mate.is_none() && limits.multi_pv <= 1
}
