//! `tandem match merge`: the results of shards together.

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::Report;
use tandem_arbiter::ledger::{self, Entry, Ledger, Settings};
use tandem_arbiter::schedule::Shard;

use super::settings::MatchSettings;

/// Joins the results of shards and prints the same table as one run would.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files that `match --results` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the results of all here; `match` goes on with them
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the games of all here, in their order
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
}

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    let (settings, entries) = join(&args.files)?;
    let games = expected(&settings)?;
    let mut report = Report::new(settings.teams(), settings.sprt()?);
    let counted: Vec<&Entry> = entries
        .values()
        .take_while(|entry| {
            let is_needed = !report.is_decided();
            if is_needed {
                report.add(entry);
            }
            is_needed
        })
        .collect();
    let missing = games.iter().filter(|game| !entries.contains_key(game)).count();
    if missing > 0 && !report.is_decided() {
        log::warn!("{missing} of {} games are missing", games.len());
    }
    if let Some(path) = &args.results {
        write_results(path, &settings, &entries)?;
    }
    if let Some(path) = &args.bpgn {
        let text: String = counted.iter().flat_map(|entry| [&entry.record, "\n"]).collect();
        std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    writeln!(stdout(), "{report}")?;
    Ok(())
}

/// The games of all files; the same game may be in several of them.
fn join(files: &[PathBuf]) -> anyhow::Result<(MatchSettings, BTreeMap<usize, Entry>)> {
    let mut settings: Option<Settings> = None;
    let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
    for path in files {
        let of_file = || format!("`{}`", path.display());
        let (theirs, games) = ledger::read(path).with_context(of_file)?;
        settings.get_or_insert_with(|| theirs.clone()).agree_with(&theirs).with_context(of_file)?;
        for entry in games {
            let game = entry.game;
            if entries.insert(game, entry.clone()).is_some_and(|other| other != entry) {
                bail!("{}: game {game} is in another file with another result", of_file());
            }
        }
    }
    Ok((MatchSettings(settings.unwrap_or_default()), entries))
}

fn expected(settings: &MatchSettings) -> anyhow::Result<Vec<usize>> {
    let schedule = settings.schedule()?;
    Ok(schedule.fixtures(Shard::default()).map(|fixture| fixture.number).collect())
}

fn write_results(
    path: &Path,
    settings: &MatchSettings,
    entries: &BTreeMap<usize, Entry>,
) -> anyhow::Result<()> {
    let whole = settings.of_whole_match();
    let of_file = || format!("`{}`", path.display());
    let (mut ledger, there) = Ledger::open(path, &whole).with_context(of_file)?;
    for entry in entries.values().filter(|entry| !there.contains(entry)) {
        ledger.add(entry).with_context(of_file)?;
    }
    Ok(())
}
