//! Changes of running games that are stored together.

use std::collections::HashMap;

use tandem_rules::notation::bpgn::GameRecord;

/// Changes that are stored in one transaction: steps first, then records, which replace the steps of
/// their games.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) steps: Vec<NumberedStep>,
    pub(super) records: HashMap<i64, GameRecord>,
}

/// A step of a running game that is stored beside its record.
pub(super) struct NumberedStep {
    pub(super) game: i64,
    /// Number of the step since the record was stored, from 1.
    pub(super) number: i64,
    pub(super) line: String,
}
