//! Engines in processes of their own that speak CECP, UCI or UBI.
//!
//! An endpoint sends its engine the news. A thread reads the engine's output, records it on the
//! [`Desk`](desk::Desk) between the two and puts the answers into the outbox at once, so that they
//! are stamped on arrival. Only [`Endpoint::settle`](crate::Endpoint::settle) waits for an engine,
//! before the clocks run, and never without a time limit.

mod cecp;
mod child;
mod desk;
mod engine;
mod group;
mod invocation;
mod running;
#[cfg(target_os = "linux")]
mod strays;
mod ubi;
mod uci;
mod wording;

pub use cecp::CecpSeat;
pub use engine::{Engine, Overrides, Patience, Protocol, ProtocolError};
pub use group::end_strays;
pub use invocation::{Invocation, InvocationError, words};
pub use ubi::UbiSeat;
pub use uci::{UciSeat, UciTeam};
