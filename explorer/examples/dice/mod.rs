//! Games that a seed gives, for measurements.
//!
//! They branch as games of people do: of a million boards, one leaves all others after 13 moves on average.
//! Later moves are random, which compresses worse than games of people.

use std::num::NonZeroU64;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_explorer::{Arrival, Arrivals, Board, BoardNumber, BoardResult, PlayedMove, Player};
use tandem_rules::{BoardId, Boards, Color, Millis, Move, MoveRules, Position, TimeControl};

/// Boards that a seed gives.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    const PLAYERS: f64 = 2000.0;

    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to below 1.
    fn part(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        (self.part() * sides as f64) as usize
    }

    /// One of 2,000 names, by Zipf's law: the first is the most frequent.
    pub(crate) fn name(&mut self) -> String {
        let rank = (Self::PLAYERS.ln() * self.part()).exp();
        format!("Player{}", rank as u32)
    }

    /// Both boards of a game, of which the first has this number.
    pub(crate) fn game(&mut self, first: u32) -> [Board; 2] {
        let mut boards = [first, first + 1].map(|number| self.board(number));
        let order = self.play(&mut boards);
        if self.below(5) > 0 {
            boards[1].order = Some(order);
        } else {
            for board in &mut boards {
                board.arrivals = Arrivals::Unknown;
            }
        }
        boards[1].partner = Some(BoardNumber(first));
        boards
    }

    /// A board without moves.
    fn board(&mut self, number: u32) -> Board {
        let player = |dice: &mut Self| Player {
            name: dice.name(),
            rating: Some(1000 + dice.below(1400) as u16),
        };
        let seconds = Millis::from_seconds([60, 120, 180][self.below(3)]);
        Board {
            players: [player(self), player(self)],
            ended: Some(1_500_000_000 + self.below(200_000_000) as u32),
            clock: Some(TimeControl::sudden_death(seconds)),
            result: Some(match self.below(50) {
                0 => BoardResult::Drawn,
                even_or_odd => BoardResult::Won(Color::ALL[even_or_odd % 2]),
            }),
            source: NonZeroU64::new(u64::from(number) * 2 + 1_000_000_000),
            arrivals: Arrivals::Known(Vec::new()),
            ..Board::between("", "")
        }
    }

    /// Plays a game and returns the number of moves on board A before each move on B.
    fn play(&mut self, boards: &mut [Board; 2]) -> Vec<u16> {
        let (mut playing, mut order) = (Boards::start(MoveRules::FICS), Vec::new());
        for _ in 0..60 + self.below(61) {
            let on = BoardId::ALL[self.below(2)];
            let ply = boards[on.index()].moves.len() as u16;
            let Some(m) = self.chosen(playing.position(on), ply) else { break };
            let time = Some(Millis((-self.part().ln() * 2_500.0) as i64));
            if on == BoardId::B {
                order.push(boards[0].moves.len() as u16);
            }
            boards[on.index()].moves.push(PlayedMove { m, time });
            let to = &mut boards[on.other().index()];
            let ply = to.moves.len() as u16;
            if let (Ok(Some(piece)), Arrivals::Known(arrivals)) =
                (playing.play(playing.on_turn(on), m), &mut to.arrivals)
            {
                arrivals.push(Arrival { ply, piece });
            }
        }
        for board in boards {
            let moves = board.moves.len();
            if let Arrivals::Known(arrivals) = &mut board.arrivals {
                arrivals.retain(|arrival| usize::from(arrival.ply) < moves);
            }
        }
        order
    }

    /// In the opening a move of a weighted tree, in which a position's first move is played in two
    /// games of three, its second in two of the rest, and so on.
    fn chosen(&mut self, position: &Position, ply: u16) -> Option<Move> {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let rank = match ply {
            0..24 => (self.part().ln() / (1.0_f64 / 3.0).ln()) as usize % moves.len(),
            _ => self.below(moves.len()),
        };
        let placement = position.placement_key().0;
        let order =
            |m: &Move| (placement ^ u64::from(m.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        moves.sort_unstable_by_key(order);
        Some(moves[rank])
    }
}
