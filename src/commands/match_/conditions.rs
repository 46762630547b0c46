//! Conditions of a match: its options combined, and checked for combinations that are impossible.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use anyhow::bail;
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{Adjudication, Patience, Protocol, Timing};
use tandem_rules::{RuleSet, Seat, TimeControl, Variant};

use super::args::PlayArgs;
use super::clocks::ClockArgs;
use super::openings::Starts;
use super::teams::{Team, is_this_program};
use crate::games::players::{RULES, set_level};

/// Settings that all games of a match have in common.
pub(super) struct Conditions<'a> {
    pub(super) teams: Vec<Team>,
    /// Time controls of the players on A and on B, for each team.
    pub(super) controls: Vec<[TimeControl; 2]>,
    pub(super) clocks: &'a ClockArgs,
    /// The variant played, which implies the number of boards.
    pub(super) variant: Variant,
    pub(super) rules: RuleSet,
    /// The rule set as text: its name and the rules that override it.
    pub(super) rules_text: String,
    pub(super) starts: Starts,
    pub(super) seed: u64,
    pub(super) most_plies: usize,
    pub(super) adjudication: Adjudication,
}

impl<'a> Conditions<'a> {
    /// Combines the options; fails if they are impossible together.
    pub(super) fn of(args: &'a PlayArgs) -> anyhow::Result<Self> {
        args.check_end()?;
        let (rules, variant) = (args.rules.rule_set()?, args.rules.variant());
        let teams = args.teams.teams(args.nodes, |engine| {
            engine.memory_mebibytes = u64::from(args.hash);
            engine.node_rate = args.clocks.clock.node_rate();
            if engine.node_rate.is_some() {
                engine.patience = Patience::ON_NODE_CLOCK;
            }
            engine.nodes_per_move = args.nodes;
            engine.options.push((RULES.to_owned(), args.rules.to_string()));
            engine.own_book = args.own_book;
            if is_this_program(engine) {
                set_level(engine, &args.level);
            }
        })?;
        let mut controls = args.clocks.controls(teams.len())?;
        for (of_team, team) in controls.iter_mut().zip(&teams) {
            let boards = of_team.iter_mut().zip(team.clocks);
            boards.for_each(|(control, own)| *control = own.over(*control));
        }
        let conditions = Self {
            controls,
            teams,
            clocks: &args.clocks,
            variant,
            rules,
            rules_text: args.rules.to_string(),
            starts: args.openings.starts(variant, rules.moves)?,
            seed: args.openings.seed,
            most_plies: args.most_plies,
            adjudication: args.adjudication.read(variant.boards().len())?,
        };
        conditions.check_boards(args.quads)?;
        match conditions.timing() {
            Timing::Wall => conditions.check_wall_clock()?,
            Timing::Nodes { .. } => conditions.check_node_clock(args.quads)?,
        }
        Ok(conditions)
    }

    /// Number of boards in play.
    pub(super) const fn boards(&self) -> usize {
        self.variant.boards().len()
    }

    /// Nodes per second of the players of a game, in the order of [`Seat::ALL`]; `None` on the wall clock.
    pub(super) fn node_rates(&self, fixture: &Fixture) -> Option<[NonZeroU64; 4]> {
        let of_match = self.timing().node_rate()?;
        let player = |seat: Seat| &self.teams[fixture.entrant(seat)].players[seat.board.index()];
        Some(Seat::ALL.map(|seat| player(seat).node_rate.unwrap_or(of_match)))
    }

    /// The clock of the games: wall or node clock.
    pub(super) const fn timing(&self) -> Timing {
        self.clocks.clock
    }

    /// Names of the engines that cannot be told of a node limit, each once: programs other than
    /// this one that speak CECP.
    pub(super) fn unlimited_engines(&self) -> BTreeSet<&str> {
        let players = self.teams.iter().flat_map(|team| &team.players);
        players
            .filter(|player| player.protocol == Protocol::Cecp && !is_this_program(player))
            .map(|player| player.name.as_str())
            .collect()
    }

    /// Fails on one board if an option or an engine needs two.
    fn check_boards(&self, quads: bool) -> anyhow::Result<()> {
        if self.boards() == 2 {
            return Ok(());
        }
        let rules = &self.rules_text;
        if quads {
            bail!("--quads exchanges two boards, but {rules} has one");
        }
        if let Some(team) = self
            .teams
            .iter()
            .find(|team| team.players.iter().any(|player| player.protocol.needs_two_boards()))
        {
            bail!("`{}` plays two boards, but {rules} has one", team.name);
        }
        Ok(())
    }

    /// Fails if an engine has a number of nodes per second, which no wall clock has.
    fn check_wall_clock(&self) -> anyhow::Result<()> {
        let mut players = self.teams.iter().flat_map(|team| &team.players);
        match players.find_map(|player| Some((player, player.node_rate?))) {
            None => Ok(()),
            Some((player, rate)) => {
                bail!("`nps={rate}` of `{}` needs the node clock, --clock nodes:RATE", player.name)
            }
        }
    }

    /// Fails if games would not repeat on the node clock, or if --quads would repeat each game. UCI
    /// engines count nodes only if they are given a number of them. An engine that plays two seats
    /// may be asked about both at the same moment, which no node clock can tell apart. And with the
    /// boards exchanged, teams of two identical players would play the same game again.
    fn check_node_clock(&self, quads: bool) -> anyhow::Result<()> {
        for player in self.teams.iter().flat_map(|team| &team.players) {
            let name = &player.name;
            if player.overrides.threads.is_some_and(|threads| threads.get() > 1) {
                bail!("`{name}` has several threads, whose nodes the node clock cannot time");
            }
            if player.protocol.plays_team() {
                bail!("`{name}` plays both seats of a team, which the node clock cannot time");
            }
            let counts_nodes = player.protocol == Protocol::Cecp || player.nodes_per_move.is_some();
            if !counts_nodes {
                let spoken = player.protocol.name().to_uppercase();
                bail!("`{name}` speaks {spoken}, and plays on the node clock only with --nodes");
            }
        }
        let is_alike = |(team, controls): (&Team, &[TimeControl; 2])| {
            team.players[0].name == team.players[1].name && controls[0] == controls[1]
        };
        if quads && self.teams.iter().zip(&self.controls).all(is_alike) {
            bail!(
                "--quads plays every game twice on the node clock if both seats of a team are alike"
            );
        }
        Ok(())
    }
}
