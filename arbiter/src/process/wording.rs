//! What both protocols say alike.

use tandem_rules::{Bonus, Millis, Position, TimeControl, Variant};

/// What is added with each move. Neither protocol knows delays, and who does not know of one only
/// plays a little faster.
pub(super) fn increment_ms(control: TimeControl) -> u64 {
    let increment = match control.bonus {
        Bonus::Increment(increment) => increment,
        Bonus::None | Bonus::UsDelay(_) | Bonus::Bronstein(_) => Millis::ZERO,
    };
    increment.0.max(0).cast_unsigned()
}

/// For readers who know no brackets.
pub(super) fn fen_without_holdings(position: &Position) -> String {
    let fen = position.to_fen();
    match (fen.find('['), fen.find(']')) {
        (Some(from), Some(to)) if from < to => [&fen[..from], &fen[to + 1..]].concat(),
        _ => fen,
    }
}

/// What engines call it.
pub(super) fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Bughouse => "bughouse",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Chess => "chess",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::MoveRules;
    use tandem_rules::notation::Fen;

    #[test]
    fn holdings_can_be_left_out_of_a_fen() {
        let fen = "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1";
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default());
        let position = position.expect("a sound position");
        assert_eq!(position.to_fen(), fen);
        assert_eq!(fen_without_holdings(&position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}
