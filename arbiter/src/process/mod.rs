//! Engines in processes of their own, one for each seat, that speak CECP.
//!
//! A [`CecpSeat`] tells its engine what happens; a thread that reads what the engine prints
//! notes it on the [`Desk`](desk::Desk) between the two and puts the answers into the outbox at
//! once, so that they are stamped on arrival. Nothing waits for an engine but
//! [`Endpoint::settle`](crate::Endpoint::settle), before the clocks run, and there never for ever.

mod child;
mod desk;
mod features;
mod group;
mod introduce;
mod invocation;
mod quirks;
mod seat;

pub use invocation::{Invocation, InvocationError};
pub use seat::{CecpSeat, Engine, Patience};
