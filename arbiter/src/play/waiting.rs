//! Waiting seats: which they are, for what, and for how long.

use tandem_rules::{Millis, Seat};

use super::Running;
use crate::Timing;
use crate::queue::Doing;

/// Number of times that a sitting seat is told the time, on the node clock, while its whole base
/// time runs down.
const TICKS: i64 = 100;
/// Longest interval between two of these times, in milliseconds.
const LONGEST_TICK: i64 = 500;

impl Running<'_> {
    /// The seats that sit although they could move, with the time at which each is told again how
    /// time passes. Node clock only, where no seat can look at the time by itself.
    pub(super) fn sitters(&self) -> impl Iterator<Item = (Seat, Millis)> {
        let is_on_node_clock = self.plan.timing != Timing::Wall;
        let due = move |seat: Seat| {
            let game = &self.plan.game;
            let is_sitting = self.doing[seat.index()] == Doing::Sitting;
            let since = self.turns[seat.index()].waits_since.filter(|_| is_sitting)?;
            let seen = self.boards_as_seen();
            seen.position(seat.board).legal_moves().first()?;
            let base = game.clock(seat)?.control().base;
            let tick = (base.0 / TICKS).clamp(1, LONGEST_TICK);
            // A seat that means to move at its last moment must hear of it in time.
            let half_left = game.time_left(seat, since)?.0 / 2;
            Some((seat, since + Millis(tick.min(half_left).max(1))))
        };
        self.on_turn().filter(move |_| is_on_node_clock).filter_map(due)
    }

    pub(super) fn tell_sitters(&mut self, now: Millis) {
        let due: Vec<Seat> =
            self.sitters().filter(|&(_, due)| due <= now).map(|(seat, _)| seat).collect();
        if self.plan.game.outcome().is_none() {
            for seat in due {
                self.go(seat, now);
            }
        }
    }

    pub(super) fn all_sit(&self) -> bool {
        self.on_turn().all(|seat| self.doing[seat.index()] == Doing::Sitting)
    }

    /// True if a seat to move can do nothing until some news reaches it.
    pub(super) fn waits(&self, seat: Seat) -> bool {
        match self.doing[seat.index()] {
            Doing::Sitting => true,
            Doing::Thinking { stale, .. } => {
                let has_no_move = self.turns[seat.index()].waits_since.is_some();
                has_no_move && !stale && !self.plays_team(seat)
            }
            Doing::Waiting => false,
        }
    }

    /// True if the endpoint of this seat also has its partner's seat, and may be thinking about
    /// that.
    pub(super) fn plays_team(&self, seat: Seat) -> bool {
        self.plan.seats[seat.index()] == self.plan.seats[seat.partner().index()]
    }

    /// The time at which a seat loses that does not answer while its flag cannot fall, as before a
    /// free first move, and that seat.
    pub(super) fn patience_ends(&self) -> Option<(Millis, Seat)> {
        let waited_for = |seat: &Seat| {
            let clock = self.plan.game.clock(*seat)?;
            let Doing::Thinking { since, .. } = self.doing[seat.index()] else { return None };
            let is_free = clock.flag_after().is_none() && self.plan.timing == Timing::Wall;
            is_free.then(|| (since + self.plan.patience, *seat))
        };
        self.on_turn().filter_map(|seat| waited_for(&seat)).min_by_key(|&(at, _)| at)
    }
}
