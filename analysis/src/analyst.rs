//! Analysis of boards by searches, one after the other.

use tandem_engine::{Info, Limits, MateLimits, MateSolver, Needs, Score, Supply, turn_given_away};
use tandem_rules::{BoardId, Color, Move, Outcome, OutcomeRules, PieceTypes, Position, Team};

use crate::forecast::{Outlook, Scale, for_team_one};
use crate::plans::{Job, Planner, Question};
use crate::scene::Scene;
use crate::search::Search;

/// Node limit for finding the pieces that a color lacks for a mate.
const NEEDS_NODES: u64 = 20_000;

/// Analyzes one board after the other.
pub struct Analyst {
    search: Box<dyn Search>,
    solver: MateSolver,
    limits: Limits,
    rules: OutcomeRules,
}

/// The analysis of a scene.
pub struct Analysis {
    /// One analysis for each board that is shown.
    pub boards: Vec<BoardAnalysis>,
    /// The outcome of a game that is over: its boards are not searched.
    pub outcome: Option<Outcome>,
}

/// The analysis of a board.
pub struct BoardAnalysis {
    /// The board.
    pub board: BoardId,
    /// Its position.
    pub position: Position,
    /// The best lines, best first; a single line without moves if there is no legal move, none if the
    /// game is over.
    pub lines: Vec<Info>,
    /// The pieces that White and Black lack for a mate by checks, each as if on turn; `None` for a
    /// color whose opponent is in check.
    pub needs: [Option<Needs>; 2],
}

impl Analysis {
    /// The estimated share of games, 0 to 1, that a team wins from here, if people play them.
    pub(crate) fn win_rate(&self, scene: &Scene, team: Team) -> f64 {
        if let Some(Outcome { winner, .. }) = self.outcome {
            return winner.map_or(0.5, |winner| f64::from(u8::from(winner == team)));
        }
        let mut outlook = Outlook { clocks: scene.all_clocks(), ..Outlook::default() };
        for board in &self.boards {
            let turn = board.board.seat(board.position.side_to_move());
            outlook = outlook.with_score(board.board, for_team_one(turn, board.score()));
        }
        outlook.wins(team, Scale::People)
    }
}

impl BoardAnalysis {
    /// The score of the best line, for the side to move.
    pub(crate) fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// True if a color mates without another piece, and the piece types of which one more would
    /// mate.
    pub(crate) fn mates_with(&self, color: Color) -> (bool, PieceTypes) {
        match &self.needs[color.index()] {
            Some(needs) => (needs.already.is_some(), needs.single),
            None => (false, PieceTypes::NONE),
        }
    }
}

impl Analyst {
    /// An analyst whose searches have these limits, in games with these rules for outcomes.
    pub fn new(search: Box<dyn Search>, limits: Limits, rules: OutcomeRules) -> Self {
        let mut analyst = Self { search, solver: MateSolver::new(1), limits, rules };
        analyst.forget();
        analyst
    }

    /// Sets the rules for the outcomes of the games to come.
    pub const fn set_rules(&mut self, rules: OutcomeRules) {
        self.rules = rules;
    }

    /// True once an interrupt has come: the last analysis may be incomplete then.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.search.is_interrupted()
    }

    /// Clears the tables, so that later searches do not depend on earlier ones, and waits until
    /// that is done, so that no search is charged for the time.
    pub fn forget(&mut self) {
        self.solver.clear();
        self.search.clear();
    }

    /// Analyzes the boards of a scene that are shown.
    pub fn analyze(&mut self, scene: &Scene) -> Analysis {
        let outcome = scene.outcome(self.rules);
        let boards = scene.shown().iter().map(|&board| {
            if outcome.is_none() {
                return self.board(scene, board);
            }
            let position = scene.boards.position(board).clone();
            BoardAnalysis { board, position, lines: Vec::new(), needs: [None, None] }
        });
        Analysis { boards: boards.collect(), outcome }
    }

    fn board(&mut self, scene: &Scene, board: BoardId) -> BoardAnalysis {
        let position = scene.boards.position(board).clone();
        let lines = self.search(scene, board, Vec::new());
        let needs = Color::ALL.map(|color| needs(&mut self.solver, &position, color));
        BoardAnalysis { board, position, lines, needs }
    }

    /// The rules for the outcomes of games.
    pub(crate) const fn rules(&self) -> OutcomeRules {
        self.rules
    }

    /// Plans for about this many nodes on each board, and at least for a round.
    pub(crate) fn plan(&mut self, question: Question, nodes: u64) -> Planner {
        let mut planner = Planner::new(question);
        let mut spent = 0;
        loop {
            spent += planner.nodes_of_round();
            let search = &mut self.search;
            let mut lines = |jobs: Vec<Job>| {
                let found =
                    jobs.into_iter().map(|job| search.lines(job.view, job.limits)).collect();
                (!search.is_interrupted()).then_some(found)
            };
            let is_complete = planner.plan(&mut lines);
            if !is_complete || spent + planner.nodes_of_round() > nodes {
                return planner;
            }
        }
    }

    /// Searches a board and returns the best lines that begin with one of `moves`, or with any move
    /// if `moves` is empty.
    pub(crate) fn search(&mut self, scene: &Scene, board: BoardId, moves: Vec<Move>) -> Vec<Info> {
        let limits = Limits { search_moves: moves, ..self.limits.clone() };
        self.search.lines(scene.view(board, self.rules), limits)
    }
}

/// The pieces that a color lacks for a mate by checks, as if on turn; `None` if its opponent is in
/// check.
pub fn needs(solver: &mut MateSolver, position: &Position, attacker: Color) -> Option<Needs> {
    let asked = match position.side_to_move() == attacker {
        true => position.clone(),
        false => turn_given_away(position)?,
    };
    Some(solver.needs(&asked, Supply::Frozen, MateLimits::nodes(NEEDS_NODES)))
}
