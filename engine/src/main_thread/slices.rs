//! The search without a thread of its own, which its owner runs in slices.

use crossbeam::channel::Receiver;

use super::{MainThread, Order, Progress, Thought};

/// The search of a [`Searcher`](crate::Searcher) that has no thread. It carries out the searcher's
/// orders in slices, for which its owner calls it.
pub struct SearchSlices {
    main: MainThread,
    inbox: Receiver<Order>,
    /// The search that is not over yet.
    thought: Option<(Thought, Progress)>,
}

impl SearchSlices {
    pub(crate) fn new(main: MainThread, inbox: Receiver<Order>) -> Self {
        Self { main, inbox, thought: None }
    }

    /// Searches until it is interrupted, an event has to be passed on, or nothing is left to do.
    /// True if it has more to do; false if it waits for an order or a signal.
    pub fn run(&mut self) -> bool {
        loop {
            self.settle();
            let Some((mut thought, progress)) = self.thought.take() else { return false };
            let goes_on = match progress {
                Progress::News | Progress::Paused => Some(true),
                Progress::Waits => self.main.goes_on(&mut thought),
                Progress::Over => Some(false),
            };
            match goes_on {
                Some(true) => {
                    let progress = self.main.round(&mut thought);
                    let is_paused = matches!(progress, Progress::Paused);
                    self.thought = Some((thought, progress));
                    if is_paused {
                        return true;
                    }
                }
                Some(false) => {
                    self.main.answer(thought);
                    return true;
                }
                None => {
                    self.thought = Some((thought, progress));
                    return false;
                }
            }
        }
    }

    /// Carries out the orders up to the next search, unless one has begun.
    pub fn settle(&mut self) {
        while self.thought.is_none()
            && let Ok(order) = self.inbox.try_recv()
        {
            match order {
                Order::Start(id, asked, view, limits) => {
                    let thought = self.main.thought((id, asked), *view, limits);
                    self.thought = Some((thought, Progress::News));
                }
                Order::Set(setting) => {
                    self.main.set(setting);
                    self.main.prepare(); // nothing is done between two slices
                }
            }
        }
    }
}
