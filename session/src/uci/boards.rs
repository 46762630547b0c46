//! Knowledge of the boards, and of the question that is asked about them.

use std::time::Instant;

use tandem_engine::{Info, Moment, View};
use tandem_protocol::uci;
use tandem_protocol::uci::Reply;
use tandem_rules::{BoardId, Millis};

use super::progress::{Progress, Thought};
use super::{Session, answer};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Our clock at the time of the last command or event, if it runs and is known.
    pub fn running_clock(&self) -> Option<Millis> {
        let thought = self.mind.thought().filter(|thought| !thought.limits.pondering)?;
        let view = self.view(&thought.question);
        view.clock().map(|clock| clock.remaining())
    }

    /// Starts a new game, in which earlier messages no longer count.
    pub(super) fn begin_game(&mut self) {
        self.partnership.begin_game(self.options.habits);
        self.began = self.now;
    }

    /// Time since the start of the game.
    pub(super) fn game_time(&self) -> Millis {
        self.now.saturating_duration_since(self.began).into()
    }

    /// Reports a command that cannot be carried out; it has changed nothing.
    pub(super) fn complain(&mut self, text: &str) {
        self.replies.push(uci::Info::of_string(text).into());
    }

    /// Says why there is no position.
    pub(super) fn repeat_refusal(&mut self) {
        let reason = self.refused.as_ref().map(ToString::to_string);
        self.complain(&reason.unwrap_or_default());
    }

    /// The view of the board that is searched for a question, with what its clock shows now.
    pub(super) fn view(&self, progress: &Progress) -> View {
        self.view_of(progress.board, Some(progress))
    }

    /// The view of a board, for a question if one is asked.
    pub(super) fn view_of(&self, board: BoardId, asked: Option<&Progress>) -> View {
        let record = self.game.board(board);
        let seat = board.seat(record.position().side_to_move());
        let mut clocks = asked.map_or([None; 4], |progress| progress.asked.clocks(seat));
        if let (Some(own), Some(progress)) = (&mut clocks[seat.index()], asked) {
            let passed = Millis::from(self.now.saturating_duration_since(progress.since));
            *own = own.showing(own.after(passed));
        }
        View {
            keys: record.keys(),
            other: self.game.other(board).map(|other| other.position().clone()),
            clocks,
            prices: self.partnership.prices(self.game_time()),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    /// The facts that the team decides by at this time; `view` is that of its seat.
    pub(super) fn moment<'a>(&self, view: &'a View) -> Moment<'a> {
        Moment { view, now: self.game_time(), lateness: self.lateness.usual(self.now) }
    }

    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        let line: Reply = answer::info(info, board, &self.game, &self.options).into();
        self.replies.push(line.clone());
        if info.rank <= 1 {
            self.mind.change_thought(|thought| {
                thought.question.pondered = Some(line).filter(|_| thought.limits.pondering);
            });
        }
    }

    /// Time for which our clock may run on; `None` if we do not sit, or if that has no time limit.
    pub(super) fn may_wait(&self) -> Option<Millis> {
        let Thought { question, aim: Aim::Wait(_), .. } = self.mind.thought()? else { return None };
        let until = self.partnership.sits_until()?;
        Some(self.view(question).clock()?.remaining() - until)
    }

    /// Time at which the search is waited for no longer.
    pub(super) fn search_is_late_at(&self) -> Option<Instant> {
        self.mind.is_late_at(self.running_clock()?, self.now)
    }
}
