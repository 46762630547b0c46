//! A searcher whose answers are waited for.

use std::sync::Arc;

use crossbeam::channel::{Receiver, never, select_biased};
use tandem_analysis::search::Search;
use tandem_engine::{Decision, Event, Info, Limits, Score, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::Move;

/// A searcher that is asked one question after the other.
pub(crate) struct Asker {
    searcher: Searcher,
    events: Receiver<Event>,
    /// Closes when the user interrupts the searches.
    interrupt: Receiver<()>,
    is_interrupted: bool,
}

/// The search threads ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search thread ended")]
pub(crate) struct Died;

impl Asker {
    /// An asker with a transposition table of this size in MiB, which evaluates with a network;
    /// `None` means the hand-written evaluation.
    pub(crate) fn new(table_mebibytes: usize, networks: Option<Arc<Networks>>) -> Self {
        let (mut searcher, events) = Searcher::new(table_mebibytes);
        searcher.set_networks(networks);
        Self { searcher, events, interrupt: never(), is_interrupted: false }
    }

    /// The searcher, for its settings and its tables.
    pub(crate) const fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// Ends all searches once this channel closes, in place of an earlier one.
    pub(crate) fn listen_to(&mut self, interrupt: Receiver<()>) {
        self.interrupt = interrupt;
        self.is_interrupted = false;
    }

    /// Searches, and returns the answer.
    ///
    /// # Errors
    /// [`Died`] if there is none.
    pub(crate) fn ask(&mut self, view: View, limits: Limits) -> Result<(Decision, Info), Died> {
        self.ask_showing(view, limits, |_| {})
    }

    /// Searches, passes each line that is found to `show`, and returns the answer.
    ///
    /// # Errors
    /// [`Died`] if there is none.
    pub(crate) fn ask_showing(
        &mut self,
        view: View,
        limits: Limits,
        mut show: impl FnMut(Info),
    ) -> Result<(Decision, Info), Died> {
        let asked = self.searcher.start(view, limits);
        if self.is_interrupted {
            self.searcher.stop();
        }
        loop {
            match self.next_event()? {
                Event::Info(id, info) if id == asked => show(info),
                Event::Done(id, decision, info) if id == asked => return Ok((decision, info)),
                Event::Info(..) | Event::Done(..) => {}
            }
        }
    }

    /// Searches several lines (`MultiPV`), and returns their moves with their scores, best first, from the
    /// last iteration that compared all of them.
    ///
    /// # Errors
    /// [`Died`] if there is no answer.
    pub(crate) fn compare(
        &mut self,
        view: View,
        limits: Limits,
    ) -> Result<Vec<(Move, Score)>, Died> {
        let (mut now, mut complete) = (Vec::new(), Vec::new());
        self.ask_showing(view, limits, |Info { rank, score, pv, .. }| {
            if rank == 1 {
                complete = std::mem::take(&mut now);
            }
            now.extend(pv.first().map(|&m| (m, score)));
        })?;
        // The last iteration may have been cut short.
        Ok(if now.len() >= complete.len() { now } else { complete })
    }

    /// The next event; an interrupt that comes meanwhile stops the search.
    fn next_event(&mut self) -> Result<Event, Died> {
        if !self.is_interrupted {
            select_biased! {
                recv(self.events) -> event => return event.map_err(|_| Died),
                recv(self.interrupt) -> _ => self.is_interrupted = true,
            }
            self.searcher.stop();
        }
        self.events.recv().map_err(|_| Died)
    }
}

impl Search for Asker {
    fn search(&mut self, view: View, limits: Limits, show: &mut dyn FnMut(Info)) -> Option<Info> {
        let answer = self.ask_showing(view, limits, show);
        answer.ok().map(|(_, info)| info)
    }

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn clear(&mut self) {
        self.searcher.clear();
        self.searcher.settle();
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::bounded;
    use tandem_engine::Thinking;
    use tandem_rules::{BoardId, Color, MoveRules, OutcomeRules, Position, Variant};

    use super::*;

    fn view() -> View {
        let start = Position::start(Variant::Crazyhouse, MoveRules::default());
        View::of_board(BoardId::A.seat(Color::White), start, OutcomeRules::default())
    }

    #[test]
    fn an_answer_comes_after_its_lines() {
        let (mut asker, mut depths) = (Asker::new(1, None), Vec::new());
        let answer = asker.ask_showing(view(), Limits::to_depth(3), |info| depths.push(info.depth));
        let (decision, info) = answer.expect("the searcher lives");
        assert!(matches!(decision, Decision::Play(_)) && info.depth == 3);
        assert!(depths.contains(&1) && depths.is_sorted(), "{depths:?}");
    }

    #[test]
    fn an_interrupt_ends_a_search_and_all_later_ones() {
        let mut asker = Asker::new(1, None);
        let (open, closes) = bounded(0);
        asker.listen_to(closes);
        drop(open);
        for _ in 0..2 {
            let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
            asker.ask(view(), limits).expect("the searcher lives");
            assert!(asker.is_interrupted());
        }
    }
}
