//! How long a move may take.

use tandem_rules::{Bonus, Clock, Millis};

use crate::{Limits, Thinking, View};

/// What a search may take: after `soft` no new iteration begins, at `hard` it stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) soft: Millis,
    pub(crate) hard: Millis,
}

/// Kept back for everything between us and the clock.
const MARGIN: Millis = Millis(50);
/// A bughouse player makes about this many more moves; the clock is a weapon, so early moves
/// are not dwelt on.
const MOVES_TO_GO: i64 = 40;

impl Budget {
    /// `None` for no limit.
    pub(crate) fn new(view: &View, limits: &Limits) -> Option<Self> {
        match limits.thinking {
            Thinking::Infinite => None,
            Thinking::Fixed(time) => Some(Self { soft: time, hard: time }),
            Thinking::Clock => view.clock().as_ref().map(|clock| Self::by_clock(clock, limits)),
        }
    }

    fn by_clock(clock: &Clock, limits: &Limits) -> Self {
        // With US delay there is more than the clock shows.
        let until_flag = clock.flag_after().unwrap_or(clock.remaining());
        let kept_back = MARGIN.0 + limits.overhead.0 * MOVES_TO_GO;
        let usable = (until_flag.0 - kept_back).max(1);
        let bonus = match clock.control().bonus {
            Bonus::None => 0,
            Bonus::Increment(bonus) | Bonus::UsDelay(bonus) | Bonus::Bronstein(bonus) => bonus.0,
        };
        let share = (usable / MOVES_TO_GO + bonus * 3 / 4) * limits.pace.percent() / 100;
        // One long thought never takes more than an eighth of what is left.
        let hard = (share * 3).min(usable / 8 + bonus / 2).min(usable).max(1);
        Self { soft: Millis((share * 3 / 5).clamp(1, hard)), hard: Millis(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::TimeControl;

    #[test]
    fn a_budget_never_reaches_the_flag() {
        for remaining in [-5, 0, 1, 49, 50, 51, 60, 100, 1_000, 30_000, 10_000_000] {
            for bonus in [0, 100, 2_000, 60_000].map(Millis) {
                let plain = TimeControl::sudden_death(Millis(1));
                let controls = [
                    plain.with_increment(bonus),
                    plain.with_us_delay(bonus),
                    plain.with_bronstein(bonus),
                ];
                for clock in controls.map(|control| Clock::new(control).showing(Millis(remaining)))
                {
                    let budget = Budget::by_clock(&clock, &Limits::clock());
                    let flag = clock.flag_after().expect("a first move that is timed");
                    assert!(budget.soft <= budget.hard && budget.soft > Millis::ZERO);
                    assert!(budget.hard <= (flag - MARGIN).max(Millis(1)), "{clock:?}");
                }
            }
        }
    }

    #[test]
    fn what_moves_cost_beside_the_search_is_kept_back() {
        let clock = Clock::new(TimeControl::sudden_death(Millis(1_000)));
        let soft = |overhead| {
            let limits = Limits { overhead: Millis(overhead), ..Limits::clock() };
            Budget::by_clock(&clock, &limits).soft
        };
        assert_eq!([0, 10, 100].map(soft), [13, 7, 1].map(Millis));
    }
}
