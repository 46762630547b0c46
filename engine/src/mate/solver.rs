//! The public interface of the mate solver.

use tandem_rules::{Move, Position, Variant};

use super::df_pn::DfPnSearch;
use super::hands::HandKeys;
use super::limits::MateLimits;
use super::line::Line;
use super::numbers::{Footing, Numbers};
use super::problem::{Problem, Supply};
use super::proof_table::ProofTable;

/// The strength of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// Holds with the holdings as they are: a piece that arrives for the defender may undo it.
    Frozen,
    /// Holds against all arrivals that were asked for; see [`Supply::Arriving`].
    Robust,
}

/// A proved mate by checks alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The shortest mates found against the longest defences, to the position without a legal move.
    /// In a robust proof the defender may drop pieces that it does not hold yet.
    pub line: Vec<Move>,
    /// Maximum length of a defence; the line may be shorter, where shorter mates were found later.
    pub plies: usize,
    /// The strength of the proof.
    pub kind: ProofKind,
    /// Number of positions made to find it.
    pub nodes: u64,
}

/// The result of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move mates.
    Mate(Proof),
    /// The side to move does not mate by checks alone.
    NoMate,
    /// Not found out within the limits.
    Unknown,
}

impl Verdict {
    /// The proof, if there is a mate.
    pub fn proof(self) -> Option<Proof> {
        match self {
            Self::Mate(proof) => Some(proof),
            Self::NoMate | Self::Unknown => None,
        }
    }
}

/// Finds mates by checks alone, and stores the results for later questions.
///
/// The same questions in the same order get the same answers, after a [`Self::clear`] too.
pub struct MateSolver {
    table: ProofTable,
    keys: HandKeys,
}

impl MateSolver {
    /// A solver with a table of this size.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: ProofTable::new(mebibytes), keys: HandKeys::new() }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds out whether the side to move mates by checks alone, against every answer that the
    /// rules accept.
    ///
    /// A frozen proof ends in a position without a legal move, blocked or mated: a mate by the rule
    /// that counts the holdings at hand.
    pub fn solve(&mut self, position: &Position, supply: Supply, limits: MateLimits) -> Verdict {
        self.count_and_solve(position, supply, limits).0
    }

    /// The verdict, and the number of nodes spent.
    pub(crate) fn count_and_solve(
        &mut self,
        position: &Position,
        supply: Supply,
        limits: MateLimits,
    ) -> (Verdict, u64) {
        self.table.new_search();
        let problem = Problem::new(position, supply);
        let mut root = position.clone();
        problem.supply(&mut root);
        let mut search = DfPnSearch::new(problem, &mut self.table, &self.keys, limits);
        let found = search.visit(&root, Numbers::LIMITLESS);
        let line = if found.numbers.is_mate() { search.line(&root) } else { None };
        let kind = kind(position.variant(), supply);
        let verdict = match line {
            // The result of a search that was stopped says nothing.
            _ if search.stopped => Verdict::Unknown,
            Some(Line { moves: line, plies }) => {
                let plies = plies.min(usize::from(found.plies)).max(line.len());
                Verdict::Mate(Proof { line, plies, kind, nodes: search.nodes })
            }
            None if found.numbers.is_no_mate() && found.footing == Footing::FIRM => Verdict::NoMate,
            None => Verdict::Unknown,
        };
        (verdict, search.nodes)
    }
}

/// The kind of a proof: where nothing arrives, one with frozen holdings is robust.
fn kind(variant: Variant, supply: Supply) -> ProofKind {
    match (variant, supply) {
        (Variant::Bughouse, Supply::Frozen) => ProofKind::Frozen,
        _ => ProofKind::Robust,
    }
}

/// The position after a null move, to ask what the opponent threatens; `None` if the side to move
/// is in check.
pub fn turn_given_away(position: &Position) -> Option<Position> {
    (!position.in_check()).then(|| {
        let mut given = position.clone();
        given.make_null();
        given
    })
}
