//! Engines that speak UCI: one process for each seat, or one for both seats of a team.

mod history;
mod introduce;
mod limits;
pub(super) mod place;
mod seat;
pub(super) mod shown;
pub(super) mod talk;
mod team;

pub use seat::UciSeat;
pub use team::UciTeam;
