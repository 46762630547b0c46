//! Helper threads (Lazy SMP): they search the same root to the same depths as the main thread,
//! share the TT and the histories with it (Østensen, *A Complete Chess Engine Parallelized Using
//! Lazy SMP*, 2016), and defer moves that another thread is searching.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use tandem_nets::Networks;
use tandem_rules::Move;

use crate::search::{
    Control, CurrentlySearching, Forecast, Found, History, NodeCounter, Request, Round,
    STACK_BYTES, Search, TimeManager, Worker,
};
use crate::tt::TranspositionTable;
use crate::{Limits, ParamSet, SearchId, Thinking, View};

/// All helpers of one searcher. They live as long as it does, and wait between searches.
pub(crate) struct ThreadPool {
    helpers: Vec<Helper>,
    control: Arc<Control>,
    /// Moves that the threads are searching now.
    currently_searching: Arc<CurrentlySearching>,
    /// Histories shared by all threads.
    history: Arc<History>,
    round: Round,
    params: ParamSet,
    networks: Option<Arc<Networks>>,
}

/// A search that the helpers take part in.
pub(crate) struct Task<'a> {
    pub(crate) request: Request<'a>,
    pub(crate) hint: Option<Move>,
    pub(crate) tt: &'a Arc<TranspositionTable>,
    pub(crate) forecast: Forecast,
    /// Number of view updates taken in before it.
    pub(crate) updates: u64,
    /// Node counts of the participating helpers, made by [`ThreadPool::counters`].
    pub(crate) counters: &'a [Arc<NodeCounter>],
}

/// Maximum wait of an answer for the helpers' results. Helpers notice the end of a round within a
/// fraction of a millisecond, unless the system has given their core to another process.
const MAX_WAIT_FOR_HELPERS: Duration = Duration::from_millis(2);

impl ThreadPool {
    /// A pool without helpers.
    pub(crate) fn new(control: Arc<Control>, history: Arc<History>) -> Self {
        Self {
            helpers: Vec::new(),
            control,
            currently_searching: Arc::new(CurrentlySearching::new()),
            history,
            round: Round::default(),
            params: ParamSet::default(),
            networks: None,
        }
    }

    /// Starts or ends helpers until there are `count`.
    pub(crate) fn resize(&mut self, count: usize) {
        self.helpers.truncate(count);
        while self.helpers.len() < count {
            let number = self.helpers.len() as u32 + 1;
            let (params, networks) = (self.params.clone(), self.networks.clone());
            let worker = Worker::new(number, params, networks, Arc::clone(&self.history));
            match Helper::spawn(worker, &self.control) {
                Ok(helper) => self.helpers.push(helper),
                Err(error) => {
                    log::error!("no more than {number} of {} threads: {error}", count + 1);
                    break;
                }
            }
        }
    }

    /// Sets the search parameters of all helpers.
    pub(crate) fn set_params(&mut self, params: &ParamSet) {
        self.params = params.clone();
        for helper in &self.helpers {
            helper.order(Order::SetParams(Box::new(params.clone())));
        }
    }

