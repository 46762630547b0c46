//! One table: players for every team, and games one after the other.

use std::num::NonZeroUsize;

use anyhow::Context;
use tandem_arbiter::ledger::Entry;
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{Endpoint, GamePlan, Lag, Mailroom, Timing, Watcher, play_game};
use tandem_engine::Limits;
use tandem_rules::{Game, Millis, RuleSet, Seat, TimeControl, Variant};

use super::clocks::ClockArgs;
use super::openings::{Judge, Starts};
use super::teams::{Player, Team};
use crate::endpoint::InProcess;
use crate::record;

/// What all games of a match have in common.
pub(super) struct Conditions<'a> {
    pub(super) teams: Vec<Team>,
    /// For each team, the controls of its players on A and on B.
    pub(super) controls: Vec<[TimeControl; 2]>,
    pub(super) clocks: &'a ClockArgs,
    /// Which game is played, and so on how many boards.
    pub(super) variant: Variant,
    pub(super) rules: RuleSet,
    /// The rule set in words.
    pub(super) rules_text: String,
    pub(super) starts: Starts,
    pub(super) seed: u64,
    pub(super) hash_mebibytes: NonZeroUsize,
    /// Nodes for each move of Tandem without a process between.
    pub(super) nodes: Option<u64>,
    pub(super) most_plies: usize,
}

/// Players who are ready to play any fixture, one game at a time.
pub(super) struct Table<'a> {
    conditions: &'a Conditions<'a>,
    mailroom: Mailroom,
    endpoints: Vec<Box<dyn Endpoint>>,
    /// For each team, where its players on A and on B are in that list.
    players: Vec<[usize; 2]>,
    judge: Judge,
}

impl<'a> Table<'a> {
    /// Starts all players.
    pub(super) fn new(conditions: &'a Conditions<'a>) -> anyhow::Result<Self> {
        let mailroom = Mailroom::default();
        let (mut endpoints, mut players) = (Vec::new(), Vec::new());
        for team in &conditions.teams {
            let [a, b] = &team.players;
            let first = endpoints.len();
            endpoints.push(conditions.seat(a, b.name(), &mailroom)?);
            if conditions.boards() == 2 && !a.plays_team() {
                endpoints.push(conditions.seat(b, a.name(), &mailroom)?);
            }
            players.push([first, endpoints.len() - 1]);
        }
        Ok(Self { conditions, mailroom, endpoints, players, judge: Judge::new() })
    }

    /// Who sits where in a game, as places in the list of endpoints.
    fn seats(&self, fixture: &Fixture) -> [usize; 4] {
        Seat::ALL.map(|seat| self.players[fixture.entrant(seat)][seat.board.index()])
    }

    /// What the players of a game are called, in the order of [`Seat::ALL`].
    pub(super) fn names(&self, fixture: &Fixture) -> [String; 4] {
        self.seats(fixture).map(|at| self.endpoints[at].name())
    }

    /// Plays one game.
    pub(super) fn play(
        &mut self,
        fixture: &Fixture,
        watcher: &mut impl Watcher,
    ) -> (Entry, tandem_arbiter::Played) {
        let Conditions { controls, clocks, rules, starts, seed, .. } = self.conditions;
        let start = starts.of(fixture, &mut self.judge);
        let controls = Seat::ALL.map(|seat| controls[fixture.entrant(seat)][seat.board.index()]);
        let mut game = Game::new(start.boards.clone(), rules.outcomes, Some(controls));
        let usual = clocks.at_start(fixture, *seed, &controls);
        let shown = Seat::ALL.map(|seat| start.clock(seat).unwrap_or(usual[seat.index()]));
        for (seat, left) in Seat::ALL.into_iter().zip(shown) {
            game.set_clock(seat, left, Millis::ZERO);
        }
        let plan = GamePlan {
            game,
            timing: clocks.clock,
            seats: self.seats(fixture),
            most_plies: self.conditions.most_plies,
            lag: clocks.lag.unwrap_or(Lag::default()),
            fast_forward: clocks.fast_forward,
            patience: Conditions::patience(&controls),
        };
        let round = record::Round {
            number: fixture.number,
            names: self.names(fixture),
            rules: self.conditions.rules_text.clone(),
            controls,
            clocks: shown,
            timing: clocks.clock,
        };
        let played = play_game(plan, &mut self.endpoints, &self.mailroom, watcher);
        let text = record::of(&played, &start.boards, &round).to_string();
        (Entry::new(fixture, &played, text), played)
    }
}

impl Conditions<'_> {
    fn seat(
        &self,
        player: &Player,
        partner: &str,
        mailroom: &Mailroom,
    ) -> anyhow::Result<Box<dyn Endpoint>> {
        let outbox = mailroom.outbox();
        let engine = match player {
            Player::Tandem => {
                let node_rate = self.timing().node_rate();
                let limits = Limits { node_rate, nodes: self.nodes, ..Limits::clock() };
                let seated = InProcess::new(self.hash_mebibytes.get(), limits, outbox);
                return Ok(Box::new(seated));
            }
            Player::Engine(engine) => engine.clone(),
        };
        let program = engine.invocation.program().to_owned();
        engine.start(partner, outbox).with_context(|| format!("cannot start `{program}`"))
    }

    /// How many boards are played on.
    pub(super) const fn boards(&self) -> usize {
        self.variant.boards().len()
    }

    /// A first move that is free may take as long as all others together, and a minute at least.
    fn patience(controls: &[TimeControl; 4]) -> Millis {
        let bases = controls.iter().map(|control| control.base);
        bases.max().unwrap_or_default().max(Millis::from_seconds(60))
    }

    fn timing(&self) -> Timing {
        self.clocks.clock
    }
}
