//! Exhaustive mate search, as a reference: every check, every answer, a move deeper each time.

use tandem_engine::Supply;
use tandem_rules::{Handoff, Move, MoveList, PieceType, Position, Variant};

/// A search without shortcuts.
pub(crate) struct Exhaustive {
    supply: Supply,
    nodes_left: u64,
}

/// The error that the nodes did not suffice.
#[derive(Debug)]
pub(crate) struct Spent;

impl Exhaustive {
    pub(crate) fn new(supply: Supply, nodes: u64) -> Self {
        Self { supply, nodes_left: nodes }
    }

    /// The number of moves in which the side to move mates, if it is not above `most`.
    pub(crate) fn shortest(
        &mut self,
        position: &Position,
        most: u32,
    ) -> Result<Option<u32>, Spent> {
        for moves in 1..=most {
            if self.mates_in(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    pub(crate) fn mates_in(&mut self, position: &Position, moves: u32) -> Result<bool, Spent> {
        for m in &position.legal_moves() {
            let next = self.after(position, m)?;
            if next.in_check() && self.is_lost(next, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if the side to move, in check, is mated within this many moves.
    pub(crate) fn is_lost(&mut self, mut position: Position, moves: u32) -> Result<bool, Spent> {
        help(&mut position, self.supply);
        let answers = answers(&position);
        if answers.is_empty() || moves == 0 {
            return Ok(answers.is_empty());
        }
        for m in &answers {
            let next = self.after(&position, m)?;
            if !self.mates_in(&next, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn after(&mut self, position: &Position, m: Move) -> Result<Position, Spent> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Spent)?;
        let mut next = position.clone();
        let _partner_elsewhere = next.make(m, &mut ());
        Ok(next)
    }
}

/// All answers that the rules accept.
pub(crate) fn answers(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    position.generate_accepted_only(&mut moves);
    moves
}

/// Adds one piece of each type that could arrive for the side to move and that it lacks.
pub(crate) fn help(position: &mut Position, supply: Supply) {
    let color = position.side_to_move();
    let Supply::Arriving(types) = supply else { return };
    let arrivals = position.possible_arrivals(color);
    for piece in PieceType::DROPPABLE {
        let comes = arrivals.contains(piece) && types.contains(piece);
        if comes && !position.holdings(color).has(piece) && position.variant() == Variant::Bughouse
        {
            position.receive(Handoff { color, piece }, &mut ());
        }
    }
}
