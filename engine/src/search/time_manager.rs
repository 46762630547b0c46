//! Time management: the nodes and the time of a search, and the conditions to stop it.

use std::sync::Arc;
use std::time::Instant;

use tandem_rules::{Millis, Move, Position};

use super::control::{Control, NodeCounter, Round};
use super::request::Request;
use super::stopwatch::{Reading, Stopwatch};
use crate::time::{Budget, LEAST_DEPTH};
use crate::{Score, SearchId, SoftNodes};

/// Counts nodes and measures time, from the start of a search through all updates of its view.
pub(crate) struct TimeManager {
    meter: Meter,
    state: State,
    budget: Option<Budget>,
    /// Depth that the current round has finished.
    depth: u32,
    limits_nodes: Option<u64>,
    soft_nodes: Option<SoftNodes>,
    node_limit: u64,
    /// True if the search answers for a player: it finishes depth 1 before a signal or a limit of nodes ends it.
    owes_a_move: bool,
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

/// The measure of time.
enum Meter {
    Clock(Stopwatch),
    /// The node clock, at this rate per second: no watch can make two searches differ.
    Nodes(u64),
}

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

/// Most nodes of a search that goes on to finish depth 1: some milliseconds, and more than it takes where
/// hands are full.
const MOST_FOR_A_MOVE: u64 = 20_000;

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
        let by_clock = || Meter::Clock(Stopwatch::new(start, Instant::now));
        let mut time = Self {
            meter: limits.node_rate.map_or_else(by_clock, Meter::Nodes),
            state,
            budget: None,
            depth: 0,
            limits_nodes: limits.nodes,
            soft_nodes: limits.soft_nodes,
            node_limit: u64::MAX,
            owes_a_move: false,
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
        time.spent(); // a look at the watch: a long way from the request to here is not our own
        time
    }

