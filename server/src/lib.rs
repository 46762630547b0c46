#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod archive;
mod backlog;
mod clock;
mod edge;
mod exploring;
mod files;
mod findings;
mod ics;
mod look;
pub mod message;
mod opening;
mod page_sender;
mod plain;
mod pool;
mod puzzles;
mod rate;
mod reporting;
mod reviewing;
mod secret;
mod services;
mod slots;
mod study;
mod table;
mod tables;
mod thinking;
mod turns;

pub use archive::{Archive, ArchiveError};
pub use edge::{Limits, Serving, serve};
pub use ics::{client_name, lines_of_client};
pub use look::rules_of;
pub use services::{
    Analysts, Analyzer, Effort, Finding, FoundPuzzle, GamesExplorer, Judged, Order, PlayerStudy,
    Players, Puzzlers, Reporters, Reviewed, ServiceError, Services, SetPuzzle, Unpack, Wanted,
};
pub use tables::Tables;
