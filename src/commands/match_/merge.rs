//! `tandem match merge`: joins the results of shards.

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::Report;
use tandem_arbiter::ledger::{self, Entry, Ledger};
use tandem_arbiter::schedule::Shard;

use super::records::Kind;
use super::settings::MatchSettings;
use crate::games::reading::is_one_file;
use crate::whole_file;

/// Joins the results of shards and prints the same table as one run would.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files that `match --results` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write all results to this file, from which `match` can continue
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write all games to this file, in their order
    #[arg(long, visible_alias = "pgn", value_name = "FILE")]
    bpgn: Option<PathBuf>,
}

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    whole_file::refuse_doubled([args.results.as_ref(), args.bpgn.as_ref()])?;
    for output in [&args.results, &args.bpgn].into_iter().flatten() {
        if args.files.iter().any(|file| is_one_file(file, output)) {
            bail!("`{}` is both input and output", output.display());
        }
    }
    let (settings, entries) = join(&args.files)?;
    let games = expected(&settings, &entries)?;
    let mut report = Report::new(settings.teams(), settings.sprt()?);
    let mut counted = Vec::new();
    let mut missing = 0;
    for game in &games {
        match entries.get(game) {
            // One run would have ended here.
            _ if missing == 0 && report.is_decided() => break,
            Some(entry) => {
                report.add(entry);
                counted.push(entry);
            }
            None => missing += 1,
        }
    }
    if missing > 0 {
        log::warn!("{missing} of {} games are missing", games.len());
    }
    if let Some(path) = &args.results {
        write_results(path, &settings, &entries)?;
    }
    if let Some(path) = &args.bpgn {
        let kind = counted.first().and_then(|entry| Kind::of_record(&entry.record));
        kind.map_or(Ok(()), |kind| kind.check(path))?;
        let text: String = counted.iter().flat_map(|entry| [&entry.record, "\n"]).collect();
        whole_file::write(path, text.as_bytes())?;
    }
    writeln!(stdout(), "{report}")?;
    if let Some(doubt) = report.doubt() {
        writeln!(stdout(), "{doubt}")?;
    }
    Ok(())
}

/// Joins the games of all files; the same game may be in several of them.
fn join(files: &[PathBuf]) -> anyhow::Result<(MatchSettings, BTreeMap<usize, Entry>)> {
    let mut all: Option<MatchSettings> = None;
    let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
    for path in files {
        let of_file = || format!("`{}`", path.display());
        let (theirs, games) = ledger::read(path).with_context(of_file)?;
        let theirs = MatchSettings(theirs);
        let settings = all.get_or_insert_with(|| theirs.clone());
        settings.0.agree_with(&theirs.0, &ledger::KIND).with_context(of_file)?;
        if theirs.games() > settings.games() {
            *settings = theirs;
        }
        for entry in games {
            let game = entry.game;
            let earlier = entries.entry(game).or_insert_with(|| entry.clone());
            if !earlier.is_same_game(&entry) {
                bail!("{}: game {game} has another result in another file", of_file());
            }
        }
    }
    let settings = all.context("no results to join")?;
    Ok((settings, entries))
}

/// Numbers of all games of the match, and of later ones that the files have: it may have been made
/// longer since the files were begun.
fn expected(
    settings: &MatchSettings,
    entries: &BTreeMap<usize, Entry>,
) -> anyhow::Result<Vec<usize>> {
    let numbers = settings.schedule()?.fixtures(Shard::default()).map(|fixture| fixture.number);
    let mut games: Vec<usize> = numbers.collect();
    let last = games.last().copied().unwrap_or(0);
    games.extend(entries.range(last + 1..).map(|(&game, _)| game));
    Ok(games)
}

fn write_results(
    path: &Path,
    settings: &MatchSettings,
    entries: &BTreeMap<usize, Entry>,
) -> anyhow::Result<()> {
    let whole = settings.of_whole_match();
    let of_file = || format!("`{}`", path.display());
    let (mut ledger, there) = Ledger::open(path, &whole).with_context(of_file)?;
    let differs =
        |entry: &&Entry| entries.get(&entry.game).is_some_and(|other| !other.is_same_game(entry));
    if let Some(entry) = there.iter().find(differs) {
        bail!("{}: game {} is already there with another result", of_file(), entry.game);
    }
    let is_there = |game: &usize| there.iter().any(|entry| entry.game == *game);
    for (_, entry) in entries.iter().filter(|(game, _)| !is_there(game)) {
        ledger.add(entry).with_context(of_file)?;
    }
    Ok(())
}
