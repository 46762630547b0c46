//! What sits at the boards, and what is said between it and the arbiter.

use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::Sender;
use tandem_rules::{
    BoardId, Boards, Clock, Game, Handoff, Key, Millis, Move, Outcome, OutcomeRules, Seat,
};

use crate::Thought;
use crate::timing::Stopwatch;

/// Something that sits in a seat, or plays both seats of a team; in the next game in others.
pub trait Endpoint: Send {
    /// What it is called in records.
    fn name(&self) -> String;

    /// Hears of something. It must return at once; answers go to its [`Outbox`].
    fn hear(&mut self, news: &News);

    /// Waits until it is ready to play: after [`News::Start`], before the clocks run. The only
    /// call that may take its time.
    ///
    /// # Errors
    /// Why it cannot play, which costs it the game.
    fn settle(&mut self) -> Result<(), String> {
        Ok(())
    }
}

/// What an endpoint is told. It hears only of what its seats can see.
#[derive(Clone, Debug)]
pub enum News {
    /// A game begins, and it sits here; said once for each of its seats.
    Start(Seat, Snapshot),
    /// A move was made on a board, by whomever.
    Moved {
        /// Who moved.
        seat: Seat,
        /// What.
        m: Move,
    },
    /// A piece has arrived in a hand.
    Arrived {
        /// Whose hand.
        seat: Seat,
        /// Which piece.
        handoff: Handoff,
    },
    /// This seat is on turn; its answer is awaited.
    Go(Seat, Snapshot),
    /// What this seat is thinking about has changed.
    Update(Seat, Snapshot),
    /// The partner of this seat says something.
    Told {
        /// To whom.
        seat: Seat,
        /// The words.
        text: String,
    },
    /// A draw is offered that this seat can agree to.
    DrawOffered {
        /// To whom.
        seat: Seat,
        /// By whom.
        by: Seat,
    },
    /// The game is over; no answer is awaited any more.
    End(Option<Outcome>),
}

/// The game at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Both boards.
    pub boards: Boards,
    /// The clocks as they show now, in the order of [`Seat::ALL`].
    pub clocks: [Option<Clock>; 4],
    /// On each board, the keys since the last irreversible move; see [`Game::reversible_keys`].
    pub keys: [Vec<Key>; 2],
    /// How the game ends.
    pub rules: OutcomeRules,
}

impl Snapshot {
    /// The game as it is at `now`.
    pub fn of(game: &Game, now: Millis) -> Self {
        let shown = |seat: Seat| {
            let left = game.time_left(seat, now)?;
            Some(game.clock(seat)?.showing(left))
        };
        Self {
            boards: game.boards().clone(),
            clocks: Seat::ALL.map(shown),
            keys: BoardId::ALL.map(|board| game.reversible_keys(board)),
            rules: *game.rules(),
        }
    }
}

/// What a seat says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// It plays a move, after this thought.
    Move(Move, Thought),
    /// It does not move for now; it wants to hear when something changes.
    Sit,
    /// Something for its partner.
    Tell(String),
    /// It gives up.
    Resign,
    /// It offers a draw, or agrees to one.
    OfferDraw,
    /// It breaks the game off, which nobody then has won.
    BreakOff,
    /// It cannot go on, for this reason.
    Fail(String),
}

/// What a seat says, with when and at what cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// Which seat.
    pub(crate) seat: Seat,
    /// What.
    pub(crate) said: Said,
    /// When it arrived, by the wall clock of the game.
    pub(crate) at: Millis,
    /// The same moment, whatever the clocks of the game show.
    pub(crate) arrived: Instant,
    /// The nodes it took, which is its time on the node clock.
    pub(crate) nodes: u64,
}

/// Where a seat puts its answers. They are stamped here, in the thread that brings them.
#[derive(Clone)]
pub struct Outbox {
    answers: Sender<Answer>,
    stopwatch: Arc<Stopwatch>,
}

impl Outbox {
    pub(crate) fn new(answers: Sender<Answer>, stopwatch: Arc<Stopwatch>) -> Self {
        Self { answers, stopwatch }
    }

    /// Says something for a seat, after so many nodes of search.
    pub fn say(&self, seat: Seat, said: Said, nodes: u64) {
        let (at, arrived) = (self.stopwatch.elapsed(), Instant::now());
        let answer = Answer { seat, said, at, arrived, nodes };
        if self.answers.send(answer).is_err() {
            log::debug!("an answer after the match");
        }
    }
}
