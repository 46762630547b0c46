//! How long it pays to sit.

use tandem_rules::Millis;

use super::Moment;

/// Kept for the moves that are left once sitting has brought nothing.
const RESERVE: Millis = Millis(1_500);

/// What the own clock shows when a wait for so much ends: never less than what the rest of the
/// game needs.
pub(super) fn until(wait: Millis, moment: &Moment) -> Millis {
    (moment.own_time() - wait).max(reserve(moment))
}

/// Enough to play on for a while; less where the game is short. On a busy machine a move takes
/// hundredths of a second, however little it is thought about.
pub(super) fn reserve(moment: &Moment) -> Millis {
    let start = moment.view.clock().map_or(Millis::ZERO, |clock| clock.control().base);
    RESERVE.min(Millis(start.0 / 10)).max(Millis(100))
}

/// A short wait: long enough for a partner that is on turn to find the move. Who is ahead can
/// afford more.
pub(super) fn moment_of_grace(are_ahead: Option<bool>, moment: &Moment) -> Millis {
    let share = match are_ahead {
        Some(true) => 12,
        None => 25,
        Some(false) => 60,
    };
    Millis((moment.own_time().0 / share).clamp(100, 5_000))
}

/// What so much time is worth, as a share of a game: all of it is less than one, for much of it is
/// never used.
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

    /// What the own clock showed at the start of the game, and what is kept of it; in milliseconds.
    const RESERVES: &[(i64, i64)] = &[(500, 100), (3_000, 300), (10_000, 1_000), (60_000, 1_500)];

    #[test]
    fn nobody_sits_until_too_little_is_left_for_the_moves_to_come() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start, OutcomeRules::default());
        for &(base, kept) in RESERVES {
            view.clocks[seat.index()] = Some(Clock::new(TimeControl::sudden_death(Millis(base))));
            let moment = Moment { view: &view, now: Millis::ZERO };
            assert_eq!(until(Millis(base), &moment), Millis(kept));
            assert_eq!(until(Millis::ZERO, &moment), Millis(base));
        }
    }
}
