//! The judgement of one move of a game: the best line beside the move that was played, with both boards
//! at rest.

use tandem_engine::{Info, Score};
use tandem_rules::{Move, Seat};

use crate::analyst::Analyst;
use crate::forecast::{Outlook, for_team_one};
use crate::scene::Scene;

/// A judge of moves, with the state of both boards.
pub(crate) struct Judge<'a> {
    pub(crate) analyst: &'a mut Analyst,
    pub(crate) scene: Scene,
    /// The score of each board for team one; `None` if it changed since the last search there.
    worth: [Option<Score>; 2],
}

/// A move beside the best one.
pub(crate) struct Judgement {
    /// The best line.
    pub(crate) best: Info,
    /// The score of the move that was played.
    pub(crate) played: Score,
    /// The best reply to the move that was played, if the search has one.
    pub(crate) reply: Option<Move>,
    /// Both boards and the clocks before the move.
    pub(crate) outlook: Outlook,
}

impl<'a> Judge<'a> {
    pub(crate) const fn new(analyst: &'a mut Analyst, scene: Scene) -> Self {
        Self { analyst, scene, worth: [None; 2] }
    }

    /// Judges a move of the player on turn before it is played; `None` if interrupted.
    pub(crate) fn judge(&mut self, seat: Seat, m: Move, rating_lead: f64) -> Option<Judgement> {
        let best = self.analyst.search(&self.scene, seat.board, Vec::new()).swap_remove(0);
        let is_best = best.pv.first() == Some(&m);
        let (played, reply) = match is_best {
            true => (best.score, best.pv.get(1).copied()),
            false => self.line_of(seat, m),
        };
        self.worth[seat.board.index()] = Some(for_team_one(seat, best.score));
        let outlook = self.outlook(rating_lead);
        self.worth[seat.board.index()] = Some(for_team_one(seat, played));
        let is_whole = !self.analyst.is_interrupted();
        is_whole.then_some(Judgement { best, played, reply, outlook })
    }

    /// The score of a move that is not the best, and the reply to it. The search tries legal moves only;
    /// for a move of a record that is merely accepted, the position after it is searched instead.
    fn line_of(&mut self, seat: Seat, m: Move) -> (Score, Option<Move>) {
        let board = seat.board;
        if self.scene.boards.position(board).is_legal(m) {
            let line = self.analyst.search(&self.scene, board, vec![m]).swap_remove(0);
            return (line.score, line.pv.get(1).copied());
        }
        let mut next = self.scene.clone();
        match next.play(seat, m) {
            Ok(_) => {
                let line = self.analyst.search(&next, board, Vec::new()).swap_remove(0);
                (line.score.a_ply_earlier(), line.pv.first().copied())
            }
            Err(_) => (Score::DRAW, None), // a record has accepted moves only
        }
    }

    /// Both boards at rest: a board that has got a piece since it was last searched is searched
    /// again, with the exchanges that the piece makes possible.
    fn outlook(&mut self, rating_lead: f64) -> Outlook {
        let clocks = self.scene.all_clocks();
        let mut outlook = Outlook { clocks, rating_lead, ..Outlook::default() };
        for &board in self.scene.shown() {
            let score = self.worth[board.index()].unwrap_or_else(|| {
                let line = self.analyst.search(&self.scene, board, Vec::new()).swap_remove(0);
                for_team_one(self.scene.boards.on_turn(board), line.score)
            });
            self.worth[board.index()] = Some(score);
            outlook = outlook.with_score(board, score);
        }
        outlook
    }

    /// Plays a move; false if it cannot be played.
    pub(crate) fn play(&mut self, seat: Seat, m: Move) -> bool {
        let Ok(handoff) = self.scene.play(seat, m) else { return false };
        if handoff.is_some() {
            self.worth[seat.board.other().index()] = None;
        }
        true
    }
}
