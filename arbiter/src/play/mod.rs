//! The course of one game, from its first move to its result.

mod waiting;

use std::time::Instant;

use tandem_rules::{BoardId, Boards, Clock, Handoff, Millis, Move, PlayError, Seat};

use crate::endpoint::Answer;
use crate::post::{Parcel, Post};
use crate::queue::{Doing, Happening, Queue};
use crate::turn::Turn;
use crate::{
    Close, Effort, Endpoint, GamePlan, Mailroom, News, Past, Played, PlayerFault, Said, SaidFault,
    Snapshot, Thought, Timing, Told, Watcher,
};

/// Plays one game and returns it with its result. The outboxes of all `endpoints` must come from
/// `mailroom`; endpoints without a seat hear nothing.
pub fn play_game(
    mut plan: GamePlan,
    endpoints: &mut [Box<dyn Endpoint>],
    mailroom: &Mailroom,
    watcher: &mut impl Watcher,
) -> Played {
    let Past { since, messages, mut efforts } = std::mem::take(&mut plan.past);
    efforts.resize(plan.game.plies().len(), Effort::default());
    let mut running = Running {
        post: Post::new(plan.lag),
        queue: Queue::new(mailroom, plan.timing, since),
        endpoints,
        doing: [Doing::Waiting; 4],
        turns: [Turn::default(); 4],
        messages,
        efforts,
        close: None,
        broken_off_at: None,
        plan,
    };
    running.assemble(since);
    running.queue.start();
    if running.close.is_none() {
        watcher.began(&running.plan.game, since);
    }
    running.begin(since);
    while running.close.is_none() {
        running.step(watcher);
    }
    running.finish()
}

struct Running<'a> {
    plan: GamePlan,
    queue: Queue<'a>,
    post: Post,
    endpoints: &'a mut [Box<dyn Endpoint>],
    doing: [Doing; 4],
    turns: [Turn; 4],
    messages: Vec<Told>,
    efforts: Vec<Effort>,
    close: Option<Close>,
    broken_off_at: Option<Millis>,
}

