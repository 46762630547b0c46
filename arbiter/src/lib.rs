#![doc = include_str!("../README.md")]
//!
//! An [`Endpoint`] is a player that sits in a seat or plays a team. The arbiter tells it [`News`],
//! it answers through its [`Outbox`], and [`play_game`] handles the answers of all four seats in
//! the order of their time: that of a wall clock, or of a clock that counts nodes.
#![forbid(unsafe_code)]

mod adjudication;
pub mod date;
mod endpoint;
mod excerpt;
mod fault;
mod interruption;
pub mod journal;
mod lateness;
pub mod ledger;
pub mod openings;
mod plan;
mod play;
mod played;
mod post;
mod priority;
mod process;
mod queue;
pub mod record;
mod report;
pub mod schedule;
pub mod statistics;
mod stopwatch;
mod thought;
mod timing;
mod turn;

pub use adjudication::{Adjudication, Draw, Resignation, Verdict};
pub use endpoint::{Endpoint, News, Outbox, Said, Snapshot};
pub use fault::{PlayerFault, ProcessFault, SaidFault, Unfit};
pub use interruption::Interruption;
pub use lateness::{Lateness, Sampler};
pub use plan::{GamePlan, Past, Watcher};
pub use play::play_game;
pub use played::{Close, Played, Told};
pub use post::{Lag, LagError};
pub use priority::lower as lower_priority;
pub use process::{
    CecpSeat, Engine, Invocation, InvocationError, Overrides, Patience, Protocol, ProtocolError,
    UbiSeat, UciSeat, UciTeam, end_strays, words,
};
pub use queue::Mailroom;
pub use report::Report;
pub use tandem_protocol::comment::Appraisal;
pub use thought::{Effort, Thought};
pub use timing::{Timing, TimingError};
