//! The rules by which a record is read.

use crate::{MoveRules, Variant};

/// Options of a [`Reader`](super::Reader): the rules by which games are replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The variant of the games; some programs write crazyhouse as BPGN with board A only.
    pub variant: Variant,
    /// The rules that decide which moves are accepted.
    pub rules: MoveRules,
}
