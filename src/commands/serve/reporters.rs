//! Reports on players for the page.

use serde_json::Value;
use tandem_analysis::players::Study;
use tandem_rules::notation::bpgn::GameRecord;
use tandem_server::{PlayerStudy, Reporters};

/// Reports as `tandem players` makes them, without a sample for the engine.
pub(super) struct Counted;

impl Reporters for Counted {
    fn begin(&self, player: &str) -> Box<dyn PlayerStudy> {
        Box::new(Counting(Study::new(player, 0)))
    }
}

struct Counting(Study);

impl PlayerStudy for Counting {
    fn add(&mut self, game: i64, record: &GameRecord) {
        self.0.add(record, &format!("game {game}"));
    }

    fn finish(self: Box<Self>) -> Option<Value> {
        let report = serde_json::to_value(self.0.report()).expect("all keys are texts");
        (self.0.games() > 0).then_some(report)
    }
}
