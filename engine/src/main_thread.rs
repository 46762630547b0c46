//! The main search thread: it answers, and runs one search after the other, each through all
//! changes of its view.

mod limited;
mod slices;

pub use slices::SearchSlices;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, TryRecvError};
use tandem_nets::Networks;

use crate::best_thread::best_thread;
use crate::search::{
    Control, Course, Forecast, Found, History, Interrupt, NodeCounter, Request, Search,
    TimeManager, Worker,
};
use crate::thread_pool::{Task, ThreadPool};
use crate::tt::TableKeeper;
use crate::{Decision, Event, Info, Level, Limits, ParamSet, SearchId, Thinking, View};

/// Orders of a [`Searcher`](crate::Searcher), carried out one after the other.
pub(crate) enum Order {
    Start(SearchId, Instant, Box<View>, Limits),
    Set(Setting),
}

/// Orders that are carried out at once.
pub(crate) enum Setting {
    /// The size of the TT in MiB.
    Table(usize),
    Threads(usize),
    Params(Box<ParamSet>),
    Networks(Option<Arc<Networks>>),
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
    /// Pauses a search that has no thread of its own.
    pub(crate) interrupt: Option<Interrupt>,
}

/// A search on its way from the request to the answer, through all changes of its view.
struct Thought {
    id: SearchId,
    view: View,
    limits: Limits,
    time: TimeManager,
    /// Node counts of the helpers.
    counters: Vec<Arc<NodeCounter>>,
    /// The round that was paused.
    round: Option<Course>,
    /// The result of the rounds that are over.
    found: Option<Found>,
}

/// The state of a search after a round.
enum Progress {
    /// The view has changed.
    News,
    /// The round was interrupted, and goes on when it may.
    Paused,
    /// There is nothing left to do, but it may not answer yet.
    Waits,
    /// It may answer.
    Over,
}

/// The forecast search on the partner's board gets at most one in this many of the nodes left.
const MOST_PART_OF_NODES: u64 = 8;

/// Longest time for which a front-end waits for a large table; the rest is made ready after it.
const LONGEST_PREPARATION: Duration = Duration::from_millis(500);
/// A search against the clock spends at most one in this many parts of its usual time on a table
/// that is not ready. In the rest it cannot fill a table as large as gets ready in that time.
const MOST_PART_OF_TIME: u32 = 8;

/// The main search thread, which owns the TT and the helper threads.
pub(crate) struct MainThread {
    wires: Wires,
    keeper: TableKeeper,
    /// Histories shared by all threads.
    history: Arc<History>,
    worker: Worker,
    pool: ThreadPool,
}

impl MainThread {
    pub(crate) fn new(wires: Wires, table_mebibytes: usize) -> Self {
        let history = Arc::new(History::new());
        Self {
            keeper: TableKeeper::new(table_mebibytes),
            worker: Worker::new(0, ParamSet::default(), None, Arc::clone(&history)),
            pool: ThreadPool::new(Arc::clone(&wires.control), Arc::clone(&history)),
            history,
            wires,
        }
    }

    /// Carries out orders until the channel is closed.
    pub(crate) fn serve(mut self, inbox: &Receiver<Order>) {
        while let Some(order) = self.next_order(inbox) {
            match order {
                Order::Start(id, asked, view, limits) => self.think(id, asked, *view, limits),
                Order::Set(setting) => self.set(setting),
            }
        }
    }

    /// The next order; until it comes, the table is made ready. `None` once the channel is closed.
    fn next_order(&mut self, inbox: &Receiver<Order>) -> Option<Order> {
        while self.keeper.has_work() {
            match inbox.try_recv() {
                Ok(order) => return Some(order),
                Err(TryRecvError::Empty) => self.keeper.work(self.pool.threads()),
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        inbox.recv().ok()
    }

    /// Carries out an order between two searches.
    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Table(mebibytes) => {
                self.pool.rest();
                self.keeper.resize(mebibytes);
            }
            Setting::Threads(count) => self.pool.resize(count.saturating_sub(1)),
            Setting::Params(params) => {
                self.pool.set_params(&params);
                self.worker.params = *params;
            }
            Setting::Networks(networks) => {
                self.pool.set_networks(networks.clone());
                self.worker.set_networks(networks);
                self.pool.rest();
                self.keeper.clear(); // its entries come from the other evaluation
            }
            Setting::Clear => {
                self.pool.clear();
                self.pool.rest();
                self.keeper.clear();
                self.history.clear();
                self.worker.clear();
            }
            Setting::Report(done) => {
                self.prepare();
                let _the_receiver_may_be_gone = done.send(());
            }
        }
    }

    /// Makes the table ready, or much of it where it is very large.
    fn prepare(&mut self) {
        let end = Instant::now() + LONGEST_PREPARATION;
        self.keeper.be_eager();
        while self.keeper.has_work() && Instant::now() < end {
            self.keeper.work(self.pool.threads());
        }
    }

    fn think(&mut self, id: SearchId, asked: Instant, view: View, limits: Limits) {
        let mut thought = self.thought((id, asked), view, limits);
        while match self.round(&mut thought) {
            Progress::News | Progress::Paused => true,
            Progress::Waits => self.wait(&mut thought),
            Progress::Over => false,
        } {}
        self.answer(thought);
    }

    /// A search that has not begun.
    fn thought(&mut self, (id, asked): (SearchId, Instant), view: View, limits: Limits) -> Thought {
        let counters = self.pool.counters(&limits);
        let request = Request { id, view: &view, limits: &limits };
        let time = TimeManager::new(asked, request, &self.wires.control, counters.clone());
        let time = time.owing_a_move().pausing(self.wires.interrupt.clone());
        self.lay_table(&time);
        Thought { id, view, limits, time, counters, round: None, found: None }
    }

