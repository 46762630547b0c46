//! What there is to say about boards: searches, one after the other.

use crossbeam::channel::{Receiver, RecvError, never, select_biased};
use tandem_engine::{
    Event, Info, Limits, MateLimits, MateSolver, Needs, Score, Searcher, Supply, View,
    turn_given_away,
};
use tandem_rules::{
    BoardId, Boards, Clock, Color, IllegalMove, Key, Millis, Move, OutcomeRules, PieceTypes,
    Position, Seat, Team, TimeControl,
};

use super::AnalyzeArgs;

/// Nodes for the question what each player lacks for a mate.
const NEEDS_NODES: u64 = 20_000;

/// Searches for one who asks.
pub(in crate::commands) struct Analyst {
    searcher: Searcher,
    events: Receiver<Event>,
    solver: MateSolver,
    limits: Limits,
    rules: OutcomeRules,
    /// Closes when the user has had enough.
    interrupt: Receiver<()>,
    is_interrupted: bool,
}

/// Boards, and their clocks where they are known.
#[derive(Clone)]
pub(in crate::commands) struct Scene {
    /// Board A alone is looked at: of a bughouse game nothing is known beside it.
    pub(super) is_alone: bool,
    pub(in crate::commands) boards: Boards,
    /// For each board, what the clocks of White and Black show.
    pub(in crate::commands) clocks: [Option<[Millis; 2]>; 2],
    /// For each board, the `repetition_key`s of the positions that it has left behind, oldest first.
    keys: [Vec<Key>; 2],
}

/// What there is to say about a scene.
pub(super) struct Analysis {
    /// Those that are played on.
    pub(super) boards: Vec<BoardAnalysis>,
}

/// What there is to say about a board.
pub(super) struct BoardAnalysis {
    pub(super) board: BoardId,
    pub(super) position: Position,
    /// The best lines, the best one first; one without moves where there is none.
    pub(super) lines: Vec<Info>,
    /// What White and Black lack for a mate by checks, if each were on turn; unknown for whoever's
    /// opponent is in check.
    pub(super) needs: [Option<Needs>; 2],
}

impl Scene {
    /// Boards of which nothing is known that was before.
    pub(in crate::commands) fn new(boards: Boards, clocks: [Option<[Millis; 2]>; 2]) -> Self {
        Self { is_alone: false, boards, clocks, keys: Default::default() }
    }

    /// Board A, and nothing beside it.
    pub(super) fn alone(boards: Boards) -> Self {
        Self { is_alone: true, ..Self::new(boards, [None; 2]) }
    }

    /// Plays a move of a game.
    ///
    /// # Errors
    /// It cannot be played; nothing has changed.
    pub(in crate::commands) fn play(&mut self, seat: Seat, m: Move) -> Result<(), IllegalMove> {
        let key = self.boards.position(seat.board).repetition_key();
        self.boards.play(seat, m)?;
        self.keys[seat.board.index()].push(key);
        Ok(())
    }

    /// The boards that are looked at.
    pub(super) fn shown(&self) -> &'static [BoardId] {
        if self.is_alone { &[BoardId::A] } else { self.boards.in_play() }
    }

    /// How much longer than the player it races a seat can sit: `None` if that is not known.
    pub(super) fn lead(&self, seat: Seat) -> Option<Millis> {
        let shown = |seat: Seat| Some(self.clocks[seat.board.index()]?[seat.color.index()]);
        Some(shown(seat)? - shown(seat.diagonal())?)
    }

    fn view(&self, board: BoardId, rules: OutcomeRules) -> View {
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
    /// The part of games that a team wins from here, roughly.
    pub(super) fn win_rate(&self, team: Team) -> f64 {
        win_rate(self.boards.iter().map(|board| {
            let turn = board.board.seat(board.position.side_to_move());
            if turn.team() == team { board.score() } else { -board.score() }
        }))
    }
}

/// The part of games that a team wins to which its boards are worth so much: what they are worth
/// together counts, unless one of them is decided: then the one that is so most, and soonest.
pub(super) fn win_rate(scores: impl Iterator<Item = Score>) -> f64 {
    let scores: Vec<Score> = scores.collect();
    let decided = scores.iter().filter(|score| score.is_decided());
    match decided.max_by_key(|score| score.value().abs()) {
        Some(decided) => decided.win_rate(),
        None => Score::evaluation(scores.iter().map(|score| score.value()).sum()).win_rate(),
    }
}

