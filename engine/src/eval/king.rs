//! King danger: attackers beside a king, and the drops that its enemy could make there.

use tandem_rules::{Bitboard, CastlingSide, Color, PieceType, Position, attacks};

use super::layout::{
    ALWAYS, CASTLE, CONTACT, FAR, FLIGHT, GUARD, HELD, HELP, LEAP, LINE, NEIGHBOR, SUPPORTED, TURN,
};
use super::men::Reach;
use super::tally::Tally;

/// Counts the danger to the king of `color`; `own` and `enemy` are the attacks of its own men and
/// of the enemy's.
pub(super) fn count<T: Tally>(
    position: &Position,
    color: Color,
    own: &Reach,
    enemy: &Reach,
    danger: &mut T,
) {
    let mut near = Near { position, color, own, enemy, danger };
    near.ring();
    near.neighbors();
    near.lines_and_drops();
    near.holdings();
    near.rights();
}

struct Near<'a, T> {
    position: &'a Position,
    color: Color,
    own: &'a Reach,
    enemy: &'a Reach,
    danger: &'a mut T,
}

impl<T: Tally> Near<'_, T> {
    #[inline]
    fn add(&mut self, weight: usize, squares: Bitboard) {
        self.danger.add(weight, squares.count() as i32);
    }

    fn beside(&self) -> Bitboard {
        attacks::king(self.position.king(self.color))
    }

    /// Counts squares beside the king that only the king covers, and its flight squares.
    fn ring(&mut self) {
        let ring = self.beside();
        let bare = ring.without(self.own.covered);
        let holes = bare.without(self.position.occupied());
        self.add(GUARD.at(0), holes);
        self.add(GUARD.at(1), bare & self.enemy.attacked);
        self.add(GUARD.at(2), holes & self.enemy.attacked);
        let flights = ring.without(self.position.men(self.color) | self.enemy.attacked);
        self.danger.add(FLIGHT.at(flights.count()), 1);
    }

    fn neighbors(&mut self) {
        let ring = self.beside();
        let pawns = self.position.of_type(PieceType::Pawn);
        for (side, color) in [self.color, !self.color].into_iter().enumerate() {
            let men = ring & self.position.men(color);
            self.add(NEIGHBOR.at(2 * side), men & pawns);
            self.add(NEIGHBOR.at(2 * side + 1), men.without(pawns));
        }
    }

    /// Counts open lines to the king, and squares from which a held piece could check it.
    fn lines_and_drops(&mut self) {
        let (position, king) = (self.position, self.position.king(self.color));
        let occupied = position.occupied();
        let ring = attacks::king(king);
        let diagonal = attacks::bishop(king, occupied).without(occupied);
        let straight = attacks::rook(king, occupied).without(occupied);
        self.add(LINE.at(0), diagonal);
        self.add(LINE.at(1), straight);
        let held = position.holdings(!self.color);
        let holes = ring.without(occupied | self.own.covered);
        let safe = !(occupied | self.own.attacked);
        if held.has(PieceType::Pawn) {
            self.contact(PieceType::Pawn, holes & attacks::pawn(self.color, king));
        }
        if held.has(PieceType::Knight) {
            self.add(LEAP.at(0), attacks::knight(king) & safe);
        }
        for (kind, piece, lines) in [
            (0, PieceType::Bishop, diagonal),
            (1, PieceType::Rook, straight),
            (2, PieceType::Queen, diagonal | straight),
        ] {
            if held.has(piece) {
                self.contact(piece, holes & lines);
                self.add(FAR.at(kind), lines & safe);
            }
        }
    }

    fn contact(&mut self, piece: PieceType, squares: Bitboard) {
        self.add(CONTACT.at(piece.index()), squares);
        self.add(SUPPORTED.at(piece.index()), squares & self.enemy.attacked);
    }

    fn holdings(&mut self) {
        let [threat, help] = [!self.color, self.color].map(|color| self.position.holdings(color));
        for piece in PieceType::DROPPABLE {
            let count = i32::from(threat.count(piece));
            self.danger.add(HELD.at(2 * piece.index()), count.min(1));
            self.danger.add(HELD.at(2 * piece.index() + 1), (count - 1).clamp(0, 2));
            self.danger.add(HELP.at(piece.index()), i32::from(help.has(piece)));
        }
    }

    fn rights(&mut self) {
        let rights = self.position.castling().rights();
        let sides = CastlingSide::ALL.map(|side| usize::from(rights.has(self.color, side)));
        match sides[0] + sides[1] {
            0 => {}
            sides => self.danger.add(CASTLE.at(sides - 1), 1),
        }
        self.danger.add(TURN.at(0), i32::from(self.position.side_to_move() != self.color));
        self.danger.add(ALWAYS.at(0), 1);
    }
}
