//! One game, from the first move to its result.

use tandem_rules::{BoardId, Game, Handoff, Millis, Move, Outcome, PlayError, Seat, Team};

use crate::endpoint::Answer;
use crate::queue::{Doing, Happening, Queue};
use crate::{Endpoint, Mailroom, News, Said, Snapshot, Timing};

/// How a game is to be played.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The game before its first move, clocks set.
    pub game: Game,
    /// Which clock it runs on.
    pub timing: Timing,
    /// Which of the endpoints sits in which seat, in the order of [`Seat::ALL`]; one endpoint
    /// may have both seats of a team.
    pub seats: [usize; 4],
    /// Plies after which the game is broken off.
    pub most_plies: usize,
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Close {
    /// By the rules.
    Outcome(Outcome),
    /// A seat failed; its team has lost.
    Fault {
        /// Which.
        seat: Seat,
        /// How.
        reason: String,
    },
    /// It was broken off after this many plies.
    TooLong(usize),
    /// Everybody on turn sits, and no clock runs that would end it.
    Standstill,
}

impl Close {
    /// The team that won, if one did.
    pub fn winner(&self) -> Option<Team> {
        match self {
            Self::Outcome(outcome) => outcome.winner,
            Self::Fault { seat, .. } => Some(seat.team().other()),
            Self::TooLong(_) | Self::Standstill => None,
        }
    }

    /// True if it was not played to an end.
    pub const fn is_broken_off(&self) -> bool {
        matches!(self, Self::TooLong(_) | Self::Standstill)
    }
}

/// Why it is over, for people.
impl std::fmt::Display for Close {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.ending.fmt(f),
            Self::Fault { seat, reason } => write!(f, "{seat} failed: {reason}"),
            Self::TooLong(plies) => write!(f, "broken off after {plies} plies"),
            Self::Standstill => write!(f, "everybody sits and no clock runs"),
        }
    }
}

/// Something one partner told the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who spoke.
    pub seat: Seat,
    /// When, from the start of the game.
    pub at: Millis,
    /// After how many plies.
    pub plies: usize,
    /// The words.
    pub text: String,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with all its plies.
    pub game: Game,
    /// How it came to its end.
    pub close: Close,
    /// When it ended, from its start.
    pub ended_at: Millis,
    /// What was said, in order.
    pub messages: Vec<Told>,
}

/// Looks on.
pub trait Watcher {
    /// A move has been made.
    fn moved(&mut self, game: &Game, now: Millis);

    /// Time has passed.
    fn looked(&mut self, game: &Game, now: Millis);

    /// How often it wants to look, on the wall clock.
    fn interval(&self) -> Option<Millis> {
        None
    }
}

/// Nobody looks on.
impl Watcher for () {
    fn moved(&mut self, _: &Game, _: Millis) {}
    fn looked(&mut self, _: &Game, _: Millis) {}
}

/// Plays one game with the endpoints whose outboxes came from `mailroom`.
pub fn play_game(
    plan: GamePlan,
    endpoints: &mut [Box<dyn Endpoint>],
    mailroom: &Mailroom,
    watcher: &mut impl Watcher,
) -> Played {
    let close = assemble(&plan, endpoints);
    let mut running = Running {
        queue: Queue::new(mailroom, plan.timing),
        endpoints,
        doing: [Doing::Waiting; 4],
        messages: Vec::new(),
        close,
        plan,
    };
    running.begin();
    while running.close.is_none() {
        running.step(watcher);
    }
    running.finish()
}

/// Tells all that a game begins and waits until they are ready. Who cannot play has lost.
fn assemble(plan: &GamePlan, endpoints: &mut [Box<dyn Endpoint>]) -> Option<Close> {
    let start = News::Start(Snapshot::of(&plan.game, Millis::ZERO));
    for endpoint in &mut *endpoints {
        endpoint.hear(&start);
    }
    let failures: Vec<_> = endpoints.iter_mut().map(|endpoint| endpoint.settle().err()).collect();
    Seat::ALL.into_iter().find_map(|seat| {
        let reason = failures[plan.seats[seat.index()]].clone()?;
        log::warn!("{seat} cannot play: {reason}");
        Some(Close::Fault { seat, reason })
    })
}

struct Running<'a> {
    plan: GamePlan,
    queue: Queue<'a>,
    endpoints: &'a mut [Box<dyn Endpoint>],
    doing: [Doing; 4],
    messages: Vec<Told>,
    close: Option<Close>,
}

