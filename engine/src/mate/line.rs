//! The line of a proof.

use tandem_rules::{Move, MoveList, Position};

use super::checks::{checking_moves, evasions};
use super::df_pn::{Child, DfPnSearch, MOST_PLIES};
use super::numbers::{Numbers, Role};

impl DfPnSearch<'_> {
    /// The line from a proved position to the end: the shortest mates found against the longest
    /// defences. Positions that the table has lost are searched again; `None` if that takes too
    /// much.
    pub(super) fn line(&mut self, root: &Position) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut position = root.clone();
        while line.len() < MOST_PLIES && !self.stopped {
            let role = self.problem.role(&position);
            let Some(m) = self.best_of_proof(&position, role)? else { return Some(line) };
            position = self.problem.after(&position, m);
            line.push(m);
        }
        None
    }

    /// The move to follow in a proved position; `Some(None)` at the end of the line.
    #[allow(clippy::option_option, reason = "the outer one is for `?`")]
    fn best_of_proof(&mut self, position: &Position, role: Role) -> Option<Option<Move>> {
        let mut children = self.all_children(position, role);
        match role {
            Role::Attacker => {
                if !children.iter().any(|child| child.found.numbers.is_mate()) {
                    self.visit(position, Numbers::LIMITLESS);
                    children = self.all_children(position, role);
                }
                let mates = children.iter().filter(|child| child.found.numbers.is_mate());
                mates.min_by_key(|child| child.found.plies).map(|child| Some(child.m))
            }
            Role::Defender => {
                for child in &mut children {
                    if !child.found.numbers.is_mate() {
                        let next = self.problem.after(position, child.m);
                        child.found = self.visit(&next, Numbers::LIMITLESS);
                    }
                }
                let is_proved = children.iter().all(|child| child.found.numbers.is_mate());
                let longest = children.iter().max_by_key(|child| child.found.plies);
                is_proved.then(|| longest.map(|child| child.m))
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
