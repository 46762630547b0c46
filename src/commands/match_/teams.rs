//! Options for the engines and teams of a match.

use std::num::NonZeroU64;

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::{Engine, Protocol};

use super::engines::{Described, OwnClock};
use crate::games::players::this_program;

/// Name of this program as an engine, which needs no option.
const TANDEM: &str = "tandem";

#[derive(Args)]
pub(super) struct TeamArgs {
    /// An engine: its name and the command that starts it, as in fsf=/usr/games/fairy-stockfish,
    /// or words as in cutechess and fastchess: name=NAME cmd=PROGRAM args='…' dir=DIR
    /// proto=cecp|uci|uci-team|ubi tc=60+1 depth=N nodes=N nps=N option.NAME=VALUE restart=on
    /// timemargin=MS stderr=FILE. It speaks CECP if no word says otherwise, and is told to search
    /// with one thread if option.Threads does not; may be given several times
    #[arg(long, value_name = "NAME=COMMAND|WORDS")]
    engine: Vec<String>,
    /// A UCI engine, with a process for each seat, described in the same ways; may be given several
    /// times
    #[arg(long, value_name = "NAME=COMMAND|WORDS")]
    uci: Vec<String>,
    /// A UCI engine that plays both boards of a team in one process
    #[arg(long, value_name = "NAME=COMMAND|WORDS")]
    uci_team: Vec<String>,
    /// A UBI engine, with a process for each seat that sees both boards; may be given several times
    #[arg(long, value_name = "NAME=COMMAND")]
    ubi: Vec<String>,
    /// Words for each engine that is described, such as proto=uci tc=10+0.1 option.Hash=64; those of an
    /// engine itself come first
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    each: Vec<String>,
    /// Start a new process of this engine for each game; may be given several times
    #[arg(long, value_name = "NAME")]
    restart: Vec<String>,
    /// A team: one engine for both its seats, or one for each board, A first; `tandem` is
    /// this program. May be given several times; a single team meets `tandem`, and so does a single
    /// engine without a team. Several engines without teams meet each other
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
    /// Time settings of these two alone.
    pub(super) clocks: [OwnClock; 2],
}

/// An engine that may sit in teams.
struct Candidate {
    engine: Engine,
    clock: OwnClock,
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
        if !self.each.is_empty() && self.all().next().is_none() {
            bail!("--each has no engine, expected one of --engine, --uci, --uci-team, --ubi");
        }
        let mut engines = vec![Candidate { engine: tandem, clock: OwnClock::default() }];
        for (protocol, text) in self.all() {
            let described = Described::read(text, protocol)?.with_usual(&self.each)?;
            let clock = described.clock;
            let engine = described.seated(&seating);
            let has_name = |other: &Candidate| other.engine.name.eq_ignore_ascii_case(&engine.name);
            if engines.iter().any(has_name) {
                bail!("two engines are named `{}`", engine.name);
            }
            engines.push(Candidate { engine, clock });
        }
        for name in &self.restart {
            let named = find(name, &engines)?;
            engines[named].engine.restarts = true;
        }
        let mut names: Vec<&str> = self.team.iter().map(String::as_str).collect();
        match (&names[..], &engines[..]) {
            ([], [_, only]) => names = vec![&only.engine.name, TANDEM],
            ([], [_]) => names = vec![TANDEM, TANDEM],
            ([], [_, all @ ..]) => names = all.iter().map(|one| one.engine.name.as_str()).collect(),
            ([_], _) => names.push(TANDEM),
            _ => {}
        }
        let mut teams: Vec<Team> =
            names.into_iter().map(|name| team(name, &engines)).collect::<Result<_, _>>()?;
        check_that_all_play(&engines, &teams)?;
        tell_apart(&mut teams);
        Ok(teams)
    }

    /// Protocols and commands of the engines as text, to tell one match from another.
    pub(super) fn engines(&self) -> String {
        let all = self.all().map(|(protocol, text)| format!("{} {text}", protocol.name()));
        let each = (!self.each.is_empty()).then(|| format!("each {}", self.each.join(" ")));
        all.chain(each).collect::<Vec<_>>().join("; ")
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

/// Fails if an engine sits in no team: a match without it is not the one that was meant.
fn check_that_all_play(engines: &[Candidate], teams: &[Team]) -> anyhow::Result<()> {
    let plays = |name: &str| teams.iter().flat_map(|team| &team.players).any(|p| p.name == name);
    let idle = engines.iter().skip(1).map(|candidate| candidate.engine.name.as_str());
    let idle: Vec<&str> = idle.filter(|name| !plays(name)).collect();
    let quoted = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    match idle[..] {
        [] => Ok(()),
        [name] => bail!("engine `{name}` is in no team; --team {name} makes one"),
        [first, ..] => {
            bail!("engines {} are in no team; --team {first} makes one", quoted(&idle))
        }
    }
}

/// Numbers teams of one name, so that results name one of them.
fn tell_apart(teams: &mut [Team]) {
    let names: Vec<String> = teams.iter().map(|team| team.name.clone()).collect();
    for (at, team) in teams.iter_mut().enumerate() {
        let is_same = |name: &&String| **name == names[at];
        if names.iter().filter(is_same).count() > 1 {
            let number = names[..=at].iter().filter(is_same).count();
            team.name = format!("{} {number}", names[at]);
        }
    }
}

/// Index of the engine of this name.
fn find(name: &str, engines: &[Candidate]) -> anyhow::Result<usize> {
    let is_named = |candidate: &Candidate| match name {
        TANDEM => is_this_program(&candidate.engine),
        name => candidate.engine.name == name,
    };
    engines.iter().position(is_named).with_context(|| {
        let known = engines.iter().skip(1).map(|candidate| candidate.engine.name.as_str());
        let known: Vec<&str> = [TANDEM].into_iter().chain(known).collect();
        format!("no engine is named `{name}`, expected one of {}", known.join(", "))
    })
}

fn team(text: &str, engines: &[Candidate]) -> anyhow::Result<Team> {
    let player = |name: &str| find(name, engines).map(|found| &engines[found]);
    let players = match text.split(',').collect::<Vec<_>>()[..] {
        [both] => [player(both)?, player(both)?],
        [a, b] => [player(a)?, player(b)?],
        _ => bail!("invalid team `{text}`, expected one engine or two"),
    };
    let clocks = players.map(|candidate| candidate.clock);
    let players = players.map(|candidate| candidate.engine.clone());
    let plays_both = |player: &Engine| player.protocol.plays_team();
    if players.iter().any(plays_both) && players[0].name != players[1].name {
        bail!("invalid team `{text}`, one of its engines plays both seats");
    }
    Ok(Team { name: text.replace(',', "+"), players, clocks })
}
