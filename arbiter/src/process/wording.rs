//! What both protocols say alike.

use tandem_rules::{Bonus, Millis, TimeControl, Variant};

/// What is added with each move. Neither protocol knows delays, and who does not know of one only
/// plays a little faster.
pub(super) fn increment_ms(control: TimeControl) -> u64 {
    let increment = match control.bonus {
        Bonus::Increment(increment) => increment,
        Bonus::None | Bonus::UsDelay(_) | Bonus::Bronstein(_) => Millis::ZERO,
    };
    increment.0.max(0).cast_unsigned()
}

/// What engines call it.
pub(super) fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Bughouse => "bughouse",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Chess => "chess",
    }
}
