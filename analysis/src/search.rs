//! The search that an analyst asks.

use tandem_engine::{Info, Limits, View};

/// A search whose answer is waited for. Its owner decides on threads and on the size of tables, and
/// may interrupt it.
pub trait Search {
    /// Searches, passes each line that is found to `show`, and returns the best line with all nodes
    /// and all time; `None` if the search ended without an answer.
    fn search(&mut self, view: View, limits: Limits, show: &mut dyn FnMut(Info)) -> Option<Info>;

    /// Searches, and returns the best lines, best first; a single line without moves if there is no
    /// legal move.
    fn lines(&mut self, view: View, limits: Limits) -> Vec<Info> {
        let mut lines: Vec<Info> = Vec::new();
        let answer = self.search(view, limits, &mut |info| keep(&mut lines, info));
        if let Some(info) = answer {
            match lines.first_mut() {
                // An iteration that began after this line is incomplete.
                Some(best) => *best = Info { nodes: info.nodes, time: info.time, ..best.clone() },
                None => lines.push(info),
            }
        }
        lines
    }

    /// True once an interrupt has come: the last answer may be incomplete then.
    fn is_interrupted(&self) -> bool;

    /// Clears the tables, and waits until that is done, so that no search is charged for the time.
    fn clear(&mut self);
}

/// Keeps a line of a search among the best so far, in place of the earlier one of its rank.
pub fn keep(lines: &mut Vec<Info>, info: Info) {
    match lines.get_mut(info.rank.max(1) - 1) {
        Some(line) => *line = info,
        None => lines.push(info),
    }
}
