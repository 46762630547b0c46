//! The time spent sitting: its limits, and its cost.

use tandem_rules::Millis;

use super::moment::Moment;

/// Time kept for the moves that remain after sitting has brought nothing.
const RESERVE: Millis = Millis(1_500);
/// A wait ends while the base time divided by this is left as lead.
const LEAD_KEPT: i64 = 40;
/// A wait for a piece ends while the base time divided by this is left on our own clock.
const CLOCK_KEPT: i64 = 8;
/// A wait without a lead is at most the base time divided by this.
const LONGEST_GRACE: i64 = 24;

/// Reading of our own clock at which a wait of this length ends: never below the reserve.
pub(super) fn until(wait: Millis, moment: &Moment) -> Millis {
    (moment.own_time() - wait).max(reserve(moment))
}

/// Time kept to play on for a while; less in a short game. On a busy machine a move takes
/// hundredths of a second, however short its search.
pub(super) fn reserve(moment: &Moment) -> Millis {
    RESERVE.min(Millis(moment.base().0 / 10)).max(Millis(100)).max(for_lateness(moment))
}

/// Reading of our own clock up to which a lost seat sits: enough for the few moves that are left.
pub(super) fn last_moment(moment: &Moment) -> Millis {
    const LEAST: Millis = Millis(300);
    let least = LEAST.min(reserve(moment)).max(for_lateness(moment));
    Millis(reserve(moment).0 / 4).max(least)
}

/// Time kept because the machine is late: to be woken, and to search and answer after that. At most
/// half of the base time: a machine that is later than that plays no such game.
fn for_lateness(moment: &Moment) -> Millis {
    Millis((moment.lateness.0 * 2).min(moment.base().0 / 2))
}

/// The longest wait for a piece that our lead allows; `None` without a lead worth sitting on.
///
/// A second of waiting costs lead only while the partner is on turn, since the clocks of both
/// boards run down together otherwise; so a wait costs at most its own length of lead. Enough is
/// kept to play the rest of the game.
pub(super) fn wait_with_lead(lead: Option<Millis>, moment: &Moment) -> Option<Millis> {
    let base = moment.base();
    let spare = lead? - Millis(base.0 / LEAD_KEPT);
    let wait = spare.min(moment.own_time() - Millis(base.0 / CLOCK_KEPT));
    (wait > Millis::ZERO).then_some(wait)
}

/// The length of a short wait: enough for a partner on turn to find the move. A team that is ahead
/// can afford more.
pub(super) fn moment_of_grace(are_ahead: Option<bool>, moment: &Moment) -> Millis {
    let share = match are_ahead {
        Some(true) => 12,
        None => 25,
        Some(false) => 60,
    };
    let longest = (moment.base().0 / LONGEST_GRACE).max(100);
    Millis((moment.own_time().0 / share).clamp(100, longest))
}

/// The cost of a wait, as a share of a game: all of the time costs less than one game, since much
/// of it is never used.
pub(super) fn cost(wait: Millis, moment: &Moment) -> f64 {
    const ALL: f64 = 0.5;
    ALL * wait.0 as f64 / moment.own_time().0.max(1) as f64
}

#[cfg(test)]
mod tests {
    use tandem_rules::{
        BoardId, Clock, Color, MoveRules, OutcomeRules, Position, TimeControl, Variant,
    };

    use super::*;
    use crate::View;

    /// (own clock at the start of the game, time kept), in milliseconds
    const RESERVES: &[(i64, i64)] = &[(500, 100), (3_000, 300), (10_000, 1_000), (60_000, 1_500)];

    /// (own clock, lead, longest wait for a piece), in milliseconds of a game of 60 s
    const WAITS: &[(i64, Option<i64>, Option<i64>)] = &[
        (50_000, None, None),
        (50_000, Some(-5_000), None),
        (50_000, Some(1_500), None),
        (50_000, Some(8_000), Some(6_500)),
        (10_000, Some(8_000), Some(2_500)),
        (7_000, Some(6_900), None),
    ];

    #[test]
    fn a_piece_is_waited_for_as_long_as_the_lead_lasts() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start, OutcomeRules::default());
        let clock = Clock::new(TimeControl::sudden_death(Millis(60_000)));
        for &(own, lead, wait) in WAITS {
            view.clocks[seat.index()] = Some(clock.showing(Millis(own)));
            let moment = Moment { view: &view, now: Millis::ZERO, lateness: Millis::ZERO };
            assert_eq!(
                wait_with_lead(lead.map(Millis), &moment),
                wait.map(Millis),
                "{own} {lead:?}"
            );
        }
    }

    /// (base time, lateness, reserve, last moment), in milliseconds
    const LATE: &[(i64, i64, i64, i64)] = &[
        (1_000, 0, 100, 100),
        (1_000, 50, 100, 100),
        (1_000, 120, 240, 240),
        (1_000, 400, 500, 500),
        (60_000, 0, 1_500, 375),
        (60_000, 150, 1_500, 375),
        (60_000, 300, 1_500, 600),
        (60_000, 900, 1_800, 1_800),
    ];

    #[test]
    fn the_reserve_grows_with_a_lateness_that_it_does_not_cover() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start, OutcomeRules::default());
        for &(base, late, kept, last) in LATE {
            view.clocks[seat.index()] = Some(Clock::new(TimeControl::sudden_death(Millis(base))));
            let moment = Moment { view: &view, now: Millis::ZERO, lateness: Millis(late) };
            let found = (reserve(&moment), last_moment(&moment));
            assert_eq!(found, (Millis(kept), Millis(last)), "{base} ms, late by {late}");
        }
    }

    #[test]
    fn nobody_sits_until_too_little_is_left_for_the_moves_to_come() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start, OutcomeRules::default());
        for &(base, kept) in RESERVES {
            view.clocks[seat.index()] = Some(Clock::new(TimeControl::sudden_death(Millis(base))));
            let moment = Moment { view: &view, now: Millis::ZERO, lateness: Millis::ZERO };
            assert_eq!(until(Millis(base), &moment), Millis(kept));
            assert_eq!(until(Millis::ZERO, &moment), Millis(base));
        }
    }
}
