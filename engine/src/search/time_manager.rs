//! Time management: the nodes and the time of a search, and the conditions to stop it.

use std::sync::Arc;
use std::time::Instant;

use tandem_rules::Millis;

use super::control::{Control, NodeCounter, Round};
use super::request::Request;
use crate::SearchId;
use crate::time::Budget;

/// Counts nodes and measures time, from the start of a search through all updates of its view.
pub(crate) struct TimeManager {
    start: Instant,
    state: State,
    budget: Option<Budget>,
    node_rate: Option<u64>,
    limits_nodes: Option<u64>,
    soft_nodes: Option<u64>,
    node_limit: u64,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// Node count at the next check of signals and clock.
    next_check: u64,
    /// Nodes of the other threads, at the last check.
    nodes_of_others: u64,
    role: ThreadRole,
    /// Time of the last change of the view, from which the soft limit counts.
    fresh_since: Millis,
    /// Number of updates taken in before the current round.
    pub(crate) updates: u64,
    /// Tells whether a search without a thread of its own is to pause.
    interrupt: Option<Interrupt>,
    /// True once it has paused the current round.
    is_paused: bool,
}

/// A function that tells, wherever it is called, whether a search is to pause.
pub(crate) type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// The player whose time the search spends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    OnTurn,
    Pondering,
}

/// The role of the thread in a search by several.
enum ThreadRole {
    /// Answers, and counts the nodes of the helpers.
    Answers(Vec<Arc<NodeCounter>>),
    /// Fills the TT until the round is over.
    Helps(Arc<NodeCounter>, Round),
}

/// Nodes between two checks of signals and clock: a fraction of a millisecond, even where hands are
/// full and nodes slow.
const NODES_BETWEEN_CHECKS: u64 = 128;

impl TimeManager {
    /// Manages a search that runs from `start`, when the search was requested; `helpers` are the
    /// helpers' node counts.
    pub(crate) fn new(
        start: Instant,
        request: Request,
        control: &Control,
        helpers: Vec<Arc<NodeCounter>>,
    ) -> Self {
        let Request { view, limits, .. } = request;
        let state = if limits.pondering { State::Pondering } else { State::OnTurn };
        let mut time = Self {
            start,
            state,
            budget: None,
            node_rate: limits.node_rate,
            limits_nodes: limits.nodes,
            soft_nodes: limits.soft_nodes,
            node_limit: u64::MAX,
            nodes: 0,
            next_check: 0,
            nodes_of_others: 0,
            role: ThreadRole::Answers(helpers),
            fresh_since: Millis::ZERO,
            updates: control.updates(),
            interrupt: None,
            is_paused: false,
        };
        let is_own_time = state == State::OnTurn;
        time.allow(is_own_time.then(|| Budget::new(view, limits)).flatten());
        time
    }

    /// The time of a helper, which stops only by a signal.
    pub(crate) fn of_helper(counter: Arc<NodeCounter>, round: Round, updates: u64) -> Self {
        Self {
            start: Instant::now(),
            state: State::OnTurn,
            budget: None,
            node_rate: None,
            limits_nodes: None,
            soft_nodes: None,
            node_limit: u64::MAX,
            nodes: counter.nodes(),
            next_check: 0,
            nodes_of_others: 0,
            role: ThreadRole::Helps(counter, round),
            fresh_since: Millis::ZERO,
            updates,
            interrupt: None,
            is_paused: false,
        }
    }

    /// Lets this function pause the search.
    #[must_use]
    pub(crate) fn pausing(self, interrupt: Option<Interrupt>) -> Self {
        Self { interrupt, ..self }
    }

    /// True if the round is paused before it is over.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// True if the last round was paused before it was over; said once.
    pub(crate) fn take_pause(&mut self) -> bool {
        std::mem::take(&mut self.is_paused)
    }

    fn allow(&mut self, budget: Option<Budget>) {
        self.budget = budget;
        let by_time = budget.zip(self.node_rate).map(|(budget, rate)| nodes_in(budget.hard, rate));
        let node_limit = self.limits_nodes.into_iter().chain(by_time).min().unwrap_or(u64::MAX);
        self.node_limit = node_limit.max(1);
    }

