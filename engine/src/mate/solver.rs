//! The mate solver as its users see it.

use std::fmt;

use tandem_rules::{Move, Position, Variant};

use super::hands::HandKeys;
use super::numbers::{Footing, Numbers};
use super::problem::{Problem, Supply};
use super::search::Search;
use super::table::Table;

/// What a mate search may spend.
#[derive(Clone, Copy)]
pub struct MateLimits<'a> {
    /// Positions made.
    pub nodes: u64,
    /// Asked now and then; true ends the search.
    pub stop: &'a dyn Fn() -> bool,
}

impl MateLimits<'_> {
    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: &|| false }
    }
}

impl fmt::Debug for MateLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MateLimits").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What a proof holds against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// The holdings as they are: a piece that arrives for the defender may undo it.
    Frozen,
    /// Whatever was asked to be reckoned with; see [`Supply::Arriving`].
    Robust,
}

/// A mate by checks alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The shortest mates found against the longest defences, to the position without a legal
    /// move. In a robust proof the defender may drop what it does not hold yet.
    pub line: Vec<Move>,
    /// No defence lasts longer; the line may be shorter, where shorter mates were found later.
    pub plies: usize,
    /// What it holds against.
    pub kind: ProofKind,
    /// Positions made to find it.
    pub nodes: u64,
}

/// What a mate search found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move mates.
    Mate(Proof),
    /// It does not, by checks alone.
    NoMate,
    /// Not found out.
    Unknown,
}

impl Verdict {
    /// The proof of a mate.
    pub fn proof(self) -> Option<Proof> {
        match self {
            Self::Mate(proof) => Some(proof),
            Self::NoMate | Self::Unknown => None,
        }
    }
}

/// Finds mates by checks alone, and keeps what it finds for the next question.
///
/// The same questions in the same order get the same answers, after a [`Self::clear`] too.
pub struct MateSolver {
    table: Table,
    keys: HandKeys,
}

impl MateSolver {
    /// A solver with a table of so many mebibytes.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: Table::new(mebibytes), keys: HandKeys::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move mates by checks alone, every answer considered that the rules
    /// accept.
    ///
    /// A frozen proof ends in a position without a legal move, blocked or mated, as the rule set
    /// that counts the holdings at hand sees it.
    pub fn solve(&mut self, position: &Position, supply: Supply, limits: MateLimits) -> Verdict {
        self.count_and_solve(position, supply, limits).0
    }

    /// The verdict, and the nodes it took.
    pub(crate) fn count_and_solve(
        &mut self,
        position: &Position,
        supply: Supply,
        limits: MateLimits,
    ) -> (Verdict, u64) {
        self.table.grow_older();
        let problem = Problem::new(position, supply);
        let mut root = position.clone();
        problem.supply(&mut root);
        let mut search = Search::new(problem, &mut self.table, &self.keys, limits);
        let found = search.visit(&root, Numbers::LIMITLESS);
        let line = if found.numbers.is_mate() { search.line(&root) } else { None };
        let kind = kind(position.variant(), supply);
        let verdict = match line {
            // What a search came to that was stopped half-way says nothing.
            _ if search.stopped => Verdict::Unknown,
            Some(line) => {
                let plies = line.len().max(usize::from(found.plies));
                Verdict::Mate(Proof { line, plies, kind, nodes: search.nodes })
            }
            None if found.numbers.is_no_mate() && found.footing == Footing::FIRM => Verdict::NoMate,
            None => Verdict::Unknown,
        };
        (verdict, search.nodes)
    }
}

/// Where nothing arrives, what is frozen is robust.
fn kind(variant: Variant, supply: Supply) -> ProofKind {
    match (variant, supply) {
        (Variant::Bughouse, Supply::Frozen) => ProofKind::Frozen,
        _ => ProofKind::Robust,
    }
}

/// The position as it would be if the side to move gave its turn away, to ask what the opponent
/// threatens; `None` if it is in check.
pub fn turn_given_away(position: &Position) -> Option<Position> {
    (!position.in_check()).then(|| {
        let mut given = position.clone();
        given.make_null();
        given
    })
}
