//! Who waits, for what, and how long.

use tandem_rules::{Millis, Seat};

use super::Running;
use crate::Timing;
use crate::queue::Doing;

/// Whoever sits looks at the time so often while its clock runs down, and every half second.
const TICKS: i64 = 100;
const LONGEST_TICK: i64 = 500;

impl Running<'_> {
    /// On the node clock, where no seat can look at the time, those that sit and could move, and
    /// when they are to be told how it passes.
    pub(super) fn sitters(&self) -> impl Iterator<Item = (Seat, Millis)> {
        let is_on_node_clock = self.plan.timing != Timing::Wall;
        let due = move |seat: Seat| {
            let game = &self.plan.game;
            let is_sitting = self.doing[seat.index()] == Doing::Sitting;
            let since = self.turns[seat.index()].waits_since.filter(|_| is_sitting)?;
            let seen = self.boards_as_seen();
            seen.position(seat.board).legal_moves().first()?;
            let base = game.clock(seat)?.control().base;
            Some((seat, since + Millis((base.0 / TICKS).clamp(1, LONGEST_TICK))))
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

    /// True if nothing can come of a seat on turn until something comes to it.
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

    /// True if the endpoint of this seat has its partner's too, and may be thinking of that.
    pub(super) fn plays_team(&self, seat: Seat) -> bool {
        self.plan.seats[seat.index()] == self.plan.seats[seat.partner().index()]
    }

    /// When a seat is given up whose flag cannot fall, as before a free first move.
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
