//! Engines that speak UBI: one process for each seat, which sees both boards.

mod introduce;
mod seat;
mod table;
mod talk;

pub use seat::UbiSeat;
