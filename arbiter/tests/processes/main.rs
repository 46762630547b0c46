//! Engines in processes of their own, from well behaved to hostile: small shell scripts that do one
//! thing wrong. Each game is scored correctly, nothing hangs, and no process is left behind.
#![cfg(unix)]

mod faults;
mod lasting;
mod others;
mod own_settings;
mod support;
mod talking;
mod ubi;
mod uci;
mod uci_faults;
mod uci_team;