impl Running<'_> {
    fn begin(&mut self) {
        if self.close.is_some() {
            return;
        }
        for board in BoardId::ALL {
            self.go(self.plan.game.on_turn(board), Millis::ZERO);
        }
    }

    fn step(&mut self, watcher: &mut impl Watcher) {
        let flag = self.plan.game.next_flag().map(|(at, _)| at);
        let sits = |board| self.doing[self.plan.game.on_turn(board).index()] == Doing::Sitting;
        if flag.is_none() && BoardId::ALL.into_iter().all(sits) {
            self.close = Some(Close::Standstill);
            return;
        }
        match self.queue.next(&self.doing, flag, watcher.interval()) {
            Happening::Nothing(now) => {
                self.plan.game.tick(now);
                watcher.looked(&self.plan.game, now);
            }
            Happening::Silence(seat) => self.fail(seat, "no answer".to_owned()),
            Happening::Said(now, answer) => {
                self.take(answer, now, watcher);
                self.take_simultaneous(watcher);
            }
        }
        if self.close.is_none() {
            self.close = self.plan.game.outcome().map(Close::Outcome);
        }
        if self.close.is_none() && self.plan.game.plies().len() >= self.plan.most_plies {
            self.close = Some(Close::TooLong(self.plan.most_plies));
        }
    }

    /// The other board may have ended at the very same moment; the rules say what that means.
    fn take_simultaneous(&mut self, watcher: &mut impl Watcher) {
        let Some(at) = self.plan.game.ended_at() else { return };
        while let Some(answer) = self.queue.simultaneous(at) {
            if matches!(answer.said, Said::Move(_)) {
                self.take(answer, at, watcher);
            }
        }
    }

    fn take(&mut self, answer: Answer, now: Millis, watcher: &mut impl Watcher) {
        let seat = answer.seat;
        match answer.said {
            Said::Move(m) => self.play(seat, m, now, watcher),
            Said::Sit => self.sit(seat, now),
            Said::Tell(text) => self.relay(seat, text, now),
            Said::Resign => self.plan.game.resign(seat, now),
            Said::OfferDraw => self.plan.game.offer_draw(seat, now),
            Said::Fail(reason) => self.fail(seat, reason),
        }
    }

    fn play(&mut self, seat: Seat, m: Move, now: Millis, watcher: &mut impl Watcher) {
        match self.plan.game.play(seat, m, now) {
            Ok(handoff) => {
                self.doing[seat.index()] = Doing::Waiting;
                self.tell_all(&News::Moved { seat, m });
                watcher.moved(&self.plan.game, now);
                if let Some(handoff) = handoff {
                    self.arrive(seat.partner(), handoff, now);
                }
                if self.plan.game.outcome().is_none() {
                    self.go(seat.opponent(), now);
                }
            }
            Err(PlayError::Over) => {} // it came after the flag
            Err(PlayError::Illegal(..)) => {
                log::warn!("{seat} played {m:?}, which is illegal");
                self.plan.game.forfeit_by_illegal_move(seat, now);
            }
            Err(error @ (PlayError::NotOnTurn(_) | PlayError::LastDropOnly(_))) => {
                self.fail(seat, error.to_string());
            }
        }
    }

    /// A seat sits, unless something has arrived since it was last told: then it may not want to.
    fn sit(&mut self, seat: Seat, now: Millis) {
        match self.doing[seat.index()] {
            Doing::Thinking { stale: true, .. } => self.go(seat, now),
            Doing::Thinking { stale: false, .. } => self.doing[seat.index()] = Doing::Sitting,
            Doing::Waiting | Doing::Sitting => {}
        }
    }

    fn relay(&mut self, seat: Seat, text: String, now: Millis) {
        let plies = self.plan.game.plies().len();
        self.deliver(seat.partner(), &News::Told { seat: seat.partner(), text: text.clone() });
        self.messages.push(Told { seat, at: now, plies, text });
    }

    /// Tells a seat that it is on turn.
    fn go(&mut self, seat: Seat, now: Millis) {
        self.doing[seat.index()] = Doing::Thinking { since: now, stale: false };
        let snapshot = Snapshot::of(&self.plan.game, now);
        self.deliver(seat, &News::Go(seat, snapshot));
    }

    /// A piece has arrived in a hand. Both players of that board see it, and whoever is on turn
    /// there has something new to think about.
    fn arrive(&mut self, seat: Seat, handoff: Handoff, now: Millis) {
        let news = News::Arrived { seat, handoff };
        self.deliver(seat, &news);
        if self.plan.seats[seat.index()] != self.plan.seats[seat.opponent().index()] {
            self.deliver(seat.opponent(), &news);
        }
        if self.plan.game.outcome().is_none() {
            self.wake(self.plan.game.on_turn(seat.board), now);
        }
    }

    /// Something has changed for a seat on turn. One that sits thinks again; one that thinks hears of
    /// it in mid-thought, but not on the node clock, where a thought is one event.
    fn wake(&mut self, seat: Seat, now: Millis) {
        match self.doing[seat.index()] {
            Doing::Sitting => self.go(seat, now),
            Doing::Thinking { since, .. } => {
                self.doing[seat.index()] = Doing::Thinking { since, stale: true };
                if self.plan.timing == Timing::Wall {
                    let snapshot = Snapshot::of(&self.plan.game, now);
                    self.deliver(seat, &News::Update(seat, snapshot));
                }
            }
            Doing::Waiting => {}
        }
    }

    fn fail(&mut self, seat: Seat, reason: String) {
        log::warn!("{seat} failed: {reason}");
        self.close = Some(Close::Fault { seat, reason });
    }

    fn deliver(&mut self, seat: Seat, news: &News) {
        self.endpoints[self.plan.seats[seat.index()]].hear(news);
    }

    fn tell_all(&mut self, news: &News) {
        self.endpoints.iter_mut().for_each(|endpoint| endpoint.hear(news));
    }

    fn finish(mut self) -> Played {
        let news = News::End(self.plan.game.outcome());
        self.tell_all(&news);
        let last = self.plan.game.plies().last().map_or(Millis::ZERO, |ply| ply.at);
        let ended_at = self.plan.game.ended_at().unwrap_or(last);
        let close = self.close.unwrap_or(Close::TooLong(self.plan.most_plies));
        Played { game: self.plan.game, close, ended_at, messages: self.messages }
    }
}
