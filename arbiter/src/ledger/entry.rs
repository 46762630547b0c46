//! One finished game.

use serde::{Deserialize, Serialize};
use tandem_rules::{Seat, Team};

use crate::schedule::Fixture;
use crate::{Effort, Played};

/// One finished game, in numbers and as a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number; see [`Fixture::number`].
    pub game: usize,
    /// Its pair; see [`Fixture::pair`].
    pub pair: usize,
    /// Who played as team one and who as team two; see [`Fixture::teams`].
    pub teams: [usize; 2],
    /// The number of the team that won, 1 or 2; none for a draw and for a game broken off.
    pub winner: Option<u8>,
    /// How it ended, in a word or two; see [`crate::Close::kind`].
    pub ending: String,
    /// The same for people, with the seat.
    pub reason: String,
    /// Plies on both boards.
    pub plies: usize,
    /// How long it took by its own clock, in milliseconds.
    pub lasted_ms: i64,
    /// Where a flag decided: whether that seat had a legal move.
    pub flag_with_move: Option<bool>,
    /// What each seat has done, in the order of [`Seat::ALL`].
    pub seats: [SeatEntry; 4],
    /// The game in BPGN, or in PGN where it has one board.
    pub record: String,
}

/// What a seat has done in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatEntry {
    /// Moves made.
    pub moves: u64,
    /// Moves for which it has told a depth, and the sum of those.
    pub depths: (u64, u64),
    /// Nodes of all moves.
    pub nodes: u64,
    /// Real time in which it thought about moves for which it has told nodes, in microseconds.
    pub spent_us: u64,
    /// How long it sat, by the clock of the game, in milliseconds.
    pub sat_ms: i64,
    /// How often it spoke to its partner.
    pub messages: u64,
}

impl Entry {
    /// What came of a fixture; `record` is the text of the game.
    pub fn new(fixture: &Fixture, played: &Played, record: String) -> Self {
        let number = |team| if team == Team::One { 1 } else { 2 };
        Self {
            game: fixture.number,
            pair: fixture.pair,
            teams: fixture.teams,
            winner: played.close.winner().map(number),
            ending: played.close.kind().to_owned(),
            reason: played.close.to_string(),
            plies: played.game.plies().len(),
            lasted_ms: played.ended_at.0,
            flag_with_move: played.flagged().map(|(_, with_move)| with_move),
            seats: Seat::ALL.map(|seat| SeatEntry::new(seat, played)),
            record,
        }
    }

    /// True if both tell of the same game, however long the machine took for it.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let timeless = |entry: &Self| {
            let seats = entry.seats.map(|seat| SeatEntry { spent_us: 0, ..seat });
            Self { seats, ..entry.clone() }
        };
        timeless(self) == timeless(other)
    }

    /// The team that won, if one did.
    pub fn winner(&self) -> Option<Team> {
        self.winner.map(|number| if number == 1 { Team::One } else { Team::Two })
    }
}

impl SeatEntry {
    fn new(seat: Seat, played: &Played) -> Self {
        let mut entry = Self { sat_ms: played.sat[seat.index()].0, ..Self::default() };
        let plies = played.game.plies().iter().zip(&played.efforts);
        plies.filter(|(ply, _)| ply.seat == seat).for_each(|(_, effort)| entry.add(effort));
        let said = played.messages.iter().filter(|told| told.seat == seat);
        Self { messages: said.count() as u64, ..entry }
    }

    fn add(&mut self, effort: &Effort) {
        self.moves = self.moves.saturating_add(1);
        if effort.thought.depth > 0 {
            self.depths.0 += 1;
            self.depths.1 = self.depths.1.saturating_add(u64::from(effort.thought.depth));
        }
        if effort.nodes > 0 {
            self.nodes = self.nodes.saturating_add(effort.nodes);
            self.spent_us = self
                .spent_us
                .saturating_add(u64::try_from(effort.spent.as_micros()).unwrap_or(u64::MAX));
        }
    }
}

/// What two games of one kind of seat have in common: sums.
impl std::ops::AddAssign for SeatEntry {
    fn add_assign(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.depths.0 = self.depths.0.saturating_add(other.depths.0);
        self.depths.1 = self.depths.1.saturating_add(other.depths.1);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.spent_us = self.spent_us.saturating_add(other.spent_us);
        self.sat_ms = self.sat_ms.saturating_add(other.sat_ms);
        self.messages = self.messages.saturating_add(other.messages);
    }
}
