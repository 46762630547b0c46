//! A growing file of game records: games are written in the order of their numbers, whatever the
//! order in which they finish, and an existing file is continued.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_data::{GameRecord, Header, Writer};
use tandem_rules::{Boards, OutcomeRules, RuleSet};

use crate::parallel::in_order::InOrder;

/// A growing file of games.
pub(crate) struct GamesFile<Numbers: Iterator<Item = u64>> {
    path: PathBuf,
    writer: Writer,
    /// Finished games that wait for an earlier one.
    queue: InOrder<Numbers, GameRecord>,
    synced: Instant,
    total: Summary,
    bar: ProgressBar,
}

/// The content of a file in numbers, and the speed of this run.
pub(crate) struct Summary {
    games: usize,
    positions: usize,
    bytes: u64,
    since: Instant,
    /// Positions and nodes of this run alone.
    new_positions: usize,
    new_nodes: u64,
}

/// Time between two syncs to the disk, and so the most work that a power failure may cost.
const BETWEEN_SYNCS: Duration = Duration::from_secs(5);

impl<Numbers: Iterator<Item = u64> + Clone + Send> GamesFile<Numbers> {
    /// Creates the file, or reads an existing one, which must have games with these numbers in this
    /// order.
    pub(crate) fn open(path: &Path, header: &Header, numbers: Numbers) -> anyhow::Result<Self> {
        let (mut games, mut positions) = (0, 0);
        let mut later = numbers;
        let mut astray = None;
        let writer = Writer::open(path, header, |game| {
            if later.next() != Some(game.number) {
                astray.get_or_insert(game.number);
            }
            games += 1;
            positions += game.plies.len();
        });
        let writer = writer.with_context(|| format!("`{}`", path.display()))?;
        if let Some(number) = astray {
            bail!("`{}`: found game {number} out of order", path.display());
        }
        let since = Instant::now();
        let bytes = writer.bytes();
        let total = Summary { games, positions, bytes, since, new_positions: 0, new_nodes: 0 };
        let (path, queue, bar) = (path.to_owned(), InOrder::new(later), ProgressBar::hidden());
        Ok(Self { path, writer, queue, synced: since, total, bar })
    }

    /// Numbers below `end` of the games that are missing. From now on, a bar shows how many games
    /// the file has.
    pub(crate) fn missing(
        &mut self,
        end: u64,
    ) -> anyhow::Result<impl Iterator<Item = u64> + Clone + Send + use<Numbers>> {
        let missing = self.queue.left().take_while(move |&number| number < end);
        let style = "{wide_bar} {pos}/{len} games  {msg}  {eta} left";
        self.bar = ProgressBar::new((self.total.games + missing.clone().count()) as u64)
            .with_style(ProgressStyle::with_template(style)?)
            .with_position(self.total.games as u64);
        self.bar.reset_eta();
        Ok(missing)
    }

    /// Adds a finished game, and writes all games that are due.
    pub(crate) fn take(&mut self, game: GameRecord) -> anyhow::Result<()> {
        self.queue.add(game.number, game);
        while let Some(game) = self.queue.take_next() {
            self.write(&game).with_context(|| cannot_write(&self.path))?;
        }
        self.bar.set_position(self.total.games as u64);
        self.bar.set_message(format!(
            "{} positions, {:.0}/s",
            self.total.positions,
            self.total.rate(self.total.new_positions as f64)
        ));
        Ok(())
    }

    fn write(&mut self, game: &GameRecord) -> std::io::Result<()> {
        self.writer.append(game)?;
        self.total.add(game, self.writer.bytes());
        if self.synced.elapsed() > BETWEEN_SYNCS {
            self.writer.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Closes the file once all games have been added, and returns its summary.
    pub(crate) fn close(self) -> anyhow::Result<Summary> {
        self.writer.sync().with_context(|| cannot_write(&self.path))?;
        self.bar.finish_and_clear();
        Ok(self.total)
    }
}

/// The outcome rules of a game from this start, in a file of games that are played by `rules`.
pub(crate) fn outcome_rules(start: &Boards, rules: &RuleSet) -> OutcomeRules {
    match start.in_play() {
        [_] => OutcomeRules::CRAZYHOUSE, // rules of bughouse say little about one board
        _ => rules.outcomes,
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

impl Summary {
    fn add(&mut self, game: &GameRecord, bytes: u64) {
        self.games += 1;
        self.positions += game.plies.len();
        self.bytes = bytes;
        self.new_positions += game.plies.len();
        self.new_nodes += game.plies.iter().map(|ply| u64::from(ply.nodes)).sum::<u64>();
    }

    /// A count of this run as a rate per second.
    fn rate(&self, count: f64) -> f64 {
        count / self.since.elapsed().as_secs_f64().max(1e-9)
    }
}

/// Formats the summary on one line.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, positions, bytes, .. } = self;
        let each = *bytes as f64 / (*positions).max(1) as f64;
        write!(f, "{games} games, {positions} positions, {bytes} bytes, {each:.1} bytes/position")?;
        if self.new_positions > 0 {
            let [positions, nodes] =
                [self.new_positions as f64, self.new_nodes as f64].map(|count| self.rate(count));
            write!(f, ", {positions:.0} positions/s, {nodes:.0} nodes/s")?;
        }
        Ok(())
    }
}
