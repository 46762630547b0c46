//! Results of a match: finished games are kept in the ledger as they end, and are written and
//! reported in the order of the schedule, whatever the order in which they end.

use std::collections::{BTreeSet, HashSet};
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_arbiter::Report;
use tandem_arbiter::ledger::{Entry, Ledger};

use super::false_starts::FalseStarts;
use super::result_line::Names;
use crate::games::output::OutputFile;
use crate::parallel::in_order::InOrder;

/// Number of games after which the standing is printed where no bar shows it.
const STANDING_EVERY: usize = 50;

/// The results of a running match.
pub(super) struct Books {
    ledger: Option<Ledger>,
    records: OutputFile,
    /// Number of games in the match.
    games: usize,
    /// Number of games that are written.
    written: usize,
    /// Numbers of the games that were played before the books were opened.
    had: HashSet<usize>,
    /// Finished games that wait for an earlier one.
    queue: InOrder<std::vec::IntoIter<usize>, Entry>,
    pub(super) report: Report,
    names: Names,
    stops_when_decided: bool,
    /// False starts of this run only: the cause of earlier ones may have been fixed.
    false_starts: FalseStarts,
    /// The teams of a tournament that cannot begin a game, once that is told.
    unable: BTreeSet<usize>,
    bar: ProgressBar,
    is_shown_live: bool,
}

/// The facts about a match that the books need.
pub(super) struct Plan {
    /// The numbers of all games, in order.
    pub(super) games: Vec<usize>,
    pub(super) report: Report,
    pub(super) names: Names,
    /// True if no more games are needed once the test has decided.
    pub(super) stops_when_decided: bool,
    /// True if the boards are shown live; there is no progress bar then.
    pub(super) is_shown_live: bool,
}

impl Books {
    /// Opens the books with the games that have been played before.
    pub(super) fn open(
        plan: Plan,
        ledger: Option<(Ledger, Vec<Entry>)>,
        records: &Path,
    ) -> anyhow::Result<Self> {
        let Plan { games, report, names, stops_when_decided, is_shown_live } = plan;
        let bar = match is_shown_live {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(games.len() as u64),
        };
        bar.set_style(ProgressStyle::with_template("{pos}/{len} games  {msg}  {eta} left")?);
        let (ledger, played) = match ledger {
            Some((ledger, played)) => (Some(ledger), played),
            None => (None, Vec::new()),
        };
        // With a ledger, the records are a copy of its games; without one, they are the only copy.
        let records = OutputFile::open(records, ledger.is_some())?;
        let had = played.iter().map(|entry| entry.game).collect();
        let (count, mut queue) = (games.len(), InOrder::new(games.into_iter()));
        for entry in played {
            queue.add(entry.game, entry);
        }
        let mut books = Self {
            ledger,
            records,
            games: count,
            written: 0,
            had,
            queue,
            report,
            names,
            stops_when_decided,
            false_starts: FalseStarts::default(),
            unable: BTreeSet::new(),
            bar,
            is_shown_live,
        };
        books.write_what_is_due(|_, _, _| Ok(()))?;
        books.records.check()?;
        books.bar.reset_eta();
        Ok(books)
    }

    /// True if this game was played before the books were opened.
    pub(super) fn had(&self, game: usize) -> bool {
        self.had.contains(&game)
    }

    /// True if no more games are needed.
    pub(super) fn are_closed(&self) -> bool {
        self.stops_when_decided && self.report.is_decided()
    }

    /// Adds a game that has just ended; breaks if no more games are needed.
    pub(super) fn add(&mut self, entry: Entry) -> anyhow::Result<ControlFlow<()>> {
        if let Some(ledger) = &mut self.ledger {
            ledger.add(&entry).context("cannot write the results")?;
        }
        let unable = self.false_starts.add(&entry).map(|team| (team, entry.reason.clone()));
        self.queue.add(entry.game, entry);
        self.write_what_is_due(Self::tell)?;
        if let Some((team, reason)) = unable {
            let told = format!(
                "`{}` failed to begin several games in a row: {reason}",
                self.report.team(team)
            );
            match self.report.teams() {
                ..=2 => bail!(told),
                // The others play on, whatever becomes of one.
                _ if self.unable.insert(team) => log::warn!("{told}; the match goes on"),
                _ => {}
            }
        }
        match self.are_closed() {
            true => Ok(ControlFlow::Break(())),
            false => Ok(ControlFlow::Continue(())),
        }
    }

    /// Writes all games whose predecessors are written, unless the match is decided.
    fn write_what_is_due(
        &mut self,
        tell: impl Fn(&Self, &Entry, usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while !self.are_closed() {
            let Some(entry) = self.queue.take_next() else { break };
            self.written += 1;
            self.report.add(&entry);
            self.records.write(&entry.record)?;
            self.bar.set_message(self.report.line());
            self.bar.set_position(self.written as u64);
            tell(self, &entry, self.written)?;
        }
        Ok(())
    }

    /// Logs a line for a game, and prints it unless games are shown live.
    fn tell(&self, entry: &Entry, count: usize) -> anyhow::Result<()> {
        let line = format!("game {count} of {}: {}", self.games, self.summary(entry));
        log::info!("{line}; {}", self.report.line());
        if !self.is_shown_live {
            self.bar.suspend(|| writeln!(stdout(), "{line}"))?;
        }
        // On a terminal the bar has it.
        let is_due = count.is_multiple_of(STANDING_EVERY) && count < self.games;
        if self.bar.is_hidden() && is_due && !self.is_shown_live {
            writeln!(stdout(), "after {count} games: {}", self.report.line())?;
        }
        Ok(())
    }

    /// The result of a game in one line, see [`Names::line`].
    pub(super) fn summary(&self, entry: &Entry) -> String {
        self.names.line(entry)
    }

    /// Number of games in the match.
    pub(super) const fn games(&self) -> usize {
        self.games
    }

    /// Closes the books of a match that was interrupted: its last games may lack an earlier one.
    /// They count, and are written unless the results keep them, from which the file of games is
    /// completed in its order when the match goes on.
    pub(super) fn close_early(mut self) -> anyhow::Result<Report> {
        for entry in self.queue.drain() {
            self.report.add(&entry);
            if self.ledger.is_none() {
                self.records.write(&entry.record)?;
            }
        }
        Ok(self.close())
    }

    /// Ends the progress bar and returns the report.
    pub(super) fn close(self) -> Report {
        self.bar.finish_and_clear();
        self.report
    }
}
