//! The times of a seat in a game: turns, waits, and the lead on the clock.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Millis, Seat};

use super::walk::Step;
use crate::record::timeline::{Thought, Timeline};

/// A clock is ahead of another one, or behind it, from this part of the base time on.
const LEAD: i64 = 20;
/// The least number of moves on the partner's board in a wait.
const MOVES_MEANWHILE: usize = 2;

/// Where a clock stands beside that of the diagonal; a twentieth of the base time makes a lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    Ahead,
    Level,
    Behind,
}

/// A wait: a long turn in which the partner's board went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wait {
    /// The move that ended it, or the number of all moves if the game ended first.
    pub(super) ply: usize,
    pub(super) length: Millis,
    /// True if the move dropped a piece that had come meanwhile.
    pub(super) was_for_piece: bool,
}

/// The times of a seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeatTimes {
    /// Number of turns that ended with a move.
    pub(super) turns: u32,
    /// The time of these turns.
    pub(super) spent: Millis,
    pub(super) waits: Vec<Wait>,
    /// The lead when half of the game's time was over, and at the end.
    pub(super) leads: [Lead; 2],
    /// The clock minus that of the diagonal at the end.
    pub(super) lead_at_end: Millis,
    /// The first own move after half time.
    pub(super) after_half: Option<usize>,
    /// The clock at the end.
    pub(super) left: Millis,
}

/// The times of all seats.
pub(super) struct Times {
    timeline: Timeline,
    /// The moments of the moves of each board, in their order.
    moments: [Vec<Millis>; 2],
    /// The moment of each move, where it is known.
    of_moves: Vec<Option<Millis>>,
}

impl Times {
    /// The times of a game; `None` if the record lacks the clocks of a board.
    pub(super) fn of(record: &GameRecord, flagged: Option<Seat>) -> Option<Self> {
        let timeline = Timeline::of(record, flagged);
        if !timeline.is_complete() || timeline.base() <= Millis::ZERO {
            return None;
        }
        let mut moments = [Vec::new(), Vec::new()];
        let mut of_moves = vec![None; record.plies().len()];
        for thought in timeline.thoughts() {
            if let Some(ply) = thought.ply {
                moments[thought.seat.board.index()].push(thought.to);
                of_moves[ply] = Some(thought.to);
            }
        }
        Some(Self { timeline, moments, of_moves })
    }

    /// All clocks before a move, in the order of [`Seat::ALL`].
    pub(super) fn clocks_before(&self, ply: usize) -> Option<[Millis; 4]> {
        self.timeline.clocks_before(ply)
    }

    /// The times of a seat.
    pub(super) fn of_seat(&self, seat: Seat, steps: &[Step]) -> SeatTimes {
        let (end, half) = (self.timeline.end(), Millis(self.timeline.end().0 / 2));
        let lead = |at| self.timeline.left(seat, at) - self.timeline.left(seat.diagonal(), at);
        let mut times = SeatTimes {
            turns: 0,
            spent: Millis::ZERO,
            waits: Vec::new(),
            leads: [half, end].map(|at| self.lead(lead(at))),
            lead_at_end: lead(end),
            after_half: None,
            // The clock of a flag that fell shows no less.
            left: self.timeline.left(seat, end).max(Millis::ZERO),
        };
        let own = self.timeline.thoughts().iter().filter(|thought| thought.seat == seat);
        for thought in own {
            if let Some(ply) = thought.ply {
                times.turns += 1;
                times.spent = times.spent + thought.length();
                if thought.to > half {
                    times.after_half.get_or_insert(ply);
                }
            }
            times.waits.extend(self.wait(thought, steps));
        }
        times
    }

    fn lead(&self, lead: Millis) -> Lead {
        let least = self.timeline.base().0 / LEAD;
        match lead.0 {
            ahead if ahead >= least => Lead::Ahead,
            behind if behind <= -least => Lead::Behind,
            _ => Lead::Level,
        }
    }

    /// The turn as a wait, if it is one.
    fn wait(&self, thought: &Thought, steps: &[Step]) -> Option<Wait> {
        let meanwhile = self.moves_between(thought.seat.board.other(), thought);
        if !self.timeline.is_long(thought.length()) || meanwhile < MOVES_MEANWHILE {
            return None;
        }
        let step = thought.ply.and_then(|ply| steps.get(ply));
        let capture = step.and_then(|step| step.dropped?.from);
        let came = capture.and_then(|capture| *self.of_moves.get(capture)?);
        Some(Wait {
            ply: thought.ply.unwrap_or(steps.len()),
            length: thought.length(),
            was_for_piece: came.is_some_and(|came| came > thought.from),
        })
    }

    /// Moves on a board after the beginning of a turn and up to its end.
    fn moves_between(&self, board: BoardId, thought: &Thought) -> usize {
        let moments = &self.moments[board.index()];
        let until = |moment: Millis| moments.partition_point(|at| *at <= moment);
        until(thought.to) - until(thought.from)
    }
}
