//! A table: the players of both boards, who play one game after the other.

use std::num::NonZeroU64;
use std::sync::Arc;

use anyhow::bail;
use tandem_arbiter::openings::RandomOpenings;
use tandem_arbiter::{
    Adjudication, Close, Endpoint, GamePlan, Lag, Mailroom, Past, Played, Timing, play_game,
};
use tandem_data::{GameRecord, PlyRecord};
use tandem_engine::{Limits, SoftNodes};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Game, Millis, RuleSet, Seat, TimeControl};

use super::chosen::Chooser;
use super::clocks;
use super::mix::{Kind, Mix};
use crate::search::balance::Judge;
use crate::selfplay::games_file::outcome_rules;
use crate::selfplay::in_process::InProcess;
use crate::selfplay::labeller;

/// Settings that all games have in common.
pub(super) struct Conditions {
    pub(super) seed: u64,
    pub(super) mix: Mix,
    pub(super) random_plies: usize,
    /// Largest imbalance of an opening in centipawns, see [`Judge::is_even`].
    pub(super) balance: i32,
    pub(super) rules: RuleSet,
    pub(super) control: TimeControl,
    /// Soft node limits of a move: no iteration begins after them.
    pub(super) soft_nodes: SoftNodes,
    /// Hard node limit of a move.
    pub(super) most_nodes: u64,
    /// Nodes per second of the node clock.
    pub(super) node_rate: u64,
    pub(super) hash_mebibytes: usize,
    /// The network that evaluates; `None` means the hand-written evaluation.
    pub(super) networks: Option<Arc<Networks>>,
}

/// Players of all seats, ready for one game at a time.
pub(super) struct Table<'a> {
    conditions: &'a Conditions,
    mailroom: Mailroom,
    /// The endpoint for both seats of board A, then that for board B.
    players: Vec<Box<dyn Endpoint>>,
    judge: Judge,
    chooser: Chooser,
}

/// Number of plies after which a game is broken off.
const MOST_PLIES: usize = 1000;

impl<'a> Table<'a> {
    pub(super) fn new(conditions: &'a Conditions) -> Self {
        let mailroom = Mailroom::default();
        let limits = Limits {
            soft_nodes: Some(conditions.soft_nodes),
            nodes: Some(conditions.most_nodes),
            node_rate: Some(conditions.node_rate),
            ..Limits::clock()
        };
        let pair = |_| -> Box<dyn Endpoint> {
            let outbox = mailroom.outbox();
            let networks = conditions.networks.clone();
            Box::new(InProcess::new(conditions.hash_mebibytes, limits.clone(), networks, outbox))
        };
        let players = BoardId::ALL.into_iter().map(pair).collect();
        let judge = Judge::quick(conditions.networks.clone());
        let chooser = Chooser::new(conditions.networks.clone());
        Self { conditions, mailroom, players, judge, chooser }
    }

    /// Plays the game with this number.
    ///
    /// # Errors
    /// An error if a player cannot go on.
    pub(super) fn play(&mut self, number: u64) -> anyhow::Result<GameRecord> {
        let (start, clocks) = self.start(number);
        let played = self.play_from(&start, &clocks);
        let outcome = match &played.close {
            Close::Outcome(outcome) => Some(*outcome),
            Close::Adjudicated(_) | Close::TooLong(_) | Close::BrokenOff(_) | Close::Standstill => {
                None
            }
            close @ Close::Fault { .. } => bail!("game {number}: {close}"),
        };
        let plies = plies(&played);
        Ok(GameRecord { number, start, clocks, plies, outcome })
    }

    /// The start of the game with this number: its boards, which imply the variant, and its clocks.
    fn start(&mut self, number: u64) -> (Boards, [Millis; 4]) {
        let Self { conditions, judge, chooser, .. } = self;
        let seed = conditions.seed;
        let Kind { variant, chess960, gifts, chosen } = conditions.mix.kind(seed, number);
        let openings = RandomOpenings {
            seed,
            plies: conditions.random_plies * variant.boards().len() / 2,
            variant,
            rules: conditions.rules.moves,
            chess960,
            gifts,
        };
        let is_even = |boards: &Boards| judge.is_even(boards, conditions.balance);
        let opening = match chosen {
            true => chooser.of_game(openings, number, is_even),
            false => openings.of_pair(number as usize, is_even),
        };
        let boards = opening.boards().clone();
        (boards, clocks::at_start(conditions.control.base, seed, number))
    }

