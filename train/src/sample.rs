//! Samples: examples packed into 64 bytes; a training run reads many millions of them.

use tandem_nets::architecture::output;
use tandem_nets::{Feature, Perspective, Threats};
use tandem_rules::{Bitboard, Color, Holdings, Piece, PieceType, Square};

use crate::example::Example;
use crate::label::Label;

/// A position with its label, packed without loss of anything that the network uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    occupied: Bitboard,
    promoted: Bitboard,
    /// Four bits for each piece on the board, in the order of their squares, low bits first: an
    /// index into [`PIECES`].
    men: [u8; 32],
    holdings: [Holdings; 2],
    kings: [Square; 2],
    score: i16,
    /// The trust, in units of 1/255.
    trust: u8,
    /// Bits 0 and 1: the result in halves. Bit 2: set if Black is to move. Bit 3: set if the threats are
    /// hidden.
    marks: u8,
}

/// The bit of a sample whose threats are hidden.
const WITHOUT_THREATS: u8 = 1 << 3;

const _: () = assert!(size_of::<Sample>() == 64, "a line of the cache");

/// All pieces by color, then type.
const PIECES: [Piece; 12] = {
    let mut pieces = [Piece::new(Color::White, PieceType::Pawn); 12];
    let mut at = 0;
    while at < pieces.len() {
        pieces[at] = Piece::new(Color::ALL[at / 6], PieceType::ALL[at % 6]);
        at += 1;
    }
    pieces
};

impl Sample {
    /// Limit of scores, in centipawns; beyond it, the search has seen more than a network could.
    pub const MOST_SCORE: i32 = 2_000;

    /// Packs an example.
    pub fn of(example: &Example<'_>) -> Self {
        let Example { position, label, .. } = example;
        let mut men = [0; 32];
        for (at, square) in position.occupied().into_iter().enumerate() {
            let piece = position.piece_at(square);
            let code = piece.map_or(0, |piece| piece.color.index() * 6 + piece.piece_type.index());
            men[at / 2] |= (code as u8) << (at % 2 * 4);
        }
        let halves = (label.result * 2.0).round() as u8;
        let turn = position.side_to_move().index() as u8;
        Self {
            occupied: position.occupied(),
            promoted: position.promoted(),
            men,
            holdings: Color::ALL.map(|color| position.holdings(color)),
            kings: Color::ALL.map(|color| position.king(color)),
            score: label.score.round() as i16,
            trust: (label.trust * 255.0).round() as u8,
            marks: halves | turn << 2,
        }
    }

    /// The sample without the threats of its position: nothing is learned of them.
    #[must_use]
    pub const fn without_threats(self) -> Self {
        Self { marks: self.marks | WITHOUT_THREATS, ..self }
    }

    /// The label of the position, for its side to move.
    pub fn label(&self) -> Label {
        Label {
            score: f64::from(self.score),
            result: f64::from(self.marks & 3) / 2.0,
            trust: f64::from(self.trust) / 255.0,
        }
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Color {
        Color::ALL[(self.marks >> 2 & 1) as usize]
    }

    /// The output bucket of the position.
    pub(crate) const fn output(&self) -> usize {
        output(self.occupied.count())
    }

    /// Calls `show` with each active feature of a side's perspective, as often as it is active.
    pub fn features(&self, side: Color, mut show: impl FnMut(Feature)) {
        let perspective = Perspective::new(side, self.kings[side.index()]);
        let mut men = [[Bitboard::EMPTY; 6]; 2];
        for (at, square) in self.occupied.into_iter().enumerate() {
            let piece = PIECES[usize::from(self.men[at / 2] >> (at % 2 * 4) & 15)];
            men[piece.color.index()][piece.piece_type.index()] |= Bitboard::of(square);
            show(perspective.man(piece, square));
            if self.promoted.contains(square) {
                show(perspective.promoted(piece.color, square));
            }
        }
        for color in Color::ALL {
            for (piece, held) in self.holdings[color.index()].iter() {
                (1..=held)
                    .map_while(|count| perspective.held(color, piece, count))
                    .for_each(&mut show);
            }
        }
        if self.marks & WITHOUT_THREATS == 0 {
            Threats::of(&men).features(perspective).for_each(show);
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_nets::architecture::FEATURES;
    use tandem_rules::Position;

    use super::*;
    use crate::fixtures;

    /// The features of a position from a side's perspective in order, taken from the position itself.
    fn seen(position: &Position, side: Color) -> Vec<Feature> {
        let perspective = Perspective::new(side, position.king(side));
        let mut seen = Vec::new();
        for square in position.occupied() {
            let piece = position.piece_at(square).expect("somebody stands there");
            seen.push(perspective.man(piece, square));
            if position.promoted().contains(square) {
                seen.push(perspective.promoted(piece.color, square));
            }
        }
        for color in Color::ALL {
            for piece in PieceType::DROPPABLE {
                let held = 1..=position.holdings(color).count(piece);
                seen.extend(held.filter_map(|count| perspective.held(color, piece, count)));
            }
        }
        let men = |color| PieceType::ALL.map(|piece| position.pieces(color, piece));
        seen.extend(Threats::of(&Color::ALL.map(men)).features(perspective));
        seen.sort_unstable();
        seen
    }

    #[test]
    fn a_sample_shows_what_its_position_shows() {
        let (mut promoted, mut held) = (0, 0);
        for position in fixtures::positions(3_000) {
            let label = Label { score: -321.0, result: 0.5, trust: 1.0 };
            let sample = Sample::of(&Example { position: &position, label, is_noisy: false });
            assert_eq!((sample.label(), sample.side_to_move()), (label, position.side_to_move()));
            assert_eq!(sample.output(), output(position.occupied().count()));
            for side in Color::ALL {
                let mut shown = Vec::new();
                sample.features(side, |feature| shown.push(feature));
                shown.sort_unstable();
                assert_eq!(shown, seen(&position, side), "{}", position.to_fen());
                let mut hidden = Vec::new();
                sample.without_threats().features(side, |feature| hidden.push(feature));
                shown.retain(|feature| feature.index() < FEATURES);
                hidden.sort_unstable();
                assert_eq!(hidden, shown, "all but the threats");
            }
            promoted += usize::from(position.promoted().any());
            held += usize::from(Color::ALL.iter().any(|&side| position.holdings(side).total() > 2));
        }
        assert!(promoted > 300 && held > 100, "{promoted} {held}");
    }

    #[test]
    fn what_is_known_of_the_label_is_kept() {
        let position = &fixtures::positions(1)[0];
        for score in [-2_000.0, -1.0, 0.0, 2_000.0] {
            for (result, trust) in [(0.0, 0.0), (0.5, 1.0 / 3.0), (1.0, 1.0)] {
                let label = Label { score, result, trust };
                let kept = Sample::of(&Example { position, label, is_noisy: false }).label();
                assert_eq!(
                    (kept.score.to_bits(), kept.result.to_bits()),
                    (score.to_bits(), result.to_bits())
                );
                assert!((kept.trust - trust).abs() < 1e-12);
            }
        }
    }
}