    /// The time of a helper, which stops only by a signal.
    pub(crate) fn of_helper(counter: Arc<NodeCounter>, round: Round, updates: u64) -> Self {
        Self {
            meter: Meter::Clock(Stopwatch::new(Instant::now(), Instant::now)),
            state: State::OnTurn,
            budget: None,
            depth: 0,
            limits_nodes: None,
            soft_nodes: None,
            node_limit: u64::MAX,
            owes_a_move: false,
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

    /// Lets the search finish depth 1 before a signal or a limit of nodes ends it, so that its move is
    /// one that was chosen.
    #[must_use]
    pub(crate) fn owing_a_move(self) -> Self {
        Self { owes_a_move: true, ..self }
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
        let by_time = match self.meter {
            Meter::Clock(_) => None,
            Meter::Nodes(rate) => budget.map(|budget| nodes_in(budget.hard, rate)),
        };
        let node_limit = self.limits_nodes.into_iter().chain(by_time).min().unwrap_or(u64::MAX);
        self.node_limit = node_limit.max(1);
    }

    /// Nodes of all threads; exact once they are at rest.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.nodes_of_others
    }

    /// Adds the nodes and the time of a search that this thread has made meanwhile.
    pub(crate) fn charge(&mut self, part: &Self) {
        self.nodes += part.nodes();
        if let (Meter::Clock(whole), Meter::Clock(part)) = (&self.meter, &part.meter) {
            whole.count_part(part);
        }
    }

    /// Counts the time since the last check as time of the search.
    pub(crate) fn count_as_spent(&self) {
        if let Meter::Clock(watch) = &self.meter {
            watch.count_as_spent();
        }
    }

    /// Takes note that a round begins, which has finished no depth.
    pub(super) fn begin_round(&mut self) {
        self.depth = 0;
    }

    /// Takes note that the current round has finished this depth.
    pub(super) fn finish(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Nodes of this thread.
    pub(super) fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// A function that tells, wherever it is called, whether this search should stop.
    pub(super) fn alarm<'a>(
        &'a self,
        id: SearchId,
        control: &'a Control,
    ) -> impl Fn() -> bool + 'a {
        move || {
            control.is_stopped(id)
                || control.updates() != self.updates
                || self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
                || self.is_pondering() && control.is_hit(id)
                || self.is_out_of_time()
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
        match &self.meter {
            Meter::Clock(watch) => watch.passed(),
            Meter::Nodes(rate) => self.by_nodes(*rate),
        }
    }

    /// Time that the search has had, by the clock or by nodes.
    fn spent(&self) -> Millis {
        match &self.meter {
            Meter::Clock(watch) => watch.look().spent,
            Meter::Nodes(rate) => self.by_nodes(*rate),
        }
    }

    fn by_nodes(&self, rate: u64) -> Millis {
        Millis((self.nodes.saturating_mul(1000) / rate.max(1)) as i64)
    }

    /// Soft limit of a search that only the clock limits.
    pub(crate) fn soft_limit_by_clock(&self) -> Option<Millis> {
        let is_by_clock = matches!(self.meter, Meter::Clock(_)) && self.node_limit == u64::MAX;
        self.budget.filter(|_| is_by_clock).map(|budget| budget.soft)
    }

    /// Restarts the soft limit, since the view has changed; the hard limit stays.
    pub(crate) fn refresh(&mut self) {
        self.fresh_since = self.spent();
    }

    /// True if no new iteration should begin, with this share of the usual time due.
    pub(super) fn is_past_soft_limit(&self, percent: i64) -> bool {
        let fresh = self.spent() - self.fresh_since;
        let due = |budget: Budget| match budget.is_fixed() {
            true => budget.hard, // it is used in full
            false => Millis(budget.soft.0 * percent / 100),
        };
        self.budget.is_some_and(|budget| fresh >= due(budget)) && self.may_end()
    }

    /// True if no new iteration should begin by the soft node limits, after one with this best move and
    /// score.
    pub(super) fn is_past_soft_nodes(&self, position: &Position, m: Move, score: Score) -> bool {
        self.soft_nodes.is_some_and(|soft| {
            let is_noisy = position.in_check()
                || !position.is_quiet(m)
                || score.value().abs() > soft.most_score;
            self.nodes() >= if is_noisy { soft.noisy } else { soft.quiet }
        })
    }

    /// True if the search may end by time: it has finished the least depth, or the clock does not
    /// allow that.
    fn may_end(&self) -> bool {
        let is_by_nodes = matches!(self.meter, Meter::Nodes(_));
        is_by_nodes || self.depth >= LEAST_DEPTH || self.is_out_of_time()
    }

    /// True if the clock ends the search. On the node clock, a limit of nodes does that.
    ///
    /// Time that the search does not get makes it longer, but for more than the least depth only up to
    /// the time that it may take for that, and never beyond a fixed time.
    fn is_out_of_time(&self) -> bool {
        let Meter::Clock(watch) = &self.meter else { return false };
        // A look also where no time is limited: while it ponders, a search has its time as well.
        let Reading { spent, passed } = watch.look();
        let Some(budget) = self.budget else { return false };
        match self.depth < LEAST_DEPTH {
            true => spent >= budget.least_depth || passed >= budget.flag,
            false if budget.is_fixed() => passed >= budget.hard,
            false => spent >= budget.hard || passed >= budget.least_depth,
        }
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
        self.allow(control.budget_after_hit().map(|(budget, hit)| match &self.meter {
            Meter::Clock(watch) => budget.from(watch.look().spent, watch.until(hit)),
            Meter::Nodes(_) => budget,
        }));
        if self.is_past_soft_limit(100) {
            self.allow(self.budget.map(|budget| Budget { hard: budget.soft, ..budget }));
        }
    }

    pub(super) fn must_stop(&mut self, id: SearchId, control: &Control) -> bool {
        let goes_on = self.must_go_on();
        if self.nodes() >= self.node_limit && !goes_on {
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
        let is_ended = is_over || control.is_stopped(id);
        if is_ended && !goes_on || self.is_out_of_time() || control.updates() != self.updates {
            return true;
        }
        self.pauses()
    }

    /// True if the search has not finished depth 1, and owes a move. On the node clock a limit of nodes is
    /// time.
    fn must_go_on(&self) -> bool {
        let is_by_clock = matches!(self.meter, Meter::Clock(_));
        self.owes_a_move && self.depth == 0 && is_by_clock && self.nodes < MOST_FOR_A_MOVE
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

#[cfg(test)]
mod tests;
