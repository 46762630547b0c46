//! The mate solver compared with exhaustive search, on random positions and on those of games.

mod exhaustive;
mod games;
mod laws;
mod limits;
#[allow(dead_code, reason = "shared with the laws of the rules")]
#[path = "../../../rules/tests/common/mod.rs"]
mod lines;
mod needs;
mod replay;
mod table;
