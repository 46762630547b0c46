//! The queue of all events of a game, in the order of their time.

use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, unbounded};
use tandem_rules::{Millis, Seat};

use crate::endpoint::Answer;
use crate::stopwatch::{BETWEEN_LOOKS, Stopwatch};
use crate::{Interruption, Outbox, Said, Timing};

/// The receiving end for the answers of all seats. It lasts for all games of a match.
pub struct Mailroom {
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
    stopwatch: Arc<Stopwatch>,
    interruption: Interruption,
}

impl Default for Mailroom {
    fn default() -> Self {
        Self::new(&Interruption::default())
    }
}

impl Mailroom {
    /// Makes a mailroom whose games end when they are interrupted.
    pub fn new(interruption: &Interruption) -> Self {
        let (sender, answers) = unbounded();
        interruption.reaches(&sender);
        Self { sender, answers, stopwatch: Arc::default(), interruption: interruption.clone() }
    }

    /// Makes an outbox for an endpoint.
    pub fn outbox(&self) -> Outbox {
        let interruption = self.interruption.clone();
        Outbox::new(self.sender.clone(), Arc::clone(&self.stopwatch), interruption)
    }

    fn put_back(&self, answer: Answer) {
        // It cannot fail: the receiver is here.
        let _ = self.sender.send(answer);
    }

    /// Takes the messages between partners that a game has not read before its end, in the order of
    /// their arrival; all else that has arrived is dropped.
    pub fn unread(&self) -> impl Iterator<Item = (Seat, String)> {
        self.answers.try_iter().filter_map(|answer| match answer.said {
            Said::Tell(text) => Some((answer.seat, text)),
            _ => None,
        })
    }
}

/// Activity of a seat, as far as the arbiter knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// The opponent is to move.
    Waiting,
    /// The seat was told to go and has not answered.
    Thinking {
        /// The time at which it was told to go.
        since: Millis,
        /// True if something has arrived for it since then.
        stale: bool,
    },
    /// The seat is to move and has said that it sits.
    Sitting,
}

/// The next event of a game.
#[derive(Debug)]
pub(crate) enum Happening {
    /// An action of a seat at this time of the game.
    Said(Millis, Answer),
    /// No action until this time, at which something else is due or the watcher wants to look.
    Nothing(Millis),
    /// On the node clock, this seat gave no answer for much longer than any search takes.
    Silence(Seat),
}

/// Real time after which a seat loses that does not answer on the node clock: much longer than any
/// thought takes on a busy machine, as it must not decide games.
const PATIENCE: Duration = Duration::from_mins(5);

/// Upper limit of the time of one thought on the node clock, in milliseconds: about 30 years.
const LONGEST_THOUGHT: u128 = 1_000_000_000_000;

/// The answers of one game in the order of their time.
pub(crate) struct Queue<'a> {
    mailroom: &'a Mailroom,
    timing: Timing,
    /// Answers that have arrived, but whose time has not come (node clock only).
    pending: VecDeque<(Millis, Answer)>,
    /// Messages of seats that are not to move. They count when that seat is next to move, as their
    /// real time of arrival must not matter (node clock only).
    early: VecDeque<Answer>,
    /// Answers given after all players were told of the game and before it began; they count from
    /// its beginning.
    before: VecDeque<Answer>,
    now: Millis,
}

impl<'a> Queue<'a> {
    /// Makes the queue of a game whose time will run from `since`; answers of earlier games are
    /// dropped.
    pub(crate) fn new(mailroom: &'a Mailroom, timing: Timing, since: Millis) -> Self {
        while mailroom.answers.try_recv().is_ok() {} // late answers of an earlier game
        let (pending, early, before) = Default::default();
        Self { mailroom, timing, pending, early, before, now: since }
    }

