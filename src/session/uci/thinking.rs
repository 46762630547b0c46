//! From a question to its answer: one search after the other.

use std::collections::VecDeque;
use std::time::Instant;

use tandem_engine::{Decision, Info, Limits, ScoreKind, SearchId, Sitting, Thinking, View};
use tandem_protocol::uci::{Choice, Go, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Millis, Move, Team};

use super::question::{self, Question};
use super::turns::Turns;
use super::{UciSession, answer};
use crate::session::brain::Brain;
use crate::session::partnership::{self, Choice as Preference};

/// A board that is being searched, for a question.
pub(super) struct Thought {
    pub(super) search: SearchId,
    pub(super) board: BoardId,
    pub(super) aim: Aim,
    /// What a search for a move on this board may take.
    pub(super) limits: Limits,
    pub(super) progress: Progress,
}

/// What a search is for.
pub(super) enum Aim {
    /// A move.
    Move,
    /// What the partner suggests, beside what was found.
    Trial(Move, Info),
    /// To look on while the own clock runs, because that is better than the move that was found.
    Wait(Info),
}

/// How far a question is answered.
pub(super) struct Progress {
    /// The boards that are still to be searched, and what each search may take.
    left: VecDeque<(BoardId, Limits)>,
    question: Question,
    /// When the clocks showed what the question says of them.
    since: Instant,
    /// It was told to stop.
    is_stopped: bool,
    /// Where both boards are looked at without end.
    pub(super) turns: Option<Turns>,
    /// What it has found on each board, and what it expects to be answered.
    found: [Option<(Move, Option<Move>)>; 2],
    /// How deep it has looked at each board.
    depths: [Option<u32>; 2],
}

impl<B: Brain> UciSession<B> {
    pub(super) fn go(&mut self, go: &Go) {
        // Who has named no team means the first.
        let boards = self.game.boards_on_turn(self.settings.team.unwrap_or(Team::One));
        let question = Question { go: go.clone(), is_shared: boards.len() > 1 };
        // All of it has to make sense before any of it is answered.
        let limits = |board| {
            let record = self.game.board(board);
            let pace = self.partnership.team.pace();
            Ok((board, question.limits((board, record), &self.settings, pace, self.nodes)?))
        };
        let left: Result<VecDeque<_>, MoveTextError> = boards.into_iter().map(limits).collect();
        match left {
            Ok(left) => {
                let turns = (question.is_shared && go.infinite).then(|| Turns::begin(self.now));
                let (since, is_stopped) = (self.now, false);
                let (found, depths) = ([None; 2], [None; 2]);
                let progress = Progress { left, question, since, is_stopped, turns, found, depths };
                self.think(progress);
            }
            Err(error) => {
                self.complain(&error.to_string());
                self.replies.push(Reply::BestMove { best: None, ponder: None });
            }
        }
    }

    /// Searches the next board that is asked about, or answers.
    fn think(&mut self, mut progress: Progress) {
        let Some((board, mut limits)) = progress.left.pop_front() else {
            self.answer(&progress);
            return self.go_on();
        };
        if progress.is_stopped {
            if progress.depths[board.index()].is_some() {
                return self.think(progress); // its turn would have come again
            }
            limits = question::hastened(limits);
        }
        self.search(board, Aim::Move, limits, progress);
    }

    /// Starts a search of a board, of which a move may take these limits.
    pub(super) fn search(&mut self, board: BoardId, aim: Aim, limits: Limits, progress: Progress) {
        let view = self.view(board, Some(&progress));
        let spends = match &aim {
            Aim::Move => limits.clone(),
            Aim::Trial(suggested, rival) => partnership::trial(*suggested, rival, &limits),
            Aim::Wait(_) => Limits { thinking: Thinking::Infinite, ..Limits::clock() },
        };
        let search = self.brain.start(view, spends);
        self.thought = Some(Thought { search, board, aim, limits, progress });
    }

