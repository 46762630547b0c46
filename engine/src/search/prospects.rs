//! What one more piece from the other board would do to the moves at the root.
//!
//! A line of search knows what is held now. Before the opponent has answered, a piece may come to
//! it, or to us; where that would mate beside the king, a move is worth less, or more. Which piece
//! may come at once, the other board shows where it is seen.

use tandem_rules::{Color, Handoff, Move, PieceTypes, Position, Variant};

use super::Search;
use super::elsewhere::lacking;
use super::params::Params;
use crate::View;
use crate::view::within_reach;

/// Of a hundred pieces that come, how many are pawns, knights, bishops, rooks, queens: in 63 games of
/// two and three minutes between people on a server.
const SHARES: [i32; 5] = [34, 25, 23, 10, 8];

/// What the other board may send to each color of the own one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Supply {
    /// Nothing in time.
    None,
    /// What usually comes.
    Usual,
    /// Its partner is on turn and could take one of these; or is not, if there are none.
    Seen(PieceTypes),
}

impl Supply {
    /// What may come to this color.
    pub(super) fn to(color: Color, view: &View) -> Self {
        if !view.help_may_come(color) {
            return Self::None;
        }
        view.within_reach_of_partner(color).map_or(Self::Usual, Self::Seen)
    }

    /// What the mates with one of these that may come count, in percent.
    fn percent(self, pieces: PieceTypes, params: &Params) -> i32 {
        let usual =
            |pieces: PieceTypes| -> i32 { pieces.iter().map(|piece| SHARES[piece.index()]).sum() };
        match self {
            Self::None => 0,
            Self::Usual => usual(pieces),
            Self::Seen(reach) if pieces.iter().any(|piece| reach.contains(piece)) => {
                params.arrival_certain
            }
            Self::Seen(_) => usual(pieces) * params.arrival_later / 100,
        }
    }
}

/// What could be done with one more piece on the partner's board, as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Beyond {
    partner_is_on_turn: bool,
    /// The types with which our partner mates there.
    gifts: PieceTypes,
    /// Those with which its opponent does.
    losses: PieceTypes,
}

impl Beyond {
    /// `None` where that board is not seen.
    pub(super) fn of(view: &View) -> Option<Self> {
        let other = view.other.as_ref()?;
        Some(Self::seen_by(view.seat.partner().color, other))
    }

    fn seen_by(partner: Color, other: &Position) -> Self {
        Self {
            partner_is_on_turn: other.side_to_move() == partner,
            gifts: lacking(other, partner),
            losses: lacking(other, !partner),
        }
    }

    /// True if what is sent there is what our partner mates with.
    fn is_gift(self, sent: Option<Handoff>) -> bool {
        sent.is_some_and(|sent| self.gifts.contains(sent.piece))
    }

    /// True if the side to move here can take what our partner is mated with.
    fn is_loss(self, here: &Position) -> bool {
        !self.losses.is_empty()
            && within_reach(here).iter().any(|piece| self.losses.contains(piece))
    }

    /// What a move sends there, and what may be taken after it, in centipawns.
    fn worth(self, next: &Position, handoff: Option<Handoff>, params: &Params) -> i32 {
        let (gift, loss) = match self.partner_is_on_turn {
            true => (params.gift_at_once, params.loss_later),
            false => (params.gift_later, params.loss_at_once),
        };
        i32::from(self.is_gift(handoff)) * gift - i32::from(self.is_loss(next)) * loss
    }
}

impl Search<'_> {
    /// What a move at the root is worth beyond its score, in centipawns.
    pub(super) fn prospects(&self, m: Move) -> i32 {
        let position = &self.view.own;
        if position.variant() != Variant::Bughouse {
            return 0; // nothing comes
        }
        let mut next = position.clone();
        let handoff = next.make(m, &mut ());
        let there = self.beyond.map_or(0, |beyond| beyond.worth(&next, handoff, self.params));
        self.here(&next) + there
    }

    /// What may come to the own board after a move.
    fn here(&self, next: &Position) -> i32 {
        let them = next.side_to_move();
        let percent = |attacker: Color| {
            self.supply[attacker.index()].percent(lacking(next, attacker), self.params)
        };
        (self.params.arrival_threat * percent(!them) - self.params.arrival_danger * percent(them))
            / 100
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, PieceType};

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
            let params = Params::default();
            let usual =
                Color::ALL.map(|color| Supply::Usual.percent(lacking(&position, color), &params));
            assert_eq!(usual, [white, black], "{fen}");
        }
    }

    /// (the partner's board, what it may send to White and to Black)
    const SUPPLIES: &[(&str, Supply, Supply)] = &[
        // White's partner is Black there, and on turn: it takes the pawn or the promoted knight.
        (
            "4k3/8/3p4/2P1N~3/8/8/8/4K3[] b - - 0 1",
            Supply::Seen(PieceTypes::NONE.with(PieceType::Pawn)),
            Supply::Seen(PieceTypes::NONE),
        ),
        // En passant.
        (
            "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1",
            Supply::Seen(PieceTypes::NONE),
            Supply::Seen(PieceTypes::NONE.with(PieceType::Pawn)),
        ),
    ];

    #[test]
    fn what_may_come_at_once_is_what_the_other_board_can_take() {
        let position = |fen| {
            Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound")
        };
        let own = position("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        let seat = tandem_rules::BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, own, tandem_rules::OutcomeRules::default());
        assert_eq!(Color::ALL.map(|color| Supply::to(color, &view)), [Supply::Usual; 2]);
        for &(fen, white, black) in SUPPLIES {
            view.other = Some(position(fen));
            assert_eq!(Color::ALL.map(|color| Supply::to(color, &view)), [white, black], "{fen}");
        }
    }

    /// (our board after a capture by White, what was taken, the partner's board, whether that mates
    /// there for Black, whether Black here can take what mates there for White)
    const EXCHANGES: &[(&str, Option<PieceType>, &str, bool, bool)] = &[
        ("4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", Some(PieceType::Knight), HOLE, true, true),
        ("4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", Some(PieceType::Rook), HOLE, false, true),
        ("4k3/8/8/3p4/4B3/8/8/4K3[] b - - 0 1", None, HOLE, false, false),
        ("4k3/8/8/8/4N3/8/8/4K3[] b - - 0 1", None, HOLE, false, false),
    ];
    /// A knight mates either king.
    const HOLE: &str = "6rk/6pp/8/8/8/8/6PP/6RK[] w - - 0 1";

    #[test]
    fn what_is_exchanged_here_may_mate_there() {
        let position = |fen| {
            Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound")
        };
        for &(here, taken, there, gift, loss) in EXCHANGES {
            let (here, there) = (position(here), position(there));
            let sent = taken.map(|piece| Handoff { color: Color::Black, piece });
            let beyond = Beyond::seen_by(Color::Black, &there);
            assert_eq!(beyond.is_gift(sent), gift, "{taken:?}");
            assert_eq!(beyond.is_loss(&here), loss, "{here:?}");
        }
    }
}
