//! The search of one board: iterative deepening with a principal variation search (PVS).
//!
//! From the root to the leaves: `iterative_deepening`, `root` (aspiration windows), `alpha_beta`
//! (one node, stage by stage), `pruning` (reverse futility, razoring, null move, `ProbCut`),
//! `move_loop` with `move_picker`, `move_pruning` (late move pruning, futility, SEE), `singular`
//! extensions, `lmr` and `pvs`, and at the leaves `qsearch`. Below them are values that know no
//! search: `node`, `window`, `stack`, `history`, `see`, `pv`.
//!
//! Bughouse adds `forecast` (pieces about to arrive), `prospects` (root moves by the pieces that
//! may arrive), `elsewhere` (captures that decide the other board) and `proof` (mates by checks).

mod abdada;
mod alpha_beta;
mod checks;
mod control;
mod correction_history;
mod currently_searching;
mod elsewhere;
mod ending;
mod evaluator;
mod forecast;
mod history;
mod history_value;
mod iterative_deepening;
mod lmr;
mod move_loop;
mod move_picker;
mod move_pruning;
mod node;
mod param_set;
mod params;
mod piece_to;
mod proof;
mod proof_budget;
mod prospects;
mod pruning;
mod pv;
mod pvs;
mod qsearch;
mod ranked_moves;
mod request;
mod root;
mod see;
mod singular;
mod stability;
mod stack;
mod state;
mod static_eval;
mod stopwatch;
mod time_manager;
mod transposition;
mod window;
mod worker;

pub(crate) use control::{Control, NodeCounter, Round};
pub(crate) use currently_searching::CurrentlySearching;
pub(crate) use evaluator::LineEvaluator;
pub(crate) use forecast::Forecast;
pub(crate) use history::History;
pub(crate) use iterative_deepening::Course;
pub use param_set::ParamSet;
pub use params::{ParamError, Params, Tunable};
pub(crate) use request::Request;
pub(crate) use state::{Found, Search};
pub(crate) use time_manager::{Interrupt, TimeManager};
pub(crate) use worker::{STACK_BYTES, Worker};
