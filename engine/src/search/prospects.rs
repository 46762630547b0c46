//! Prospects: bonuses and penalties of root moves for one more piece from the other board.
//!
//! A line of search knows the present holdings. Before the opponent has answered, a piece may
//! arrive for either side; if it would give a contact mate, a root move is worth less, or more. The
//! other board, if it is seen, tells which piece may arrive at once.
//!
//! For example, our king stands in the corner behind its pawns, and the opponent lacks only a
//! knight to mate it. A knight is one of four pieces that arrive, so a move that leaves the king
//! there is worth a quarter of `arrival_danger` less; if the partner's board shows that a knight
//! can be captured at once, four times `arrival_danger`.

use tandem_rules::{Color, Handoff, Move, PieceTypes, Position, Variant};

use super::params::Params;
use crate::View;
use crate::mate::lacking;

/// Shares of arriving pieces in percent: pawns, knights, bishops, rooks, queens, in 63 games of two
/// and three minutes between people on a server.
const SHARES: [i32; 5] = [34, 25, 23, 10, 8];

/// The pieces that the other board may send to one color of the own board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    /// No piece in time.
    None,
    /// The usual pieces.
    Usual,
    /// Types that its partner could capture at once, as seen; none if the partner is not on turn.
    Seen(PieceTypes),
}

impl Incoming {
    /// The pieces that may come for `color`.
    pub(super) fn to(color: Color, view: &View) -> Self {
        if !view.help_may_come(color) {
            return Self::None;
        }
        view.within_reach_of_partner(color).map_or(Self::Usual, Self::Seen)
    }

    /// The weight of contact mates with these types, in percent.
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

/// The effect of one more piece on the partner's board, as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PartnerBoard {
    partner_is_on_turn: bool,
    /// Types with which our partner has a contact mate.
    gifts: PieceTypes,
    /// Types with which its opponent has one.
    losses: PieceTypes,
}

impl PartnerBoard {
    /// The effect on the partner's board; `None` if it is not seen.
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

    /// True if the piece sent there gives our partner a contact mate.
    fn is_gift(self, sent: Option<Handoff>) -> bool {
        sent.is_some_and(|sent| self.gifts.contains(sent.piece))
    }

    /// True if the side to move here can capture a piece that gives the partner's opponent a
    /// contact mate.
    fn is_loss(self, position: &Position) -> bool {
        !self.losses.is_empty()
            && position.possible_handoffs().iter().any(|piece| self.losses.contains(piece))
    }

    /// The worth of a root move for that board, in centipawns: the piece sent, less the pieces left
    /// to capture.
    fn worth(self, next: &Position, handoff: Option<Handoff>, params: &Params) -> i32 {
        let (gift, loss) = match self.partner_is_on_turn {
            true => (params.gift_at_once, params.loss_later),
            false => (params.gift_later, params.loss_at_once),
        };
        i32::from(self.is_gift(handoff)) * gift - i32::from(self.is_loss(next)) * loss
    }
}

/// The worth of root moves for one more piece from or for the other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Prospects {
    /// For each color, the pieces that may arrive before its next move.
    incoming: [Incoming; 2],
    /// The effect of one more piece on the partner's board, if it is seen.
    partner_board: Option<PartnerBoard>,
}

impl Prospects {
    pub(super) fn of(view: &View) -> Self {
        let incoming = Color::ALL.map(|color| Incoming::to(color, view));
        Self { incoming, partner_board: PartnerBoard::of(view) }
    }

    /// The worth of a root move beyond its score, in centipawns.
    pub(super) fn of_move(self, position: &Position, m: Move, params: &Params) -> i32 {
        if position.variant() != Variant::Bughouse {
            return 0; // nothing arrives
        }
        let mut next = position.clone();
        let handoff = next.make(m, &mut ());
        let there = self.partner_board.map_or(0, |board| board.worth(&next, handoff, params));
        self.arrivals(&next, params) + there
    }

    /// The worth of a root move for arrivals on the own board, in centipawns.
    fn arrivals(self, next: &Position, params: &Params) -> i32 {
        let them = next.side_to_move();
        let percent = |attacker: Color| {
            self.incoming[attacker.index()].percent(lacking(next, attacker), params)
        };
        (params.arrival_threat * percent(!them) - params.arrival_danger * percent(them)) / 100
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
            let params = Params::usual(Variant::Bughouse);
            let usual =
                Color::ALL.map(|color| Incoming::Usual.percent(lacking(&position, color), &params));
            assert_eq!(usual, [white, black], "{fen}");
        }
    }

    /// (the partner's board, pieces for White, pieces for Black)
    const INCOMING: &[(&str, Incoming, Incoming)] = &[
        // White's partner is Black there, and on turn: it captures the pawn or the promoted knight.
        (
            "4k3/8/3p4/2P1N~3/8/8/8/4K3[] b - - 0 1",
            Incoming::Seen(PieceTypes::NONE.with(PieceType::Pawn)),
            Incoming::Seen(PieceTypes::NONE),
        ),
        // En passant.
        (
            "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1",
            Incoming::Seen(PieceTypes::NONE),
            Incoming::Seen(PieceTypes::NONE.with(PieceType::Pawn)),
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
        assert_eq!(Color::ALL.map(|color| Incoming::to(color, &view)), [Incoming::Usual; 2]);
        for &(fen, white, black) in INCOMING {
            view.other = Some(position(fen));
            assert_eq!(Color::ALL.map(|color| Incoming::to(color, &view)), [white, black], "{fen}");
        }
    }

    /// (our board after a move of White, the captured type, the partner's board, that piece mates
    /// there for Black, Black here can capture a piece that mates there for White)
    const EXCHANGES: &[(&str, Option<PieceType>, &str, bool, bool)] = &[
        ("4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", Some(PieceType::Knight), HOLE, true, true),
        ("4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", Some(PieceType::Rook), HOLE, false, true),
        ("4k3/8/8/3p4/4B3/8/8/4K3[] b - - 0 1", None, HOLE, false, false),
        ("4k3/8/8/8/4N3/8/8/4K3[] b - - 0 1", None, HOLE, false, false),
    ];
    /// A board on which a knight mates either king.
    const HOLE: &str = "6rk/6pp/8/8/8/8/6PP/6RK[] w - - 0 1";

    #[test]
    fn what_is_exchanged_here_may_mate_there() {
        let position = |fen| {
            Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound")
        };
        for &(here, taken, there, gift, loss) in EXCHANGES {
            let (here, there) = (position(here), position(there));
            let sent = taken.map(|piece| Handoff { color: Color::Black, piece });
            let board = PartnerBoard::seen_by(Color::Black, &there);
            assert_eq!(board.is_gift(sent), gift, "{taken:?}");
            assert_eq!(board.is_loss(&here), loss, "{here:?}");
        }
    }
}
