//! Who knew of what when it began to think.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tandem_arbiter::{Endpoint, News};
use tandem_rules::Seat;

/// For each ply of a game so far, how many plies its player knew of when it began to think. A ply
/// that was played meanwhile, on the other board, did not count for its score.
#[derive(Clone, Default)]
pub(super) struct Known(Arc<Mutex<Vec<usize>>>);

impl Known {
    /// What is known of the game; the next one begins without.
    pub(super) fn take(&self) -> Vec<usize> {
        std::mem::take(&mut self.plies())
    }

    fn plies(&self) -> MutexGuard<'_, Vec<usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A player whose knowledge is noted. All four of a game write into one list.
pub(super) struct Witness<E> {
    player: E,
    seat: Seat,
    /// How many plies there were when it was last told to go.
    plies: usize,
    known: Known,
}

impl<E: Endpoint> Witness<E> {
    pub(super) const fn new(player: E, known: Known) -> Self {
        Self { player, seat: Seat::ALL[0], plies: 0, known }
    }
}

impl<E: Endpoint> Endpoint for Witness<E> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(seat, _) => self.seat = *seat,
            News::Go(..) => self.plies = self.known.plies().len(),
            // The mover hears of its move before anybody is told to go after it.
            News::Moved { seat, .. } if *seat == self.seat => self.known.plies().push(self.plies),
            _ => {}
        }
        self.player.hear(news);
    }

    fn settle(&mut self) -> Result<(), String> {
        self.player.settle()
    }
}
