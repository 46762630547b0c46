//! Engines that speak CECP, one process for each seat.

mod features;
mod introduce;
mod quirks;
mod seat;
mod talk;

pub use seat::CecpSeat;
