//! The layout of the weight table: the meaning of each weight, and its index.

/// A group of weights: a range of the table.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    /// Description of the group, which becomes a comment in the table's source.
    pub(crate) about: &'static str,
    pub(crate) start: usize,
    pub(crate) len: usize,
    /// Number of weights on a line of the source.
    pub(crate) line: usize,
}

impl Group {
    const fn first(about: &'static str, len: usize, line: usize) -> Self {
        Self { about, start: 0, len, line }
    }

    const fn then(self, about: &'static str, len: usize, line: usize) -> Self {
        Self { about, start: self.end(), len, line }
    }

    /// The index after its last weight.
    pub(crate) const fn end(self) -> usize {
        self.start + self.len
    }

    /// The table index of one of its weights.
    pub(super) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

// Values of men and holdings by themselves.
pub(crate) const BOARD: Group =
    Group::first("A man on the board: pawn, knight, bishop, rook, queen", 5, 5);
pub(crate) const PROMOTED: Group =
    BOARD.then("A promoted man on the board: knight, bishop, rook, queen", 4, 4);
pub(crate) const CHESS: Group =
    PROMOTED.then("A man in chess, set by hand: pawn, knight, bishop, rook, queen", 5, 5);
pub(crate) const HAND: Group = CHESS.then(
    "Holdings, a line for each type: the first piece, the second, each further one",
    15,
    3,
);
// Activity of men.
pub(crate) const PLACE: Group = HAND.then(
    "Piece-square values: files a or h to d or e, a line for each rank, eight for each type",
    192,
    4,
);
pub(crate) const MOBILITY: Group =
    PLACE.then("Mobility, 0 to 27 squares: knight, bishop, rook, queen", 4 * REACH, REACH);
pub(crate) const COVERED: Group =
    MOBILITY.then("Pawns defended by pawns, minor pieces defended by pawns", 2, 2);
pub(crate) const THREAT: Group = COVERED.then(
    "Threats, opponent on turn, then own turn: by a pawn to a minor piece, to a major piece; to an undefended pawn, piece",
    8,
    4,
);
pub(crate) const TEMPO: Group = THREAT.then("Tempo: the side to move", 1, 1);
// From here on: king danger, of which the square counts.
pub(crate) const RING: Group = TEMPO.then(
    "An attack on a square beside the king by a pawn, knight, bishop, rook, queen",
    5,
    5,
);
pub(crate) const GUARD: Group =
    RING.then("Squares beside the king that only the king defends: empty, attacked, both", 3, 3);
pub(crate) const FLIGHT: Group = GUARD.then("Flight squares: 0 to 8", 9, 9);
pub(crate) const NEIGHBOR: Group =
    FLIGHT.then("Beside the king: own pawn, own piece, enemy pawn, enemy piece", 4, 4);
pub(crate) const LINE: Group =
    NEIGHBOR.then("Empty squares in line with the king: diagonally, straight", 2, 2);
pub(crate) const HELD: Group =
    LINE.then("Enemy holdings, a line for each type: the first piece, each further one", 10, 2);
pub(crate) const HELP: Group = HELD.then("Own holdings: pawn to queen", 5, 5);
pub(crate) const CONTACT: Group =
    HELP.then("Empty squares beside the king for a drop with check: pawn to queen", 5, 5);
pub(crate) const SUPPORTED: Group =
    CONTACT.then("Of these, squares on which the king cannot capture: pawn to queen", 5, 5);
pub(crate) const LEAP: Group = SUPPORTED.then("Safe squares for a knight drop with check", 1, 1);
pub(crate) const FAR: Group =
    LEAP.then("Safe squares for other drops with check: bishop, rook, queen", 3, 3);
pub(crate) const CASTLE: Group = FAR.then("Castling rights: one side, both sides", 2, 2);
pub(crate) const TURN: Group = CASTLE.then("The enemy is to move", 1, 1);
pub(crate) const ALWAYS: Group = TURN.then("Constant term", 1, 1);

/// All groups in table order.
pub(crate) const GROUPS: [Group; 23] = [
    BOARD, PROMOTED, CHESS, HAND, PLACE, MOBILITY, COVERED, THREAT, TEMPO, RING, GUARD, FLIGHT,
    NEIGHBOR, LINE, HELD, HELP, CONTACT, SUPPORTED, LEAP, FAR, CASTLE, TURN, ALWAYS,
];
/// Number of weights.
pub(crate) const COUNT: usize = ALWAYS.end();
/// Index of the first weight of king danger.
pub(crate) const DANGER: usize = RING.start;
/// Mobility values, 0 to 27: no man reaches more squares.
pub(super) const REACH: usize = 28;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_are_the_table() {
        let mut end = 0;
        for group in GROUPS {
            assert_eq!((group.start, group.len % group.line), (end, 0), "{}", group.about);
            end = group.end();
        }
        assert_eq!(end, COUNT);
    }
}
