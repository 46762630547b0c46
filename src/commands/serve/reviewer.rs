//! Reviews of games for a page that waits for them.

use crossbeam::channel::Receiver;
use serde_json::Value;
use tandem_analysis::analyst::Analyst;
use tandem_analysis::review::{Manner, annotated, review};
use tandem_analysis::{json, page, record};
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::notation::bpgn::ReadGame;

use crate::search::asker::Asker;

/// Size of the transposition table in MiB, that of `tandem analyze`.
const TABLE_MEBIBYTES: usize = 64;

/// Reviews a game as `tandem analyze --games --nodes` does without other options. Returns the game as
/// in a report and as BPGN with comments; `None` once `stop` closes.
pub(super) fn reviewed(
    read: &ReadGame,
    nodes: u64,
    progress: &dyn Fn(),
    stop: &Receiver<()>,
) -> Option<(Value, String)> {
    let mut asker = Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded()));
    asker.listen_to(stop.clone());
    let limits = Limits { thinking: Thinking::Infinite, nodes: Some(nodes), ..Limits::clock() };
    let rules = record::outcome_rules(&read.record);
    let mut analyst = Analyst::new(Box::new(asker), limits, rules);
    let review = review(&mut analyst, &read.record, Manner::default(), progress)?;
    let game = json::of_game(read, &review);
    let page = page::of_game(&read.record, &game);
    let page = serde_json::to_value(page).expect("all keys are texts");
    let bpgn = annotated(&read.record, &review.comments()).to_string();
    Some((page, bpgn))
}
