//! The file that keeps the analysis of each game, so that an interrupted command can go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use tandem_arbiter::ledger::lock;

use super::json::GameJson;

/// Version of the file format; grows with each change that an older reader would misread.
const VERSION: u32 = 1;

/// What is kept of a game: all that the outputs need besides its record.
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

#[derive(Serialize, Deserialize)]
struct Head {
    tandem_analyze: u32,
    settings: BTreeMap<String, String>,
}

/// An open file of results: a head line with the settings, then one line for each game, in the order
/// of the games.
pub(super) struct Results(File);

/// The games that a file of results had when it was opened, read one after the other.
pub(super) struct Earlier {
    lines: BufReader<File>,
    left: usize,
    next: Option<Kept>,
}

impl Results {
    /// Opens the results of an analysis, or creates them. An incomplete last line is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or belongs to another analysis.
    pub(super) fn open(
        path: &Path,
        settings: &BTreeMap<String, String>,
    ) -> anyhow::Result<(Self, Earlier)> {
        let named = || format!("cannot keep results in `{}`", path.display());
        let opened = || -> anyhow::Result<(Self, Earlier)> {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(path)?;
            lock(&file)?;
            let head = Head { tandem_analyze: VERSION, settings: settings.clone() };
            let head = format!("{}\n", serde_json::to_string(&head)?);
            let (whole, games) = whole_lines(&mut BufReader::new(&file), &head, settings)?;
            file.set_len(whole)?;
            file.seek(SeekFrom::End(0))?;
            if whole == 0 {
                file.write_all(head.as_bytes())?;
            }
            let mut lines = BufReader::new(File::open(path)?);
            lines.skip_until(b'\n')?;
            Ok((Self(file), Earlier { lines, left: games, next: None }))
        };
        opened().with_context(named)
    }

    /// Appends a game. It is on the disk when this returns.
    pub(super) fn add(&mut self, kept: &Kept) -> anyhow::Result<()> {
        let line = format!("{}\n", serde_json::to_string(kept)?);
        self.0.write_all(line.as_bytes())?;
        Ok(self.0.sync_data()?)
    }
}

/// Checks the head, and returns the number of bytes in whole lines and the number of games.
fn whole_lines(
    file: &mut impl BufRead,
    head: &str,
    settings: &BTreeMap<String, String>,
) -> anyhow::Result<(u64, usize)> {
    let mut first = Vec::new();
    file.read_until(b'\n', &mut first)?;
    if !first.ends_with(b"\n") && head.as_bytes().starts_with(&first) {
        return Ok((0, 0)); // nothing but a torn head
    }
    let shown: String = String::from_utf8_lossy(&first).trim_end().chars().take(80).collect();
    let Ok(was) = serde_json::from_slice::<Head>(&first) else {
        bail!("not the results of an analysis: the first line is `{shown}`");
    };
    if was.tandem_analyze != VERSION {
        bail!("results of version {}, expected {VERSION}", was.tandem_analyze);
    }
    let of =
        |settings: &BTreeMap<String, String>, name| settings.get(name).cloned().unwrap_or_default();
    for name in was.settings.keys().chain(settings.keys()) {
        let (was, is) = (of(&was.settings, name), of(settings, name));
        if was != is {
            bail!("the results of another analysis: {name} was `{was}`, not `{is}`");
        }
    }
    let (mut whole, mut games) = (first.len() as u64, 0);
    loop {
        first.clear();
        file.read_until(b'\n', &mut first)?;
        if !first.ends_with(b"\n") {
            return Ok((whole, games));
        }
        whole += first.len() as u64;
        games += 1;
    }
}

impl Earlier {
    /// The results of the game with this number, if it has them. Games are asked for in order.
    pub(super) fn take(&mut self, number: usize) -> anyhow::Result<Option<Kept>> {
        if self.next.is_none() && self.left > 0 {
            let mut line = String::new();
            self.lines.read_line(&mut line)?;
            let shown: String = line.chars().take(80).collect();
            let kept = serde_json::from_str(&line);
            self.next = Some(kept.with_context(|| format!("expected a game, found `{shown}`"))?);
            self.left -= 1;
        }
        match &self.next {
            Some(next) if next.number < number => {
                bail!("the results have game {}, which the input lacks", next.number)
            }
            Some(next) if next.number == number => Ok(self.next.take()),
            _ => Ok(None),
        }
    }
}