    /// A board as it is asked about, with what its clock shows now.
    pub(super) fn view(&self, board: BoardId, asked: Option<&Progress>) -> View {
        let record = self.game.board(board);
        let seat = board.seat(record.position().side_to_move());
        let mut clocks = asked.map_or([None; 4], |progress| progress.question.clocks(seat));
        if let (Some(own), Some(progress)) = (&mut clocks[seat.index()], asked) {
            let passed = Millis::from(self.now.saturating_duration_since(progress.since));
            *own = own.showing(own.after(passed));
        }
        View {
            keys: record.keys(),
            other: self.game.other(board).map(|other| other.position().clone()),
            clocks,
            prices: self.partnership.team.prices(self.game_time()),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    pub(super) fn stop(&mut self) {
        if let Some(thought) = &mut self.thought {
            thought.progress.is_stopped = true;
            self.brain.stop();
        }
    }

    pub(super) fn ponder_hit(&mut self) {
        let Some(Thought { limits, progress, .. }) = &mut self.thought else { return };
        // The other board is searched in our own time.
        progress.left.iter_mut().for_each(|(_, limits)| limits.pondering = false);
        limits.pondering = false;
        progress.since = self.now;
        if let Some(Thought { board, progress, .. }) = &self.thought {
            let view = self.view(*board, Some(progress));
            self.brain.ponder_hit(&view);
        }
    }

    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        self.replies.push(answer::info(info, board, &self.game, &self.settings).into());
    }

    /// A search is done: on to what the partner would have, to the next board, or to the answer.
    pub(super) fn done(&mut self, decision: Decision, info: Info) {
        let Some(Thought { board, aim, limits, progress, .. }) = self.thought.take() else {
            return;
        };
        if decision == Decision::Sit {
            self.show(&info, board); // a position without moves has a score all the same
        }
        let (decision, info, is_tried) = match aim {
            // What was found before is better than what was cut short.
            Aim::Wait(found) if info.depth < found.depth => (play(&found), found, false),
            Aim::Move | Aim::Wait(_) => (decision, info, false),
            Aim::Trial(_, rival) => {
                let record = self.game.board(board);
                match partnership::choice(record, (decision, &info), &rival) {
                    Preference::Suggested(_) => {
                        self.show(&info, board);
                        return self.settle((board, limits), decision, &info, progress);
                    }
                    Preference::Own(_) | Preference::None => (play(&rival), rival, true),
                }
            }
        };
        if self.has_partner(&progress.question) && !progress.is_stopped {
            let suggested = self.suggested(&limits).filter(|&m| decision != Decision::Play(m));
            if let Some(m) = suggested.filter(|_| !is_tried) {
                return self.search(board, Aim::Trial(m, info), limits, progress);
            }
            if self.waits(board, (decision, &info), &progress) {
                return self.search(board, Aim::Wait(info), limits, progress);
            }
        }
        self.settle((board, limits), decision, &info, progress);
    }

    /// It is decided what is played on a board, for the time being where boards take turns.
    fn settle(
        &mut self,
        (board, limits): (BoardId, Limits),
        decision: Decision,
        info: &Info,
        mut progress: Progress,
    ) {
        if let Some(turns) = progress.turns.as_mut().filter(|_| !progress.is_stopped) {
            turns.change(self.now);
            progress.left.push_back((board, limits));
        }
        // A turn that was cut short may know less than the one before.
        if progress.depths[board.index()].is_some_and(|depth| info.depth < depth) {
            return self.think(progress);
        }
        progress.depths[board.index()] = Some(info.depth);
        let may_sit = self.settings.habits.sitting == Sitting::Freely;
        let waits = self.game.is_team() && may_sit && info.score.is_lost();
        // A mate ends the game: what else could be played does not matter.
        if info.score.kind() == ScoreKind::Mate(1) && progress.turns.is_none() {
            progress.left.clear();
        }
        progress.found[board.index()] = match decision {
            Decision::Play(m) if !waits => Some((m, info.pv.get(1).copied())),
            Decision::Play(_) | Decision::Sit => None,
        };
        self.think(progress);
    }

    /// Does what has waited for an answer.
    fn go_on(&mut self) {
        while self.thought.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.obey(&command);
        }
        if self.thought.is_some() && !self.waiting.is_empty() {
            self.stop();
        }
    }

    fn answer(&mut self, progress: &Progress) {
        let best = self.choice(progress.found.map(|found| found.map(|(m, _)| m)));
        let ponder = match (self.game.is_team(), progress.found[0]) {
            (false, Some((m, Some(reply)))) => self.game.reply(m, reply, &self.settings),
            _ => None,
        };
        match progress.found[0] {
            // Whoever stops it may not play what it says.
            _ if progress.is_stopped => self.partnership.team.stand_up(),
            Some((m, _)) => self.comment_on(m, progress),
            None => {}
        }
        self.replies.push(Reply::BestMove { best, ponder: ponder.map(Choice::One) });
    }

    /// In words; `None` where there is no move on the only board.
    fn choice(&self, moves: [Option<Move>; 2]) -> Option<Choice> {
        let text = |board: BoardId| {
            let m = moves[board.index()]?;
            answer::move_text(self.game.board(board).position(), m, &self.settings)
        };
        match self.game.is_team() {
            true => Some(Choice::Both(BoardId::ALL.map(text))),
            false => text(BoardId::A).map(Choice::One),
        }
    }
}

impl Thought {
    /// True if this is to be shown: no look at what it would not play, nor again what has been shown in an
    /// earlier turn.
    pub(super) fn shows(&self, info: &Info) -> bool {
        let known = self.progress.depths[self.board.index()].unwrap_or(0);
        !matches!(self.aim, Aim::Trial(..)) && info.depth >= known
    }
}

impl Progress {
    pub(super) fn question(&self) -> &Question {
        &self.question
    }
}

/// To play what a search has found.
fn play(found: &Info) -> Decision {
    found.pv.first().map_or(Decision::Sit, |&m| Decision::Play(m))
}
