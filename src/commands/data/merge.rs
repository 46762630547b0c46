//! `tandem data merge`: joins the games of several files.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tandem_data::Header;

use super::super::reading::{Records, cannot_read};

/// Writes the games of several files into one, in the order of the files.
///
/// All games must have been played by the same rules and time control. The rest of each header is
/// kept as a line for each file, Source1 and so on; games are renumbered.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const RULES: &str = "Rules";
const CONTROL: &str = "TimeControl";
/// Prefix of header lines that name the sources of games.
const SOURCE: &str = "Source";
/// Separator between the number of games and the settings that made them.
const GAMES_OF: &str = " games of ";

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    let header = joined(&args.files)?;
    let mut writer = super::create(&args.out, &header)?;
    let mut number = 0;
    for path in &args.files {
        for game in Records::open(path)?.reader.by_ref() {
            let mut game = game.with_context(|| cannot_read(path))?;
            game.number = number;
            number += 1;
            writer.append(&game).with_context(|| super::cannot_write(&args.out))?;
        }
    }
    writer.sync().with_context(|| super::cannot_write(&args.out))
}

/// The joint header of all files. Each file is read to its end for it, so that damage is found
/// before anything is written.
fn joined(files: &[PathBuf]) -> anyhow::Result<Header> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut sources: Vec<String> = Vec::new();
    for path in files {
        let mut records = Records::open(path)?;
        let games = records.reader.by_ref().map(|game| game.map(|_| 1_usize));
        let games = games.sum::<Result<usize, _>>().with_context(|| cannot_read(path))?;
        let header = records.reader.header();
        if lines.is_empty() {
            let kept = header.lines().iter().filter(|(name, _)| is_kept(name));
            lines.extend(kept.cloned());
        }
        agree(path, header, &Header::new(lines.clone())?)?;
        for source in sources_of(header, games) {
            if sources.iter().any(|known| made_by(known) == made_by(&source)) {
                bail!("`{}`: another file has games of {}", path.display(), made_by(&source));
            }
            sources.push(source);
        }
    }
    let numbered =
        (1..).zip(sources).map(|(n, source): (usize, _)| (format!("{SOURCE}{n}"), source));
    lines.extend(numbered);
    Ok(Header::new(lines)?)
}

fn is_kept(name: &str) -> bool {
    name == RULES || name == CONTROL
}

/// Fails if a file has other rules or another time control than the first one.
fn agree(path: &Path, header: &Header, first: &Header) -> anyhow::Result<()> {
    for name in [RULES, CONTROL] {
        let [found, expected] =
            [header, first].map(|header| header.value(name).unwrap_or_default());
        if found != expected {
            bail!(
                "`{}`: its {name} is `{found}`, that of the first file `{expected}`",
                path.display()
            );
        }
    }
    Ok(())
}

/// The sources of the games of a file: its own header lines or, if the file was joined from others,
/// the sources that it lists, each followed by the other header lines.
fn sources_of(header: &Header, games: usize) -> Vec<String> {
    let (sources, own): (Vec<_>, Vec<_>) = header
        .lines()
        .iter()
        .filter(|(name, _)| !is_kept(name))
        .partition(|(name, value)| name.starts_with(SOURCE) && value.contains(GAMES_OF));
    let own: Vec<_> = own.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let own = own.join(", ");
    if sources.is_empty() {
        return vec![format!("{games}{GAMES_OF}{own}")];
    }
    let since = if own.is_empty() { own } else { format!(", {own}") };
    sources.into_iter().map(|(_, value)| format!("{value}{since}")).collect()
}

/// The settings that made the games of a source, without their number: equal settings make the same
/// games.
fn made_by(source: &str) -> &str {
    source.split_once(GAMES_OF).map_or(source, |(_, made_by)| made_by)
}
