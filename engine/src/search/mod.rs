//! The search of one board: iterative deepening with a principal variation search (PVS).

mod busy;
mod control;
mod elsewhere;
mod ending;
mod exchange;
mod forecast;
mod history;
mod node;
mod order;
mod params;
mod patience;
mod proof;
mod prospects;
mod prune;
mod quiescence;
mod root;
mod stack;
mod watch;

pub(crate) use busy::Busy;
pub(crate) use control::{Control, Round, Tally};
use elsewhere::Elsewhere;
pub(crate) use forecast::Forecast;
pub(crate) use history::History;
use params::MAX_PLY;
pub use params::{ParamError, Params, Tunable};
use proof::Inquiry;
use prospects::{Beyond, Supply};
use stack::Stack;
pub(crate) use watch::Watch;

use std::sync::Arc;

use arrayvec::ArrayVec;
use tandem_nets::Network;
use tandem_rules::{Color, Key, Move, Position};

use crate::eval::Evaluation;
use crate::mate::MateSolver;
use crate::tt::Table;
use crate::{Info, Limits, SearchId, View};

/// Size of the mate solver's own table.
const SOLVER_MEBIBYTES: usize = 1;

/// State that a search thread keeps from search to search.
pub(crate) struct Worker {
    pub(crate) params: Params,
    history: Arc<History>,
    solver: MateSolver,
    evaluation: Evaluation,
    /// Thread number: 0 for the answering thread, from 1 for helpers.
    number: u32,
}

impl Worker {
    /// A worker whose `history` is shared by all threads of a search: what one learns orders the
    /// moves of all, and they reduce alike, so that each can use the TT entries of the others.
    pub(crate) fn new(
        number: u32,
        params: Params,
        network: Option<Arc<Network>>,
        history: Arc<History>,
    ) -> Self {
        Self {
            params,
            history,
            solver: MateSolver::new(SOLVER_MEBIBYTES),
            evaluation: Evaluation::new(network),
            number,
        }
    }

    /// Sets the network, or the hand-written evaluation for `None`.
    pub(crate) fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluation = Evaluation::new(network);
    }

    /// Clears the state that is not shared with other threads.
    pub(crate) fn clear(&mut self) {
        self.solver.clear();
    }
}

/// The result of a search.
pub(crate) struct Found {
    /// The best move; `None` if there is none.
    pub(crate) m: Option<Move>,
    pub(crate) info: Info,
}

/// One search of one view, by one thread.
pub(crate) struct Search<'a> {
    id: SearchId,
    view: &'a View,
    limits: &'a Limits,
    table: &'a Table,
    control: &'a Control,
    /// The moves that all threads are searching; `None` for a single thread.
    others: Option<&'a Busy>,
    watch: &'a mut Watch,
    params: &'a Params,
    history: &'a History,
    solver: &'a mut MateSolver,
    evaluation: &'a mut Evaluation,
    inquiry: Inquiry,
    stack: Stack,
    /// The number of its thread.
    number: u32,
    /// `repetition_key`s of the game and of the line being searched.
    keys: Vec<Key>,
    lines: Lines,
    salt: Key,
    /// For each color, on the board searched: true if a piece may arrive before its flag falls.
    help_may_come: [bool; 2],
    /// For each color, the pieces that may arrive before its next move.
    supply: [Supply; 2],
    /// The effect of one more piece on the partner's board, if it is seen.
    beyond: Option<Beyond>,
    /// The arrivals expected after the first plies.
    forecast: Forecast,
    /// Captures here that decide the game on the other board.
    elsewhere: Elsewhere,
    /// Depth of the current iteration.
    iteration: u32,
    stopped: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        (id, view, limits): (SearchId, &'a View, &'a Limits),
        table: &'a Table,
        control: &'a Control,
        watch: &'a mut Watch,
        worker: &'a mut Worker,
    ) -> Self {
        let inquiry = Inquiry::new(watch.own_nodes());
        worker.evaluation.begin(&view.own);
        let help_may_come = Color::ALL.map(|color| view.help_may_come(color));
        Self {
            id,
            view,
            limits,
            table,
            control,
            others: None,
            watch,
            params: &worker.params,
            history: &worker.history,
            solver: &mut worker.solver,
            evaluation: &mut worker.evaluation,
            inquiry,
            stack: Stack::new(),
            number: worker.number,
            keys: view.keys.clone(),
            lines: Lines::new(),
            salt: salt(view, help_may_come),
            help_may_come,
            supply: Color::ALL.map(|color| Supply::to(color, view)),
            beyond: Beyond::of(view),
            forecast: Forecast::default(),
            elsewhere: Elsewhere::of(view, worker.params.word_plies as usize),
            iteration: 0,
            stopped: false,
        }
    }

    /// Sets the forecast of arrivals.
    #[must_use]
    pub(crate) fn expecting(self, forecast: Forecast) -> Self {
        Self { forecast, ..self }
    }

    /// Makes the search one of several threads, which share `others`.
    #[must_use]
    pub(crate) fn among(self, others: Option<&'a Busy>) -> Self {
        Self { others, ..self }
    }

    fn key(&self, position: &Position, ply: usize) -> Key {
        position.key() ^ self.salt ^ self.forecast.salt(ply) ^ self.elsewhere.salt(ply)
    }

    /// Prefetches the TT entry of the position after a move, before the move is made, so that the
    /// memory is loaded meanwhile. If a piece arrives first, the key is another one, and no harm is
    /// done.
    fn prefetch(&self, position: &Position, m: Move) {
        self.table.prefetch(position.key_after(m) ^ self.salt);
    }
}

/// Hash that separates TT entries that hold only with these prices, or where no help may come; zero
/// where neither applies.
fn salt(view: &View, help_may_come: [bool; 2]) -> Key {
    let hopeless = help_may_come.map(|may_come| u64::from(!may_come));
    view.prices.salt() ^ Key((hopeless[0] + 2 * hopeless[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The PV from each ply of the line being searched (a triangular PV table).
struct Lines(Box<[Line]>);

type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

impl Lines {
    fn new() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2].into())
    }

    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the PV from `ply` to `m` and the PV from the next ply.
    fn extend(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(m);
        line.extend(tail[0].iter().copied().take(line.remaining_capacity()));
    }

    fn set(&mut self, ply: usize, line: Line) {
        self.0[ply] = line;
    }

    fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
