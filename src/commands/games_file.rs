//! A file of game records as it grows: games are written in their order, whatever the order in
//! which they are finished, and a file that was begun is gone on with.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_nets::records::{GameRecord, Header, Writer};
use tandem_rules::{Boards, OutcomeRules, RuleSet};

/// A file of games as it grows.
pub(super) struct GamesFile<Numbers> {
    path: PathBuf,
    writer: Writer,
    /// Numbers of the games that come after the next one.
    later: Numbers,
    /// The number of the game to be written next.
    next: Option<usize>,
    /// Games that have ended before one that comes first.
    early: BTreeMap<u64, GameRecord>,
    synced: Instant,
    total: Summary,
    bar: ProgressBar,
}

/// What a file holds, and how fast it came about.
pub(super) struct Summary {
    games: usize,
    positions: usize,
    bytes: u64,
    since: Instant,
    /// Positions and nodes of this run alone.
    new_positions: usize,
    new_nodes: u64,
}

/// The most that a loss of power may cost.
const BETWEEN_SYNCS: Duration = Duration::from_secs(5);

impl<Numbers: Iterator<Item = usize> + Clone + Send> GamesFile<Numbers> {
    /// Begins the file, or reads what is there already: games with these numbers, in this order.
    pub(super) fn open(path: &Path, header: &Header, numbers: Numbers) -> anyhow::Result<Self> {
        let (mut games, mut positions) = (0, 0);
        let mut later = numbers;
        let mut astray = None;
        let writer = Writer::open(path, header, |game| {
            let expected = later.next();
            if expected != usize::try_from(game.number).ok() {
                astray.get_or_insert(game.number);
            }
            games += 1;
            positions += game.plies.len();
        });
        let writer = writer.with_context(|| format!("`{}`", path.display()))?;
        if let Some(number) = astray {
            bail!("`{}`: game {number} stands where another should", path.display());
        }
        let since = Instant::now();
        let bytes = writer.bytes();
        let total = Summary { games, positions, bytes, since, new_positions: 0, new_nodes: 0 };
        let (path, next, early) = (path.to_owned(), later.next(), BTreeMap::new());
        let bar = ProgressBar::hidden();
        Ok(Self { path, writer, later, next, early, synced: since, total, bar })
    }

    /// The numbers below `end` of games that are missing; a bar shows from now on how many have
    /// come.
    pub(super) fn missing(
        &mut self,
        end: usize,
    ) -> anyhow::Result<impl Iterator<Item = usize> + Send + use<Numbers>> {
        let missing = self.next.into_iter().chain(self.later.clone());
        let missing = missing.take_while(move |&number| number < end);
        let style = "{wide_bar} {pos}/{len} games  {msg}  {eta} left";
        self.bar = ProgressBar::new((self.total.games + missing.clone().count()) as u64)
            .with_style(ProgressStyle::with_template(style)?)
            .with_position(self.total.games as u64);
        self.bar.reset_eta();
        Ok(missing)
    }

    /// Takes a finished game.
    pub(super) fn take(&mut self, game: GameRecord) -> anyhow::Result<()> {
        self.early.insert(game.number, game);
        while let Some(game) = self.next.and_then(|next| self.early.remove(&(next as u64))) {
            self.write(&game).with_context(|| cannot_write(&self.path))?;
            self.next = self.later.next();
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

    /// All games have been taken.
    pub(super) fn close(self) -> anyhow::Result<Summary> {
        self.writer.sync().with_context(|| cannot_write(&self.path))?;
        self.bar.finish_and_clear();
        Ok(self.total)
    }
}

/// How a game of these boards ends, where the others of its file are played by these rules.
pub(super) fn outcome_rules(start: &Boards, rules: &RuleSet) -> OutcomeRules {
    match start.in_play() {
        [_] => OutcomeRules::CRAZYHOUSE, // what it is mixed with knows little of one board
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

    /// So many in the time since the run began, in a second.
    fn rate(&self, count: f64) -> f64 {
        count / self.since.elapsed().as_secs_f64().max(1e-9)
    }
}

/// One line.
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
