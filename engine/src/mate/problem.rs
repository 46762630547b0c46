//! The problem of a mate search: the attacker, and the pieces that may come to the defender's help.

use std::hash::{DefaultHasher, Hash, Hasher};

use tandem_rules::{CastlingSide, Color, Move, PieceType, PieceTypes, Position, Variant};

use super::hands::{HandKeys, Hands};
use super::numbers::Role;
use super::path::NodeKey;

/// The pieces that the defender's partner may send.
///
/// In crazyhouse and chess there is no partner, and nothing arrives in any case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// Nothing: the holdings stay as they are.
    Frozen,
    /// At every check one piece of any of these types, unless all of its kind stand on this board
    /// already (see [`Position::possible_arrivals`]).
    Arriving(PieceTypes),
}

impl Supply {
    /// Any piece that could still arrive.
    pub const ANY: Self = Self::Arriving(PieceTypes::DROPPABLE);
}

/// A question to the mate search.
pub(super) struct Problem {
    attacker: Color,
    supply: Supply,
    /// Hash that separates the results of different problems in the table.
    salt: u64,
}

impl Problem {
    /// The problem of a mate by the side to move.
    pub(super) fn new(position: &Position, supply: Supply) -> Self {
        let attacker = position.side_to_move();
        let castling = position.castling();
        let homes = Color::ALL.map(|color| {
            CastlingSide::ALL
                .map(|side| castling.home(color, side).map(tandem_rules::Square::index))
        });
        let mut hasher = DefaultHasher::new();
        let rules = (position.variant(), position.rules());
        (attacker.index(), supply, rules, homes).hash(&mut hasher);
        Self { attacker, supply, salt: hasher.finish() }
    }

    pub(super) fn role(&self, position: &Position) -> Role {
        match position.side_to_move() == self.attacker {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    pub(super) fn node(&self, position: &Position, keys: &HandKeys) -> NodeKey {
        NodeKey {
            key: keys.bare_key(position) ^ self.salt,
            hands: Hands::of(position, self.attacker),
        }
    }

    /// The position after a move, with the defender supplied.
    pub(super) fn after(&self, position: &Position, m: Move) -> Position {
        let mut next = position.clone();
        let _partner_elsewhere = next.make(m, &mut ());
        self.supply(&mut next);
        next
    }

    /// Sets the defender's holdings to one of each type that may arrive; more are not needed, since
    /// a new one may arrive for each that is dropped.
    pub(super) fn supply(&self, position: &mut Position) {
        let Supply::Arriving(types) = self.supply else { return };
        if position.variant() != Variant::Bughouse {
            return;
        }
        let defender = !self.attacker;
        let arrivals = position.possible_arrivals(defender);
        let mut holdings = position.holdings(defender);
        for piece in PieceType::DROPPABLE.into_iter().filter(|&piece| types.contains(piece)) {
            holdings.set(piece, u8::from(arrivals.contains(piece)));
        }
        position.set_holdings(defender, holdings, &mut ());
    }
}
