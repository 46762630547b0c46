//! The line of a proof.

use tandem_rules::{Move, MoveList, Position};

use super::checks::{checking_moves, evasions};
use super::df_pn::{Child, DfPnSearch, MOST_PLIES};
use super::numbers::{Numbers, Role};

/// The line of a proof from its root on.
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    /// Length of the mate in plies, at most. The table may have a longer one for the root, from a proof that
    /// came before a shorter one was found.
    pub(super) plies: usize,
}

/// A move of a line.
struct Step {
    m: Move,
    /// Length of the mate after the longest of the other defences; 0 for a move of the attacker.
    others: usize,
}

impl DfPnSearch<'_> {
    /// The line from a proved position to the end: the shortest mates found against the longest
    /// defences. Positions that the table has lost are searched again; `None` if that takes too
    /// much.
    pub(super) fn line(&mut self, root: &Position) -> Option<Line> {
        let mut steps: Vec<Step> = Vec::new();
        let mut position = root.clone();
        while steps.len() < MOST_PLIES && !self.stopped {
            let role = self.problem.role(&position);
            let Some(step) = self.best_of_proof(&position, role)? else {
                let plies = steps.iter().rev().fold(0, |plies, step| plies.max(step.others) + 1);
                return Some(Line { moves: steps.into_iter().map(|step| step.m).collect(), plies });
            };
            position = self.problem.after(&position, step.m);
            steps.push(step);
        }
        None
    }

    /// The move to follow in a proved position; `Some(None)` at the end of the line.
    #[allow(clippy::option_option, reason = "the outer one is for `?`")]
    fn best_of_proof(&mut self, position: &Position, role: Role) -> Option<Option<Step>> {
        let mut children = self.all_children(position, role);
        match role {
            Role::Attacker => {
                if !children.iter().any(|child| child.found.numbers.is_mate()) {
                    self.visit(position, Numbers::LIMITLESS);
                    children = self.all_children(position, role);
                }
                let mates = children.iter().filter(|child| child.found.numbers.is_mate());
                let shortest = mates.min_by_key(|child| child.found.plies);
                shortest.map(|child| Some(Step { m: child.m, others: 0 }))
            }
            Role::Defender => {
                for child in &mut children {
                    if !child.found.numbers.is_mate() {
                        let next = self.problem.after(position, child.m);
                        child.found = self.visit(&next, Numbers::LIMITLESS);
                    }
                }
                let is_proved = children.iter().all(|child| child.found.numbers.is_mate());
                children.sort_by_key(|child| child.found.plies);
                let longest = children.pop();
                let others = children.last().map_or(0, |child| usize::from(child.found.plies));
                is_proved.then(|| longest.map(|child| Step { m: child.m, others }))
            }
        }
    }

    fn all_children(&mut self, position: &Position, role: Role) -> Vec<Child> {
        let mut moves = MoveList::new();
        match role {
            Role::Attacker => checking_moves(position, &mut moves),
            Role::Defender => evasions(position, &mut moves),
        }
        moves.iter().copied().filter_map(|m| self.child(position, m, role)).collect()
    }
}
