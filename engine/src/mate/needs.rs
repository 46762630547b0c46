//! The pieces that the side to move lacks for a mate.

use tandem_rules::{Holdings, PieceType, PieceTypes, Position};

use super::limits::MateLimits;
use super::problem::Supply;
use super::solver::{MateSolver, Proof, Verdict};

/// Pieces that the side to move needs in order to mate by checks alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// A mate with the present holdings. Then no set and no single piece is named.
    pub already: Option<Proof>,
    /// Extra pieces that mate together, none of which can be left out.
    pub set: Option<NeededSet>,
    /// The types of which one more piece mates.
    pub single: PieceTypes,
}

/// Extra pieces that mate together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeededSet {
    /// The pieces.
    pub pieces: Holdings,
    /// True if it was proved that none can be left out; false if for some piece that took too many
    /// nodes.
    pub is_minimal: bool,
}

/// Maximum number of pieces of one type in a set.
const MOST_OF_A_TYPE: u8 = 2;

impl MateSolver {
    /// Finds the pieces that the side to move lacks for a mate, within one budget for all queries.
    ///
    /// Each single piece is tried first, and the cheapest that mates is the set. If none does, the
    /// side is given two of each type; if that mates, piece after piece is taken away again, the
    /// dearest first, as long as it still does.
    pub fn needs(&mut self, position: &Position, supply: Supply, limits: MateLimits) -> Needs {
        let (nodes_left, questions_left) = (limits.nodes, QUESTIONS);
        Asking { solver: self, position, supply, limits, nodes_left, questions_left }.needs()
    }
}

/// Maximum number of queries that share the budget: with the holdings as they are, with each single
/// piece, with all at once, and with one piece less, for each of them.
const QUESTIONS: u64 = 1 + 5 + 1 + 5 * MOST_OF_A_TYPE as u64;

struct Asking<'a, 'b> {
    solver: &'a mut MateSolver,
    position: &'a Position,
    supply: Supply,
    limits: MateLimits<'b>,
    nodes_left: u64,
    questions_left: u64,
}

impl Asking<'_, '_> {
    fn needs(mut self) -> Needs {
        let bare = self.ask(Holdings::EMPTY);
        let is_certain = bare == Verdict::NoMate;
        if let Verdict::Mate(proof) = bare {
            return Needs { already: Some(proof), ..Needs::default() };
        }
        let single: Vec<PieceType> = PieceType::DROPPABLE
            .into_iter()
            .filter(|&piece| self.mates_with(Holdings::from_iter([piece])))
            .collect();
        let set = match single.first() {
            Some(&piece) => {
                Some(NeededSet { pieces: Holdings::from_iter([piece]), is_minimal: is_certain })
            }
            None => self.set_of_several(),
        };
        Needs { already: None, set, single: single.into_iter().collect() }
    }

    fn set_of_several(&mut self) -> Option<NeededSet> {
        let mut pieces = Holdings::EMPTY;
        for piece in PieceType::DROPPABLE {
            pieces.set(piece, MOST_OF_A_TYPE);
        }
        if !self.mates_with(pieces) {
            return None;
        }
        let mut is_minimal = true;
        for piece in PieceType::DROPPABLE.into_iter().rev() {
            while pieces.has(piece) {
                let mut fewer = pieces;
                fewer.remove(piece);
                // A piece that cannot be left out now cannot be later, when there are fewer.
                match self.ask(fewer) {
                    Verdict::Mate(_) => pieces = fewer,
                    Verdict::NoMate => break,
                    Verdict::Unknown => {
                        is_minimal = false;
                        break;
                    }
                }
            }
        }
        Some(NeededSet { pieces, is_minimal })
    }

    fn mates_with(&mut self, extra: Holdings) -> bool {
        matches!(self.ask(extra), Verdict::Mate(_))
    }

    /// The verdict if the side to move held these pieces too.
    fn ask(&mut self, extra: Holdings) -> Verdict {
        let attacker = self.position.side_to_move();
        let mut holdings = self.position.holdings(attacker);
        for (piece, count) in extra.iter() {
            holdings.set(piece, holdings.count(piece) + count);
        }
        let mut position = self.position.clone();
        position.set_holdings(attacker, holdings, &mut ());
        // The nodes that one query leaves go to the others.
        let nodes = self.nodes_left / self.questions_left.max(1);
        let limits = MateLimits { nodes, ..self.limits };
        let (verdict, nodes) = self.solver.count_and_solve(&position, self.supply, limits);
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        self.questions_left = self.questions_left.saturating_sub(1);
        verdict
    }
}
