//! Plays matches.
