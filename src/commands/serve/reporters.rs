//! Reports on players for the page.

use crossbeam::channel::Receiver;
use serde_json::Value;
use tandem_analysis::players::{SampledMove, Study, judge};
use tandem_nets::Networks;
use tandem_rules::notation::bpgn::GameRecord;
use tandem_server::{PlayerStudy, Reporters};

use crate::commands::players::judging::judge_of;
use crate::commands::players::{NODES, SAMPLE};

/// Moves that are judged in one turn: some tenths of a second, for which others wait.
const AT_ONCE: usize = 8;

/// Reports as `tandem players` makes them.
pub(super) struct Counted;

impl Reporters for Counted {
    fn begin(&self, player: &str) -> Box<dyn PlayerStudy> {
        let study = Study::new(player, SAMPLE);
        Box::new(Counting { study, sample: Vec::new(), done: 0 })
    }
}

struct Counting {
    study: Study,
    /// The moves to judge.
    sample: Vec<SampledMove>,
    /// Number of them that are judged, the first ones.
    done: usize,
}

impl PlayerStudy for Counting {
    fn add(&mut self, game: i64, record: &GameRecord) {
        self.study.add(record, &format!("game {game}"));
    }

    fn report(&self) -> Option<Value> {
        let report = serde_json::to_value(self.study.report()).expect("all keys are texts");
        (self.study.games() > 0).then_some(report)
    }

    fn sample(&mut self) -> usize {
        self.sample = self.study.sample();
        self.sample.len()
    }

    fn judge(&mut self, stop: &Receiver<()>) -> Option<usize> {
        let mut analyst = judge_of(NODES, Some(Networks::embedded()), stop.clone());
        for next in self.sample.iter().skip(self.done).take(AT_ONCE) {
            self.study.add_judged(&judge(&mut analyst, next)?);
            self.done += 1;
        }
        Some(self.done)
    }
}
