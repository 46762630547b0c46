//! The mates of a team that the mate solver proves: with what its players hold, and with a piece more
//! that the partner can send at once.

use tandem_engine::{MateLimits, MateSolver, Proof, Supply, Verdict};
use tandem_rules::{BoardId, Handoff, PieceType, Position, Team};

use crate::scene::Scene;

/// What is known of a mate.
#[derive(Default)]
enum Known {
    /// Nothing yet.
    #[default]
    Nothing,
    /// It is proved.
    Mate(Proof),
    /// There is none by checks alone.
    NoMate,
}

/// What is known of the mates of the team's player on a board, if on turn.
#[derive(Default)]
struct OfBoard {
    own: Known,
    /// With one piece more, by its type.
    with: [Known; PieceType::DROPPABLE.len()],
}

/// A question: the board, and the piece more with which the team's player may mate there.
type Question = (BoardId, Option<PieceType>);

/// The most nodes for all questions of a call, about: nobody hears of anything else meanwhile.
const MOST_NODES: u64 = 64_000;

/// The mates of a team.
pub(super) struct Mates {
    solver: MateSolver,
    boards: [OfBoard; 2],
    /// The number of the question that comes first.
    next: usize,
}

impl Known {
    fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Mate(proof) => Some(proof),
            Self::Nothing | Self::NoMate => None,
        }
    }

    /// Asks, unless it is known. Returns the nodes that count: those of a question that stays open.
    fn ask(&mut self, solver: &mut MateSolver, position: &Position, nodes: u64) -> u64 {
        if !matches!(self, Self::Nothing) {
            return 0;
        }
        match solver.solve(position, Supply::ANY, MateLimits::nodes(nodes)) {
            Verdict::Mate(proof) => *self = Self::Mate(proof),
            Verdict::NoMate => *self = Self::NoMate,
            Verdict::Unknown => return nodes,
        }
        0
    }
}

impl Mates {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Self { solver: MateSolver::new(1), boards: Default::default(), next: 0 }
    }

    /// Asks what is not known yet, each question with this many nodes; if many stay open, the others
    /// have their turn in the next call.
    pub(super) fn ask(&mut self, scene: &Scene, team: Team, nodes: u64) {
        let questions = questions(scene, team);
        let mut spent = 0;
        for at in 0..questions.len() {
            let number = (self.next + at) % questions.len();
            if spent >= MOST_NODES {
                self.next = number;
                return;
            }
            spent += self.ask_one(scene, team, (questions[number], nodes));
        }
    }

    fn ask_one(&mut self, scene: &Scene, team: Team, (question, nodes): (Question, u64)) -> u64 {
        let (board, piece) = question;
        let mut position = scene.boards.position(board).clone();
        let known = &mut self.boards[board.index()];
        let Some(piece) = piece else {
            return known.own.ask(&mut self.solver, &position, nodes);
        };
        if known.own.proof().is_some() {
            return 0; // nothing more is needed
        }
        position.receive(Handoff { color: team.seat(board).color, piece }, &mut ());
        known.with[piece.index()].ask(&mut self.solver, &position, nodes)
    }

    /// The mate on a board with what is held.
    pub(super) fn proof(&self, board: BoardId) -> Option<&Proof> {
        self.boards[board.index()].own.proof()
    }

    /// The mate on a board with one piece more.
    pub(super) fn proof_with(&self, board: BoardId, piece: PieceType) -> Option<&Proof> {
        self.boards[board.index()].with.get(piece.index())?.proof()
    }

    /// The pieces with one of which more the team mates on a board.
    pub(super) fn wanted(&self, board: BoardId) -> impl Iterator<Item = PieceType> {
        PieceType::DROPPABLE
            .into_iter()
            .filter(move |&piece| self.proof_with(board, piece).is_some())
    }
}

/// The questions of a position: for each board where the team is on turn, whether it mates with what it
/// holds, and with each piece that the partner, on turn, can send.
fn questions(scene: &Scene, team: Team) -> Vec<Question> {
    let on_turn = |board: BoardId| scene.boards.is_on_turn(team.seat(board));
    let boards = BoardId::ALL.into_iter().filter(|board| on_turn(*board));
    let alone = boards.clone().map(|board| (board, None));
    let fed = boards.filter(|board| on_turn(board.other())).flat_map(|board| {
        let sent = scene.boards.position(board.other()).possible_handoffs();
        sent.iter().map(move |piece| (board, Some(piece))).collect::<Vec<_>>()
    });
    alone.chain(fed).collect()
}
