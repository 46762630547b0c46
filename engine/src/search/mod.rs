//! The search of one board: iterative deepening over a principal variation search.

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

/// The mate solver's own table.
const SOLVER_MEBIBYTES: usize = 1;

/// What one search thread keeps from search to search.
pub(crate) struct Worker {
    pub(crate) params: Params,
    history: Arc<History>,
    solver: MateSolver,
    evaluation: Evaluation,
    /// 0 for the thread that answers, from 1 for those that help.
    number: u32,
}

impl Worker {
    /// `history` is shared by all threads of a search: what one learns orders the moves of all, and
    /// they reduce alike, so that each can do with what the others have found.
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

    /// Evaluates by another network, or by hand.
    pub(crate) fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluation = Evaluation::new(network);
    }

    /// Forgets what it alone has learned.
    pub(crate) fn clear(&mut self) {
        self.solver.clear();
    }
}

/// What a search has found.
pub(crate) struct Found {
    /// The best move; `None` if there is none.
    pub(crate) m: Option<Move>,
    pub(crate) info: Info,
}

/// One search of one view.
pub(crate) struct Search<'a> {
    id: SearchId,
    view: &'a View,
    limits: &'a Limits,
    table: &'a Table,
    control: &'a Control,
    /// What other threads are at in this search, if there are any.
    others: Option<&'a Busy>,
    watch: &'a mut Watch,
    params: &'a Params,
    history: &'a History,
    solver: &'a mut MateSolver,
    evaluation: &'a mut Evaluation,
    inquiry: Inquiry,
    stack: Stack,
    /// That of its thread.
    number: u32,
    /// `repetition_key`s from the game and along the line being searched.
    keys: Vec<Key>,
    lines: Lines,
    salt: Key,
    /// For each color, on the board searched: whether a piece may come before its flag falls.
    help_may_come: [bool; 2],
    /// For each color, what may come before its next move.
    supply: [Supply; 2],
    /// What one more piece would do on the partner's board, where that is seen.
    beyond: Option<Beyond>,
    /// What arrives after the first plies.
    forecast: Forecast,
    /// Captures here that decide the game on the other board.
    elsewhere: Elsewhere,
    /// The depth of the iteration now running.
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

    /// The same, with what is expected to arrive.
    #[must_use]
    pub(crate) fn expecting(self, forecast: Forecast) -> Self {
        Self { forecast, ..self }
    }

    /// The same, as one of several threads.
    #[must_use]
    pub(crate) fn among(self, others: Option<&'a Busy>) -> Self {
        Self { others, ..self }
    }

    fn key(&self, position: &Position, ply: usize) -> Key {
        position.key() ^ self.salt ^ self.forecast.salt(ply) ^ self.elsewhere.salt(ply)
    }

    /// Asks for what the table has of the position after a move. Before the move is made, so that
    /// the memory comes meanwhile. Where something arrives first, it is another one, and no harm done.
    fn prefetch(&self, position: &Position, m: Move) {
        self.table.prefetch(position.key_after(m) ^ self.salt);
    }
}

/// Keeps apart in the table what is only true with these prices, or where no help may come; zero
/// where nothing is known.
fn salt(view: &View, help_may_come: [bool; 2]) -> Key {
    let hopeless = help_may_come.map(|may_come| u64::from(!may_come));
    view.prices.salt() ^ Key((hopeless[0] + 2 * hopeless[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The best line from each ply of the one being searched (a triangular table).
struct Lines(Box<[Line]>);

type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

impl Lines {
    fn new() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2].into())
    }

    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from `ply` is `m`, then the line from the next ply.
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