    fn play_from(&mut self, start: &Boards, clocks: &[Millis; 4]) -> Played {
        let Conditions { rules, control, node_rate, .. } = self.conditions;
        let outcomes = outcome_rules(start, rules);
        let mut game = Game::new(start.clone(), outcomes, Some([*control; 4]));
        for (seat, &left) in Seat::ALL.into_iter().zip(clocks) {
            game.set_clock(seat, left, Millis::ZERO);
        }
        let rate = NonZeroU64::new(*node_rate).unwrap_or(NonZeroU64::MIN);
        let plan = GamePlan {
            game,
            past: Past::default(),
            timing: Timing::Nodes { rate },
            seats: Seat::ALL.map(|seat| seat.board.index()),
            most_plies: MOST_PLIES,
            adjudication: Adjudication::default(),
            opening: Vec::new(),
            lag: Lag::default(),
            fast_forward: false,
            patience: Millis::ZERO,
        };
        play_game(plan, &mut self.players, &self.mailroom, &mut ())
    }
}

fn plies(played: &Played) -> Vec<PlyRecord> {
    let plies = played.game.plies().iter().zip(&played.efforts).enumerate();
    let plies = plies.map(|(index, (ply, effort))| PlyRecord {
        board: ply.seat.board,
        m: ply.m,
        score: labeller::score(effort.thought),
        depth: u8::try_from(effort.thought.depth).unwrap_or(u8::MAX),
        nodes: u32::try_from(effort.nodes).unwrap_or(u32::MAX),
        at: ply.at,
        unseen: (index - effort.known_plies) as u16, // below MOST_PLIES
    });
    plies.collect()
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use tandem_arbiter::News;
    use tandem_rules::{Position, Variant};

    use super::*;

    fn conditions(rules: &str, control: &str) -> Conditions {
        Conditions {
            seed: 5,
            mix: Mix::even(50),
            random_plies: 12,
            balance: 400,
            rules: rules.parse().expect("a rule set"),
            control: control.parse().expect("a control"),
            soft_nodes: SoftNodes::any(60),
            most_nodes: 480,
            node_rate: 120,
            hash_mebibytes: 1,
            networks: None,
        }
    }

    /// An endpoint that records the position its player was shown before each ply.
    struct Spy {
        players: Box<dyn Endpoint>,
        shown: Option<(Seat, Position)>,
        seen: Arc<Mutex<Vec<Position>>>,
    }

    impl Endpoint for Spy {
        fn name(&self) -> String {
            self.players.name()
        }

        fn hear(&mut self, news: &News) {
            match news {
                News::Go(seat, snapshot) => {
                    self.shown = Some((*seat, snapshot.boards.position(seat.board).clone()));
                }
                News::Moved { seat, .. } => {
                    let shown = self.shown.take_if(|(shown_to, _)| shown_to == seat);
                    let shown = shown.map(|(_, position)| position);
                    self.seen.lock().extend(shown);
                }
                _ => {}
            }
            self.players.hear(news);
        }
    }

    fn forget(seen: &Mutex<Vec<Position>>) -> Vec<Position> {
        std::mem::take(&mut *seen.lock())
    }

    #[test]
    fn a_record_tells_what_each_player_saw_and_what_its_clock_showed() {
        let (mut unseen, mut variants) = (0, Vec::new());
        for (rules, control) in [("fics", "60"), ("wbn", "60+1"), ("fide", "40d1")] {
            let conditions = conditions(rules, control);
            let mut table = Table::new(&conditions);
            let seen = Arc::<Mutex<Vec<Position>>>::default();
            let spy = |players| -> Box<dyn Endpoint> {
                Box::new(Spy { players, shown: None, seen: Arc::clone(&seen) })
            };
            table.players = table.players.into_iter().map(spy).collect();
            for number in 0..4 {
                let record = table.play(number).expect("nobody fails");
                let read = GameRecord::from_bytes(&record.to_bytes(), conditions.rules.moves);
                assert!(read.as_ref() == Ok(&record), "a start that no text tells");
                variants.push(record.variant());
                let shown = forget(&seen);
                let replay = record.replay(conditions.control).expect("its moves are legal");
                assert_eq!(shown.len(), record.plies.len());
                for (situation, shown) in replay.situations().zip(shown) {
                    assert!(*situation.boards.position(situation.seat.board) == shown);
                    unseen += usize::from(situation.ply.unseen);
                }
                let played = table.play_from(&record.start, &record.clocks);
                for (count, ply) in (1..).zip(played.game.plies()) {
                    let clocks = replay.clocks(count).expect("it is as long");
                    assert_eq!(Some(clocks[ply.seat.index()]), ply.clock, "{rules} {control}");
                }
                let _of_the_second_time = forget(&seen);
            }
        }
        assert!(unseen > 100, "{unseen}");
        let both = [Variant::Bughouse, Variant::Crazyhouse];
        assert!(both.iter().all(|variant| variants.contains(variant)), "{variants:?}");
    }
}
