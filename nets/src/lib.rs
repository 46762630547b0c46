//! The evaluation network with its features, architecture and quantised inference, and the opening
//! book.
//!
//! [`architecture`] is the shape of a network, [`Feature`] one of its inputs and [`Network`] its
//! weights; an [`Evaluator`] evaluates positions along a line of moves from what the rules'
//! observer reports. Scalar arithmetic is the definition; its SIMD counterparts in `simd/` give the
//! same numbers. The crate `tandem-train` trains networks.
//!
//! The embedded [`Networks`], one for bughouse and one for crazyhouse, are the program's default
//! evaluation; the hand-written one is in `engine/src/eval/`.
#![deny(unsafe_code)]

mod accumulator;
pub mod architecture;
mod book;
mod checksum;
mod difference;
mod feature;
mod file;
mod format;
mod leb128;
mod network;
mod networks;
#[allow(unsafe_code, reason = "vector instructions, each beside a safe twin")]
mod simd;
mod threats;

pub use accumulator::{Evaluator, Recorder};
pub use book::{Book, BookError, BookMove};
pub use feature::{Feature, Perspective};
pub use file::read as read_file;
pub use format::NetworkError;
pub use network::{Network, Row, ThreatRow};
pub use networks::Networks;
pub use simd::{Arithmetic, ArithmeticError};
pub use threats::{Men, Threats};
