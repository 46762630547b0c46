//! The options that say how games begin.

use anyhow::Context;
use clap::Args;
use crossbeam::channel::Receiver;
use tandem_arbiter::openings::RandomOpenings;
use tandem_arbiter::schedule::Fixture;
use tandem_engine::{Event, Limits, Searcher, View};
use tandem_rules::notation::Bfen;
use tandem_rules::{
    BoardId, Boards, Color, Millis, MoveRules, OutcomeRules, Position, Seat, Setup, Variant,
};

#[derive(Args)]
pub(super) struct OpeningArgs {
    /// How games begin: start for the usual start, random for random moves
    #[arg(long, default_value = "start", value_name = "WHICH")]
    openings: String,
    /// Random moves before each opening, on both boards together
    #[arg(long, default_value_t = 8, value_name = "N")]
    random_plies: usize,
    /// Keep a random opening only if a short search calls it even within so many centipawns
    #[arg(long, default_value_t = 150, value_name = "CP")]
    balance: u32,
    /// What random openings and clock offsets follow from
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,
    /// Start from these two boards, as BFEN or as two FENs with holdings joined by |
    #[arg(long, value_name = "BFEN", conflicts_with_all = ["chess960", "openings"])]
    bfen: Option<String>,
    /// Start from this Chess960 position, 0 to 959, on both boards
    #[arg(long, value_name = "NUMBER", conflicts_with = "openings")]
    chess960: Option<u16>,
}

/// Where games begin.
pub(super) enum Openings {
    /// Always there.
    Start(Box<Bfen>),
    /// Elsewhere for each opening.
    Random(RandomOpenings, i32),
}

/// The start of one game.
pub(super) struct Opening {
    pub(super) boards: Boards,
    clocks: [Option<[i64; 2]>; 2],
}

impl OpeningArgs {
    pub(super) fn openings(&self, rules: MoveRules) -> anyhow::Result<Openings> {
        if let Some(text) = &self.bfen {
            return Ok(Openings::Start(Box::new(Bfen::parse(text, rules)?)));
        }
        if let Some(number) = self.chess960 {
            let setup = Setup::chess960(number).with_context(|| {
                format!("`{number}` is no Chess960 position, expected 0 to 959")
            })?;
            let position = Position::from_setup(&setup, Variant::Bughouse, rules)?;
            let boards = Boards::new(position.clone(), position);
            return Ok(Openings::Start(Box::new(Bfen::new(boards))));
        }
        match self.openings.as_str() {
            "start" => Ok(Openings::Start(Box::new(Bfen::new(Boards::start(rules))))),
            "random" => {
                let plies = self.random_plies;
                let random = RandomOpenings { seed: self.seed, plies, rules };
                Ok(Openings::Random(random, self.balance.min(i32::MAX as u32) as i32))
            }
            other => anyhow::bail!("`{other}` are no openings, expected start or random"),
        }
    }

    /// All that was said of openings, for telling one match from another.
    pub(super) fn text(&self) -> Vec<(&'static str, String)> {
        let chess960 = self.chess960.map_or_else(String::new, |number| number.to_string());
        vec![
            ("openings", self.openings.clone()),
            ("random-plies", self.random_plies.to_string()),
            ("balance", self.balance.to_string()),
            ("seed", self.seed.to_string()),
            ("bfen", self.bfen.clone().unwrap_or_default()),
            ("chess960", chess960),
        ]
    }
}

impl Openings {
    /// True if there is only one.
    pub(super) const fn is_single(&self) -> bool {
        matches!(self, Self::Start(_))
    }

    /// The start of a game.
    pub(super) fn of(&self, fixture: &Fixture, judge: &mut Judge) -> Opening {
        let Bfen { boards, clocks: [a, b] } = match self {
            Self::Start(bfen) => Bfen::clone(bfen),
            Self::Random(random, balance) => {
                let judge = std::cell::RefCell::new(judge);
                let is_even = |boards: &Boards| judge.borrow_mut().is_even(boards, *balance);
                Bfen::new(random.of_pair(fixture.opening, is_even))
            }
        };
        if !fixture.mirrored {
            return Opening { boards, clocks: [a, b] };
        }
        let [on_a, on_b] = BoardId::ALL.map(|board| boards.position(board).clone());
        Opening { boards: Boards::new(on_b, on_a), clocks: [b, a] }
    }
}

impl Opening {
    /// What the opening says that a clock shows; it goes before the time control.
    pub(super) fn clock(&self, seat: Seat) -> Option<Millis> {
        self.clocks[seat.board.index()].map(|clocks| Millis(clocks[seat.color.index()]))
    }
}

/// Says whether an opening favours a team.
pub(super) struct Judge {
    searcher: Searcher,
    events: Receiver<Event>,
}

/// A search of less than a millisecond; the same on any machine.
const NODES: u64 = 1000;

impl Judge {
    pub(super) fn new() -> Self {
        let (searcher, events) = Searcher::new(1);
        Self { searcher, events }
    }

    /// True if the scores of both boards together, seen by one team, are within so many centipawns
    /// of zero, and neither board is worse than twice that.
    fn is_even(&mut self, boards: &Boards, within: i32) -> bool {
        let [a, b] = BoardId::ALL.map(|board| self.white_score(board, boards.position(board)));
        (a - b).abs() <= within && a.abs().max(b.abs()) <= 2 * within
    }

    fn white_score(&mut self, board: BoardId, position: &Position) -> i32 {
        let color = position.side_to_move();
        let view = View::of_board(board.seat(color), position.clone(), OutcomeRules::default());
        self.searcher.clear(); // what was judged before must not matter
        self.searcher.start(view, Limits { nodes: Some(NODES), ..Limits::clock() });
        let done = self.events.iter().find_map(|event| match event {
            Event::Done(_, _, info) => Some(info.score.value()),
            _ => None,
        });
        let score = done.unwrap_or(0);
        if color == Color::White { score } else { -score }
    }
}
