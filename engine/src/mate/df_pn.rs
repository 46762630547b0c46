//! Depth-first proof-number search (df-pn, Nagai 2002) over checks and answers.
//!
//! In the attacker's positions the moves are checks, in the defender's all answers. A position is
//! searched until its numbers reach its thresholds, then the search turns to the child with less
//! left to prove; the table stores the results. The threshold of a child is half as much again as
//! the number of the second best (the 1 + ε trick of Pawlewicz and Lew 2006), so that the search
//! does not turn at every node.

use tandem_rules::{Move, MoveList, Position};

use super::checks::{checking_moves, evasions};
use super::contact::contact_mates;
use super::hands::HandKeys;
use super::limits::MateLimits;
use super::numbers::{Finding, Footing, NEVER, Numbers, Role, add};
use super::path::{NodeKey, Path};
use super::problem::Problem;
use super::proof_table::ProofTable;

/// Maximum length of a line, in plies.
pub(super) const MOST_PLIES: usize = 128;

/// Number of nodes between two checks of the stop signal.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// A move and the result for the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) m: Move,
    node: NodeKey,
    pub(super) found: Finding,
}

/// One search for one mate.
pub(super) struct DfPnSearch<'a> {
    pub(super) problem: Problem,
    table: &'a mut ProofTable,
    keys: &'a HandKeys,
    limits: MateLimits<'a>,
    path: Path,
    /// The children of all positions on the path, those of a position after its parent's.
    children: Vec<Child>,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
}

impl<'a> DfPnSearch<'a> {
    pub(super) fn new(
        problem: Problem,
        table: &'a mut ProofTable,
        keys: &'a HandKeys,
        limits: MateLimits<'a>,
    ) -> Self {
        let (path, children) = (Path::default(), Vec::new());
        Self { problem, table, keys, limits, path, children, nodes: 0, stopped: false }
    }

    /// Searches a position until its numbers reach the thresholds, or all nodes are spent.
    pub(super) fn visit(&mut self, position: &Position, limits: Numbers) -> Finding {
        let role = self.problem.role(position);
        let node = self.problem.node(position, self.keys);
        let (first, before) = (self.children.len(), self.nodes);
        self.path.push(node);
        self.expand(position, role);
        let mut found = self.sum_up(first, role);
        while !self.stopped && !found.numbers.reach(limits) {
            let (index, child_limits) = self.choose(first, role, found.numbers, limits);
            let child = self.children[index];
            let known = self.table.probe(child.node, &self.path);
            let settled = known.filter(|known| known.numbers.is_settled());
            self.children[index].found = settled.unwrap_or_else(|| {
                let next = self.play(position, child.m);
                self.visit(&next, child_limits)
            });
            found = self.sum_up(first, role);
        }
        self.path.pop();
        self.children.truncate(first);
        if !self.stopped {
            self.table.store(node, found, &self.path, self.nodes - before);
        }
        found
    }

    /// Makes a move, which counts as a node.
    fn play(&mut self, position: &Position, m: Move) -> Position {
        self.nodes += 1;
        if self.nodes > self.limits.nodes
            || self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && (self.limits.stop)()
        {
            self.stopped = true;
        }
        self.problem.after(position, m)
    }

    /// Adds the moves of a position to the children, up to the first that decides it.
    fn expand(&mut self, position: &Position, role: Role) {
        let mut moves = MoveList::new();
        match role {
            Role::Attacker => checking_moves(position, &mut moves),
            Role::Defender => evasions(position, &mut moves),
        }
        for m in &moves {
            let Some(child) = self.child(position, m, role) else { continue };
            self.children.push(child);
            let decides = child.found.numbers.left(role) == 0;
            if self.stopped || decides && child.found.footing == Footing::FIRM {
                break;
            }
        }
    }

    /// The child after a move, with a first result; `None` for an attacker's move that is no check.
    pub(super) fn child(&mut self, position: &Position, m: Move, role: Role) -> Option<Child> {
        let next = self.play(position, m);
        if role == Role::Attacker && !next.in_check() {
            return None;
        }
        let node = self.problem.node(&next, self.keys);
        Some(Child { m, node, found: self.assess(&next, node, !role) })
    }

