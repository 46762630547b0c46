//! Game plans, the conditions under which a game is played, and watchers, which follow it.

use tandem_rules::{Game, Millis, Move, Seat};

use crate::{Adjudication, Effort, Lag, Timing, Told};

/// The conditions under which one game is played.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The game before its next move, with its clocks set.
    pub game: Game,
    /// The moves that led from the usual start to that of the game, for engines that can set up no
    /// position; empty if they are not known.
    pub opening: Vec<(Seat, Move)>,
    /// Earlier part of the game; the default for a new one.
    pub past: Past,
    /// The kind of clock that the game runs on.
    pub timing: Timing,
    /// Index of the endpoint in each seat, in the order of [`Seat::ALL`](tandem_rules::Seat::ALL);
    /// one endpoint may have both seats of a team. In a game on one board the seats of board B are
    /// ignored.
    pub seats: [usize; 4],
    /// Number of plies, on both boards, after which the game is broken off.
    pub most_plies: usize,
    /// When scores end the game.
    pub adjudication: Adjudication,
    /// Delays of news between the seats.
    pub lag: Lag,
    /// True if a wall clock jumps to the next flag or due news when every seat to move waits.
    pub fast_forward: bool,
    /// Time on the wall clock after which a seat loses that does not answer while its flag cannot
    /// fall, as before a free first move.
    pub patience: Millis,
}

/// Earlier part of a game that is continued, besides its plies.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Time that the game has run already; its clock continues from here.
    pub since: Millis,
    /// Messages between partners, in order.
    pub messages: Vec<Told>,
    /// Effort of each ply, in order; if the list is shorter than the plies, the rest is unknown.
    pub efforts: Vec<Effort>,
}

/// An observer of a game, for display.
pub trait Watcher {
    /// Called when all players are ready and the clocks begin to run.
    fn began(&mut self, _game: &Game, _now: Millis) {}

    /// Called after each move.
    fn moved(&mut self, _game: &Game, _now: Millis) {}

    /// Called when time has passed without an answer.
    fn looked(&mut self, _game: &Game, _now: Millis) {}

    /// Called after each message between partners.
    fn told(&mut self, _told: &Told) {}

    /// The longest time on the wall clock between two looks at the game; `None` for no limit.
    fn interval(&self) -> Option<Millis> {
        None
    }
}

/// The watcher that ignores everything.
impl Watcher for () {}

/// A watcher that may be absent.
impl<W: Watcher> Watcher for Option<W> {
    fn began(&mut self, game: &Game, now: Millis) {
        if let Some(watcher) = self {
            watcher.began(game, now);
        }
    }

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
