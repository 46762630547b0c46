//! From a position to a move: when to search, and what to do with the result.

use std::time::Instant;

use tandem_engine::{Decision, Event, Info, Limits, Thinking, View};
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Word;
use tandem_rules::{BoardId, Move, Seat};

use super::Session;
use super::mode::Mode;
use super::outlook::Outlook;
use super::state::{Freshness, State};
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste, Step, decide};
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    /// Handles an event of the search. Returns the replies.
    pub fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        self.mind.note(&event);
        match event {
            Event::Info(search, info) if self.mind.activity().shows(search) => {
                self.pacing.note_margin(info.margin);
                self.mind.note_line(&info);
                self.show(info);
            }
            Event::Done(search, decision, info) if self.mind.activity().shows(search) => {
                self.done(decision, info, now);
            }
            Event::Done(search, decision, _)
                if *self.mind.activity() == (State::Hinting { search }) =>
            {
                self.give_hint(decision, now);
            }
            Event::Info(..) | Event::Done(..) => {}
        }
        self.output.take()
    }

    /// True while a search looks for a move of ours.
    pub fn is_move_owed(&self) -> bool {
        self.mind.activity().is_thinking()
    }

    /// True while the next move is ours, whether it is searched for, held back or paused.
    pub(super) fn is_our_turn(&self) -> bool {
        self.mind.activity().is_our_turn()
    }

    /// Looks for a move, if it is our turn, in the book or else by a search.
    pub(super) fn think(&mut self, now: Instant) {
        let is_ours = self.mode == Mode::Playing(self.record.position().side_to_move());
        if !is_ours || self.refused.is_some() {
            return;
        }
        self.timing.run(now);
        self.report_board(now);
        let holds_back = self.begin_pacing(now);
        let book_move = self.book_move(now);
        if let Some(m) = book_move.filter(|_| !holds_back) {
            let info = Info { pv: vec![m], ..Info::default() };
            let found = (Decision::Play(m), info);
            return self.proceed(Aim::Move, found, Freshness::Complete, now);
        }
        let view = self.view(&self.record, now);
        let search_moves = book_move.into_iter().collect();
        let limits = Limits { search_moves, ..self.limits_of_move() };
        self.mind.search((view, now), (Aim::Move, limits), holds_back, Freshness::Complete);
    }

    /// Analyzes the position as it is now, in analysis mode.
    pub(super) fn analyze_again(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing && self.refused.is_none() {
            let view = self.view(&self.record, now);
            let search_moves = self.excluded.rest(self.record.position());
            let limits = Limits {
                thinking: Thinking::Infinite,
                multi_pv: self.options.lines,
                search_moves,
                ..Limits::clock()
            };
            let latest = Info::default();
            self.mind.start(view, limits, |search| State::Analyzing { search, latest });
        }
    }

    /// Stops the current search, or sitting, and forgets everything noted for it.
    pub(super) fn abandon(&mut self, now: Instant) {
        self.mind.rest();
        self.haste = Haste::None;
        self.pacing.end();
        self.partnership.stand_up();
        self.echo.forget();
        self.timing.halt(now);
        self.output.answer_pings();
    }

    /// Takes in changed holdings or prices: updates the search, or starts it again.
    pub(super) fn news_arrived(&mut self, now: Instant) {
        match self.mind.activity() {
            State::Thinking(thought) if thought.aim == Aim::Move => {
                self.mind.change_thought(|thought| thought.question = Freshness::Updated);
                self.mind.update(self.view(&self.record, now));
            }
            State::Analyzing { .. } => self.mind.update(self.view(&self.record, now)),
            State::Pondering(pondering) => self.ponder_on(*pondering, now),
            State::Thinking(_) => self.think(now),
            State::Sitting { .. } => self.wake_up(now),
            State::Idle | State::Paused | State::Hinting { .. } => {}
        }
    }

    /// `?`: moves at once, also while we sit.
    pub(super) fn move_now(&mut self, now: Instant) {
        self.haste = Haste::AtOnce;
        if self.sits_by_choice() {
            self.think(now);
        }
        if self.is_move_owed() {
            self.mind.hasten();
        }
    }

    pub(super) fn pause(&mut self, now: Instant) {
        let was_our_turn = self.is_our_turn();
        self.abandon(now);
        if was_our_turn {
            self.mind.turn_to(State::Paused);
        }
    }

    pub(super) fn resume(&mut self, now: Instant) {
        match self.mind.activity() {
            State::Paused => self.think(now),
            State::Idle => {
                self.analyze_again(now);
                self.ponder(now);
            }
            _ => {}
        }
    }

    /// A game on our own board, the current one or a continuation of it, as a search sees it.
    pub(super) fn view(&self, record: &Record, now: Instant) -> View {
        let seat = self.seat_in(record);
        View {
            keys: record.keys(),
            other: self.other.position().cloned(),
            clocks: self.with_clocks_of_partner(self.timing.clocks(seat, now), seat, now),
            prices: self.partnership.prices(self.timing.game_time(now)),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    /// Our seat.
    pub(super) fn seat(&self) -> Seat {
        self.seat_in(&self.record)
    }

    /// Our seat in this game. Nothing tells which board is ours, so it is A: that makes no
    /// difference.
    fn seat_in(&self, record: &Record) -> Seat {
        BoardId::A.seat(match self.mode {
            Mode::Playing(color) => color,
            Mode::Force | Mode::Analyzing => record.position().side_to_move(),
        })
    }

    fn show(&mut self, info: Info) {
        self.output.show(&info, &self.record);
        if let State::Analyzing { search, .. } = *self.mind.activity()
            && info.rank <= 1
        {
            self.mind.turn_to(State::Analyzing { search, latest: info });
        }
    }

    fn done(&mut self, decision: Decision, info: Info, now: Instant) {
        if let Some(late) = self.mind.end_watch(now) {
            self.timing.note_lateness(late, now);
        }
        // Without one, an analysis has run out of depth.
        let Some(thought) = self.mind.thought() else { return };
        let (aim, view) = (thought.aim.clone(), thought.question);
        if aim == Aim::Move && !self.is_playable(decision, view) {
            return match decision {
                Decision::Play(m) if view == Freshness::Complete => self.play_any(m, info, now),
                // The search has not seen the latest change, or not all of it.
                Decision::Play(_) | Decision::Sit => self.think(now),
            };
        }
        self.proceed(aim, (decision, info), view, now);
    }

    /// Acts on the result of a search with this aim, or of a look into the book.
    pub(super) fn proceed(
        &mut self,
        aim: Aim,
        found: (Decision, Info),
        view: Freshness,
        now: Instant,
    ) {
        let haste = if self.has_partner() { self.haste } else { Haste::AtOnce };
        let suggested = self.partnership.suggested(&self.record);
        match decide(aim, found, haste, (&self.record, suggested)) {
            Step::Play(m, info) | Step::Follow(m, info) => self.send(m, info, now),
            Step::Try { suggested, rival } => self.try_out(suggested, rival, now),
            Step::Ask(m, info) if !self.consult(Decision::Play(m), &info, now).sits() => {
                self.send(m, info, now);
            }
            // What we wait for may be there.
            Step::Ask(..) if view == Freshness::Updated => self.think(now),
            Step::Ask(_, info) => {
                self.show(info.clone());
                self.sit(Some(info), now);
            }
            Step::Stuck(info) => {
                self.consult(Decision::Sit, &info, now);
                self.show(info);
                self.sit(None, now);
            }
            Step::Stale(_) => self.think(now),
        }
    }

    /// True if the decision of a search for a move still holds: its move is legal, or there is none
    /// and nothing has arrived since.
    fn is_playable(&self, decision: Decision, view: Freshness) -> bool {
        match decision {
            Decision::Play(m) => self.record.position().is_legal(m),
            Decision::Sit => view == Freshness::Complete,
        }
    }

    /// Plays any legal move in place of `m`, which is not legal.
    fn play_any(&mut self, m: Move, info: Info, now: Instant) {
        log::error!("the search wants to play {m:?}, which is not legal");
        match self.record.position().legal_moves().first() {
            Some(&m) => self.send(m, info, now),
            None => self.sit(None, now),
        }
    }

    /// Limits of a search for a move of ours.
    pub(super) fn limits_of_move(&self) -> Limits {
        let limits = self.timing.limits(self.partnership.time_share());
        self.options.strength.limit(limits)
    }

    fn try_out(&mut self, suggested: Move, rival: Info, now: Instant) {
        let usual = self.limits_of_move();
        let aim = Aim::Trial { suggested, rival };
        let view = self.view(&self.record, now);
        self.mind.search((view, now), (aim, usual), false, Freshness::Complete);
    }

    /// Plays a legal move, after its last thinking output, which tells the node count.
    pub(super) fn send(&mut self, m: Move, info: Info, now: Instant) {
        self.haste = Haste::None;
        self.pacing.end();
        self.partnership.forget_suggestion();
        let score = self.view(&self.record, now).without_wishes(info.score);
        self.outlook = Outlook::new(score, info.pv.get(1).copied());
        let searched = info.time;
        let text = Word::new(&self.record.write(m));
        self.show(info);
        self.timing.end_move(searched, now);
        let handoff = self.record.play_own(m);
        self.other.receive(handoff);
        self.mind.rest();
        // Messages before the move: what comes after it arrives at some moment of the opponent's
        // time, and games on the node clock would not repeat.
        self.comment_on_own_move(now);
        self.report_board(now);
        self.output.extend(text.clone().map(Reply::Move));
        self.echo.own_move(text, now);
        self.output.answer_pings();
        self.resign_if_hopeless();
        self.claim_result();
        self.ponder(now);
    }
}
