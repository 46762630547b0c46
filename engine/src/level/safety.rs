//! Mates in one that a move would allow.

use tandem_rules::Position;

/// True if the side to move mates at once with the holdings as they are.
pub(crate) fn allows_mate_in_one(position: &Position) -> bool {
    let mates = |&m: &tandem_rules::Move| {
        position.gives_check(m) && {
            let mut next = position.clone();
            let _partner_elsewhere = next.make(m, &mut ());
            next.count_legal() == 0
        }
    };
    position.legal_moves().iter().any(mates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, Variant};

    #[test]
    fn a_mate_on_the_board_or_by_a_drop_is_seen() {
        for (fen, expected) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1[] w - - 0 1", true),
            ("6k1/5pp1/7p/8/8/8/5PPP/R5K1[] w - - 0 1", false),
            ("6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1", true),
            ("6k1/5ppp/8/8/8/8/5PPP/6K1[n] w - - 0 1", false),
        ] {
            let position = Fen::position(fen, Variant::Bughouse, MoveRules::FICS);
            assert_eq!(allows_mate_in_one(&position.expect("sound")), expected, "{fen}");
        }
    }
}
