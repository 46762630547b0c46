//! Plans by two searchers, one for each board.

use std::thread;
use std::time::{Duration, Instant};

#[cfg(feature = "serve")]
use crossbeam::channel::Receiver;
use tandem_analysis::plans::{Job, Planner};
use tandem_analysis::search::Search;
use tandem_engine::{Info, Limits, Thinking};
use tandem_rules::BoardId;

use super::asker::Asker;

/// The end of planning.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    /// About this many nodes for each board.
    Nodes(u64),
    /// This time.
    Time(Duration),
}

/// Two searchers that plan together, a board each.
pub(crate) struct Planners {
    askers: [Asker; 2],
}

impl Planners {
    /// Planners with these searchers, for boards A and B.
    pub(crate) const fn new(askers: [Asker; 2]) -> Self {
        Self { askers }
    }

    /// Clears the tables.
    pub(crate) fn clear(&mut self) {
        for asker in &mut self.askers {
            asker.searcher().clear();
            asker.searcher().settle();
        }
    }

    /// Lets a planner plan as long as the budget lasts, at least for a round. What an interrupt or the
    /// end of the time leaves incomplete does not count.
    pub(crate) fn plan(
        &mut self,
        planner: &mut Planner,
        budget: Budget,
        mut show: impl FnMut(&Planner),
    ) {
        let (began, mut nodes) = (Instant::now(), 0);
        loop {
            let is_first = planner.rounds() == 0;
            nodes += planner.nodes_of_round();
            let end = match budget {
                Budget::Nodes(most) if !is_first && nodes > most => return,
                Budget::Time(time) if !is_first => Some(began + time),
                Budget::Nodes(_) | Budget::Time(_) => None,
            };
            if !planner.plan(&mut |jobs| self.search(jobs, end)) {
                return;
            }
            show(planner);
        }
    }

    /// The lines of each job; `None` if some could not be searched to the end.
    pub(crate) fn search(
        &mut self,
        jobs: Vec<Job>,
        end: Option<Instant>,
    ) -> Option<Vec<Vec<Info>>> {
        let order: Vec<BoardId> = jobs.iter().map(|job| job.board).collect();
        let mut lanes: [Vec<Job>; 2] = Default::default();
        for job in jobs {
            lanes[job.board.index()].push(job);
        }
        let [a, b] = &mut self.askers;
        let [of_a, of_b] = lanes;
        let (found_a, found_b) = thread::scope(|scope| {
            let other = scope.spawn(|| lines(b, of_b, end));
            (lines(a, of_a, end), other.join().expect("a search does not panic"))
        });
        let mut found = [found_a?.into_iter(), found_b?.into_iter()];
        order.into_iter().map(|board| found[board.index()].next()).collect()
    }
}

/// The parts that only the page of analysis needs.
#[cfg(feature = "serve")]
impl Planners {
    /// Ends all searches once this channel closes, in place of an earlier one.
    pub(crate) fn listen_to(&mut self, interrupt: &Receiver<()>) {
        for asker in &mut self.askers {
            asker.listen_to(interrupt.clone());
        }
    }

    /// The asker of a board, for a search of that board alone.
    pub(crate) const fn asker(&mut self, board: BoardId) -> &mut Asker {
        &mut self.askers[board.index()]
    }
}

/// The lines of each job; `None` if the end or an interrupt came before.
fn lines(asker: &mut Asker, jobs: Vec<Job>, end: Option<Instant>) -> Option<Vec<Vec<Info>>> {
    let search = |job: Job| {
        let thinking = match end {
            None => job.limits.thinking,
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return None;
                }
                Thinking::Fixed(left.into())
            }
        };
        let limits = Limits { thinking, ..job.limits };
        let found = asker.lines(job.view, limits);
        (!asker.is_interrupted() && end.is_none_or(|end| Instant::now() < end)).then_some(found)
    };
    jobs.into_iter().map(search).collect()
}
