//! Contact mates: mates by a single drop that nothing can be dropped in front of.
//!
//! Beside the king, or a knight's jump away, there is no square between: such a mate stands
//! whatever the defender holds and whatever still arrives. So it is a matter of the squares around
//! a king only, and is found with a few bitboards.
//!
//! For example, a king on h8 behind its own pawns on g7 and h7, with its rook on g8, is mated by a
//! knight dropped on f7, whatever its side holds.

use tandem_rules::{Bitboard, Color, Move, PieceType, PieceTypes, Position, Square, attacks};

/// The piece types with which `attacker`, if it were on turn and held one, would have a contact
/// mate: a drop beside the king of its opponent, or of a knight a jump away, that leaves no flight
/// and no legal capture of the dropped man. The real holdings do not matter.
///
/// If `attacker` is on turn and in check, the drop has to answer that check too. If the opponent is
/// on turn and in check, the answer is [`PieceTypes::NONE`]: it cannot leave things as they are. If
/// it is on turn and not in check, the answer tells what it has to reckon with.
pub fn contact_mates(position: &Position, attacker: Color) -> PieceTypes {
    let Some(siege) = Siege::new(position, attacker) else { return PieceTypes::NONE };
    PieceType::DROPPABLE.into_iter().filter(|&piece| siege.mate_with(piece).is_some()).collect()
}

/// The piece types with which `attacker` mates in contact with the king, and of which it holds
/// none.
pub fn lacking(position: &Position, attacker: Color) -> PieceTypes {
    let held = position.holdings(attacker);
    contact_mates(position, attacker).iter().filter(|&piece| !held.has(piece)).collect()
}

/// A contact mate with a piece that the side to move holds; it must not be in check.
pub(crate) fn mating_drop(position: &Position) -> Option<Move> {
    let us = position.side_to_move();
    let held = position.holdings(us);
    if held.is_empty() {
        return None;
    }
    let siege = Siege::new(position, us)?;
    held.iter().find_map(|(piece, _)| siege.mate_with(piece).map(|to| Move::drop(piece, to)))
}

/// Most squares around a king that a queen beside it attacks.
const MOST_OPEN: usize = 5;

/// A king, and the squares that decide whether a drop mates it.
struct Siege<'a> {
    position: &'a Position,
    attacker: Color,
    king: Square,
    /// All men but the king, which shields no square behind it.
    standing: Bitboard,
    /// Squares beside the king without a man of its own.
    flights: Bitboard,
    /// Squares that the attacker's men guard.
    guarded: Bitboard,
    /// Squares where the attacker may drop.
    droppable: Bitboard,
}

impl<'a> Siege<'a> {
    /// The siege of the king of `attacker`'s opponent; `None` if no drop can mate.
    fn new(position: &'a Position, attacker: Color) -> Option<Self> {
        let on_turn = position.side_to_move() == attacker;
        if !on_turn && position.in_check() {
            return None;
        }
        let king = position.king(!attacker);
        let standing = position.occupied().without(Bitboard::of(king));
        let flights = attacks::king(king).without(position.men(!attacker));
        let guarded = guarded_by(position, attacker, standing);
        let open = flights.without(guarded);
        if open.count() > MOST_OPEN {
            return None;
        }
        let droppable = match on_turn {
            true => position.drop_squares(),
            false => !position.occupied(),
        };
        Some(Self { position, attacker, king, standing, flights, guarded, droppable })
    }

    /// A square from which the piece mates.
    fn mate_with(&self, piece: PieceType) -> Option<Square> {
        let open = self.flights.without(self.guarded);
        self.checks(piece).into_iter().find(|&from| self.mates_from(piece, from, open))
    }

    /// The squares on which the piece gives a check that cannot be blocked, without those on which
    /// the king would capture it.
    fn checks(&self, piece: PieceType) -> Bitboard {
        // On a full board sliders reach only the next square.
        let checks = attacks::of(!self.attacker, piece, self.king, Bitboard::ALL) & self.droppable;
        match piece {
            PieceType::Knight => checks,
            PieceType::Pawn => (checks & self.guarded).without(Bitboard::BACK_RANKS),
            _ => checks & self.guarded,
        }
    }

    fn mates_from(&self, piece: PieceType, from: Square, open: Bitboard) -> bool {
        let reached = attacks::of(self.attacker, piece, from, self.standing);
        open.without(reached).is_empty()
            && !self.is_takeable(from)
            && self.shuts_in(from, reached | Bitboard::of(from))
    }

    /// True if a man other than the king may capture on `square`.
    fn is_takeable(&self, square: Square) -> bool {
        let defender = !self.attacker;
        let attackers = self.position.attackers_to(square, self.position.occupied());
        let takers = (attackers & self.position.men(defender)).without(Bitboard::of(self.king));
        takers.any() && {
            let pinned = self.position.pinned(defender);
            let is_free = |taker: Square| {
                !pinned.contains(taker) || attacks::line(self.king, taker).contains(square)
            };
            takers.into_iter().any(is_free)
        }
    }

    /// True if no flight is left with a man on `from`, which may block a line of its own side.
    fn shuts_in(&self, from: Square, reached: Bitboard) -> bool {
        let standing = self.standing | Bitboard::of(from);
        let left = self.flights.without(reached);
        left.without(guarded_by(self.position, self.attacker, standing)).is_empty()
    }
}

/// All squares that the men of a color attack with these squares occupied.
fn guarded_by(position: &Position, color: Color, occupied: Bitboard) -> Bitboard {
    let ahead = position.pieces(color, PieceType::Pawn).forward(color);
    let mut guarded = ahead.east() | ahead.west() | attacks::king(position.king(color));
    for from in position.pieces(color, PieceType::Knight) {
        guarded |= attacks::knight(from);
    }
    let queens = position.pieces(color, PieceType::Queen);
    for from in position.pieces(color, PieceType::Bishop) | queens {
        guarded |= attacks::bishop(from, occupied);
    }
    for from in position.pieces(color, PieceType::Rook) | queens {
        guarded |= attacks::rook(from, occupied);
    }
    guarded
}