    /// Nodes of all threads; exact once they are at rest.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.nodes_of_others
    }

    /// Adds nodes that this thread has spent elsewhere.
    pub(crate) fn charge(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Nodes of this thread.
    pub(super) fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// A function that tells, wherever it is called, whether this search should stop.
    pub(super) fn alarm<'a>(&self, id: SearchId, control: &'a Control) -> impl Fn() -> bool + 'a {
        let (start, updates, pondering) = (self.start, self.updates, self.is_pondering());
        let hard = self.budget.filter(|_| self.node_rate.is_none()).map(|budget| budget.hard);
        let interrupt = self.interrupt.clone();
        move || {
            control.is_stopped(id)
                || control.updates() != updates
                || interrupt.as_ref().is_some_and(|interrupt| interrupt())
                || pondering && control.is_hit(id)
                || hard.is_some_and(|hard| Millis::from(start.elapsed()) >= hard)
        }
    }

    /// Nodes left before the node limit.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// Exchanges node counts with the other threads.
    pub(crate) fn count(&mut self) {
        match &self.role {
            ThreadRole::Answers(helpers) => {
                self.nodes_of_others = helpers.iter().map(|counter| counter.nodes()).sum();
            }
            ThreadRole::Helps(counter, _) => counter.set(self.nodes),
        }
    }

    /// Time since the search began, by the clock or by nodes.
    pub(crate) fn elapsed(&self) -> Millis {
        match self.node_rate {
            Some(rate) => Millis((self.nodes.saturating_mul(1000) / rate.max(1)) as i64),
            None => self.start.elapsed().into(),
        }
    }

    /// Restarts the soft limit, since the view has changed; the hard limit stays.
    pub(crate) fn refresh(&mut self) {
        self.fresh_since = self.elapsed();
    }

    /// True if no new iteration should begin, with this share of the usual time due.
    pub(super) fn is_past_soft_limit(&self, percent: i64) -> bool {
        let fresh = self.elapsed() - self.fresh_since;
        // A fixed time is used in full.
        let due = |Budget { soft, hard }| match soft == hard {
            true => hard,
            false => Millis(soft.0 * percent / 100),
        };
        self.budget.is_some_and(|budget| fresh >= due(budget))
            || self.soft_nodes.is_some_and(|soft| self.nodes() >= soft)
    }

    /// True if no limit of time or nodes ends the search, only a signal.
    pub(crate) fn is_endless(&self) -> bool {
        let has_limits = self.budget.is_some() || self.soft_nodes.is_some();
        !has_limits && self.node_limit == u64::MAX && self.state == State::OnTurn
    }

    /// True in the opponent's time, when no move may be played yet.
    pub(crate) fn is_pondering(&self) -> bool {
        self.state == State::Pondering
    }

    /// Changes over to our own time once the expected position has come to the board. The time
    /// spent counts; if it is enough already, the answer is due at once.
    pub(crate) fn notice_hit(&mut self, id: SearchId, control: &Control) {
        if self.state == State::OnTurn || !control.is_hit(id) {
            return;
        }
        self.state = State::OnTurn;
        self.allow(control.budget_after_hit());
        if self.is_past_soft_limit(100) {
            self.allow(self.budget.map(|budget| Budget { hard: budget.soft, ..budget }));
        }
    }

    pub(super) fn must_stop(&mut self, id: SearchId, control: &Control) -> bool {
        if self.nodes() >= self.node_limit {
            return true;
        }
        if self.nodes < self.next_check {
            return false;
        }
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        self.count();
        self.notice_hit(id, control);
        let is_over = match &self.role {
            ThreadRole::Answers(_) => self.nodes() >= self.node_limit,
            ThreadRole::Helps(_, round) => control.is_over(*round),
        };
        let timed_out = self.node_rate.is_none()
            && self.budget.is_some_and(|budget| self.elapsed() >= budget.hard);
        if is_over || timed_out || control.is_stopped(id) || control.updates() != self.updates {
            return true;
        }
        self.pauses()
    }

    /// True if the search is to pause.
    pub(super) fn pauses(&mut self) -> bool {
        self.is_paused = self.interrupt.as_ref().is_some_and(|interrupt| interrupt());
        self.is_paused
    }
}

fn nodes_in(time: Millis, rate: u64) -> u64 {
    u64::try_from(time.0).unwrap_or(0).saturating_mul(rate) / 1000
}
