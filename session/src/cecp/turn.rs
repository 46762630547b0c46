//! Our turn: from the first search or the book to the move, or to sitting.

use std::time::Instant;

use tandem_engine::{Decision, Info, Limits, Thinking};
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Word;
use tandem_rules::Move;

use super::Session;
use super::mode::Mode;
use super::outlook::Outlook;
use super::state::{Freshness, State};
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste, Step, decide};

impl<B: Brain> Session<B> {
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

    pub(super) fn show(&mut self, info: Info) {
        self.output.show(&info, &self.record);
        if let State::Analyzing { search, .. } = *self.mind.activity()
            && info.rank <= 1
        {
            self.mind.turn_to(State::Analyzing { search, latest: info });
        }
    }

    pub(super) fn done(&mut self, decision: Decision, info: Info, now: Instant) {
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

    /// Sits until something arrives or the time for it is over. If there is a legal move, the
    /// search goes on meanwhile, but not on the node clock, where that time is charged to nobody.
    /// `held_back` is the result of the search whose move is not played.
    pub(super) fn sit(&mut self, held_back: Option<Info>, now: Instant) {
        self.mind.rest();
        self.output.answer_pings();
        let sitting = |search| State::Sitting { search, held_back, has_news: false };
        if self.record.position().count_legal() == 0 || self.timing.is_in_nodes() {
            return self.mind.turn_to(sitting(None));
        }
        let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
        let limits = self.options.strength.limit(limits);
        let view = self.view(&self.record, now);
        self.mind.start(view, limits, |search| sitting(Some(search)));
    }
}
