//! Engines that speak UCI: one process for each seat, or one for both seats of a team.

mod history;
mod introduce;
mod limits;
mod place;
mod seat;
mod shown;
mod talk;
mod team;

pub use seat::UciSeat;
pub use team::UciTeam;
