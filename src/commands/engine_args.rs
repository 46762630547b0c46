//! The options that say who plays.

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::{Engine, Patience, Timing};
use tandem_rules::{Seat, Team};

/// The name of the engine that needs no process.
const TANDEM: &str = "tandem";

#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Another engine: a name for it and how it is started, as in fsf=/usr/games/fairy-stockfish;
    /// may be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// Who plays White on A and Black on B: one engine, or one for each board, A first; tandem is
    /// this program
    #[arg(long, default_value = TANDEM, value_name = "NAME[,NAME]")]
    team1: String,
    /// Who plays Black on A and White on B
    #[arg(long, default_value = TANDEM, value_name = "NAME[,NAME]")]
    team2: String,
}

/// Who sits in a seat.
#[derive(Clone)]
pub(crate) enum Player {
    /// This program, without a process between.
    Tandem,
    /// Another.
    Engine(Engine),
}

impl Player {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Tandem => "Tandem",
            Self::Engine(engine) => &engine.name,
        }
    }
}

impl EngineArgs {
    /// Who sits in each seat, in the order of [`Seat::ALL`].
    pub(crate) fn players(
        &self,
        memory_mebibytes: u64,
        timing: Timing,
    ) -> anyhow::Result<[Player; 4]> {
        let mut engines = Vec::new();
        for text in &self.engine {
            let engine = engine(text, memory_mebibytes, timing)?;
            if engine.name == TANDEM || engines.iter().any(|e: &Engine| e.name == engine.name) {
                bail!("there are two engines called `{}`", engine.name);
            }
            engines.push(engine);
        }
        let teams = [two_of(&self.team1, &engines)?, two_of(&self.team2, &engines)?];
        let seated = |seat: Seat| {
            let team = &teams[usize::from(seat.team() == Team::Two)];
            team[seat.board.index()].clone()
        };
        Ok(Seat::ALL.map(seated))
    }
}

fn engine(text: &str, memory_mebibytes: u64, timing: Timing) -> anyhow::Result<Engine> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains(','));
    let (name, command) =
        parts.with_context(|| format!("`{text}` is no engine, expected NAME=COMMAND"))?;
    Ok(Engine {
        name: name.to_owned(),
        invocation: command.parse().with_context(|| format!("engine `{name}`"))?,
        memory_mebibytes,
        node_rate: timing.node_rate(),
        patience: Patience::default(),
    })
}

/// The players of a team on A and on B.
fn two_of(text: &str, engines: &[Engine]) -> anyhow::Result<[Player; 2]> {
    let player = |name: &str| {
        if name == TANDEM {
            return Ok(Player::Tandem);
        }
        let found = engines.iter().find(|engine| engine.name == name);
        found.cloned().map(Player::Engine).with_context(|| {
            let known = engines.iter().map(|engine| engine.name.as_str());
            let known: Vec<&str> = [TANDEM].into_iter().chain(known).collect();
            format!("no engine is called `{name}`, expected one of {}", known.join(", "))
        })
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok([player(both)?, player(both)?]),
        [a, b] => Ok([player(a)?, player(b)?]),
        _ => bail!("`{text}` is no team, expected one engine or two"),
    }
}