    /// The result for a position without a search.
    fn assess(&self, position: &Position, node: NodeKey, role: Role) -> Finding {
        let known = self.table.probe(node, &self.path);
        if let Some(settled) = known.filter(|known| known.numbers.is_settled()) {
            return settled;
        }
        if let Some(footing) = self.path.repeats(node) {
            return Finding::no_mate(footing);
        }
        if self.path.len() >= MOST_PLIES {
            return Finding::no_mate(Footing::LOOSE);
        }
        known.unwrap_or_else(|| match role {
            Role::Attacker => assess_attack(position),
            Role::Defender => assess_defence(position),
        })
    }

    /// Combines the results of the children to that of their parent, the last position on the path.
    fn sum_up(&self, first: usize, role: Role) -> Finding {
        let children = &self.children[first..];
        let least = children.iter().map(|child| child.found.numbers.left(role)).min();
        let of_role = |left: u32| {
            children.iter().map(|c| c.found).filter(move |f| f.numbers.left(role) == left)
        };
        let place = self.path.len();
        match (role, least.unwrap_or(NEVER)) {
            (Role::Attacker, 0) => {
                let plies = of_role(0).map(|found| found.plies).min().unwrap_or(0);
                Finding::mate(plies + 1)
            }
            (Role::Defender, 0) => {
                let footing = of_role(0).map(|found| found.footing).max();
                Finding::no_mate(footing.unwrap_or(Footing::FIRM).seen_from(place))
            }
            (Role::Attacker, NEVER) => {
                let footing = of_role(NEVER).map(|found| found.footing).min();
                Finding::no_mate(footing.unwrap_or(Footing::FIRM).seen_from(place))
            }
            (Role::Defender, NEVER) => {
                let plies = of_role(NEVER).map(|found| found.plies + 1).max();
                Finding::mate(plies.unwrap_or(0))
            }
            (_, least) => {
                let others = children.iter().map(|child| child.found.numbers.left(!role));
                Finding::open(Numbers::new(role, least, others.fold(0, add)))
            }
        }
    }

    /// The child with the smallest number, and its thresholds.
    fn choose(
        &self,
        first: usize,
        role: Role,
        numbers: Numbers,
        limits: Numbers,
    ) -> (usize, Numbers) {
        let (mut best, mut least, mut second) = (first, NEVER, NEVER);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let left = child.found.numbers.left(role);
            if left < least {
                (best, second, least) = (index, least, left);
            } else {
                second = second.min(left);
            }
        }
        let own = limits.left(role).min(add(second, second / 2 + 1));
        let rest = numbers.left(!role) - self.children[best].found.numbers.left(!role);
        let others = match limits.left(!role) {
            NEVER => NEVER,
            limit => limit - rest,
        };
        (best, Numbers::new(role, own, others))
    }
}

/// The first result with the attacker on turn: a contact mate, no checks to try, or their number.
fn assess_attack(position: &Position) -> Finding {
    let attacker = position.side_to_move();
    let mates = contact_mates(position, attacker);
    if position.holdings(attacker).iter().any(|(piece, _)| mates.contains(piece)) {
        return Finding::mate(1);
    }
    let mut checks = MoveList::new();
    checking_moves(position, &mut checks);
    match checks.len() {
        0 => Finding::no_mate(Footing::FIRM),
        count => Finding::open(Numbers { proof: 1, disproof: count as u32 }),
    }
}

/// The first result with the defender on turn and in check: the more answers, the more is left to
/// prove. Drops on one square count as one, since they mostly lead to the same.
fn assess_defence(position: &Position) -> Finding {
    let mut moves = MoveList::new();
    evasions(position, &mut moves);
    if moves.is_empty() {
        return Finding::mate(0);
    }
    let on_board = moves.iter().filter(|m| !m.is_drop()).count();
    let blocked = match on_board < moves.len() {
        true => position.drop_squares().count(),
        false => 0,
    };
    Finding::open(Numbers { proof: (on_board + blocked) as u32, disproof: 1 })
}
