//! The journal of an analysis: the results of each game, so that an interrupted command can go on.

use std::iter::Peekable;
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use tandem_analysis::json::GameJson;
use tandem_arbiter::journal::{self, Journal, Kind, Settings};

const KIND: Kind =
    Kind { key: "tandem_analyze", version: 1, noun: "analysis", result: "game", may_differ: &[] };

/// The results of one game: all that the outputs need besides its record.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    /// Number of the game in all inputs together, from 1.
    pub(super) number: usize,
    /// The lines that are printed for it.
    pub(super) text: String,
    /// The comment on each ply.
    pub(super) comments: Vec<String>,
    pub(super) analysis: GameJson,
}

/// The games that the journal had when it was opened, in the order of their numbers.
pub(super) struct Earlier(Peekable<journal::Results<Kept>>);

/// Opens the journal of an analysis, or creates it.
///
/// # Errors
/// The file cannot be read or written, is in use, or belongs to another analysis.
pub(super) fn open(path: &Path, settings: &Settings) -> anyhow::Result<(Journal, Earlier)> {
    let (journal, games) = Journal::open(path, &KIND, settings)
        .with_context(|| format!("cannot keep results in `{}`", path.display()))?;
    Ok((journal, Earlier(games.peekable())))
}

impl Earlier {
    /// The results of the game with this number, if there are any. Games are asked for in order.
    pub(super) fn take(&mut self, number: usize) -> anyhow::Result<Option<Kept>> {
        match self.0.peek() {
            Some(Ok(next)) if next.number < number => {
                bail!("the results have game {}, which the input lacks", next.number)
            }
            Some(Ok(next)) if next.number > number => Ok(None),
            _ => Ok(self.0.next().transpose()?),
        }
    }
}
