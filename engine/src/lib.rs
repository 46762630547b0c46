#![doc = include_str!("../README.md")]
//!
//! A [`Searcher`] waits on channels only; it reads no clock but that of its own search.

pub mod bench;
mod best_thread;
mod eval;
mod event;
mod level;
mod limits;
mod main_thread;
mod mate;
mod prices;
mod score;
mod search;
mod searcher;
mod team;
mod thread_pool;
mod time;
mod tt;
pub mod tune;
mod view;

pub use event::{Decision, Event, Info, SearchId};
pub use level::{Elo, Level};
pub use limits::{Limits, SoftNodes, Thinking, TimeShare};
pub use main_thread::SearchSlices;
pub use mate::{
    MateLimits, MateSolver, NeededSet, Needs, Proof, ProofKind, Supply, Verdict, contact_mates,
    lacking, turn_given_away,
};
pub use prices::Prices;
pub use score::{Score, ScoreKind, moves_in};
pub use search::{ParamError, ParamSet, Params, Tunable};
pub use searcher::Searcher;
pub use team::{
    Habits, Moment, Pieces, Sitting, Stance, Team, Topic, Vocabulary, accepts_suggestion,
};
pub use time::{LEAST_DEPTH, hard_limit};
pub use tt::room_for_table;
pub use view::View;
