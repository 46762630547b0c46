//! What may be moved.

/// What a rule says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Permission {
    /// Tandem plays it.
    Yes,
    /// Taken from an opponent or a server, never played.
    Accepted,
    /// Refused.
    No,
}

/// To what a pawn may promote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotions {
    /// Queen, rook, bishop or knight.
    All,
    /// Queen or knight (WBN 1.1, 5.7).
    QueenKnight,
}

/// What may be moved: the part of a rule set that belongs to a position, and to its key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// Castling with a rook dropped on a rook's home square, the king never having moved.
    ///
    /// *Yes*: with a rook that was dropped there and has not moved since (FIDE 3.5). *Accepted*:
    /// as servers of the FICS family have it, which remember only that a king or a rook *moved*:
    /// any rook that stands on a home square from which none ever moved.
    pub castling_with_dropped_rook: Permission,
    /// A pawn dropped on its second rank may advance two squares.
    pub dropped_pawn_double_step: Permission,
    /// En passant though drops came in between (only a board move clears the right).
    pub en_passant_after_drops: Permission,
    /// To what a pawn may promote.
    pub promotions: Promotions,
    /// King and queen set up the wrong way round: the king castles two squares towards the rook.
    pub crossed_castling: Permission,
}

impl MoveRules {
    /// The FIDE extension (source 000).
    pub const FIDE: Self = Self {
        castling_with_dropped_rook: Permission::Yes,
        dropped_pawn_double_step: Permission::Yes,
        en_passant_after_drops: Permission::No,
        promotions: Promotions::All,
        crossed_castling: Permission::No,
    };
    /// US Chess (source 001).
    pub const USCF: Self = Self {
        castling_with_dropped_rook: Permission::No,
        crossed_castling: Permission::Yes,
        ..Self::FIDE
    };
    /// Hawaii (source 002).
    pub const HAWAII: Self = Self::FIDE;
    /// US Chess scholastic (source 003).
    pub const SCHOLASTIC: Self = Self::USCF;
    /// World Bughouse Network (source 004).
    pub const WBN: Self = Self { promotions: Promotions::QueenKnight, ..Self::USCF };
    /// What a server of the FICS family does.
    pub const FICS: Self = Self {
        castling_with_dropped_rook: Permission::Accepted,
        en_passant_after_drops: Permission::Accepted,
        ..Self::FIDE
    };
    /// Crazyhouse as its servers have it: a rook that was dropped does not castle.
    pub const CRAZYHOUSE: Self = Self { castling_with_dropped_rook: Permission::No, ..Self::FIDE };
    /// Chess, in which nothing is dropped.
    pub const CHESS: Self = Self::CRAZYHOUSE;
}

impl Default for MoveRules {
    /// What the servers do.
    fn default() -> Self {
        Self::FICS
    }
}