    /// True once all games are to be broken off.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.mailroom.interruption.is_on()
    }

    /// Begins the game: time runs from here.
    pub(crate) fn start(&mut self) {
        let since = self.now;
        self.mailroom.stopwatch.restart(since);
        let said = self.mailroom.answers.try_iter();
        let said = said.chain(self.mailroom.interruption.first_answer());
        self.before = said.map(|answer| Answer { at: since, ..answer }).collect();
    }

    /// The next answer in the order of arrival; `None` if none comes before this instant.
    fn receive(&mut self, deadline: Instant) -> Option<Answer> {
        let before = self.before.pop_front();
        before.or_else(|| self.mailroom.answers.recv_deadline(deadline).ok())
    }

    /// The next answer in the order of arrival; `None` if none comes before the wall clock shows
    /// `until`. It is looked at often enough to notice a time in which nothing could be received.
    fn receive_until(&mut self, until: Option<Millis>) -> Option<Answer> {
        let stopwatch = &self.mailroom.stopwatch;
        loop {
            let look = Instant::now() + BETWEEN_LOOKS;
            let due = until.map(|until| stopwatch.moment(until));
            if let Some(answer) = self.receive(due.map_or(look, |due| due.min(look))) {
                return Some(answer);
            }
            let shown = stopwatch.elapsed();
            if until.is_some_and(|until| shown >= until) {
                return None;
            }
        }
    }

    /// Moves a wall clock on to `at`, as nothing can happen before.
    pub(crate) fn skip_to(&self, at: Millis) {
        if self.timing == Timing::Wall {
            self.mailroom.stopwatch.skip_to(at);
        }
    }

    /// Waits for the next event, given the activity of each seat. `until` is the time at which
    /// something else is due, such as a flag; `look` is the longest time that a wall clock may run
    /// without a look by the watcher.
    pub(crate) fn next(
        &mut self,
        doing: &[Doing; 4],
        until: Option<Millis>,
        look: Option<Millis>,
    ) -> Happening {
        match self.timing {
            Timing::Wall => self.next_by_wall(until, look),
            Timing::Nodes { rate } => self.next_by_nodes(doing, until, rate),
        }
    }

    /// Another move of the moment at which the game has ended, if there is one. What else has arrived
    /// stays in the mailroom.
    pub(crate) fn simultaneous_move(&mut self, at: Millis) -> Option<Answer> {
        let is_move = |answer: &Answer| matches!(answer.said, Said::Move(..));
        match self.timing {
            Timing::Wall => {
                let mut arrived: Vec<Answer> = self.mailroom.answers.try_iter().collect();
                let same = arrived.iter().position(|answer| answer.at == at && is_move(answer));
                let same = same.map(|same| arrived.remove(same));
                for answer in arrived {
                    self.mailroom.put_back(answer);
                }
                same
            }
            Timing::Nodes { .. } => {
                let is_same = |(due, answer): &(Millis, Answer)| *due == at && is_move(answer);
                let same = self.pending.iter().position(is_same)?;
                self.pending.remove(same).map(|(_, answer)| answer)
            }
        }
    }

    fn next_by_wall(&mut self, until: Option<Millis>, look: Option<Millis>) -> Happening {
        let stopwatch = &self.mailroom.stopwatch;
        let look = look.map(|look| stopwatch.elapsed() + look);
        let Some(answer) = self.receive_until(until.into_iter().chain(look).min()) else {
            self.now = stopwatch.elapsed().max(self.now);
            return Happening::Nothing(self.now);
        };
        // The players on turn have not been told of it: the time until now is not theirs.
        stopwatch.excuse(answer.arrived, Instant::now());
        // An answer stamped while the game began may have the time of the last game.
        self.now = answer.at.min(stopwatch.elapsed()).max(self.now);
        Happening::Said(self.now, answer)
    }

    /// Waits until every thinking seat has answered, then returns the earliest answer.
    fn next_by_nodes(
        &mut self,
        doing: &[Doing; 4],
        until: Option<Millis>,
        rate: NonZeroU64,
    ) -> Happening {
        self.hear_early(doing);
        let give_up = Instant::now() + PATIENCE;
        while let Some(seat) = self.unanswered(doing) {
            let Some(answer) = self.receive(give_up) else {
                return Happening::Silence(seat);
            };
            match doing[answer.seat.index()] {
                Doing::Thinking { since, .. } => {
                    let rate = answer.node_rate.unwrap_or(rate).get();
                    let took = u128::from(answer.nodes) * 1000 / u128::from(rate);
                    let took = Millis(took.min(LONGEST_THOUGHT) as i64);
                    self.pending.push_back((since + took, answer));
                }
                Doing::Waiting | Doing::Sitting
                    if matches!(answer.said, Said::Fail(_) | Said::BreakOff) =>
                {
                    self.pending.push_back((self.now, answer));
                }
                Doing::Waiting | Doing::Sitting => self.early.push_back(answer),
            }
        }
        // Answers of one moment are ordered by seat, so that the order is reproducible.
        let earliest = (0..self.pending.len())
            .min_by_key(|&at| (self.pending[at].0, self.pending[at].1.seat.index(), at));
        let due = earliest.filter(|&at| until.is_none_or(|flag| self.pending[at].0 < flag));
        match (due.and_then(|at| self.pending.remove(at)), until) {
            (Some((at, answer)), _) => {
                self.now = self.now.max(at);
                Happening::Said(self.now, answer)
            }
            (None, Some(flag)) => {
                self.now = self.now.max(flag);
                Happening::Nothing(flag)
            }
            (None, None) => Happening::Nothing(self.now),
        }
    }

    /// Dates the early messages of seats that are now to move from the moment when they came to
    /// move.
    fn hear_early(&mut self, doing: &[Doing; 4]) {
        for answer in std::mem::take(&mut self.early) {
            match doing[answer.seat.index()] {
                Doing::Thinking { since, .. } => self.pending.push_back((since, answer)),
                Doing::Waiting | Doing::Sitting => self.early.push_back(answer),
            }
        }
    }

    fn unanswered(&self, doing: &[Doing; 4]) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| {
            matches!(doing[seat.index()], Doing::Thinking { .. }) && !self.has_decided(seat)
        })
    }

    fn has_decided(&self, seat: Seat) -> bool {
        let decides =
            |said: &Said| !matches!(said, Said::Tell(_) | Said::OfferDraw | Said::DeclineDraw);
        self.pending.iter().any(|(_, answer)| answer.seat == seat && decides(&answer.said))
    }
}
