//! Threads that help the one that answers: they search the same root to the same depths, and
//! share the table and what they learn of moves ("lazy SMP"; see Østensen, *A Complete Chess Engine
//! Parallelized Using Lazy SMP*, 2016), and leave to each other what one is at.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, unbounded};
use tandem_nets::Network;
use tandem_rules::Move;

use crate::search::{Busy, Control, Forecast, Found, History, Round, Search, Tally, Watch, Worker};
use crate::thinker::STACK_BYTES;
use crate::tt::Table;
use crate::{Limits, Params, SearchId, Thinking, View};

/// All helpers of one searcher. They live as long as it does, and wait between searches.
pub(crate) struct Crew {
    helpers: Vec<Helper>,
    control: Arc<Control>,
    /// What each is at.
    busy: Arc<Busy>,
    /// What all have learned.
    history: Arc<History>,
    round: Round,
    params: Params,
    network: Option<Arc<Network>>,
}

/// A search that helpers take part in.
pub(crate) struct Task<'a> {
    pub(crate) id: SearchId,
    pub(crate) view: &'a View,
    pub(crate) limits: &'a Limits,
    pub(crate) hint: Option<Move>,
    pub(crate) table: &'a Arc<Table>,
    pub(crate) forecast: Forecast,
    /// Updates taken in before it.
    pub(crate) updates: u64,
    /// Where those who take part count, as [`Crew::tallies`] has given them.
    pub(crate) tallies: &'a [Arc<Tally>],
}

/// How long an answer may wait for the helpers. They hear within a fraction of a millisecond that
/// it is over, unless the system has given their processor to somebody else.
const PATIENCE: Duration = Duration::from_millis(2);

impl Crew {
    /// Nobody yet.
    pub(crate) fn new(control: Arc<Control>, history: Arc<History>) -> Self {
        Self {
            helpers: Vec::new(),
            control,
            busy: Arc::new(Busy::new()),
            history,
            round: Round::default(),
            params: Params::default(),
            network: None,
        }
    }

    /// Hires or sends home, until so many are there.
    pub(crate) fn resize(&mut self, count: usize) {
        self.helpers.truncate(count);
        while self.helpers.len() < count {
            let number = self.helpers.len() as u32 + 1;
            let (params, network) = (self.params.clone(), self.network.clone());
            let worker = Worker::new(number, params, network, Arc::clone(&self.history));
            match Helper::hire(worker, &self.control) {
                Ok(helper) => self.helpers.push(helper),
                Err(error) => {
                    log::error!("only {number} threads: {error}");
                    break;
                }
            }
        }
    }

    /// They search with these numbers.
    pub(crate) fn tune(&mut self, params: &Params) {
        self.params = params.clone();
        for helper in &self.helpers {
            helper.order(Order::Tune(Box::new(params.clone())));
        }
    }

    /// They evaluate by a network, or by hand.
    pub(crate) fn set_network(&mut self, network: Option<Arc<Network>>) {
        for helper in &self.helpers {
            helper.order(Order::Evaluate(network.clone()));
        }
        self.network = network;
    }

    /// Each forgets what it alone has learned.
    pub(crate) fn clear(&self) {
        for helper in &self.helpers {
            helper.order(Order::Clear);
        }
    }

    /// Where those who take part in a new search will count. None does on the node clock, where
    /// a search must be the same each time.
    pub(crate) fn tallies(&self, limits: &Limits) -> Vec<Arc<Tally>> {
        let helpers = if limits.node_rate.is_some() { &[] } else { &self.helpers[..] };
        helpers.iter().map(|_| Arc::default()).collect()
    }

    /// What those who take part are at; none if nobody does.
    pub(crate) fn busy(&self, task: &Task) -> Option<&Busy> {
        (!task.tallies.is_empty()).then_some(&*self.busy)
    }

    /// Sets them to work.
    pub(crate) fn begin(&mut self, task: &Task) {
        self.round = Round(self.round.0 + 1);
        for (helper, tally) in self.helpers.iter().zip(task.tallies) {
            let watch = Watch::of_helper(Arc::clone(tally), self.round, task.updates);
            helper.order(Order::Search(Box::new(Job {
                id: task.id,
                view: task.view.clone(),
                limits: Limits {
                    thinking: Thinking::Infinite,
                    search_moves: task.limits.search_moves.clone(),
                    ..Limits::clock()
                },
                hint: task.hint,
                forecast: task.forecast,
                table: Arc::clone(task.table),
                busy: Arc::clone(&self.busy),
                round: self.round,
                watch,
            })));
        }
    }

    /// Ends their work and says what they have found. Who is late has no say.
    pub(crate) fn end(&self, task: &Task) -> Vec<Found> {
        self.control.end_round(self.round);
        let end = Instant::now() + PATIENCE;
        let at_work = self.helpers.iter().take(task.tallies.len());
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
    Tune(Box<Params>),
    Evaluate(Option<Arc<Network>>),
    Clear,
}

struct Job {
    id: SearchId,
    view: View,
    limits: Limits,
    hint: Option<Move>,
    forecast: Forecast,
    table: Arc<Table>,
    busy: Arc<Busy>,
    round: Round,
    watch: Watch,
}

impl Helper {
    fn hire(mut worker: Worker, control: &Arc<Control>) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (outbox, found) = unbounded();
        let control = Arc::clone(control);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            for order in inbox {
                match order {
                    Order::Clear => worker.clear(),
                    Order::Tune(params) => worker.params = *params,
                    Order::Evaluate(network) => worker.set_network(network),
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

    /// What it found in this round; what is left of earlier ones nobody waits for any more.
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
        self.orders = None; // the thread ends when nobody can order any more
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("a helper of the search panicked");
        }
    }
}

impl Job {
    /// Lets go of the table before anybody hears that it is done.
    fn run(mut self, control: &Control, worker: &mut Worker) -> Found {
        let given = (self.id, &self.view, &self.limits);
        let search = Search::new(given, &self.table, control, &mut self.watch, worker);
        let found = search.expecting(self.forecast).among(Some(&self.busy)).run(self.hint, drop);
        self.watch.count();
        found
    }
}
