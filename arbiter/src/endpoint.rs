//! Endpoints: the players in the seats, and the messages between them and the arbiter.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::Sender;
use tandem_rules::{
    BoardId, Boards, Clock, Game, Handoff, Key, Millis, Move, Outcome, OutcomeRules, Seat,
};

use crate::stopwatch::Stopwatch;
use crate::{Interruption, PlayerFault, Thought};

/// A player: sits in one seat or plays both seats of a team. Its seats may change between games.
pub trait Endpoint: Send {
    /// Name of the player in game records.
    fn name(&self) -> String;

    /// Receives news of the game. It must return at once; answers go to its [`Outbox`].
    fn hear(&mut self, news: &News);

    /// Waits until the player is ready: called after [`News::Start`] and before the clocks run.
    /// This is the only call that may block.
    ///
    /// # Errors
    /// The reason why it cannot play, for which it loses the game.
    fn settle(&mut self) -> Result<(), PlayerFault> {
        Ok(())
    }
}

/// News for an endpoint. It receives only news that its seats can see.
#[derive(Clone, Debug)]
pub enum News {
    /// A game begins and the endpoint has this seat; sent once for each of its seats.
    Start(Seat, Snapshot),
    /// A move was made on either board, by any seat, the endpoint's own included.
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// The move.
        m: Move,
    },
    /// A piece has arrived in the holdings of a seat; both players of that board hear of it.
    Arrived {
        /// The seat that now holds the piece.
        seat: Seat,
        /// The piece.
        handoff: Handoff,
    },
    /// This seat is to move, and its answer is expected.
    Go(Seat, Snapshot),
    /// Something has changed for a seat that is still thinking: a piece or a message has arrived.
    /// Wall clock only.
    Update(Seat, Snapshot),
    /// A message from the partner.
    Told {
        /// The seat that receives it.
        seat: Seat,
        /// The message.
        text: String,
    },
    /// A draw is offered; sent to the seats whose agreement counts.
    DrawOffered {
        /// The seat that receives the offer.
        seat: Seat,
        /// The seat that offers the draw.
        by: Seat,
    },
    /// The game is over, and no answer is expected any more; `None` if it ended without an outcome
    /// by the rules.
    End(Option<Outcome>),
}

/// The game as the players see it at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The positions of both boards.
    pub boards: Boards,
    /// The clocks with the time that they show now, in the order of [`Seat::ALL`]; `None` without a
    /// clock.
    pub clocks: [Option<Clock>; 4],
    /// Keys of the earlier positions that count for a repetition, by board; see
    /// [`Game::reversible_keys`].
    pub keys: [Vec<Key>; 2],
    /// The rules by which the game ends.
    pub rules: OutcomeRules,
    /// The moves that led from the usual start to this one, where the game begins; empty later, and if
    /// they are not known.
    pub opening: Vec<(Seat, Move)>,
}

impl Snapshot {
    /// Takes a snapshot of the game at `now`.
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
            opening: Vec::new(),
        }
    }
}

/// An action of a seat: a move, or another message to the arbiter or the partner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Plays a move; the thought tells depth and score.
    Move(Move, Thought),
    /// Sits: does not move for now, and is told to go again when something changes.
    Sit,
    /// Sends a message to the partner.
    Tell(String),
    /// Resigns.
    Resign,
    /// Offers a draw, or agrees to one.
    OfferDraw,
    /// Declines a draw that was offered.
    DeclineDraw,
    /// Breaks the game off, without a winner.
    BreakOff,
    /// Fails: the player cannot go on, for this reason.
    Fail(PlayerFault),
}

/// An action of a seat, with its time of arrival and its cost in nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// The seat that acts.
    pub(crate) seat: Seat,
    /// The action.
    pub(crate) said: Said,
    /// Time of arrival on the wall clock of the game.
    pub(crate) at: Millis,
    /// Time of arrival as a real instant, independent of the clocks of the game.
    pub(crate) arrived: Instant,
    /// Nodes searched for it: its time on the node clock.
    pub(crate) nodes: u64,
    /// Nodes per second of this player on the node clock; `None` for those of the clock.
    pub(crate) node_rate: Option<NonZeroU64>,
}

/// The sending end for the answers of an endpoint. They are stamped with their time of arrival
/// here, in the thread that brings them.
#[derive(Clone)]
pub struct Outbox {
    answers: Sender<Answer>,
    stopwatch: Arc<Stopwatch>,
    interruption: Interruption,
    /// Nodes per second of its player on the node clock; `None` for those of the clock.
    node_rate: Option<NonZeroU64>,
}

impl Outbox {
    pub(crate) fn new(
        answers: Sender<Answer>,
        stopwatch: Arc<Stopwatch>,
        interruption: Interruption,
    ) -> Self {
        Self { answers, stopwatch, interruption, node_rate: None }
    }

    /// Sets the nodes per second of its player on the node clock; `None` for those of the clock.
    pub(crate) fn with_node_rate(self, node_rate: Option<NonZeroU64>) -> Self {
        Self { node_rate, ..self }
    }

    /// True once all games are to be broken off, so that no player is waited for.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interruption.is_on()
    }

    /// Time since the start of the game on its wall clock.
    pub fn elapsed(&self) -> Millis {
        self.stopwatch.elapsed()
    }

    /// Takes back the time between two instants from all clocks, as the arbiter was late then.
    pub(crate) fn excuse(&self, from: Instant, until: Instant) {
        self.stopwatch.excuse(from, until);
    }

    /// Sends an action of a seat; `nodes` is the number of nodes that it took.
    pub fn say(&self, seat: Seat, said: Said, nodes: u64) {
        let (at, arrived) = (self.stopwatch.elapsed(), Instant::now());
        let answer = Answer { seat, said, at, arrived, nodes, node_rate: self.node_rate };
        if self.answers.send(answer).is_err() {
            log::debug!("an answer after the end of the match");
        }
    }
}
