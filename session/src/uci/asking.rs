//! Questions: from `go` to the first search, `stop` and `ponderhit`.

use std::collections::VecDeque;

use tandem_engine::Limits;
use tandem_protocol::uci::{Choice, Go, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Team};

use super::Session;
use super::progress::{Progress, Thought, Unsearched};
use super::question::Question;
use super::turns::Turns;
use crate::seat::brain::Brain;
use crate::seat::options::MUST_MOVE;

impl<B: Brain> Session<B> {
    pub(super) fn go(&mut self, go: &Go) {
        if self.refused.is_some() {
            self.repeat_refusal();
            return self.answer_unsearched(go, None);
        }
        // Without the option `Team`, the first team is meant.
        let boards = self.game.boards_on_turn(self.options.team.unwrap_or(Team::One));
        let asked = Question { go: go.clone(), is_shared: boards.len() > 1 };
        // The whole question has to be correct before any part of it is answered.
        let limits = |board| {
            let record = self.game.board(board);
            let time_share = self.partnership.time_share();
            let limits = asked.limits((board, record), &self.options, time_share, self.nodes)?;
            Ok((board, asked.at_level(limits, self.options.strength)))
        };
        let left: Result<VecDeque<_>, MoveTextError> = boards.iter().copied().map(limits).collect();
        if left.is_ok() {
            let errors = asked.unread_moves(&boards, |board| self.game.board(board));
            for error in errors {
                self.complain(&error.to_string());
            }
        }
        match left {
            Ok(left) if left.is_empty() => {
                self.remark_on_required_move(&left);
                self.answer_unsearched(go, self.choice([None; 2]));
            }
            Ok(left) if self.is_joint(&asked, &left) => {
                self.remark_on_required_move(&left);
                self.plan(asked, left);
            }
            Ok(left) => {
                self.remark_on_required_move(&left);
                let turns = (asked.is_shared && go.infinite).then(|| Turns::begin(self.now));
                let progress = Progress {
                    board: left[0].0,
                    left,
                    asked,
                    since: self.now,
                    is_stopped: false,
                    pondered: None,
                    is_quiet: false,
                    turns,
                    found: [None; 2],
                    depths: [None; 2],
                };
                self.think(progress);
            }
            Err(error) => {
                self.complain(&error.to_string());
                self.answer_unsearched(go, None);
            }
        }
    }

    /// Answers a question without a search, at the time at which that would be over.
    fn answer_unsearched(&mut self, go: &Go, best: Option<Choice>) {
        let answer = Reply::BestMove { best, ponder: None };
        if go.infinite || go.ponder {
            self.unsearched = Some(Unsearched { answer, is_infinite: go.infinite });
        } else {
            self.replies.push(answer);
        }
    }

    /// Says that the option `RequireMoveOn` asks for a move on a board on which the team is not on
    /// turn.
    fn remark_on_required_move(&mut self, left: &VecDeque<(BoardId, Limits)>) {
        if let Some(required) = self.options.must_move.filter(|_| self.game.is_team())
            && !left.iter().any(|(board, _)| *board == required)
        {
            self.complain(&format!("`{MUST_MOVE}` is {required}, where the team is not on turn"));
        }
    }

    pub(super) fn stop(&mut self) {
        if self.end_plans() {
            return;
        }
        self.mind.change_thought(|thought| thought.question.is_stopped = true);
        self.mind.hasten();
        self.replies.extend(self.unsearched.take().map(|unsearched| unsearched.answer));
    }

    pub(super) fn ponder_hit(&mut self) {
        let unsearched = self.unsearched.take_if(|unsearched| !unsearched.is_infinite);
        self.replies.extend(unsearched.map(|unsearched| unsearched.answer));
        let (now, mut pondered) = (self.now, None);
        self.mind.change_thought(|thought| {
            thought.hit(now);
            pondered = thought.question.pondered.take();
        });
        self.replies.extend(pondered);
        let Some(Thought { aim, limits, question, .. }) = self.mind.thought() else { return };
        let view = self.view(question);
        let turn = self.paced_turn(&view, (aim, limits), question);
        if !self.begin_pacing(turn) {
            self.mind.go_on_in_own_time(&view, now);
        }
    }
}
