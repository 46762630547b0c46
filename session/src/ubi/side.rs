//! One of the two boards: its search, and the state of the seat that is asked for moves there.

use tandem_engine::{Habits, Team, Vocabulary};
use tandem_protocol::text::Line;
use tandem_protocol::ubi::Go;
use tandem_rules::{Color, Handoff, Key, PieceType, Position};

use crate::seat::brain::Brain;
use crate::seat::mind::Mind;
use crate::seat::record::Record;
use crate::seat::thought;

/// One of the two boards.
pub(super) struct Side<B> {
    /// The search, and what it owes an answer to.
    pub(super) mind: Mind<B, Option<Thought>>,
    pub(super) record: Record,
    /// The reason why the last position told could not be set up; `None` if it is that of `record`.
    pub(super) refused: Option<Line>,
    /// Earlier positions of this game that may be repeated, oldest first.
    pub(super) keys: Vec<Key>,
    /// The color whose moves were last asked for in this game; `None` if there was no `go`.
    pub(super) color: Option<Color>,
    /// The seat in its partnership.
    pub(super) team: Team,
    /// Number of own moves for which the partner wants no captures; `None` if it does not.
    pub(super) stalls: Option<u32>,
    /// Number of searches that have not reported their end, the current one included.
    pub(super) unfinished: u32,
}

/// A search for the question that `go` asks.
pub(super) type Thought = thought::Thought<Go>;

impl Thought {
    /// True if the time of the answer is the engine's to choose.
    pub(super) fn is_free(&self) -> bool {
        let Go { move_time_ms, depth, nodes, infinite, .. } = self.question;
        !infinite && move_time_ms.is_none() && depth.is_none() && nodes.is_none()
    }
}

impl<B: Brain> Side<B> {
    pub(super) fn new(brain: B, record: Record, habits: Habits) -> Self {
        let (refused, keys, color, stalls) = Default::default();
        let team = Team::new(habits);
        let mind = Mind::new(brain);
        Self { mind, record, refused, keys, color, team, stalls, unfinished: 0 }
    }

    /// Forgets the last game.
    pub(super) fn begin_game(&mut self, record: Record, habits: Habits) {
        (self.record, self.refused) = (record, None);
        self.keys.clear();
        (self.color, self.stalls) = (None, None);
        self.team = Team::new(habits);
    }

    /// Takes a color whose moves are asked for. A seat of another color has a partner of its own.
    pub(super) fn sit_down(&mut self, color: Color, habits: Habits) {
        if self.color.is_some_and(|before| before != color) {
            self.team = Team::new(habits);
            self.stalls = None;
        }
        self.color = Some(color);
    }

    /// Tells the team which words its partner has.
    pub(super) fn learn(&mut self, vocabulary: Vocabulary, habits: Habits) {
        self.team.learn(vocabulary);
        self.team.set_habits(habits);
    }

    /// True if this is the position that is known here.
    pub(super) fn shows(&self, position: &Position) -> bool {
        self.refused.is_none() && self.record.position() == position
    }

    /// Replaces the position. Returns the pieces that have arrived from the other board.
    pub(super) fn change(&mut self, record: Record) -> Vec<Handoff> {
        self.refused = None;
        let old = std::mem::replace(&mut self.record, record);
        let (before, now) = (old.position(), self.record.position());
        if ply(now) > ply(before) {
            self.keys.push(before.repetition_key());
        } else if ply(now) < ply(before) {
            self.keys.clear(); // another game, or a look back
        }
        if ply(now) < ply(before) { Vec::new() } else { arrivals(before, now) }
    }
}

/// Number of plies before a position, by its move number.
fn ply(position: &Position) -> u32 {
    2 * u32::from(position.fullmove_number()) + u32::from(position.side_to_move() == Color::Black)
}

/// The pieces that `now` has in hand beyond those of `before`.
fn arrivals(before: &Position, now: &Position) -> Vec<Handoff> {
    let mut arrived = Vec::new();
    for color in Color::ALL {
        for piece in PieceType::DROPPABLE {
            let count = |position: &Position| position.holdings(color).count(piece);
            let more = count(now).saturating_sub(count(before));
            arrived.extend((0..more).map(|_| Handoff { color, piece }));
        }
    }
    arrived
}
