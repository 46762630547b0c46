#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analyst;
pub mod calibration;
pub mod explain;
pub mod forecast;
pub mod json;
mod judge;
pub mod page;
pub mod plans;
pub mod players;
pub mod puzzles;
pub mod record;
pub mod review;
pub mod scene;
pub mod search;
pub mod text;