    /// Makes the table ready for a search that begins now, or as much of it as there is time for.
    fn lay_table(&mut self, time: &TimeManager) {
        let threads = self.pool.threads();
        match time.soft_limit_by_clock() {
            None => self.keeper.lay_whole(threads),
            Some(soft) => {
                let end = Instant::now() + soft.duration() / MOST_PART_OF_TIME;
                self.keeper.lay_ready(threads, || Instant::now() >= end);
                time.count_as_spent();
            }
        }
        self.keeper.table().new_search();
    }

    /// Searches one view of the game as far as the limits let it, or goes on with the round that
    /// was paused.
    fn round(&mut self, thought: &mut Thought) -> Progress {
        if thought.round.is_none() {
            self.take_updates(thought);
            if thought.found.is_some() {
                thought.time.refresh();
            }
        }
        let found = match thought.limits.level {
            Level::Full => self.search(thought),
            Level::Limited(elo) => {
                let Thought { id, view, limits, time, .. } = &mut *thought;
                self.search_limited((elo, Request { id: *id, view, limits }), time)
            }
        };
        let Thought { id, view, limits, time, round, .. } = thought;
        let control = &self.wires.control;
        let (is_paused, has_news) = (time.take_pause(), control.updates() != time.updates);
        let is_stopped = control.is_stopped(*id);
        let progress = match has_news {
            _ if is_stopped => Progress::Over,
            true => Progress::News,
            false if is_paused => return Progress::Paused,
            false if waits(time, limits) => Progress::Waits,
            false => Progress::Over,
        };
        *round = None;
        thought.found = Some(better(thought.found.take(), found, view));
        progress
    }

    fn answer(&mut self, thought: Thought) {
        let Thought { id, time, found, .. } = thought;
        let Some(found) = found else { return }; // each search has at least one round
        let decision = found.m.map_or(Decision::Sit, Decision::Play);
        let info = Info { time: time.elapsed(), nodes: time.nodes(), ..found.info };
        (self.wires.sink)(Event::Done(id, decision, info));
    }

    /// Lets all threads search one view until this one is done, or paused.
    fn search(&mut self, thought: &mut Thought) -> Found {
        let Thought { id, view, limits, time, counters, round, found } = thought;
        let request = Request { id: *id, view, limits };
        let hint = found.as_ref().and_then(|found| found.m);
        let forecast = match &round {
            Some(course) => course.forecast(),
            None => self.forecast(request, time),
        };
        let Self { keeper, pool, worker, wires: Wires { control, sink, .. }, .. } = self;
        let tt = keeper.table();
        let task = Task { request, hint, tt, forecast, updates: time.updates, counters };
        if round.is_none() {
            pool.begin(&task);
        }
        let search = Search::new(request, tt, control, time, worker);
        let shared = pool.currently_searching(&task);
        let mut search = search.expecting(forecast).sharing(shared);
        let course = round.get_or_insert_with(|| search.begin(hint));
        let found = search.go_on(course, sink);
        if time.is_paused() && !control.is_stopped(*id) && control.updates() == time.updates {
            return found; // and the helpers go on
        }
        let helpers = pool.end(&task);
        time.count();
        if is_by_vote(request.limits) { best_thread(found, helpers) } else { found }
    }

    /// Searches the partner's board briefly, if it is seen, to forecast the pieces it is about to
    /// send, and for its score.
    fn forecast(&mut self, request: Request, time: &mut TimeManager) -> Forecast {
        let Self { keeper, worker, wires: Wires { control, .. }, .. } = self;
        let Request { id, view, .. } = request;
        let (depth, plies) = worker.params.of(view.own.variant()).forecast();
        let Some(other) = view.other.as_ref().filter(|_| depth > 0) else {
            return Forecast::default();
        };
        let beside = View::of_board(view.seat.partner(), other.clone(), view.rules);
        let nodes = time.nodes_left() / MOST_PART_OF_NODES;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::clock() };
        let request = Request { id, view: &beside, limits: &limits };
        let mut spent = TimeManager::new(Instant::now(), request, control, Vec::new());
        let mut search = Search::new(request, keeper.table(), control, &mut spent, worker);
        let found = search.run(None, drop);
        time.charge(&spent);
        let score = match view.partner_is_on_turn(view.seat.color) {
            Some(true) => found.info.score,
            Some(false) | None => -found.info.score,
        };
        Forecast::of(other, &found.info.pv, plies).with_score(score)
    }

    /// Takes in the updates sent since the last call; the latest view counts.
    fn take_updates(&self, thought: &mut Thought) {
        thought.time.updates = self.wires.control.updates();
        while let Ok((for_search, newer)) = self.wires.new_views.try_recv() {
            if for_search == thought.id {
                thought.view = newer;
            }
        }
    }

    /// Waits until the search may answer (false) or its view changes (true).
    fn wait(&self, thought: &mut Thought) -> bool {
        loop {
            if let Some(goes_on) = self.goes_on(thought) {
                return goes_on;
            }
            if self.wires.woken.recv().is_err() {
                return false;
            }
        }
    }

    /// True if the view of a search that waits has changed, false if it may answer; `None` if it
    /// still has to wait.
    fn goes_on(&self, thought: &mut Thought) -> Option<bool> {
        let (Thought { id, time, limits, .. }, control) = (thought, &self.wires.control);
        time.notice_hit(*id, control);
        if control.is_stopped(*id) {
            return Some(false);
        }
        // Checked after the hit: updates announced before it are visible by now.
        if control.updates() != time.updates {
            return Some(true);
        }
        (!waits(time, limits)).then_some(false)
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
