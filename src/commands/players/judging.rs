//! The judgement of the sampled moves, on several threads.

use std::io::{IsTerminal, stderr};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam::channel::Receiver;
use indicatif::{ProgressBar, ProgressStyle};
use tandem_analysis::analyst::Analyst;
use tandem_analysis::players::{JudgedMove, SampledMove, Study, judge as judged};
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::OutcomeRules;

use super::PlayersArgs;
use super::reading::tell;
use crate::interrupt;
use crate::parallel::workers;
use crate::search::asker::Asker;

/// Size of the transposition table of each thread in MiB: few nodes need little, and it is cleared for each
/// move.
const TABLE_MEBIBYTES: usize = 4;

/// An analyst who judges moves by so many nodes for each search, until `stop` closes.
pub(crate) fn judge_of(
    nodes: NonZeroU64,
    networks: Option<Arc<Networks>>,
    stop: Receiver<()>,
) -> Analyst {
    let mut asker = Asker::new(TABLE_MEBIBYTES, networks);
    asker.listen_to(stop);
    let limits =
        Limits { thinking: Thinking::Infinite, nodes: Some(nodes.get()), ..Limits::clock() };
    Analyst::new(Box::new(asker), limits, OutcomeRules::default())
}

/// Judges the sample of a study. It breaks off if the user interrupts it.
pub(super) fn judge(args: &PlayersArgs, study: &mut Study) -> anyhow::Result<ControlFlow<()>> {
    let sample = study.sample();
    if sample.is_empty() {
        return Ok(ControlFlow::Continue(()));
    }
    let bar = progress(sample.len())?;
    let (networks, interrupt) = (args.eval.networks()?, interrupt::first()?);
    let set_up = || Ok(judge_of(args.nodes, networks.clone(), interrupt.clone()));
    let mut done: Vec<Option<JudgedMove>> = vec![None; sample.len()];
    let mut flow = ControlFlow::Continue(());
    workers::run(
        args.concurrency,
        sample.iter().enumerate(),
        set_up,
        |analyst: &mut Analyst, (at, sampled): (usize, &SampledMove)| {
            (at, judged(analyst, sampled))
        },
        |(at, judged)| {
            bar.inc(1);
            if judged.is_none() {
                flow = ControlFlow::Break(());
            }
            done[at] = judged;
            Ok(flow)
        },
    )?;
    bar.finish_and_clear();
    if flow.is_break() {
        tell("interrupted while moves were judged; there is no report")?;
        return Ok(flow);
    }
    // In the order of the sample, so that sums are the same for any number of threads.
    done.iter().flatten().for_each(|judged| study.add_judged(judged));
    Ok(flow)
}

/// A progress bar of the moves judged, on standard error if that is a terminal.
fn progress(moves: usize) -> anyhow::Result<ProgressBar> {
    if !stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} moves judged  {eta} left")?;
    Ok(ProgressBar::new(moves as u64).with_style(style))
}
