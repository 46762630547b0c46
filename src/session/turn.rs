//! From a position to a move: when to think, and what to make of what was found.

use std::time::Instant;

use tandem_engine::{Decision, Event, Info, Limits, SearchId, Thinking, View};
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Word;
use tandem_rules::{BoardId, Move, Seat};

use super::brain::Brain;
use super::partnership::{self, Choice};
use super::pondering::Pondering;
use super::record::Record;
use super::state::{Mode, Posting, Session};
use super::thoughts;

/// What the search is at, as far as anybody waits for it. What another search still says is
/// nobody's business any more.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Thought {
    /// Nothing.
    None,
    /// It looks for a move, and that is owed.
    Owed { search: SearchId, view: Freshness },
    /// It has found one, and looks at what the partner suggests before that is played.
    Trying { search: SearchId, rival: Info },
    /// It was our turn when the game was paused.
    Paused,
    /// It is our turn, and there is nothing to play until something arrives.
    Sitting,
    /// It is the opponent's turn, and it looks for a move all the same.
    Pondering(Pondering),
    /// It analyzes.
    Endless { search: SearchId, latest: Info },
}

/// Whether a search began with all that is known now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freshness {
    /// It did.
    Complete,
    /// Something came since, which it may have taken in or just missed.
    Updated,
}

/// How a move that is found is dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// It may wait, if the team sees a point in it.
    AsTeamSees,
    /// It is wanted now (`?`).
    None,
}

