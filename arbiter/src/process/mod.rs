//! Engines in processes of their own, that speak CECP or UCI.
//!
//! An endpoint tells its engine what happens; a thread that reads what the engine prints notes it
//! on the [`Desk`](desk::Desk) between the two and puts the answers into the outbox at once, so
//! that they are stamped on arrival. Nothing waits for an engine but
//! [`Endpoint::settle`](crate::Endpoint::settle), before the clocks run, and there never for ever.

mod cecp;
mod child;
mod desk;
mod engine;
mod group;
mod invocation;
mod running;
mod uci;
mod wording;

pub use cecp::CecpSeat;
pub use engine::{Engine, Patience, Protocol, ProtocolError};
pub use invocation::{Invocation, InvocationError};
pub use uci::{UciSeat, UciTeam};
