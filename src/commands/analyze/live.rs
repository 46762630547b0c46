//! Reviews of games for a page that waits for them.

use crossbeam::channel::Receiver;
use serde_json::Value;
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::OutcomeRules;
use tandem_rules::notation::bpgn::ReadGame;

use super::analyst::Analyst;
use super::args::recorded_outcome_rules;
use super::report::on_page;
use super::{games, review};
use crate::search::asker::Asker;

/// Size of the transposition table in MiB, that of `tandem analyze`.
const TABLE_MEBIBYTES: usize = 64;

/// Reviews a game as `tandem analyze --games --nodes` does without other options. Returns the game as
/// in a report and as BPGN with comments; `None` once `stop` closes.
pub(in crate::commands) fn reviewed(
    read: &ReadGame,
    nodes: u64,
    progress: &dyn Fn(),
    stop: &Receiver<()>,
) -> Option<(Value, String)> {
    let asker = Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded()));
    let limits = Limits { thinking: Thinking::Infinite, nodes: Some(nodes), ..Limits::clock() };
    let mut analyst = Analyst::new(asker, limits, OutcomeRules::default());
    analyst.listen_to(stop.clone());
    analyst.set_rules(recorded_outcome_rules(&read.record));
    let review = review::review(&mut analyst, &read.record, None, progress)?;
    let analysis = games::in_json(read, &review);
    let page = on_page(&read.record, &analysis);
    let page = serde_json::to_value(page).expect("all keys are texts");
    let bpgn = games::annotated(&read.record, &games::comments(&review)).to_string();
    Some((page, bpgn))
}
