//! The conversation of one seat of a bughouse game: lines and a clock in, lines out.
//!
//! A session speaks an engine protocol with the program that seats it: [`cecp::Session`] that of
//! XBoard and WinBoard, [`uci::Session`] the Universal Chess Interface, [`ubi::Session`] the Universal
//! Bughouse Interface. It keeps the game so far, the
//! clocks, the partner and the options, starts and stops searches, and decides to play what they find,
//! to try the partner's suggestion first, or to sit. It reads no stream, no file and no clock and starts
//! no thread: its owner passes it each line and each event of the search with the time at which it
//! came, and sends the replies. [`link`] is one end of a direct connection between partners, in the same
//! manner.
//!
//! ```
//! use std::time::Instant;
//! use tandem_engine::Searcher;
//! use tandem_protocol::cecp::Command;
//! use tandem_session::cecp::Session;
//!
//! let (searcher, events) = Searcher::new(1); // mebibytes
//! let mut session = Session::new(searcher);
//! let mut said = Vec::new();
//! for line in ["new", "variant bughouse", "setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1[] w - - 0 1", "go"] {
//!     said.extend(session.command(&Command::parse(line), Instant::now()));
//! }
//! while session.is_move_owed() {
//!     let event = events.recv().expect("a search ends");
//!     said.extend(session.event(event, Instant::now()));
//! }
//! assert_eq!(said.last().expect("a mate in one is found").to_string(), "move a1a8");
//! ```
#![forbid(unsafe_code)]

pub mod cecp;
pub mod link;
mod seat;
pub mod ubi;
pub mod uci;

pub use seat::brain::Brain;
pub use seat::evaluation::networks;
pub use seat::files::{Files, NoFiles};
pub use seat::options::{OptionError, TABLE_MEBIBYTES};
