//! Both boards of a game: the order of their moves, and the pairs of positions that they met.

use tandem_rules::{BoardId, Boards, Position};

use crate::board::{Board, BoardFault, BoardNumber, PlayedMove};
use crate::edge::Flags;
use crate::replay::{Visit, first_visit, start};

/// The number of moves of a game, on both boards together, before which pairs of positions are
/// indexed.
pub const PAIR_DEPTH: usize = 24;

/// Both boards of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Their numbers. The first board stands for board A.
    pub numbers: [BoardNumber; 2],
    /// The boards.
    pub boards: [Board; 2],
    /// The board of each move, in the order in which they were made.
    pub plies: Vec<BoardId>,
}

/// The order of all moves of a game, from the number of moves on board A before each move on B;
/// `None` if the numbers fall or there are too few moves on A.
pub(crate) fn plies(moves_on_a: usize, order: &[u16]) -> Option<Vec<BoardId>> {
    let mut plies = Vec::with_capacity(moves_on_a + order.len());
    let mut made = 0;
    for &before in order {
        let more = usize::from(before).checked_sub(made)?;
        made += more;
        plies.extend(std::iter::repeat_n(BoardId::A, more).chain([BoardId::B]));
    }
    let left = moves_on_a.checked_sub(made)?;
    plies.extend(std::iter::repeat_n(BoardId::A, left));
    Some(plies)
}

/// The key of a pair of positions, the same for both orders of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PairKey {
    /// The key, which takes the place of that of a placement.
    pub(crate) key: u64,
    /// The position that comes first. Moves of the other one have the mark [`PairKey::SECOND`].
    pub(crate) first: BoardId,
}

impl PairKey {
    /// Stands in place of the key of holdings, for a move on the second board.
    pub(crate) const SECOND: u32 = 1;

    pub(crate) fn of(boards: &Boards) -> Self {
        let whole = |position: &Position| position.placement_key().0 ^ position.holdings_key().0;
        let [a, b] = BoardId::ALL.map(|board| whole(boards.position(board)));
        // Keys of equal positions are equal, and a move on either board is one on the first.
        let first = if a <= b { BoardId::A } else { BoardId::B };
        Self { key: mixed(mixed(a.min(b)).wrapping_add(a.max(b))), first }
    }

    /// The mark of a move on a board; moves on equal boards have the same.
    pub(crate) fn mark(self, board: BoardId, boards: &Boards) -> u32 {
        let [a, b] = BoardId::ALL.map(|board| boards.position(board));
        let is_first = board == self.first
            || a.placement_key() == b.placement_key() && a.holdings_key() == b.holdings_key();
        if is_first { 0 } else { Self::SECOND }
    }

    /// The board of a mark.
    pub(crate) fn board(self, mark: u32) -> BoardId {
        if mark == Self::SECOND { self.first.other() } else { self.first }
    }
}

/// The finalizer of `splitmix64`: each bit of the number depends on each bit of the result.
const fn mixed(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Replays both boards and collects the visits of their pairs of positions, with the board of each
/// move: one for each pair and move, the first.
///
/// # Errors
/// [`BoardFault::Order`] with `partner` if the boards cannot have been played in this order.
pub(crate) fn pair_visits(
    [a, b]: [&Board; 2],
    plies: &[BoardId],
    partner: BoardNumber,
) -> Result<(Vec<Visit>, Vec<BoardId>), BoardFault> {
    let fault = || BoardFault::Order(partner);
    let mut boards = Boards::new(start(a)?, start(b)?);
    let mut moves = [a, b].map(|board| board.moves.iter());
    let (mut visits, mut on) = (Vec::new(), Vec::new());
    for (ply, &board) in plies.iter().enumerate() {
        let &played = moves[board.index()].next().ok_or_else(fault)?;
        if ply < PAIR_DEPTH
            && let Some(visit) = visit(&boards, board, played, &visits)
        {
            visits.push(visit);
            on.push(board);
        }
        boards.play(boards.on_turn(board), played.m).map_err(|_| fault())?;
    }
    Ok((visits, on))
}

fn visit(boards: &Boards, board: BoardId, played: PlayedMove, earlier: &[Visit]) -> Option<Visit> {
    let pair = PairKey::of(boards);
    let flags = Flags::of(boards.position(board).side_to_move(), true);
    first_visit(pair.key, pair.mark(board, boards), flags, played, earlier)
}

#[cfg(test)]
mod tests {
    use tandem_rules::MoveRules;

    use super::*;

    #[test]
    fn the_order_of_moves_is_told_by_counts() {
        use BoardId::{A, B};
        assert_eq!(plies(3, &[0, 2, 2]), Some(vec![B, A, A, B, B, A]));
        assert_eq!(plies(0, &[]), Some(vec![]));
        assert_eq!((plies(1, &[2]), plies(2, &[2, 1])), (None, None));
    }

    #[test]
    fn a_pair_has_one_key_in_both_orders() {
        let start = Position::start(tandem_rules::Variant::Bughouse, MoveRules::FICS);
        let mut other = start.clone();
        let _nothing = other.make("e2e4".parse().expect("a move"), &mut ());
        let boards = Boards::new(start.clone(), other.clone());
        let turned = Boards::new(other, start.clone());
        let [one, two] = [&boards, &turned].map(PairKey::of);
        assert_eq!((one.key, one.first), (two.key, two.first.other()));
        assert_eq!(one.mark(BoardId::A, &boards), two.mark(BoardId::B, &turned));
        assert_ne!(one.mark(BoardId::A, &boards), one.mark(BoardId::B, &boards));
        let equal = Boards::new(start.clone(), start);
        let key = PairKey::of(&equal);
        assert_eq!([BoardId::A, BoardId::B].map(|board| key.mark(board, &equal)), [0, 0]);
    }
}
