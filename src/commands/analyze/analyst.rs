//! Analysis of boards by searches, one after the other.

use crossbeam::channel::Receiver;
use tandem_engine::{
    Info, Limits, MateLimits, MateSolver, Needs, Score, Supply, View, turn_given_away,
};
use tandem_rules::{
    BoardId, Boards, Clock, Color, Handoff, IllegalMove, Key, Millis, Move, OutcomeRules,
    PieceTypes, Position, Seat, Team, TimeControl,
};

use crate::forecast::{Outlook, Scale};
use crate::search::asker::Asker;

/// Node limit for finding the pieces that a color lacks for a mate.
const NEEDS_NODES: u64 = 20_000;

/// A searcher that analyzes one board after the other.
pub(in crate::commands) struct Analyst {
    asker: Asker,
    solver: MateSolver,
    limits: Limits,
    rules: OutcomeRules,
}

/// Boards to analyze, with their clocks where they are known.
#[derive(Clone)]
pub(in crate::commands) struct Scene {
    /// True if board A alone is analyzed: nothing is known of the rest of a bughouse game then.
    pub(super) is_alone: bool,
    pub(in crate::commands) boards: Boards,
    /// Clocks of White and Black on each board, if known.
    pub(in crate::commands) clocks: [Option<[Millis; 2]>; 2],
    /// The `repetition_key`s of the earlier positions of each board, oldest first.
    keys: [Vec<Key>; 2],
}

/// The analysis of a scene.
pub(super) struct Analysis {
    /// One analysis for each board that is shown.
    pub(super) boards: Vec<BoardAnalysis>,
}

/// The analysis of a board.
pub(super) struct BoardAnalysis {
    pub(super) board: BoardId,
    pub(super) position: Position,
    /// The best lines, best first; a single line without moves if there is no legal move.
    pub(super) lines: Vec<Info>,
    /// The pieces that White and Black lack for a mate by checks, each as if on turn; `None` for a
    /// color whose opponent is in check.
    pub(super) needs: [Option<Needs>; 2],
}

impl Scene {
    /// Boards without known earlier positions.
    pub(in crate::commands) fn new(boards: Boards, clocks: [Option<[Millis; 2]>; 2]) -> Self {
        Self { is_alone: false, boards, clocks, keys: Default::default() }
    }

    /// Board A alone, without clocks.
    pub(in crate::commands) fn alone(boards: Boards) -> Self {
        Self { is_alone: true, ..Self::new(boards, [None; 2]) }
    }

    /// Plays a move of a game and returns its handoff.
    ///
    /// # Errors
    /// An [`IllegalMove`] if the move cannot be played; nothing has changed then.
    pub(in crate::commands) fn play(
        &mut self,
        seat: Seat,
        m: Move,
    ) -> Result<Option<Handoff>, IllegalMove> {
        let key = self.boards.position(seat.board).repetition_key();
        let handoff = self.boards.play(seat, m)?;
        self.keys[seat.board.index()].push(key);
        Ok(handoff)
    }

    /// The boards to analyze: board A alone, or those in play.
    pub(in crate::commands) fn shown(&self) -> &'static [BoardId] {
        if self.is_alone { &[BoardId::A] } else { self.boards.in_play() }
    }

    /// The diagonal lead of a seat: its clock minus that of its diagonal; `None` if a clock is
    /// unknown.
    pub(super) fn lead(&self, seat: Seat) -> Option<Millis> {
        let shown = |seat: Seat| Some(self.clocks[seat.board.index()]?[seat.color.index()]);
        Some(shown(seat)? - shown(seat.diagonal())?)
    }

    /// The clocks in the order of [`Seat::ALL`], if all are known.
    pub(in crate::commands) fn all_clocks(&self) -> Option<[Millis; 4]> {
        let [[white_a, black_a], [white_b, black_b]] = [self.clocks[0]?, self.clocks[1]?];
        Some([white_a, black_a, white_b, black_b])
    }

    /// A board as its player on turn sees it, with the other one beside it.
    pub(in crate::commands) fn view(&self, board: BoardId, rules: OutcomeRules) -> View {
        let position = self.boards.position(board);
        let beside = self.shown().len() == 2;
        let clock = |seat: Seat| {
            let left = self.clocks[seat.board.index()]?[seat.color.index()];
            Some(Clock::new(TimeControl::sudden_death(left)))
        };
        let keys = &self.keys[board.index()];
        let since = keys.len() - rules.counted_plies(position, keys.len());
        View {
            keys: keys[since..].to_vec(),
            other: beside.then(|| self.boards.position(board.other()).clone()),
            clocks: Seat::ALL.map(clock),
            ..View::of_board(board.seat(position.side_to_move()), position.clone(), rules)
        }
    }
}