impl<B: Brain> Session<B> {
    /// Hears what a search says. Returns what there is to say.
    pub(super) fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        match event {
            Event::Info(search, info) if self.listens_to(search) => self.show(info),
            Event::Done(search, decision, info) if self.listens_to(search) => {
                self.done(decision, info, now);
            }
            Event::Info(..) | Event::Done(..) => {}
        }
        self.take_replies()
    }

    fn listens_to(&self, to: SearchId) -> bool {
        match self.thought {
            Thought::Owed { search, .. }
            | Thought::Trying { search, .. }
            | Thought::Endless { search, .. } => search == to,
            // The line it would show does not begin on the board yet.
            Thought::Pondering(_) | Thought::None | Thought::Paused | Thought::Sitting => false,
        }
    }

    /// True while a search looks for a move of ours.
    pub(super) fn is_move_owed(&self) -> bool {
        matches!(self.thought, Thought::Owed { .. } | Thought::Trying { .. })
    }

    /// True while the next move is ours, whether it is looked for, waited with or paused over.
    pub(super) fn is_our_turn(&self) -> bool {
        self.is_move_owed() || matches!(self.thought, Thought::Sitting | Thought::Paused)
    }

    /// Looks for a move, if it is our turn, in the book or by a search.
    pub(super) fn think(&mut self, now: Instant) {
        if self.mode != Mode::Playing(self.record.position().side_to_move()) {
            return;
        }
        self.timing.run(now);
        self.report_board(now);
        if let Some(m) = self.book_move(now) {
            let info = Info { pv: vec![m], ..Info::default() };
            return self.settle(m, info, Freshness::Complete, now);
        }
        let view = self.view(&self.record, now);
        let search = self.brain.start(view, self.timing.limits(self.partnership.team.pace()));
        self.thought = Thought::Owed { search, view: Freshness::Complete };
    }

    /// Thinks about the position as it is now, if it is to be analyzed.
    pub(super) fn analyze_again(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing {
            let view = self.view(&self.record, now);
            let search_moves = self.moves_to_analyze();
            let limits = Limits { thinking: Thinking::Infinite, search_moves, ..Limits::clock() };
            let search = self.brain.start(view, limits);
            self.thought = Thought::Endless { search, latest: Info::default() };
        }
    }

    /// The move that an analysis likes best so far.
    pub(super) fn best_of_analysis(&self) -> Option<Move> {
        match &self.thought {
            Thought::Endless { latest, .. } => latest.pv.first().copied(),
            _ => None,
        }
    }

    /// Forgets what was being thought about.
    pub(super) fn abandon(&mut self, now: Instant) {
        match self.thought {
            Thought::Owed { .. }
            | Thought::Trying { .. }
            | Thought::Endless { .. }
            | Thought::Pondering(_)
            | Thought::Sitting => self.brain.stop(), // it may think on while it sits
            Thought::None | Thought::Paused => {}
        }
        self.patience = Patience::AsTeamSees;
        self.partnership.team.stand_up();
        self.echo.forget();
        self.timing.halt(now);
        self.thought = Thought::None;
        self.answer_pings();
    }

    /// Goes on with what is known now, of holdings or of the partner's wishes.
    pub(super) fn news_arrived(&mut self, now: Instant) {
        match &mut self.thought {
            Thought::Owed { view, .. } => {
                *view = Freshness::Updated;
                self.brain.update(self.view(&self.record, now));
            }
            Thought::Endless { .. } => self.brain.update(self.view(&self.record, now)),
            Thought::Pondering(pondering) => {
                let pondering = *pondering;
                self.ponder_on(pondering, now);
            }
            Thought::Trying { .. } => self.think(now),
            Thought::Sitting => self.wake_up(now),
            Thought::None | Thought::Paused => {}
        }
    }

    /// `?`: also where it sits.
    pub(super) fn move_now(&mut self, now: Instant) {
        self.patience = Patience::None;
        if self.sits_by_choice() {
            self.think(now);
        }
        if self.is_move_owed() {
            self.brain.stop();
        }
    }

    pub(super) fn pause(&mut self, now: Instant) {
        let was_our_turn = self.is_our_turn();
        self.abandon(now);
        if was_our_turn {
            self.thought = Thought::Paused;
        }
    }

    pub(super) fn resume(&mut self, now: Instant) {
        if self.thought == Thought::Paused {
            self.think(now);
        } else if self.thought == Thought::None {
            self.analyze_again(now);
            self.ponder(now);
        }
    }

    /// A game on the own board, this one or what may become of it, as the search sees it.
    pub(super) fn view(&self, record: &Record, now: Instant) -> View {
        let seat = self.seat_in(record);
        View {
            keys: record.keys(),
            other: self.other.position().cloned(),
            clocks: self.with_clocks_of_partner(self.timing.clocks(seat, now), seat, now),
            prices: self.partnership.team.prices(self.timing.game_time(now)),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    /// Where it sits.
    pub(super) fn seat(&self) -> Seat {
        self.seat_in(&self.record)
    }

    /// Which board is ours nobody says, and it makes no difference.
    fn seat_in(&self, record: &Record) -> Seat {
        BoardId::A.seat(match self.mode {
            Mode::Playing(color) => color,
            Mode::Force | Mode::Analyzing => record.position().side_to_move(),
        })
    }

    fn show(&mut self, info: Info) {
        if self.posting == Posting::Shown {
            self.replies.push(thoughts::thinking(&info, &self.record));
        }
        if let Thought::Endless { latest, .. } = &mut self.thought {
            *latest = info;
        }
    }

    fn done(&mut self, decision: Decision, info: Info, now: Instant) {
        let view = match &self.thought {
            Thought::Owed { view, .. } => *view,
            Thought::Trying { rival, .. } => {
                let rival = rival.clone();
                return self.choose(decision, info, rival, now);
            }
            _ => return, // an analysis has run out of depth
        };
        match (decision, view) {
            (Decision::Play(m), _) if self.record.position().is_legal(m) => {
                self.settle(m, info, view, now);
            }
            // It has not seen what came last, or not all of it.
            (Decision::Play(_) | Decision::Sit, Freshness::Updated) => self.think(now),
            (Decision::Play(m), Freshness::Complete) => {
                log::error!("the search wants to play {m:?}, which is not legal");
                match self.record.position().legal_moves().first() {
                    Some(&m) => self.send(m, info, now),
                    None => self.sit(now),
                }
            }
            (Decision::Sit, Freshness::Complete) => {
                self.consult(decision, &info, now);
                self.show(info);
                self.sit(now);
            }
        }
    }

    /// A legal move is found: it is played, unless the partner has a better idea or it is better
    /// to sit.
    fn settle(&mut self, m: Move, info: Info, view: Freshness, now: Instant) {
        if !self.has_partner() || self.patience == Patience::None {
            return self.send(m, info, now);
        }
        let suggested = self.partnership.suggested(&self.record);
        match suggested.filter(|&suggested| suggested != m) {
            Some(suggested) => self.try_out(suggested, info, now),
            None => self.play_or_sit(m, info, view, now),
        }
    }

    fn play_or_sit(&mut self, m: Move, info: Info, view: Freshness, now: Instant) {
        let stance = self.consult(Decision::Play(m), &info, now);
        if !stance.sits() {
            self.send(m, info, now);
        } else if view == Freshness::Updated {
            self.think(now); // what it waits for may be there
        } else {
            self.show(info);
            self.sit(now);
        }
    }

    fn try_out(&mut self, suggested: Move, rival: Info, now: Instant) {
        let usual = self.timing.limits(self.partnership.team.pace());
        let limits = partnership::trial(suggested, &rival, &usual);
        let search = self.brain.start(self.view(&self.record, now), limits);
        self.thought = Thought::Trying { search, rival };
    }

    /// Plays what was suggested, if it is nearly as good as what was found.
    fn choose(&mut self, decision: Decision, info: Info, rival: Info, now: Instant) {
        match partnership::choice(&self.record, (decision, &info), &rival) {
            Choice::Suggested(m) => self.send(m, info, now),
            Choice::Own(m) if self.patience == Patience::None => self.send(m, rival, now),
            Choice::Own(m) => self.play_or_sit(m, rival, Freshness::Complete, now),
            Choice::None => self.think(now),
        }
    }

    /// Plays a legal move, last thoughts first: they tell how many nodes it took.
    pub(super) fn send(&mut self, m: Move, info: Info, now: Instant) {
        self.expected = info.pv.get(1).copied();
        self.patience = Patience::AsTeamSees;
        self.partnership.forget_suggestion();
        self.judgement = self.view(&self.record, now).without_wishes(info.score);
        let searched = info.time;
        let text = Word::new(&self.record.write(m));
        self.show(info);
        self.timing.end_move(searched, now);
        let handoff = self.record.play_own(m);
        self.other.receive(handoff);
        self.thought = Thought::None;
        // Words before the move: what comes after it comes at some moment of the opponent's time,
        // and games on the node clock would not repeat.
        self.comment_on_own_move(now);
        self.report_board(now);
        self.replies.extend(text.clone().map(Reply::Move));
        self.echo.own_move(text, now);
        self.answer_pings();
        self.resign_if_hopeless();
        self.ponder(now);
    }

    pub(super) fn answer_pings(&mut self) {
        self.replies.extend(self.pings.drain(..).map(Reply::Pong));
    }
}