impl BoardAnalysis {
    /// What the board is worth to the side to move.
    pub(super) fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// The types of which one more mates for a color, and whether none is needed.
    pub(super) fn mates_with(&self, color: Color) -> (bool, PieceTypes) {
        match &self.needs[color.index()] {
            Some(needs) => (needs.already.is_some(), needs.single),
            None => (false, PieceTypes::NONE),
        }
    }
}

impl Analyst {
    pub(super) fn new(args: &AnalyzeArgs) -> anyhow::Result<Self> {
        let (mut searcher, events) = Searcher::new(args.hash as usize);
        searcher.set_network(args.eval.network()?);
        searcher.set_threads(args.threads as usize);
        let rules = args.rules.rule_set()?.outcomes;
        Ok(Self::asking(searcher, events, args.limits(), rules))
    }

    /// Asks a searcher that is set up already.
    pub(in crate::commands) fn asking(
        searcher: Searcher,
        events: Receiver<Event>,
        limits: Limits,
        rules: OutcomeRules,
    ) -> Self {
        let (solver, interrupt, is_interrupted) = (MateSolver::new(1), never(), false);
        let mut analyst =
            Self { searcher, events, solver, limits, rules, interrupt, is_interrupted };
        analyst.forget();
        analyst
    }

    /// Ends its searches when this closes.
    pub(super) fn listen_to(&mut self, interrupt: Receiver<()>) {
        self.interrupt = interrupt;
    }

    /// True if what it has said last is not to the end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Forgets the searches before, so that what comes after does not depend on them, and waits until
    /// that is done: it is nobody's time.
    pub(in crate::commands) fn forget(&mut self) {
        self.searcher.clear();
        self.solver.clear();
        self.searcher.settle();
    }

    /// Looks at all boards that are played on.
    pub(super) fn analyze(&mut self, scene: &Scene) -> Analysis {
        let boards = scene.shown().iter().map(|&board| self.board(scene, board));
        Analysis { boards: boards.collect() }
    }

    fn board(&mut self, scene: &Scene, board: BoardId) -> BoardAnalysis {
        let position = scene.boards.position(board).clone();
        let lines = self.search(scene, board, Vec::new());
        let needs = Color::ALL.map(|color| self.needs(&position, color));
        BoardAnalysis { board, position, lines, needs }
    }

    /// The best lines on a board that begin with one of these moves, or with any if there are none.
    pub(in crate::commands) fn search(
        &mut self,
        scene: &Scene,
        board: BoardId,
        moves: Vec<Move>,
    ) -> Vec<Info> {
        let limits = Limits { search_moves: moves, ..self.limits.clone() };
        self.searcher.start(scene.view(board, self.rules), limits);
        if self.is_interrupted {
            self.searcher.stop();
        }
        let mut lines: Vec<Info> = Vec::new();
        while let Ok(event) = self.next_event() {
            match event {
                Event::Info(_, info) => match lines.get_mut(info.rank.max(1) - 1) {
                    Some(line) => *line = info,
                    None => lines.push(info),
                },
                Event::Done(_, _, info) => {
                    match lines.first_mut() {
                        // What it began after that is not to the end.
                        Some(best) => {
                            *best = Info { nodes: info.nodes, time: info.time, ..best.clone() }
                        }
                        None => lines.push(info),
                    }
                    break;
                }
            }
        }
        lines
    }

    fn next_event(&mut self) -> Result<Event, RecvError> {
        if !self.is_interrupted {
            select_biased! {
                recv(self.events) -> event => return event,
                recv(self.interrupt) -> _ => self.is_interrupted = true,
            }
            self.searcher.stop();
        }
        self.events.recv()
    }

    fn needs(&mut self, position: &Position, attacker: Color) -> Option<Needs> {
        let asked = match position.side_to_move() == attacker {
            true => position.clone(),
            false => turn_given_away(position)?,
        };
        Some(self.solver.needs(&asked, Supply::Frozen, MateLimits::nodes(NEEDS_NODES)))
    }
}
