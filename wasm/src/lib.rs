#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod bench;
mod engine;
#[cfg(target_family = "wasm")]
mod host;
mod interrupt;
#[cfg(target_family = "wasm")]
mod threads;

pub use engine::{Engine, Next};