    /// Sets the network of all helpers, or the hand-written evaluation for `None`.
    pub(crate) fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        for helper in &self.helpers {
            helper.order(Order::SetNetworks(networks.clone()));
        }
        self.networks = networks;
    }

    /// Clears the state that helpers do not share.
    pub(crate) fn clear(&self) {
        for helper in &self.helpers {
            helper.order(Order::Clear);
        }
    }

    /// The number of threads that search, with the one that answers.
    pub(crate) const fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Waits until all helpers have put away their last search, and the TT with it. They have been
    /// told that it is over.
    pub(crate) fn rest(&self) {
        let (sender, idle) = bounded::<()>(0);
        for helper in &self.helpers {
            helper.order(Order::Rest(sender.clone()));
        }
        drop(sender);
        let _all_are_gone = idle.recv();
    }

    /// New node counts, one for each helper that takes part in a search. None does on the node
    /// clock, where a search must be reproducible.
    pub(crate) fn counters(&self, limits: &Limits) -> Vec<Arc<NodeCounter>> {
        let helpers = if limits.node_rate.is_some() { &[] } else { &self.helpers[..] };
        helpers.iter().map(|_| Arc::default()).collect()
    }

    /// The moves being searched by all threads of a task; `None` if no helper takes part.
    pub(crate) fn currently_searching(&self, task: &Task) -> Option<&CurrentlySearching> {
        (!task.counters.is_empty()).then_some(&*self.currently_searching)
    }

    /// Starts the helpers on a task.
    pub(crate) fn begin(&mut self, task: &Task) {
        self.round = Round(self.round.0 + 1);
        for (helper, counter) in self.helpers.iter().zip(task.counters) {
            let time = TimeManager::of_helper(Arc::clone(counter), self.round, task.updates);
            helper.order(Order::Search(Box::new(Job {
                id: task.request.id,
                view: task.request.view.clone(),
                limits: Limits {
                    thinking: Thinking::Infinite,
                    search_moves: task.request.limits.search_moves.clone(),
                    ..Limits::clock()
                },
                hint: task.hint,
                forecast: task.forecast,
                tt: Arc::clone(task.tt),
                currently_searching: Arc::clone(&self.currently_searching),
                round: self.round,
                time,
            })));
        }
    }

    /// Ends the round and returns the helpers' results; one later than [`MAX_WAIT_FOR_HELPERS`] has
    /// no vote.
    pub(crate) fn end(&self, task: &Task) -> Vec<Found> {
        self.control.end_round(self.round);
        let end = Instant::now() + MAX_WAIT_FOR_HELPERS;
        let at_work = self.helpers.iter().take(task.counters.len());
        at_work.filter_map(|helper| helper.found(self.round, end)).collect()
    }
}

struct Helper {
    orders: Option<Sender<Order>>,
    found: Receiver<(Round, Found)>,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Search(Box<Job>),
    SetParams(Box<ParamSet>),
    SetNetworks(Option<Arc<Networks>>),
    Clear,
    /// Drops the sender, so that who waits for all of them knows that earlier orders are done.
    Rest(Sender<()>),
}

struct Job {
    id: SearchId,
    view: View,
    limits: Limits,
    hint: Option<Move>,
    forecast: Forecast,
    tt: Arc<TranspositionTable>,
    currently_searching: Arc<CurrentlySearching>,
    round: Round,
    time: TimeManager,
}

impl Helper {
    fn spawn(mut worker: Worker, control: &Arc<Control>) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (outbox, found) = unbounded();
        let control = Arc::clone(control);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            for order in inbox {
                match order {
                    Order::Clear => worker.clear(),
                    Order::Rest(sender) => drop(sender),
                    Order::SetParams(params) => worker.params = *params,
                    Order::SetNetworks(networks) => worker.set_networks(networks),
                    Order::Search(job) => {
                        let round = job.round;
                        let found = job.run(&control, &mut worker);
                        if outbox.send((round, found)).is_err() {
                            break;
                        }
                    }
                }
            }
        })?;
        Ok(Self { orders: Some(orders), found, thread: Some(thread) })
    }

    /// The result of this round if it comes before `end`; results of earlier rounds are discarded.
    fn found(&self, round: Round, end: Instant) -> Option<Found> {
        loop {
            let (from, found) = self.found.recv_deadline(end).ok()?;
            if from == round {
                return Some(found);
            }
        }
    }

    fn order(&self, order: Order) {
        if self.orders.as_ref().is_none_or(|orders| orders.send(order).is_err()) {
            log::error!("a helper of the search is gone");
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.orders = None; // closing the channel ends the thread
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("a helper of the search panicked");
        }
    }
}

impl Job {
    /// Runs the search; releases the TT before the result is sent.
    fn run(mut self, control: &Control, worker: &mut Worker) -> Found {
        let request = Request { id: self.id, view: &self.view, limits: &self.limits };
        let search = Search::new(request, &self.tt, control, &mut self.time, worker);
        let shared = Some(&*self.currently_searching);
        let found = search.expecting(self.forecast).sharing(shared).run(self.hint, drop);
        self.time.count();
        found
    }
}
