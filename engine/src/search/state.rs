//! The state of one search by one thread. The stages of the search are methods of [`Search`], in
//! files of their own.

use tandem_rules::{Color, Key, Move};

use super::control::Control;
use super::currently_searching::CurrentlySearching;
use super::elsewhere::Elsewhere;
use super::evaluator::LineEvaluator;
use super::forecast::Forecast;
use super::history::History;
use super::params::Params;
use super::proof_budget::ProofBudget;
use super::prospects::Prospects;
use super::pv::PvTable;
use super::request::Request;
use super::stack::Stack;
use super::time_manager::TimeManager;
use super::worker::Worker;
use crate::mate::MateSolver;
use crate::tt::TranspositionTable;
use crate::{Info, Limits, Score, SearchId, View};

/// The result of a search.
pub(crate) struct Found {
    /// The best move; `None` if there is none.
    pub(crate) m: Option<Move>,
    pub(crate) info: Info,
}

/// One search of one view, by one thread.
pub(crate) struct Search<'a> {
    pub(super) id: SearchId,
    pub(super) view: &'a View,
    pub(super) limits: &'a Limits,
    pub(super) tt: &'a TranspositionTable,
    pub(super) control: &'a Control,
    /// The moves that all threads are searching; `None` for a single thread.
    pub(super) currently_searching: Option<&'a CurrentlySearching>,
    pub(super) time: &'a mut TimeManager,
    pub(super) params: &'a Params,
    pub(super) history: &'a History,
    pub(super) solver: &'a mut MateSolver,
    pub(super) evaluator: &'a mut LineEvaluator,
    /// Nodes granted to the mate solver.
    pub(super) proofs: ProofBudget,
    pub(super) stack: Stack,
    /// The number of its thread.
    pub(super) number: u32,
    /// `repetition_key`s of the game and of the line being searched.
    pub(super) keys: Vec<Key>,
    pub(super) pv: PvTable,
    /// The part of TT keys that is the same at all nodes.
    pub(super) salt: Key,
    /// For each color, on the board searched: true if a piece may arrive before its flag falls.
    pub(super) help_may_come: [bool; 2],
    /// Worth of root moves for one more piece from the other board.
    pub(super) prospects: Prospects,
    /// The arrivals expected after the first plies.
    pub(super) forecast: Forecast,
    /// Captures here that decide the game on the other board.
    pub(super) elsewhere: Elsewhere,
    /// Depth of the current iteration.
    pub(super) iteration: u32,
    /// True once a limit or a signal has ended the search: scores mean nothing from then on.
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        request: Request<'a>,
        tt: &'a TranspositionTable,
        control: &'a Control,
        time: &'a mut TimeManager,
        worker: &'a mut Worker,
    ) -> Self {
        let Request { id, view, limits } = request;
        let proofs = ProofBudget::new(time.own_nodes());
        worker.evaluator.begin(&view.own);
        let params = worker.params.of(view.own.variant());
        let help_may_come = Color::ALL.map(|color| view.help_may_come(color));
        Self {
            id,
            view,
            limits,
            tt,
            control,
            currently_searching: None,
            time,
            params,
            history: &worker.history,
            solver: &mut worker.solver,
            evaluator: &mut worker.evaluator,
            proofs,
            stack: Stack::new(),
            number: worker.number,
            keys: view.keys.clone(),
            pv: PvTable::new(),
            salt: salt(view, help_may_come),
            help_may_come,
            prospects: Prospects::of(view),
            forecast: Forecast::default(),
            elsewhere: Elsewhere::of(view, params.word_plies as usize),
            iteration: 0,
            stopped: false,
        }
    }

    /// Sets the forecast of arrivals.
    #[must_use]
    pub(crate) fn expecting(self, forecast: Forecast) -> Self {
        Self { forecast, ..self }
    }

    /// Makes the search one of several threads, which share the moves being searched.
    #[must_use]
    pub(crate) fn sharing(self, currently_searching: Option<&'a CurrentlySearching>) -> Self {
        Self { currently_searching, ..self }
    }

    /// The report of a line, with the statistics of the search so far.
    pub(super) fn info(&self, rank: usize, score: Score, pv: Vec<Move>) -> Info {
        Info {
            depth: self.iteration,
            // A line may be longer than the iteration has searched: by the TT, or by a proof.
            selective_depth: self.stack.deepest().max(pv.len()) as u32,
            rank,
            score,
            time: self.time.elapsed(),
            nodes: self.time.nodes(),
            table_use: self.tt.hashfull(),
            margin: None,
            gives_mate: false,
            elsewhere: self.forecast.score(),
            pv,
        }
    }
}

/// Hash that separates TT entries that hold only with these prices, or where no help may come; zero
/// where neither applies.
fn salt(view: &View, help_may_come: [bool; 2]) -> Key {
    let hopeless = help_may_come.map(|may_come| u64::from(!may_come));
    view.prices.salt() ^ Key((hopeless[0] + 2 * hopeless[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
