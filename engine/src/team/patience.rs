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

/// Enough to play on for a while; less where the game is short.
pub(super) fn reserve(moment: &Moment) -> Millis {
    let start = moment.view.clock().map_or(Millis::ZERO, |clock| clock.control().base);
    RESERVE.min(Millis(start.0 / 20)).max(Millis(100))
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
