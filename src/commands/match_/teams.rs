//! Options for the engines and teams of a match.

use std::num::NonZeroU64;

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::{Engine, Protocol};

use crate::games::players::{called, this_program};

/// Name of this program as an engine, which needs no option.
const TANDEM: &str = "tandem";

#[derive(Args)]
pub(super) struct TeamArgs {
    /// A CECP engine: its name and the command that starts it, as in
    /// fsf=/usr/games/fairy-stockfish; may be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// A UCI engine, with a process for each seat; may be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    uci: Vec<String>,
    /// A UCI engine that plays both boards of a team in one process
    #[arg(long, value_name = "NAME=COMMAND")]
    uci_team: Vec<String>,
    /// A UBI engine, with a process for each seat that sees both boards; may be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    ubi: Vec<String>,
    /// Start a new process of this engine for each game; may be given several times
    #[arg(long, value_name = "NAME")]
    restart: Vec<String>,
    /// A team: one engine for both its seats, or one for each board, A first; `tandem` is
    /// this program. May be given several times; a single team meets `tandem`
    #[arg(long, value_name = "NAME[,NAME]")]
    team: Vec<String>,
}

/// True for this program as an engine; no other engine may have its name.
pub(super) fn is_this_program(engine: &Engine) -> bool {
    engine.name.eq_ignore_ascii_case(TANDEM)
}

/// A team: two players who play together.
pub(super) struct Team {
    /// Name in tables.
    pub(super) name: String,
    /// The player on A and the player on B.
    pub(super) players: [Engine; 2],
}

impl TeamArgs {
    /// The teams in the order of the options, at least two. `seating` tells each engine the
    /// settings of the match; `nodes` is the node limit for each move of Tandem.
    pub(super) fn teams(
        &self,
        nodes: Option<NonZeroU64>,
        seating: impl Fn(&mut Engine),
    ) -> anyhow::Result<Vec<Team>> {
        let mut tandem = this_program(nodes)?;
        seating(&mut tandem);
        let mut engines = vec![tandem];
        for (protocol, text) in self.all() {
            let mut engine = engine(text, protocol)?;
            if engines.iter().any(|other| other.name.eq_ignore_ascii_case(&engine.name)) {
                bail!("two engines are named `{}`", engine.name);
            }
            seating(&mut engine);
            engines.push(engine);
        }
        for name in &self.restart {
            let named = find(name, &engines)?;
            engines[named].restarts = true;
        }
        let mut names: Vec<&str> = self.team.iter().map(String::as_str).collect();
        match names.len() {
            0 => names = vec![TANDEM, TANDEM],
            1 => names.insert(0, TANDEM),
            _ => {}
        }
        names.into_iter().map(|name| team(name, &engines)).collect()
    }

    /// Protocols and commands of the engines as text, to tell one match from another.
    pub(super) fn engines(&self) -> String {
        let all = self.all().map(|(protocol, text)| format!("{} {text}", protocol.name()));
        all.collect::<Vec<_>>().join("; ")
    }

    fn all(&self) -> impl Iterator<Item = (Protocol, &str)> {
        let spoken = [
            (Protocol::Cecp, &self.engine),
            (Protocol::Uci, &self.uci),
            (Protocol::UciTeam, &self.uci_team),
            (Protocol::Ubi, &self.ubi),
        ];
        spoken
            .into_iter()
            .flat_map(|(protocol, texts)| texts.iter().map(move |text| (protocol, text.as_str())))
    }
}

fn engine(text: &str, protocol: Protocol) -> anyhow::Result<Engine> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains(','));
    let (name, command) =
        parts.with_context(|| format!("invalid engine `{text}`, expected NAME=COMMAND"))?;
    let invocation = command.parse().with_context(|| format!("engine `{name}`"))?;
    Ok(called(name, invocation, protocol))
}

/// Index of the engine of this name.
fn find(name: &str, engines: &[Engine]) -> anyhow::Result<usize> {
    let is_named = |engine: &Engine| match name {
        TANDEM => is_this_program(engine),
        name => engine.name == name,
    };
    engines.iter().position(is_named).with_context(|| {
        let known = engines.iter().skip(1).map(|engine| engine.name.as_str());
        let known: Vec<&str> = [TANDEM].into_iter().chain(known).collect();
        format!("no engine is named `{name}`, expected one of {}", known.join(", "))
    })
}

fn team(text: &str, engines: &[Engine]) -> anyhow::Result<Team> {
    let player = |name: &str| find(name, engines).map(|found| engines[found].clone());
    let players = match text.split(',').collect::<Vec<_>>()[..] {
        [both] => [player(both)?, player(both)?],
        [a, b] => [player(a)?, player(b)?],
        _ => bail!("invalid team `{text}`, expected one engine or two"),
    };
    let plays_both = |player: &Engine| player.protocol.plays_team();
    if players.iter().any(plays_both) && players[0].name != players[1].name {
        bail!("invalid team `{text}`, one of its engines plays both seats");
    }
    Ok(Team { name: text.replace(',', "+"), players })
}
