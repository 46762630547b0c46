//! What one more piece from the other board would do to the moves at the root.
//!
//! A line of search knows what is held now. Before the opponent has answered, a piece may come to
//! it, or to us; where that would mate beside the king, a move is worth less, or more.

use tandem_rules::{Color, Move, PieceType, Position, Variant};

use super::Search;
use crate::mate::contact_mates;

/// Of a hundred pieces that come, how many are pawns, knights, bishops, rooks, queens: in 63 games of
/// two and three minutes between people on a server.
const SHARES: [i32; 5] = [34, 25, 23, 10, 8];

impl Search<'_> {
    /// What a move at the root is worth beyond its score, in centipawns.
    pub(super) fn prospects(&self, m: Move) -> i32 {
        let position = &self.view.own;
        if position.variant() != Variant::Bughouse {
            return 0; // nothing comes
        }
        let us = position.side_to_move();
        let mut next = position.clone();
        let _partner_elsewhere = next.make(m, &mut ());
        let share = |attacker: Color| {
            let may_come = self.help_may_come[attacker.index()];
            if may_come { mating_share(&next, attacker) } else { 0 }
        };
        (self.params.arrival_threat * share(us) - self.params.arrival_danger * share(!us)) / 100
    }
}

/// Of a hundred pieces that may come to a side, how many it could mate with at once, and has none of.
fn mating_share(position: &Position, attacker: Color) -> i32 {
    let held = position.holdings(attacker);
    let mates = contact_mates(position, attacker);
    let share = |piece: PieceType| SHARES[piece.index()];
    mates.iter().filter(|&piece| held.count(piece) == 0).map(share).sum()
}

#[cfg(test)]
mod tests {
    use tandem_rules::MoveRules;
    use tandem_rules::notation::Fen;

    use super::*;

    #[test]
    fn only_pieces_that_are_not_held_yet_and_mate_beside_the_king_count() {
        for (fen, white, black) in [
            ("6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1", 25, 0),
            ("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", 0, 0),
            ("6k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", 0, 0),
            ("4k3/8/8/8/8/8/6PP/6RK[q] b - - 0 1", 0, 25),
        ] {
            let position = Fen::position(fen, Variant::Bughouse, MoveRules::FICS);
            let position = position.expect("the table holds sound positions");
            let shares = Color::ALL.map(|color| mating_share(&position, color));
            assert_eq!(shares, [white, black], "{fen}");
        }
    }
}
