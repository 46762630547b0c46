//! Outcomes under each preset: tables of short two-board games.

mod both_boards;
mod draws;
mod flags;
mod illegal;
mod mates;
mod support;
