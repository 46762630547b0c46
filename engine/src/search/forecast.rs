//! The forecast: pieces that the partner's board is about to send, and what that board is worth.
//!
//! While moves are made here, moves are made there. A piece that is about to be captured there, by
//! our partner or by the opponent's, counts as an arrival here in every line that is long enough.
//!
//! For example, a short search of the partner's board says that our partner takes a rook there and
//! is recaptured, which costs a knight. Every line here then has the rook in our holdings after its
//! first ply, and the knight in the opponent's after its second.
//!
//! The score of that search is what a draw here would cost: it ends both boards.

use tandem_rules::{Color, Handoff, Key, Move, Position};

use crate::Score;

/// Maximum length of a forecast, in plies: what comes later is mere guessing.
const MOST_PLIES: usize = 4;

/// The outcome of a short search of the partner's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Forecast {
    /// The arrivals expected on the own board after each ply of a line.
    arrivals: [Option<Handoff>; MOST_PLIES],
    /// The score of the partner's board for our team; zero if that board is not seen.
    score: Score,
}

impl Forecast {
    /// The forecast from the PV of the partner's board: the handoffs of its first `plies` moves, if
    /// both boards move at one pace.
    pub(crate) fn of(partners: &Position, line: &[Move], plies: usize) -> Self {
        let mut position = partners.clone();
        let mut forecast = Self::default();
        for (&m, arrival) in line.iter().zip(&mut forecast.arrivals).take(plies) {
            *arrival = position.make(m, &mut ());
        }
        forecast
    }

    /// The forecast with this score of the partner's board for our team.
    #[must_use]
    pub(crate) fn with_score(self, score: Score) -> Self {
        Self { score, ..self }
    }

    /// The score of the partner's board for our team; zero if that board is not seen.
    pub(super) fn score(self) -> Score {
        self.score
    }

    /// The arrival after this ply.
    pub(super) fn after(self, ply: usize) -> Option<Handoff> {
        self.arrivals.get(ply).copied().flatten()
    }

    /// True if no arrival is expected.
    pub(super) fn is_empty(self) -> bool {
        self.arrivals.iter().all(Option::is_none)
    }

    /// True if an arrival is expected for `color`.
    pub(super) fn helps(self, color: Color) -> bool {
        self.arrivals.iter().flatten().any(|arrival| arrival.color == color)
    }

    /// The forecast without the arrivals for `color`.
    pub(super) fn without(self, color: Color) -> Self {
        let arrivals =
            self.arrivals.map(|arrival| arrival.filter(|arrival| arrival.color != color));
        Self { arrivals, ..self }
    }

    /// The forecast without any arrival.
    pub(super) fn without_arrivals(self) -> Self {
        Self { arrivals: [None; MOST_PLIES], ..self }
    }

    /// Hash that separates TT entries at `ply` by the arrivals still to come.
    pub(super) fn salt(self, ply: usize) -> Key {
        let rest = self.arrivals.get(ply..).unwrap_or_default();
        let mixed = rest.iter().zip(1u64..).fold(0u64, |salt, (arrival, nth)| {
            let Some(Handoff { color, piece }) = arrival else { return salt };
            let which = 1 + color.index() as u64 + 2 * piece.index() as u64;
            (salt ^ which << (8 * nth)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        Key(mixed)
    }

    /// The score of a move of `mover` that was searched with the arrival after it. A win decided
    /// for the side that receives the piece is demoted, since the piece may not arrive; a loss of
    /// that side is a loss with or without it.
    pub(super) fn judge(self, score: Score, mover: Color, ply: usize) -> Score {
        let winner = if score > Score::DRAW { mover } else { !mover };
        match self.after(ply) {
            Some(arrival) if arrival.color == winner => score.as_expected(),
            _ => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, PieceType, Variant};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound")
    }

    /// A board where White captures a knight and is recaptured.
    const TRADE: &str = "4k3/3p4/2n5/8/8/8/8/2R1K3[] w - - 0 1";

    fn line(position: &Position, moves: &[&str]) -> Vec<Move> {
        let mut position = position.clone();
        let play = |text: &&str| {
            let m = position.parse_coordinate(text).expect("a legal move");
            let _here = position.make(m, &mut ());
            m
        };
        moves.iter().map(play).collect()
    }

    #[test]
    fn what_is_taken_there_arrives_here_a_ply_later_in_the_hand_of_the_partner() {
        let partners = position(TRADE);
        let moves = line(&partners, &["c1c6", "d7c6", "e1e2"]);
        let forecast = Forecast::of(&partners, &moves, 3);
        let arrivals: Vec<_> = (0..5).map(|ply| forecast.after(ply)).collect();
        let expected = [(Color::Black, PieceType::Knight), (Color::White, PieceType::Rook)];
        let mut expected: Vec<_> =
            expected.map(|(color, piece)| Some(Handoff { color, piece })).into();
        expected.extend([None; 3]);
        assert_eq!(arrivals, expected);
        assert!(Forecast::of(&partners, &moves, 0).is_empty());
    }

    #[test]
    fn the_arrivals_of_one_color_can_be_left_out() {
        let partners = position(TRADE);
        let moves = line(&partners, &["c1c6", "d7c6"]);
        let forecast = Forecast::of(&partners, &moves, 2);
        let pieces =
            |forecast: Forecast| [0, 1].map(|ply| forecast.after(ply).map(|arrival| arrival.piece));
        assert!(Color::ALL.iter().all(|&color| forecast.helps(color)));
        assert_eq!(pieces(forecast.without(Color::Black)), [None, Some(PieceType::Rook)]);
        assert!(!forecast.without(Color::Black).helps(Color::Black));
    }

    #[test]
    fn the_table_is_shared_with_everybody_once_nothing_more_arrives() {
        let partners = position(TRADE);
        let moves = line(&partners, &["c1c6", "d7c6"]);
        let forecast = Forecast::of(&partners, &moves, 2);
        let salts: Vec<_> = (0..4).map(|ply| forecast.salt(ply)).collect();
        assert!(salts[0] != salts[1] && salts[0] != Key(0) && salts[1] != Key(0));
        assert_eq!(salts[2..], [Key(0), Key(0)]);
        assert_eq!(Forecast::default().salt(0), Key(0));
    }
}
