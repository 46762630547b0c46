//! From a position to a move: when to think, and what to make of what was found.

use std::time::Instant;

use tandem_engine::{Decision, Event, Info, Limits, SearchId, Thinking, View};
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Word;
use tandem_rules::{BoardId, Move};

use super::brain::Brain;
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

impl<B: Brain> Session<B> {
    /// Hears what a search says. Returns what there is to say.
    pub(super) fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        match event {
            Event::Info(search, info) if self.listens_to(search) => self.show(info),
            Event::Done(search, decision, info) if self.listens_to(search) => {
                self.done(decision, info, now);
            }
            Event::Request(search, message) if self.listens_to(search) => {
                log::info!("not passed on to the partner: {message:?}");
            }
            Event::Info(..) | Event::Done(..) | Event::Request(..) => {}
        }
        self.take_replies()
    }

    fn listens_to(&self, to: SearchId) -> bool {
        match self.thought {
            Thought::Owed { search, .. } | Thought::Endless { search, .. } => search == to,
            // The line it would show does not begin on the board yet.
            Thought::Pondering(_) | Thought::None | Thought::Paused | Thought::Sitting => false,
        }
    }

    /// True while a search looks for a move of ours.
    pub(super) fn is_move_owed(&self) -> bool {
        matches!(self.thought, Thought::Owed { .. })
    }

    /// Looks for a move, if it is our turn.
    pub(super) fn think(&mut self, now: Instant) {
        if self.mode != Mode::Playing(self.record.position().side_to_move()) {
            return;
        }
        self.timing.run(now);
        let view = self.view(&self.record, now);
        let search = self.brain.start(view, self.timing.limits());
        self.thought = Thought::Owed { search, view: Freshness::Complete };
    }

    /// Thinks about the position as it is now, if it is to be analyzed.
    pub(super) fn analyze_again(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing {
            let view = self.view(&self.record, now);
            let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
            let search = self.brain.start(view, limits);
            self.thought = Thought::Endless { search, latest: Info::default() };
        }
    }

    /// Forgets what was being thought about.
    pub(super) fn abandon(&mut self, now: Instant) {
        match self.thought {
            Thought::Owed { .. } | Thought::Endless { .. } | Thought::Pondering(_) => {
                self.brain.stop();
            }
            Thought::None | Thought::Paused | Thought::Sitting => {}
        }
        self.timing.halt(now);
        self.thought = Thought::None;
        self.answer_pings();
    }

    /// Goes on with what both players hold now.
    pub(super) fn holdings_changed(&mut self, now: Instant) {
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
            Thought::Sitting => self.think(now),
            Thought::None | Thought::Paused => {}
        }
    }

    pub(super) fn move_now(&mut self) {
        if self.is_move_owed() {
            self.brain.stop();
        }
    }

    pub(super) fn pause(&mut self, now: Instant) {
        let was_our_turn =
            matches!(self.thought, Thought::Owed { .. } | Thought::Sitting | Thought::Paused);
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
        let color = match self.mode {
            Mode::Playing(color) => color,
            Mode::Force | Mode::Analyzing => record.position().side_to_move(),
        };
        // Which board is ours nobody has said, and with one of them known it makes no difference.
        let seat = BoardId::A.seat(color);
        View {
            keys: record.keys(),
            clocks: self.timing.clocks(seat, now),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
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
        let Thought::Owed { view, .. } = self.thought else {
            return; // an analysis has run out of depth
        };
        match (decision, view) {
            (Decision::Play(m), _) if self.record.position().is_legal(m) => {
                self.send(m, info, now);
            }
            // It has not seen what came last, or not all of it.
            (Decision::Play(_) | Decision::Sit, Freshness::Updated) => self.think(now),
            (Decision::Play(m), Freshness::Complete) => {
                log::error!("the search wants to play {m:?}, which is not legal");
                match self.record.position().legal_moves().first() {
                    Some(&m) => self.send(m, info, now),
                    None => self.sit(),
                }
            }
            (Decision::Sit, Freshness::Complete) => self.sit(),
        }
    }

    /// Plays a legal move, last thoughts first: they tell how many nodes it took.
    fn send(&mut self, m: Move, info: Info, now: Instant) {
        self.timing.end_move(info.time, now);
        self.expected = info.pv.get(1).copied();
        let text = self.record.write(m);
        self.show(info);
        self.replies.extend(Word::new(&text).map(Reply::Move));
        self.record.play_own(m);
        self.thought = Thought::None;
        self.answer_pings();
        self.ponder(now);
    }

    fn sit(&mut self) {
        self.thought = Thought::Sitting;
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        self.replies.extend(self.pings.drain(..).map(Reply::Pong));
    }
}
