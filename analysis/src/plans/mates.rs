//! The mates of a team that the mate solver proves: with what its players hold, and with a piece more
//! that the partner can send at once.

use tandem_engine::{MateLimits, MateSolver, Proof, Supply, Verdict};
use tandem_rules::{BoardId, PieceType, Position, Team};

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

/// The mates of a team.
pub(super) struct Mates {
    solver: MateSolver,
    boards: [OfBoard; 2],
}

impl Known {
    fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Mate(proof) => Some(proof),
            Self::Nothing | Self::NoMate => None,
        }
    }

    fn ask(&mut self, solver: &mut MateSolver, position: &Position, nodes: u64) {
        if matches!(self, Self::Nothing) {
            *self = match solver.solve(position, Supply::ANY, MateLimits::nodes(nodes)) {
                Verdict::Mate(proof) => Self::Mate(proof),
                Verdict::NoMate => Self::NoMate,
                Verdict::Unknown => Self::Nothing,
            };
        }
    }
}

impl Mates {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Self { solver: MateSolver::new(1), boards: Default::default() }
    }

    /// Asks what is not known yet, each question with this many nodes.
    pub(super) fn ask(&mut self, scene: &Scene, team: Team, nodes: u64) {
        for board in BoardId::ALL {
            let seat = team.seat(board);
            if !scene.boards.is_on_turn(seat) {
                continue;
            }
            let position = scene.boards.position(board);
            let known = &mut self.boards[board.index()];
            known.own.ask(&mut self.solver, position, nodes);
            if known.own.proof().is_some() || !scene.boards.is_on_turn(seat.partner()) {
                continue;
            }
            for piece in scene.boards.position(board.other()).possible_handoffs().iter() {
                let mut supplied = position.clone();
                let mut held = supplied.holdings(seat.color);
                held.add(piece);
                supplied.set_holdings(seat.color, held, &mut ());
                known.with[piece.index()].ask(&mut self.solver, &supplied, nodes);
            }
        }
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
