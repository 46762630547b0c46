//! The four clocks, as `position` tells them, and as they have run since.

use std::time::Instant;

use tandem_rules::{Clock, Millis, Seat, TimeControl};

use crate::seat::told;

/// Time on each clock until the first `position` tells it.
const USUAL: Millis = Millis::from_seconds(180);

/// The four clocks.
pub(super) struct Clocks {
    /// Time on each clock in the order of [`Seat::ALL`], when it was told.
    shown: [Millis; 4],
    increments: [Millis; 4],
    /// Time at which that was.
    since: Instant,
    /// The longest time told in this game, which stands for the base time.
    base: Millis,
}

impl Clocks {
    /// The clocks at the start of a game.
    pub(super) fn new(now: Instant) -> Self {
        Self { shown: [USUAL; 4], increments: [Millis::ZERO; 4], since: now, base: Millis::ZERO }
    }

    /// Takes in the time on each clock, in milliseconds.
    pub(super) fn tell(&mut self, ms: [i64; 4], now: Instant) {
        self.shown = ms.map(told::shown);
        self.since = now;
        self.base = self.shown.into_iter().fold(self.base, Millis::max);
    }

    /// Takes in the time of a seat and its increment, as far as they are told, while the clocks of
    /// the seats in `running` run.
    pub(super) fn tell_seat(
        &mut self,
        seat: Seat,
        (time, increment): (Option<Millis>, Option<Millis>),
        running: [Seat; 2],
        now: Instant,
    ) {
        self.shown = Seat::ALL.map(|seat| self.left(seat, running, now));
        self.since = now;
        if let Some(time) = time {
            self.shown[seat.index()] = time;
            self.base = self.base.max(time);
        }
        self.increments[seat.index()] = increment.unwrap_or(Millis::ZERO);
    }

    /// The clocks as they show now, while those of the seats in `running` run.
    pub(super) fn now(&self, running: [Seat; 2], now: Instant) -> [Option<Clock>; 4] {
        Seat::ALL.map(|seat| {
            let base = if self.base > Millis::ZERO { self.base } else { USUAL };
            let control = match self.increments[seat.index()] {
                Millis::ZERO => TimeControl::sudden_death(base),
                increment => TimeControl::sudden_death(base).with_increment(increment),
            };
            Some(Clock::new(control).showing(self.left(seat, running, now)))
        })
    }

    fn left(&self, seat: Seat, running: [Seat; 2], now: Instant) -> Millis {
        let passed = if running.contains(&seat) {
            Millis::from(now.saturating_duration_since(self.since))
        } else {
            Millis::ZERO
        };
        self.shown[seat.index()] - passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_clocks_of_the_players_on_turn_run() {
        let start = Instant::now();
        let [white_a, black_a, white_b, black_b] = Seat::ALL;
        let mut clocks = Clocks::new(start);
        let left = |clocks: &Clocks, running, seconds| {
            let shown = clocks.now(running, start + Duration::from_secs(seconds));
            shown.map(|clock| clock.map_or(0, |clock| clock.remaining().0 / 1000))
        };
        assert_eq!(left(&clocks, [white_a, white_b], 10), [170, 180, 170, 180]);
        clocks.tell([60_000, 50_000, 40_000, -1000], start);
        assert_eq!(left(&clocks, [black_a, black_b], 5), [60, 45, 40, -6]);
        let told = (Some(Millis(30_000)), Some(Millis(2000)));
        clocks.tell_seat(black_a, told, [black_a, white_b], start + Duration::from_secs(4));
        assert_eq!(left(&clocks, [black_a, white_b], 6), [60, 28, 34, -1]);
        let base = clocks.now([black_a, white_b], start)[0].expect("it is known").control().base;
        assert_eq!(base, Millis(60_000), "the longest time told");
    }
}
