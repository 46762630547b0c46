//! Analyses, scores and moves as text for people.

pub mod game;
pub mod notation;
pub mod position;
pub mod scores;
