//! The counts of the habits of a player, or of the others in the same games.

use tandem_rules::{Color, PieceType, Square};

use super::example::{Example, Examples};
use super::facts::SeatFacts;
use super::habit::Habit;
use super::mean::Mean;
use super::rank::rank;

/// Counts of habits.
#[derive(Clone)]
pub(super) struct Counts {
    pub(super) means: [Mean; Habit::ALL.len()],
    pub(super) examples: [Examples; Habit::ALL.len()],
    /// Drops of each piece type on each square, seen from the player's side.
    pub(super) drops: [[u64; 64]; PieceType::DROPPABLE.len()],
    /// Drops of each piece type that gave check.
    pub(super) checks: [u64; PieceType::DROPPABLE.len()],
    /// Number of moves that no book chose.
    pub(super) moves: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            means: [Mean::default(); Habit::ALL.len()],
            examples: Default::default(),
            drops: [[0; 64]; PieceType::DROPPABLE.len()],
            checks: [0; PieceType::DROPPABLE.len()],
            moves: 0,
        }
    }
}

impl Counts {
    /// Adds the game of a seat, whose number in the lottery is `seed`; `example` makes the position before
    /// a move.
    pub(super) fn add(
        &mut self,
        seat: &SeatFacts<'_>,
        seed: u64,
        example: impl Fn(usize) -> Example,
    ) {
        for habit in Habit::ALL {
            if let Some(number) = seat.observation(habit) {
                self.means[habit.index()].add(number);
            }
            let events = seat.events.iter().filter(|event| event.habit == habit);
            let worth = events.map(|event| ((event.weight, rank(seed, event.ply)), event.ply));
            // One of each game, so that they are not three of one game.
            if let Some((worth, ply)) = worth.max() {
                self.examples[habit.index()].offer(worth, || example(ply));
            }
        }
        for (_, step) in seat.own() {
            self.moves += 1;
            let Some(dropped) = step.dropped else { continue };
            let piece = dropped.piece.index();
            self.drops[piece][seen_by(dropped.to, step.seat.color)] += 1;
            self.checks[piece] += u64::from(step.checks);
        }
    }

    pub(super) const fn mean(&self, habit: Habit) -> &Mean {
        &self.means[habit.index()]
    }
}

/// The index of a square with the player's own side below.
const fn seen_by(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 0x38,
    }
}
