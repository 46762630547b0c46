#![doc = include_str!("../README.md")]
#![cfg_attr(target_feature = "atomics", feature(thread_local))] // for the C library's `errno`
#![deny(unsafe_code)]

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
mod allocator;
mod bench;
mod engine;
#[cfg(target_family = "wasm")]
mod host;
mod interrupt;
#[cfg(target_family = "wasm")]
mod log_lines;
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
mod no_threads;
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
mod threads;

pub use engine::{Engine, Next};
