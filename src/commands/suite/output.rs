//! The table of a suite, or its JSON.

use std::io::{Write, stdout};
use std::time::Duration;

use serde::Serialize;

use super::attempt::{Attempt, Work};
use super::entry::Entry;

/// Width of the column of names.
const ID_WIDTH: usize = 24;

/// Writes what comes of each position, and the sum.
pub(super) struct Output {
    is_json: bool,
    solved: usize,
    positions: usize,
    work: Work,
}

/// A position in JSON.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    goal: String,
    found: &'a str,
    solved: bool,
    /// The work after which the solution was found and kept; its three fields are not there if there is
    /// none.
    #[serde(flatten)]
    since: Option<Since>,
    total: Since,
}

#[derive(Serialize)]
struct Since {
    depth: u32,
    nodes: u64,
    time_ms: u64,
}

/// The sum of all positions in JSON.
#[derive(Serialize)]
struct Sum {
    solved: usize,
    positions: usize,
    nodes: u64,
    time_ms: u64,
}

impl From<Work> for Since {
    fn from(work: Work) -> Self {
        Self { depth: work.depth, nodes: work.nodes, time_ms: milliseconds(work.time) }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Output {
    pub(super) fn new(is_json: bool) -> Self {
        Self { is_json, solved: 0, positions: 0, work: Work::default() }
    }

    pub(super) fn add(&mut self, entry: &Entry, attempt: &Attempt) -> anyhow::Result<()> {
        self.positions += 1;
        self.solved += usize::from(attempt.solved.is_some());
        self.work.nodes += attempt.work.nodes;
        self.work.time += attempt.work.time;
        if self.is_json {
            let row = Row {
                id: &entry.id,
                goal: entry.goal(),
                found: &attempt.found,
                solved: attempt.solved.is_some(),
                since: attempt.solved.map(Since::from),
                total: attempt.work.into(),
            };
            writeln!(stdout(), "{}", serde_json::to_string(&row)?)?;
            return Ok(());
        }
        if self.positions == 1 {
            writeln!(stdout(), "{:<ID_WIDTH$}  solved at depth       nodes     time", "position")?;
        }
        let id: String = entry.id.chars().take(ID_WIDTH).collect();
        match attempt.solved {
            Some(Work { depth, nodes, time }) => writeln!(
                stdout(),
                "{id:<ID_WIDTH$}  {depth:>15}  {nodes:>10}  {:>5.2} s  {}",
                time.as_secs_f64(),
                attempt.found
            )?,
            None => writeln!(
                stdout(),
                "{id:<ID_WIDTH$}  not solved: {}, and not {}",
                attempt.found,
                entry.goal()
            )?,
        }
        Ok(())
    }

    pub(super) fn end(self) -> anyhow::Result<()> {
        let Self { is_json, solved, positions, work } = self;
        if is_json {
            let (nodes, time_ms) = (work.nodes, milliseconds(work.time));
            let sum = Sum { solved, positions, nodes, time_ms };
            writeln!(stdout(), "{}", serde_json::to_string(&sum)?)?;
        } else {
            let time = work.time.as_secs_f64();
            let nodes = work.nodes;
            writeln!(stdout(), "{solved} of {positions} solved, {nodes} nodes, {time:.1} s")?;
        }
        Ok(())
    }
}