impl Analysis {
    /// The estimated share of games, 0 to 1, that a team wins from here, if people play them.
    pub(super) fn win_rate(&self, scene: &Scene, team: Team) -> f64 {
        let mut outlook = Outlook { clocks: scene.all_clocks(), ..Outlook::default() };
        for board in &self.boards {
            let turn = board.board.seat(board.position.side_to_move());
            outlook = outlook.with_score(board.board, for_team_one(turn, board.score()));
        }
        outlook.wins(team, Scale::People)
    }
}

/// The score of a seat as a score of team one.
pub(in crate::commands) fn for_team_one(seat: Seat, score: Score) -> Score {
    if seat.team() == Team::One { score } else { -score }
}

impl BoardAnalysis {
    /// The score of the best line, for the side to move.
    pub(super) fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// True if a color mates without another piece, and the piece types of which one more would
    /// mate.
    pub(super) fn mates_with(&self, color: Color) -> (bool, PieceTypes) {
        match &self.needs[color.index()] {
            Some(needs) => (needs.already.is_some(), needs.single),
            None => (false, PieceTypes::NONE),
        }
    }
}

impl Analyst {
    /// An analyst whose searches have these limits, in games with these rules for outcomes.
    pub(in crate::commands) fn new(asker: Asker, limits: Limits, rules: OutcomeRules) -> Self {
        let mut analyst = Self { asker, solver: MateSolver::new(1), limits, rules };
        analyst.forget();
        analyst
    }

    /// Sets the rules for the outcomes of the games to come.
    pub(in crate::commands) const fn set_rules(&mut self, rules: OutcomeRules) {
        self.rules = rules;
    }

    /// Ends all searches once this channel closes.
    pub(in crate::commands) fn listen_to(&mut self, interrupt: Receiver<()>) {
        self.asker.listen_to(interrupt);
    }

    /// True once an interrupt has come: the last analysis may be incomplete then.
    pub(super) fn is_interrupted(&self) -> bool {
        self.asker.is_interrupted()
    }

    /// Clears the tables, so that later searches do not depend on earlier ones, and waits until
    /// that is done, so that no search is charged for the time.
    pub(in crate::commands) fn forget(&mut self) {
        self.asker.searcher().clear();
        self.solver.clear();
        self.asker.searcher().settle();
    }

    /// Analyzes the boards of a scene that are shown.
    pub(super) fn analyze(&mut self, scene: &Scene) -> Analysis {
        let boards = scene.shown().iter().map(|&board| self.board(scene, board));
        Analysis { boards: boards.collect() }
    }

    fn board(&mut self, scene: &Scene, board: BoardId) -> BoardAnalysis {
        let position = scene.boards.position(board).clone();
        let lines = self.search(scene, board, Vec::new());
        let needs = Color::ALL.map(|color| needs(&mut self.solver, &position, color));
        BoardAnalysis { board, position, lines, needs }
    }

    /// Searches a board and returns the best lines that begin with one of `moves`, or with any move
    /// if `moves` is empty.
    pub(in crate::commands) fn search(
        &mut self,
        scene: &Scene,
        board: BoardId,
        moves: Vec<Move>,
    ) -> Vec<Info> {
        let limits = Limits { search_moves: moves, ..self.limits.clone() };
        let mut lines: Vec<Info> = Vec::new();
        let view = scene.view(board, self.rules);
        let answer = self.asker.ask_showing(view, limits, |info| {
            match lines.get_mut(info.rank.max(1) - 1) {
                Some(line) => *line = info,
                None => lines.push(info),
            }
        });
        if let Ok((_, info)) = answer {
            match lines.first_mut() {
                // An iteration that began after this line is incomplete.
                Some(best) => *best = Info { nodes: info.nodes, time: info.time, ..best.clone() },
                None => lines.push(info),
            }
        }
        lines
    }
}

/// The pieces that a color lacks for a mate by checks, as if on turn; `None` if its opponent is in
/// check.
pub(in crate::commands) fn needs(
    solver: &mut MateSolver,
    position: &Position,
    attacker: Color,
) -> Option<Needs> {
    let asked = match position.side_to_move() == attacker {
        true => position.clone(),
        false => turn_given_away(position)?,
    };
    Some(solver.needs(&asked, Supply::Frozen, MateLimits::nodes(NEEDS_NODES)))
}
