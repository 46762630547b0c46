//! Reports on players: results, times, drops, mistakes, and habits in which a player differs from the
//! others of the same games by more than chance explains. `docs/players.md` defines what is counted.
//!
//! A [`Roster`] has the results of all players. A [`Study`] is of one of them: games go in one by one, an
//! [`Analyst`](crate::analyst::Analyst) judges a sample of the moves, and a [`Report`] comes out. Neither
//! keeps games, so their size depends on the players, not on the games.

mod accuracy;
mod counts;
mod example;
mod facts;
mod habit;
mod mean;
mod rank;
mod report;
mod roster;
mod sample;
mod score;
mod study;
mod text;
mod times;
mod walk;

pub use accuracy::{JudgedMove, MistakeKind, judge};
pub use example::Example;
pub use habit::{Habit, Unit};
pub use report::Report;
pub use roster::{Player, Roster};
pub use sample::SampledMove;
pub use score::Score;
pub use study::Study;
pub use text::{of_report, of_roster};

/// The form of a name in which players are compared.
pub fn folded(name: &str) -> String {
    name.to_lowercase()
}
