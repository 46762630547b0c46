//! The engine: search, evaluation, mate solver and team play.
//!
//! A [`Searcher`] takes a [`View`] of the game and emits [`Event`]s, all as values. It parses and
//! prints no text and waits on channels only.

mod crew;
mod eval;
mod event;
mod limits;
mod mate;
mod score;
mod search;
mod searcher;
mod team;
mod thinker;
mod time;
mod tt;
pub mod tune;
mod view;
mod vote;

pub use event::{Decision, Event, Info, SearchId};
pub use limits::{Limits, Pace, Thinking};
pub use mate::{
    MateLimits, MateSolver, NeededSet, Needs, Proof, ProofKind, Supply, Verdict, contact_mates,
    turn_given_away,
};
pub use score::{Score, ScoreKind, moves_in};
pub use search::{ParamError, Params, Tunable};
pub use searcher::Searcher;
pub use team::{
    Habits, Moment, Pieces, Sitting, Stance, Team, Topic, Vocabulary, accepts_suggestion,
};
pub use view::{Prices, View};
