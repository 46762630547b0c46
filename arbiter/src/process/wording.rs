//! Words that the protocols have in common.

use tandem_rules::{Bonus, Clock, Millis, TimeControl, Variant};

/// Time left for the current move in milliseconds; `None` unless its time is exact.
pub(super) fn move_time_ms(clock: &Clock) -> Option<u64> {
    clock.control().move_time().map(|_| clock.remaining().0.max(1).cast_unsigned())
}

/// The increment for each move in milliseconds. None of the protocols has delays; an engine that does
/// not know of one only plays a little faster.
pub(super) fn increment_ms(control: TimeControl) -> u64 {
    let increment = match control.bonus {
        Bonus::Increment(increment) => increment,
        Bonus::None | Bonus::UsDelay(_) | Bonus::Bronstein(_) => Millis::ZERO,
    };
    increment.0.max(0).cast_unsigned()
}

/// Name of a variant in the protocols; CECP says `normal` for chess.
pub(super) fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Bughouse => "bughouse",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Chess => "chess",
    }
}
