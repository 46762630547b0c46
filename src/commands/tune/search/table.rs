//! A table for games between two settings of the search.

use std::num::NonZeroU64;
use std::sync::Arc;

use anyhow::bail;
use tandem_arbiter::openings::RandomOpenings;
use tandem_arbiter::{
    Adjudication, Close, Endpoint, GamePlan, Interruption, Lag, Mailroom, Past, Played, Timing,
    play_game,
};
use tandem_engine::{Limits, ParamSet};
use tandem_nets::Networks;
use tandem_rules::{Game, Millis, RuleSet, Seat, Team, TimeControl};

use crate::search::balance::Judge;
use crate::selfplay::in_process::{InProcess, Sight};

/// Settings that all games have in common.
pub(super) struct Conditions {
    pub(super) rules: RuleSet,
    pub(super) sight: Sight,
    pub(super) control: TimeControl,
    /// Nodes of each move.
    pub(super) nodes: NonZeroU64,
    pub(super) hash_mebibytes: usize,
    /// The network that evaluates; `None` means the hand-written evaluation.
    pub(super) networks: Option<Arc<Networks>>,
    pub(super) openings: RandomOpenings,
    /// Largest imbalance of an opening in centipawns, see [`Judge::is_even`].
    pub(super) balance: i32,
}

/// One game: two settings, from an opening.
pub(super) struct Fixture {
    /// Number of the game in its iteration, from 0.
    pub(super) game: usize,
    /// Number of its pair in the tuning, from 0, and of its opening.
    pub(super) pair: usize,
    /// The settings of team one and of team two.
    pub(super) params: [ParamSet; 2],
}

/// Number of moves that take a second by the clocks of the games: so many that no search ends by
/// its time before it has its nodes.
const MOVES_A_SECOND: NonZeroU64 = NonZeroU64::new(100).expect("more than none");
/// Number of plies after which a game is broken off, as drawn.
const MOST_PLIES: usize = 1000;

/// A place for one game at a time.
pub(super) struct Table<'a> {
    conditions: &'a Conditions,
    mailroom: Mailroom,
    judge: Judge,
}

impl<'a> Table<'a> {
    /// A table whose games an interruption breaks off.
    pub(super) fn new(conditions: &'a Conditions, interruption: &Interruption) -> Self {
        let judge = Judge::quick(conditions.networks.clone());
        Self { conditions, mailroom: Mailroom::new(interruption), judge }
    }

    /// Plays a game. Returns 1 if team one has won, −1 if team two has, else 0; `None` if the game
    /// was broken off.
    ///
    /// # Errors
    /// A player cannot go on.
    pub(super) fn play(&mut self, fixture: &Fixture) -> anyhow::Result<Option<i8>> {
        Ok(match self.game(fixture).close {
            Close::BrokenOff(_) => None,
            close @ Close::Fault { .. } => bail!("a game of pair {}: {close}", fixture.pair + 1),
            close => Some(match close.winner() {
                Some(Team::One) => 1,
                Some(Team::Two) => -1,
                None => 0,
            }),
        })
    }

    /// Plays a game with players of its own, so that it depends on no other game.
    fn game(&mut self, fixture: &Fixture) -> Played {
        let Conditions { rules, control, nodes, openings, balance, .. } = self.conditions;
        let judge = &mut self.judge;
        let opening = openings.of_pair(fixture.pair, |boards| judge.is_even(boards, *balance));
        let start = opening.boards();
        let in_play = start.in_play();
        let seats: Vec<Seat> =
            Seat::ALL.into_iter().filter(|seat| in_play.contains(&seat.board)).collect();
        let mut players: Vec<Box<dyn Endpoint>> =
            seats.iter().map(|seat| self.player(&fixture.params[seat.team().index()])).collect();
        let plan = GamePlan {
            game: Game::new(start.clone(), rules.outcomes, Some([*control; 4])),
            past: Past::default(),
            timing: Timing::Nodes { rate: node_rate(*nodes) },
            seats: Seat::ALL.map(|seat| seats.iter().position(|&at| at == seat).unwrap_or(0)),
            most_plies: MOST_PLIES,
            adjudication: Adjudication::default(),
            opening: Vec::new(),
            lag: Lag::default(),
            fast_forward: false,
            patience: Millis::ZERO,
        };
        play_game(plan, &mut players, &self.mailroom, &mut ())
    }

    fn player(&self, params: &ParamSet) -> Box<dyn Endpoint> {
        let Conditions { sight, nodes, hash_mebibytes, networks, .. } = self.conditions;
        let limits = Limits {
            nodes: Some(nodes.get()),
            node_rate: Some(node_rate(*nodes).get()),
            ..Limits::clock()
        };
        let outbox = self.mailroom.outbox();
        let player = InProcess::new(*hash_mebibytes, limits, networks.clone(), outbox);
        Box::new(player.with_params(params.clone()).seeing(*sight))
    }
}

/// Nodes per second of the node clock.
fn node_rate(nodes: NonZeroU64) -> NonZeroU64 {
    nodes.saturating_mul(MOVES_A_SECOND)
}

#[cfg(test)]
mod tests {
    use tandem_rules::{Move, Preset, Variant};

    use super::*;

    fn conditions(rules: Preset, sight: Sight) -> Conditions {
        let set = rules.rules();
        let openings = RandomOpenings {
            seed: 1,
            plies: 8,
            variant: rules.variant(),
            rules: set.moves,
            chess960: false,
            gifts: false,
        };
        Conditions {
            rules: set,
            sight,
            control: "60".parse().expect("a control"),
            nodes: NonZeroU64::new(60).expect("more than none"),
            hash_mebibytes: 1,
            networks: None,
            openings,
            balance: 400,
        }
    }

    /// The moves of a game with their times.
    fn course(played: &Played) -> Vec<(Seat, Move, Millis)> {
        played.game.plies().iter().map(|ply| (ply.seat, ply.m, ply.at)).collect()
    }

    /// A move may take fewer nodes than its limit if it is the only one, or mates.
    #[test]
    fn time_ends_no_search_before_its_nodes_and_games_repeat() {
        for (variant, sight) in [
            (Variant::Bughouse, Sight::OwnBoard),
            (Variant::Bughouse, Sight::BothBoards),
            (Variant::Crazyhouse, Sight::OwnBoard),
            (Variant::Chess, Sight::OwnBoard),
        ] {
            let conditions = conditions(Preset::usual(variant), sight);
            let mut table = Table::new(&conditions, &Interruption::default());
            let (mut moves, mut full) = (0, 0);
            for pair in 0..4 {
                let params = [ParamSet::default(), ParamSet::default()];
                let fixture = Fixture { game: 0, pair, params };
                let played = table.game(&fixture);
                assert!(!matches!(played.close, Close::Fault { .. }), "{}", played.close);
                moves += played.efforts.len();
                full += played.efforts.iter().filter(|effort| effort.nodes >= 60).count();
                assert_eq!(course(&played), course(&table.game(&fixture)), "{variant:?}");
            }
            assert!(moves > 100 && full * 10 >= moves * 8, "{variant:?}: {full} of {moves}");
        }
    }
}
