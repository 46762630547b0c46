//! Knowledge of the game: our board, the partner's, the clocks, and whose turn it is.

use std::time::Instant;

use tandem_engine::{Limits, Moment, View};
use tandem_rules::{BoardId, Clock, Millis, Seat};

use super::Session;
use super::mode::Mode;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::partnership::Partnership;
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    /// A game on our own board, the current one or a continuation of it, as a search sees it.
    pub(super) fn view(&self, record: &Record, now: Instant) -> View {
        let seat = self.seat_in(record);
        View {
            keys: record.keys(),
            other: self.other.position().cloned(),
            clocks: self.with_clocks_of_partner(self.timing.clocks(seat, now), seat, now),
            prices: self.partnership.prices(self.timing.game_time(now)),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    /// Our seat.
    pub(super) fn seat(&self) -> Seat {
        self.seat_in(&self.record)
    }

    /// Our seat in this game. Nothing tells which board is ours, so it is A: that makes no
    /// difference.
    fn seat_in(&self, record: &Record) -> Seat {
        BoardId::A.seat(match self.mode {
            Mode::Playing(color) => color,
            Mode::Force | Mode::Analyzing => record.position().side_to_move(),
        })
    }

    /// Limits of a search for a move of ours.
    pub(super) fn limits_of_move(&self) -> Limits {
        let limits = self.timing.limits(self.partnership.time_share());
        self.options.strength.limit(limits)
    }

    /// True while the next move is ours, whether it is searched for, held back or paused.
    pub(super) fn is_our_turn(&self) -> bool {
        self.mind.activity().is_our_turn()
    }

    /// True while a search looks for a move of ours.
    pub fn is_move_owed(&self) -> bool {
        self.mind.activity().is_thinking()
    }

    /// Adds the clocks of the partner's board, as they show now, to `clocks` in the order of
    /// [`Seat::ALL`].
    fn with_clocks_of_partner(
        &self,
        mut clocks: [Option<Clock>; 4],
        seat: Seat,
        now: Instant,
    ) -> [Option<Clock>; 4] {
        let Some(own) = clocks[seat.index()] else { return clocks };
        for seat in [seat.partner(), seat.diagonal()] {
            let shown = self.other.clock(seat.color, self.timing.game_time(now));
            clocks[seat.index()] = shown.map(|left| own.showing(left));
        }
        clocks
    }

    /// True in a bughouse game with a partner.
    pub(super) fn has_partner(&self) -> bool {
        self.partnership.partner().is_some() && self.record.kind() == Kind::Bughouse
    }

    /// Calls `look` with the partnership and the game as it is now.
    pub(super) fn with_partnership<T>(
        &mut self,
        now: Instant,
        look: impl FnOnce(&mut Partnership, Moment) -> T,
    ) -> T {
        let view = self.view(&self.record, now);
        let lateness = self.timing.lateness(now);
        let moment = Moment { view: &view, now: self.timing.game_time(now), lateness };
        look(&mut self.partnership, moment)
    }

    /// True if we sit although we have a legal move.
    pub(super) fn sits_by_choice(&self) -> bool {
        self.mind.activity().is_sitting() && self.record.position().count_legal() > 0
    }

    /// Our clock, if it runs; `None` on the node clock.
    pub fn running_clock(&self, now: Instant) -> Option<Millis> {
        let runs = self.timing.turn_since().is_some();
        runs.then(|| self.timing.own_left(now))
    }
}
