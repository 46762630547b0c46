//! Mates on one board: contact mates, seen without a search, and mates by checks alone, proved.

mod checks;
mod contact;
mod df_pn;
mod hands;
mod limits;
mod line;
mod needs;
mod numbers;
mod path;
mod problem;
mod proof_table;
mod solver;

pub(crate) use contact::mating_drop;
pub use contact::{contact_mates, lacking};
pub use limits::MateLimits;
pub use needs::{NeededSet, Needs};
pub use problem::Supply;
pub use solver::{MateSolver, Proof, ProofKind, Verdict, turn_given_away};
