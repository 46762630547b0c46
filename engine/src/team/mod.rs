//! Team play: the messages between a seat and its partner, and the decision to move or to sit.
//!
//! A [`Team`] takes in the partner's messages, looks at the own board after each search, and
//! decides whether to move or to sit. It is a pure state machine: it reads no clock, waits for
//! nothing and knows no text. The same observations in the same order get the same answers.

mod allowance;
mod arrivals;
mod clocks;
mod habits;
mod moment;
mod outlook;
mod requests;
mod sit_or_play;
mod sit_time;
mod stance;
mod state;
#[cfg(test)]
mod tests;
mod voice;
mod wishes;

pub use habits::{Habits, Sitting};
pub use moment::Moment;
pub use outlook::accepts_suggestion;
pub use stance::Stance;
pub use state::Team;
pub use voice::{Pieces, Topic, Vocabulary};
