//! The results of one finished game.

use serde::{Deserialize, Serialize};
use tandem_rules::notation::legible;
use tandem_rules::{Seat, Team};

use crate::excerpt::shown;
use crate::schedule::Fixture;
use crate::{Effort, Played};

/// One finished game: its result, statistics of its seats, and its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the game in the match; see [`Fixture::number`].
    pub game: usize,
    /// Number of its pair; see [`Fixture::pair`].
    pub pair: usize,
    /// Indices of the teams that played as team one and as team two; see [`Fixture::teams`].
    pub teams: [usize; 2],
    /// Number of the team that won, 1 or 2; `None` for a draw and for a game that was broken off.
    pub winner: Option<u8>,
    /// Kind of ending in a word or two; see [`crate::Close::kind`].
    pub ending: String,
    /// Reason of the ending in words, with the seat that decided it, if there is one.
    pub reason: String,
    /// Number of plies on both boards.
    pub plies: usize,
    /// Duration by the game's own clock, in milliseconds.
    pub lasted_ms: i64,
    /// For a game decided by a flag: whether the seat that flagged had a legal move.
    pub flag_with_move: Option<bool>,
    /// Statistics of each seat, in the order of [`Seat::ALL`].
    pub seats: [SeatEntry; 4],
    /// The game in BPGN, or in PGN if it has one board.
    pub record: String,
}

/// Statistics of one seat in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatEntry {
    /// Number of moves made.
    pub moves: u64,
    /// Number of moves that came with a depth, and the sum of these depths.
    pub depths: (u64, u64),
    /// Nodes searched for all moves.
    pub nodes: u64,
    /// Real time spent on moves that came with a node count, in microseconds.
    pub spent_us: u64,
    /// Time spent sitting, by the clock of the game, in milliseconds.
    pub sat_ms: i64,
    /// Number of messages to the partner.
    pub messages: u64,
}

impl Entry {
    /// Makes the entry of a fixture that was played; `record` is the text of the game.
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

    /// The entry with its texts as they may be shown and copied, whoever has written the file.
    pub(super) fn shown(self) -> Self {
        let Self { ending, reason, record, .. } = &self;
        let (ending, reason) = (shown(ending), shown(reason));
        Self { record: legible(record).into_owned(), ending, reason, ..self }
    }

    /// True if both entries describe the same game; only the real time spent on it may differ.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let timeless = |entry: &Self| {
            let seats = entry.seats.map(|seat| SeatEntry { spent_us: 0, ..seat });
            Self { seats, ..entry.clone() }
        };
        timeless(self) == timeless(other)
    }

    /// True if the game ended by a fault of an engine: a failure or an illegal move. A flag is none.
    pub fn is_fault(&self) -> bool {
        matches!(self.ending.as_str(), "fault" | "illegal move")
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

/// Adds up the statistics of seats, field by field.
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
