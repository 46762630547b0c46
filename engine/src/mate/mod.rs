//! Mates on one board: contact mates, seen without a search, and mates by checks alone, proved.

mod checks;
mod contact;
mod hands;
mod line;
mod needs;
mod numbers;
mod problem;
mod search;
mod solver;
mod table;
mod way;

pub use contact::contact_mates;
pub(crate) use contact::{lacking, mating_drop};
pub use needs::{NeededSet, Needs};
pub use problem::Supply;
pub use solver::{MateLimits, MateSolver, Proof, ProofKind, Verdict, turn_given_away};
