//! The answering thread: it runs one search after the other, each through all changes of its view.

use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, select};
use tandem_nets::Network;
use tandem_rules::Move;

use crate::crew::{Crew, Task};
use crate::search::{Control, Forecast, Found, History, Search, Tally, Watch, Worker};
use crate::tt::Table;
use crate::vote::elect;
use crate::{Decision, Event, Info, Limits, Params, SearchId, Thinking, View};

/// Stack size of a search thread; the longest line needs about a megabyte.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// Orders of a [`Searcher`](crate::Searcher), carried out one after the other.
pub(crate) enum Order {
    Start(SearchId, Instant, Box<View>, Limits),
    Resize(usize),
    Threads(usize),
    Tune(Box<Params>),
    Evaluate(Option<Arc<Network>>),
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

pub(crate) struct Thinker {
    wires: Wires,
    table: Arc<Table>,
    /// Histories shared by all threads.
    history: Arc<History>,
    worker: Worker,
    crew: Crew,
}

impl Thinker {
    pub(crate) fn new(wires: Wires, table_mebibytes: usize) -> Self {
        let history = Arc::new(History::new());
        Self {
            table: Arc::new(Table::new(table_mebibytes)),
            worker: Worker::new(0, Params::default(), None, Arc::clone(&history)),
            crew: Crew::new(Arc::clone(&wires.control), Arc::clone(&history)),
            history,
            wires,
        }
    }

    /// Carries out orders until the channel is closed.
    pub(crate) fn serve(mut self, inbox: &Receiver<Order>) {
        for order in inbox {
            match order {
                Order::Start(id, asked, view, limits) => self.think((id, asked), *view, &limits),
                Order::Resize(mebibytes) => {
                    self.table = Arc::new(Table::new(0)); // frees the old one first
                    self.table = Arc::new(Table::new(mebibytes));
                }
                Order::Threads(count) => self.crew.resize(count.saturating_sub(1)),
                Order::Tune(params) => {
                    self.crew.tune(&params);
                    self.worker.params = *params;
                }
                Order::Evaluate(network) => {
                    self.crew.set_network(network.clone());
                    self.worker.set_network(network);
                    self.table.clear(); // its entries come from the other evaluation
                }
                Order::Clear => {
                    self.table.clear();
                    self.history.clear();
                    self.worker.clear();
                    self.crew.clear();
                }
                Order::Report(done) => drop(done.send(())), // the receiver may be gone
            }
        }
    }

    fn think(&mut self, (id, asked): (SearchId, Instant), mut view: View, limits: &Limits) {
        self.table.grow_older();
        let tallies = self.crew.tallies(limits);
        let mut watch = Watch::new(asked, (&view, limits), &self.wires.control, tallies.clone());
        let mut earlier: Option<Found> = None;
        let found = loop {
            self.take_updates(id, &mut view, &mut watch);
            let hint = earlier.as_ref().and_then(|found| found.m);
            let found = self.search((id, &view, limits), (hint, &tallies), &mut watch);
            let found = better(earlier, found, &view);
            let ended = self.wires.control.is_stopped(id);
            let updated = self.wires.control.updates() != watch.updates;
            let goes_on = !ended
                && (updated
                    || waits(&watch, limits) && self.wait(id, &mut view, &mut watch, limits));
            if !goes_on {
                break found;
            }
            watch.refresh();
            earlier = Some(found);
        };
        let decision = found.m.map_or(Decision::Sit, Decision::Play);
        let info = Info { time: watch.elapsed(), nodes: watch.nodes(), ..found.info };
        (self.wires.sink)(Event::Done(id, decision, info));
    }

    /// Runs one round: all threads search one view until this one is done.
    fn search(
        &mut self,
        (id, view, limits): (SearchId, &View, &Limits),
        (hint, tallies): (Option<Move>, &[Arc<Tally>]),
        watch: &mut Watch,
    ) -> Found {
        let forecast = self.look_beside((id, view), watch);
        let Self { table, crew, worker, wires: Wires { control, sink, .. }, .. } = self;
        let updates = watch.updates;
        let task = Task { id, view, limits, hint, table, forecast, updates, tallies };
        crew.begin(&task);
        let search = Search::new((id, view, limits), table, control, watch, worker);
        let found = search.expecting(forecast).among(crew.busy(&task)).run(hint, sink);
        let helpers = crew.end(&task);
        watch.count();
        if is_by_vote(limits) { elect(found, helpers) } else { found }
    }

    /// Searches the partner's board briefly, if it is seen, to forecast the pieces it is about to
    /// send.
    fn look_beside(&mut self, (id, view): (SearchId, &View), watch: &mut Watch) -> Forecast {
        let Self { table, worker, wires: Wires { control, .. }, .. } = self;
        let (depth, plies) = worker.params.forecast();
        let Some(other) = view.other.as_ref().filter(|_| depth > 0) else {
            return Forecast::default();
        };
        let beside = View::of_board(view.seat.partner(), other.clone(), view.rules);
        let nodes = watch.nodes_left() / MOST_PART_OF_NODES;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::clock() };
        let mut spent = Watch::new(Instant::now(), (&beside, &limits), control, Vec::new());
        let mut search = Search::new((id, &beside, &limits), table, control, &mut spent, worker);
        let found = search.run(None, drop);
        watch.charge(spent.nodes());
        Forecast::of(other, &found.info.pv, plies)
    }

    /// Takes in the updates sent since the last call; the latest view counts.
    fn take_updates(&self, id: SearchId, view: &mut View, watch: &mut Watch) {
        watch.updates = self.wires.control.updates();
        while let Ok((for_search, newer)) = self.wires.new_views.try_recv() {
            if for_search == id {
                *view = newer;
            }
        }
    }

    /// Waits until the search may answer (false) or its view changes (true).
    fn wait(&self, id: SearchId, view: &mut View, watch: &mut Watch, limits: &Limits) -> bool {
        let Wires { control, new_views, woken, .. } = &self.wires;
        loop {
            watch.notice_hit(id, control);
            if control.is_stopped(id) {
                return false;
            }
            // Checked after the hit: updates announced before it are visible by now.
            if control.updates() != watch.updates {
                return true;
            }
            if !waits(watch, limits) {
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
fn waits(watch: &Watch, limits: &Limits) -> bool {
    let asked_for = limits.thinking == Thinking::Infinite && limits.mate.is_none();
    let is_endless = asked_for && watch.is_endless() && limits.depth.is_none();
    is_endless || watch.is_pondering()
}

/// True if the threads vote. Searches to a depth, for a mate or for several moves are answered by
/// one thread.
fn is_by_vote(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.mate.is_none() && limits.multi_pv <= 1
}
