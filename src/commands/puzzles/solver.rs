//! A level of the engine that solves puzzles.

use std::collections::HashMap;

use anyhow::Context;
use crossbeam::channel::Receiver;
use tandem_analysis::puzzles::{self, Judgement, Kind, Puzzle, Setting};
use tandem_engine::{Decision, Elo, Event, Level, Limits, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::{
    Boards, Handoff, MateRule, Move, MoveKind, MoveRules, OutcomeRules, PieceType, Seat,
};

/// Size of the table of a search in MiB.
const TABLE_MEBIBYTES: usize = 1;
/// Most moves of a mate: more than any puzzle has.
const MOST_MOVES: usize = 32;

/// A player of puzzles, who knows nothing from one to the next.
pub(super) struct Solver {
    searcher: Searcher,
    events: Receiver<Event>,
}

/// A puzzle that is solved again and again, with what was found out about moves in it.
pub(super) struct Exercise<'a> {
    puzzle: &'a Puzzle,
    setting: Setting,
    judged: HashMap<(String, Move), Judgement>,
    escapes: HashMap<Move, bool>,
}

impl<'a> Exercise<'a> {
    /// The exercise of a puzzle.
    pub(super) fn new(puzzle: &'a Puzzle) -> anyhow::Result<Self> {
        let setting = Setting::of(puzzle, MoveRules::default())?;
        Ok(Self { puzzle, setting, judged: HashMap::new(), escapes: HashMap::new() })
    }

    fn judge(&mut self, boards: &Boards, seat: Seat, m: Move) -> Judgement {
        let position = boards.position(seat.board);
        let judge = || puzzles::judge(position, m, MateRule::Unblockable);
        *self.judged.entry((position.to_fen(), m)).or_insert_with(judge)
    }

    fn escapes(&mut self, m: Move) -> bool {
        let position = self.setting.boards.position(self.setting.seat.board);
        *self.escapes.entry(m).or_insert_with(|| puzzles::escapes(position, m))
    }
}

impl Solver {
    /// A solver with a searcher of its own.
    pub(super) fn new() -> Self {
        let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
        searcher.set_networks(Some(Networks::embedded()));
        Self { searcher, events }
    }

    /// True if the level with this seed solves the puzzle.
    ///
    /// It solves what asks for a piece, or not to give one, if it mates with the piece in the place of
    /// the player who would get it; "sit" if it mates in the opponent's place after the move that holds
    /// out longest; and "move" if its own move does not get mated.
    pub(super) fn solves(
        &mut self,
        exercise: &mut Exercise<'_>,
        elo: Elo,
        seed: u64,
    ) -> anyhow::Result<bool> {
        let limits = Limits { level: Level::Limited(elo), seed, ..Limits::clock() };
        let puzzle: &Puzzle = exercise.puzzle;
        let Puzzle { kind, solution, .. } = puzzle;
        let (mut boards, seat) = (exercise.setting.boards.clone(), exercise.setting.seat);
        match kind {
            Kind::Mate => Ok(self.mates(exercise, boards, seat, &limits)),
            Kind::Take | Kind::Need => {
                let pieces = if *kind == Kind::Take { &solution.pieces } else { &solution.answers };
                let mut given = pieces.iter().filter_map(|piece| with(&boards, seat, piece));
                Ok(given.any(|boards| self.mates(exercise, boards, seat, &limits)))
            }
            Kind::Give => {
                let seat = seat.diagonal();
                let mut given =
                    solution.pieces.iter().filter_map(|piece| with(&boards, seat, piece));
                Ok(given.all(|boards| self.mates(exercise, boards, seat, &limits)))
            }
            Kind::Sit if solution.answers.iter().any(|answer| answer == "sit") => {
                let san = solution.lines.first().and_then(|line| line.first());
                let san = san.context("no line")?;
                let m = boards.position(seat.board).parse_san(san)?;
                boards.play(seat, m)?;
                Ok(self.mates(exercise, boards, seat.opponent(), &limits))
            }
            Kind::Sit => {
                let m = self.move_of(&boards, seat, &limits);
                Ok(m.is_some_and(|m| exercise.escapes(m)))
            }
        }
    }

    /// True if every move of the seat leads to mate, against the replies that hold out longest.
    fn mates(
        &mut self,
        exercise: &mut Exercise<'_>,
        mut boards: Boards,
        seat: Seat,
        limits: &Limits,
    ) -> bool {
        for _ in 0..MOST_MOVES {
            let Some(m) = self.move_of(&boards, seat, limits) else { return false };
            match exercise.judge(&boards, seat, m) {
                Judgement::Mates => return true,
                Judgement::Fails | Judgement::Undecided => return false,
                Judgement::Leads(reply) => {
                    let _to_partner = boards.make(seat.board, m, &mut ());
                    receive_for(&mut boards, seat.opponent(), reply);
                    let _to_partner = boards.make(seat.board, reply, &mut ());
                }
            }
        }
        false
    }

    fn move_of(&mut self, boards: &Boards, seat: Seat, limits: &Limits) -> Option<Move> {
        self.searcher.clear();
        let view = View {
            other: Some(boards.position(seat.board.other()).clone()),
            ..View::of_board(seat, boards.position(seat.board).clone(), OutcomeRules::default())
        };
        self.searcher.start(view, limits.clone());
        self.events.iter().find_map(|event| match event {
            Event::Done(_, Decision::Play(m), _) => Some(Some(m)),
            Event::Done(_, Decision::Sit, _) => Some(None),
            Event::Info(..) => None,
        })?
    }
}

/// The boards with one more piece in a hand; `None` if the letter is that of no piece.
fn with(boards: &Boards, seat: Seat, letter: &str) -> Option<Boards> {
    let letter = letter.chars().next()?;
    let piece = PieceType::DROPPABLE.into_iter().find(|piece| piece.to_char() == letter)?;
    let mut boards = boards.clone();
    boards.hand_over(seat.board, Handoff { color: seat.color, piece });
    Some(boards)
}

/// Hands over the piece that a move drops, if it is not held.
fn receive_for(boards: &mut Boards, seat: Seat, m: Move) {
    if let MoveKind::Drop { piece, .. } = m.kind()
        && !boards.position(seat.board).holdings(seat.color).has(piece)
    {
        boards.hand_over(seat.board, Handoff { color: seat.color, piece });
    }
}
