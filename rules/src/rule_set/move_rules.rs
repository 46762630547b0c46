//! Rules of moves.

/// The verdict of the rules on a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Permission {
    /// Legal: it may be played, and is generated.
    Yes,
    /// Accepted from an opponent or a server, but not legal: it is never generated to be played.
    Accepted,
    /// Illegal: it is refused.
    No,
}

/// The piece types to which a pawn may promote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Promotions {
    /// Queen, rook, bishop or knight.
    All,
    /// Queen or knight (WBN 1.1, 5.7).
    QueenKnight,
}

/// Rules of moves: the part of a rule set that belongs to a [`Position`](crate::Position), and
/// that decides what its key covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveRules {
    /// Castling with a rook dropped on a rook's home square, if the king never moved.
    ///
    /// *Yes*: with a rook that was dropped there and has not moved since (FIDE extension 3.5).
    /// *Accepted*: with any rook on a home square from which no rook ever moved, as on servers of
    /// the FICS family, which remember only that a king or a rook *moved*.
    pub castling_with_dropped_rook: Permission,
    /// Double step of a pawn that was dropped on its second rank.
    pub dropped_pawn_double_step: Permission,
    /// En passant after drops in between, that is, only a move on the board ends the right.
    pub en_passant_after_drops: Permission,
    /// The piece types to which a pawn may promote.
    pub promotions: Promotions,
    /// Castling after king and queen were set up the wrong way round: the king goes two squares
    /// towards the rook.
    pub crossed_castling: Permission,
}

impl MoveRules {
    /// Rules of the FIDE extension.
    pub const FIDE: Self = Self {
        castling_with_dropped_rook: Permission::Yes,
        dropped_pawn_double_step: Permission::Yes,
        en_passant_after_drops: Permission::No,
        promotions: Promotions::All,
        crossed_castling: Permission::No,
    };
    /// Rules of US Chess.
    pub const USCF: Self = Self {
        castling_with_dropped_rook: Permission::No,
        crossed_castling: Permission::Yes,
        ..Self::FIDE
    };
    /// Hawaii rules.
    pub const HAWAII: Self = Self::FIDE;
    /// Scholastic rules of US Chess.
    pub const SCHOLASTIC: Self = Self::USCF;
    /// Rules of the World Bughouse Network.
    pub const WBN: Self = Self { promotions: Promotions::QueenKnight, ..Self::USCF };
    /// Rules of servers of the FICS family.
    pub const FICS: Self = Self {
        castling_with_dropped_rook: Permission::Accepted,
        en_passant_after_drops: Permission::Accepted,
        ..Self::FIDE
    };
    /// Crazyhouse as servers have it: a dropped rook does not castle.
    pub const CRAZYHOUSE: Self = Self { castling_with_dropped_rook: Permission::No, ..Self::FIDE };
    /// Chess, in which nothing is dropped.
    pub const CHESS: Self = Self::CRAZYHOUSE;
}

impl Default for MoveRules {
    /// The rules of the servers, [`MoveRules::FICS`].
    fn default() -> Self {
        Self::FICS
    }
}
