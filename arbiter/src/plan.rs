//! How a game is to be played, and who looks on.

use tandem_rules::{Game, Millis};

use crate::{Effort, Lag, Timing, Told};

/// How a game is to be played.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The game before its next move, clocks set.
    pub game: Game,
    /// What there has been of it; nothing of a new one.
    pub past: Past,
    /// Which clock it runs on.
    pub timing: Timing,
    /// Which of the endpoints sits in which seat, in the order of
    /// [`Seat::ALL`](tandem_rules::Seat::ALL); one endpoint may have both seats of a team. In a
    /// game on one board those of board B do not matter.
    pub seats: [usize; 4],
    /// Plies after which the game is broken off.
    pub most_plies: usize,
    /// How long news take.
    pub lag: Lag,
    /// Whether a wall clock jumps to the next flag when every player on turn waits.
    pub fast_forward: bool,
    /// How long, on the wall clock, a seat is waited for whose flag cannot fall, as before a free
    /// first move.
    pub patience: Millis,
}

/// What there has been of a game that goes on, beside its plies.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// How long it has run: time goes on from here.
    pub since: Millis,
    /// What was said, in order.
    pub messages: Vec<Told>,
    /// What each ply took, in their order; of those that are missing nothing is known.
    pub efforts: Vec<Effort>,
}

/// Looks on.
pub trait Watcher {
    /// A move has been made.
    fn moved(&mut self, _game: &Game, _now: Millis) {}

    /// Time has passed.
    fn looked(&mut self, _game: &Game, _now: Millis) {}

    /// Something was said.
    fn told(&mut self, _told: &Told) {}

    /// How often it wants to look, on the wall clock.
    fn interval(&self) -> Option<Millis> {
        None
    }
}

/// Nobody looks on.
impl Watcher for () {}

/// Somebody looks on, or nobody.
impl<W: Watcher> Watcher for Option<W> {
    fn moved(&mut self, game: &Game, now: Millis) {
        if let Some(watcher) = self {
            watcher.moved(game, now);
        }
    }

    fn looked(&mut self, game: &Game, now: Millis) {
        if let Some(watcher) = self {
            watcher.looked(game, now);
        }
    }

    fn told(&mut self, told: &Told) {
        if let Some(watcher) = self {
            watcher.told(told);
        }
    }

    fn interval(&self) -> Option<Millis> {
        self.as_ref().and_then(Watcher::interval)
    }
}