impl Running<'_> {
    /// Tells all players that a game begins, and waits until they are ready. A player that cannot
    /// play loses.
    fn assemble(&mut self, since: Millis) {
        let opening = std::mem::take(&mut self.plan.opening);
        let start = Snapshot { opening, ..self.snapshot(since) };
        for seat in self.seats_in_play() {
            self.deliver(seat, &News::Start(seat, start.clone()));
        }
        for seat in self.one_seat_each() {
            let settled = self.endpoints[self.plan.seats[seat.index()]].settle();
            match settled {
                _ if self.close.is_some() => {}
                Err(_) if self.queue.is_interrupted() => self.break_off(seat, since),
                Err(reason) => self.fail(seat, reason),
                Ok(()) => {}
            }
        }
    }

    fn begin(&mut self, since: Millis) {
        if self.close.is_some() {
            return;
        }
        for seat in self.on_turn() {
            self.go(seat, since);
        }
    }

    fn step(&mut self, watcher: &mut impl Watcher) {
        let flag = self.plan.game.next_flag().map(|(at, _)| at);
        let patience = self.patience_ends();
        let until = flag.into_iter().chain(self.post.due()).min();
        let all_wait = self.on_turn().all(|seat| self.waits(seat));
        if until.is_none() && self.all_sit() {
            self.close = Some(Close::Standstill);
            return;
        }
        if let (true, true, Some(until)) = (self.plan.fast_forward, all_wait, until) {
            self.queue.skip_to(until);
        }
        let tick = self.sitters().map(|(_, due)| due).min();
        let until = until.into_iter().chain(patience.map(|(at, _)| at)).chain(tick).min();
        match self.queue.next(&self.doing, until, watcher.interval()) {
            Happening::Nothing(now) if patience.is_some_and(|(at, _)| at <= now) => {
                if let Some((_, silent)) = patience {
                    self.fail(silent, PlayerFault::Silent);
                }
            }
            Happening::Nothing(now) => {
                self.plan.game.tick(now);
                self.hand_out(now);
                self.tell_sitters(now);
                watcher.looked(&self.plan.game, now);
            }
            Happening::Silence(seat) => self.fail(seat, PlayerFault::Silent),
            Happening::Said(now, answer) => {
                self.take(answer, now, watcher);
                self.hand_out(now);
                self.take_simultaneous(watcher);
            }
        }
        if self.close.is_none() {
            self.close = self.plan.game.outcome().map(Close::Outcome);
        }
        if self.close.is_none() {
            let Self { plan: GamePlan { adjudication, game, .. }, efforts, .. } = self;
            self.close = adjudication.verdict(game, efforts).map(Close::Adjudicated);
        }
        if self.close.is_none() && self.plan.game.plies().len() >= self.plan.most_plies {
            self.close = Some(Close::TooLong(self.plan.most_plies));
        }
    }

    /// The seats to move, one for each board in play.
    fn on_turn(&self) -> impl Iterator<Item = Seat> + use<> {
        let on_turn = BoardId::ALL.map(|board| self.plan.game.on_turn(board));
        let in_play = self.plan.game.boards_in_play();
        on_turn.into_iter().filter(|seat| in_play.contains(&seat.board))
    }

    fn seats_in_play(&self) -> impl Iterator<Item = Seat> + use<> {
        let in_play = self.plan.game.boards_in_play();
        Seat::ALL.into_iter().filter(|seat| in_play.contains(&seat.board))
    }

    /// Takes the moves that arrived on the other board at the very moment when the game ended; the
    /// rules decide what they mean.
    fn take_simultaneous(&mut self, watcher: &mut impl Watcher) {
        let Some(at) = self.plan.game.ended_at() else { return };
        while let Some(answer) = self.queue.simultaneous_move(at) {
            self.take(answer, at, watcher);
        }
    }

    fn take(&mut self, answer: Answer, now: Millis, watcher: &mut impl Watcher) {
        let seat = answer.seat;
        if matches!(answer.said, Said::Move(..) | Said::Sit) {
            self.turns[seat.index()].answered(answer.arrived, answer.nodes);
        }
        match answer.said {
            Said::Move(m, thought) => self.play(seat, (m, thought), now, watcher),
            Said::Sit => self.sit(seat, now),
            Said::Tell(text) => self.relay(seat, text, now, watcher),
            Said::Resign => self.plan.game.resign(seat, now),
            Said::OfferDraw => self.offer_draw(seat, now),
            Said::DeclineDraw => self.plan.game.decline_draw(seat, now),
            Said::BreakOff => self.break_off(seat, now),
            Said::Fail(reason) => self.fail(seat, reason),
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        (m, thought): (Move, Thought),
        now: Millis,
        watcher: &mut impl Watcher,
    ) {
        let plies = self.plan.game.plies().len();
        match self.plan.game.play(seat, m, now) {
            Ok(_) if self.plan.game.plies().len() == plies => {} // the game ended without this ply
            Ok(handoff) => {
                self.doing[seat.index()] = Doing::Waiting;
                self.end_turn(seat, thought, now);
                self.deliver(seat, &News::Moved { seat, m });
                watcher.moved(&self.plan.game, now);
                self.post.send(Parcel::Moved(seat, m), now);
                if let Some(handoff) = handoff {
                    self.post.send(Parcel::Arrived(seat.partner(), handoff), now);
                }
            }
            Err(PlayError::Over) => {} // it came after the end
            Err(PlayError::Illegal(..)) => {
                log::warn!("{seat} played {m:?}, which is illegal");
                self.plan.game.forfeit_by_illegal_move(seat, now);
            }
            // It came after a mate that only another seat can undo: nothing is left for this one.
            Err(PlayError::LastDropOnly(_)) => self.sit(seat, now),
            Err(error @ PlayError::NotOnTurn(_)) => self.fail(seat, SaidFault::from(error).into()),
        }
    }

    fn end_turn(&mut self, seat: Seat, thought: Thought, now: Millis) {
        let turn = &mut self.turns[seat.index()];
        turn.stop_waiting(now);
        self.efforts.push(Effort { thought, ..std::mem::take(&mut turn.effort) });
    }

    /// Lets a seat sit; if something has arrived since it was last told to go, it is told again.
    fn sit(&mut self, seat: Seat, now: Millis) {
        match self.doing[seat.index()] {
            Doing::Thinking { stale: true, .. } => self.go(seat, now),
            Doing::Thinking { stale: false, .. } => {
                self.doing[seat.index()] = Doing::Sitting;
                self.turns[seat.index()].wait(now);
            }
            Doing::Waiting | Doing::Sitting => {}
        }
    }

    fn relay(&mut self, seat: Seat, text: String, now: Millis, watcher: &mut impl Watcher) {
        let plies = self.plan.game.plies().len();
        self.post.send(Parcel::Told(seat.partner(), text.clone()), now);
        let told = Told { seat, at: now, plies, text };
        watcher.told(&told);
        self.messages.push(told);
    }

    /// Registers an offer of a draw and passes it on to the seats that have to agree.
    fn offer_draw(&mut self, seat: Seat, now: Millis) {
        let stood = self.plan.game.offers_draw(seat);
        self.plan.game.offer_draw(seat, now);
        if stood || self.plan.game.outcome().is_some() {
            return;
        }
        let agreement = self.plan.game.rules().draw_agreement;
        for other in self.seats_in_play() {
            if agreement.asks(other, seat) {
                self.deliver(other, &News::DrawOffered { seat: other, by: seat });
            }
        }
    }

    /// Delivers all news that is due.
    fn hand_out(&mut self, now: Millis) {
        while let Some((due, parcel)) = self.post.take(now) {
            match parcel {
                Parcel::Moved(seat, m) => self.show(seat, m, due),
                Parcel::Arrived(seat, handoff) => self.arrive(seat, handoff, due),
                Parcel::Told(seat, text) => {
                    self.deliver(seat, &News::Told { seat, text });
                    self.wake(seat, due);
                }
            }
        }
    }

    /// Shows a move to the other endpoints, and tells the opponent to go.
    fn show(&mut self, mover: Seat, m: Move, now: Millis) {
        let news = News::Moved { seat: mover, m };
        for seat in self.one_seat_each() {
            if self.plan.seats[seat.index()] != self.plan.seats[mover.index()] {
                self.deliver(seat, &news);
            }
        }
        if self.plan.game.outcome().is_none() {
            self.go(mover.opponent(), now);
        }
    }

    /// Tells a seat that it is to move.
    fn go(&mut self, seat: Seat, now: Millis) {
        self.doing[seat.index()] = Doing::Thinking { since: now, stale: false };
        let has_move = !self.plan.game.position(seat.board).legal_moves().is_empty();
        let turn = &mut self.turns[seat.index()];
        turn.stop_waiting(now);
        if !has_move {
            turn.wait(now);
        }
        turn.asked = Some(Instant::now());
        turn.effort.known_plies = self.plan.game.plies().len();
        let snapshot = self.snapshot(now);
        self.deliver(seat, &News::Go(seat, snapshot));
    }

    /// Delivers a piece to a seat. Both players of that board see it, and the one to move is woken.
    fn arrive(&mut self, seat: Seat, handoff: Handoff, now: Millis) {
        let news = News::Arrived { seat, handoff };
        self.deliver(seat, &news);
        self.deliver(seat.opponent(), &news);
        self.wake(self.plan.game.on_turn(seat.board), now);
    }

    /// Reacts to a change for a seat. One that sits is told to go again. One that thinks gets an
    /// update, but not on the node clock, where a thought is a single event.
    fn wake(&mut self, seat: Seat, now: Millis) {
        if self.plan.game.outcome().is_some() {
            return;
        }
        match self.doing[seat.index()] {
            Doing::Sitting => self.go(seat, now),
            Doing::Thinking { since, .. } => {
                self.doing[seat.index()] = Doing::Thinking { since, stale: true };
                if self.plan.timing == Timing::Wall {
                    let snapshot = self.snapshot(now);
                    self.deliver(seat, &News::Update(seat, snapshot));
                }
            }
            Doing::Waiting => {}
        }
    }

    /// The game as the seats may see it: without the pieces on their way. On the node clock, times
    /// are cut to whole centiseconds, at least one, as in CECP, so that a player sees the same in
    /// the program and in a process.
    fn snapshot(&self, now: Millis) -> Snapshot {
        let mut snapshot = Snapshot::of(&self.plan.game, now);
        snapshot.boards = self.boards_as_seen();
        if self.plan.timing != Timing::Wall {
            let round = |clock: Clock| clock.showing(Millis(clock.remaining().0.max(10) / 10 * 10));
            snapshot.clocks = snapshot.clocks.map(|clock| clock.map(round));
        }
        snapshot
    }

    /// The positions of both boards, without the pieces on their way.
    fn boards_as_seen(&self) -> Boards {
        let mut boards = self.plan.game.boards().clone();
        self.post.hold_back(&mut boards);
        boards
    }

    fn fail(&mut self, seat: Seat, reason: PlayerFault) {
        log::warn!("{seat} failed: {reason}");
        self.close = Some(Close::Fault { seat, reason });
    }

    fn break_off(&mut self, seat: Seat, now: Millis) {
        self.close = Some(Close::BrokenOff(seat));
        self.broken_off_at = Some(now);
    }

    fn deliver(&mut self, seat: Seat, news: &News) {
        self.endpoints[self.plan.seats[seat.index()]].hear(news);
    }

    /// One seat of each endpoint that plays.
    fn one_seat_each(&self) -> Vec<Seat> {
        let seats = &self.plan.seats;
        let is_first = |seat: &Seat| !seats[..seat.index()].contains(&seats[seat.index()]);
        self.seats_in_play().filter(is_first).collect()
    }

    fn finish(mut self) -> Played {
        let news = News::End(self.plan.game.outcome());
        for seat in self.one_seat_each() {
            self.deliver(seat, &news);
        }
        let last = self.plan.game.plies().last().map_or(Millis::ZERO, |ply| ply.at);
        let ended_at = self.plan.game.ended_at().or(self.broken_off_at).unwrap_or(last);
        self.turns.iter_mut().for_each(|turn| turn.stop_waiting(ended_at));
        Played {
            sat: self.turns.map(|turn| turn.sat),
            game: self.plan.game,
            close: self.close.unwrap_or(Close::TooLong(self.plan.most_plies)),
            ended_at,
            messages: self.messages,
            efforts: self.efforts,
        }
    }
}
