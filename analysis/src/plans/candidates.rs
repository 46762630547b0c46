//! The plans that are worth a search.
//!
//! They are the best moves of each board beside the best of the other, sitting, and every capture that
//! sends a piece for which the partner waits.

use tandem_engine::{Info, ScoreKind, lacking};
use tandem_rules::{BoardId, Handoff, Move, PieceType, PieceTypes, Position, Team};

use super::mates::Mates;
use super::{Part, Parts};
use crate::scene::Scene;

/// The most captures of one board that are tried because of the piece that they send.
const MOST_GIFTS: usize = 6;
/// The number of best moves of a board that are tried beside those of the other.
const CROSSED: usize = 2;

/// The knowledge before plans are made: the best lines of each board, and the pieces that mate.
pub(super) struct Known<'a> {
    pub(super) scene: &'a Scene,
    pub(super) team: Team,
    /// The best lines of each board for the side on turn there, best first.
    pub(super) lines: [&'a [Info]; 2],
    /// The mates of the team that are proved.
    pub(super) mates: &'a Mates,
    /// The board on which the team may not sit.
    pub(super) must_move: Option<BoardId>,
    /// A move that is tried too, however bad it is.
    pub(super) also: Option<(BoardId, Move)>,
    /// True if the team may be able to wait for its opponents.
    pub(super) may_wait: bool,
}

impl Known<'_> {
    fn position(&self, board: BoardId) -> &Position {
        self.scene.boards.position(board)
    }

    /// True if the team is on turn on a board that is in play.
    fn is_ours(&self, board: BoardId) -> bool {
        self.scene.boards.is_on_turn(self.team.seat(board)) && self.scene.shown().contains(&board)
    }

    /// The best moves of a board, best first.
    fn moves(&self, board: BoardId) -> Vec<Move> {
        let lines = self.lines[board.index()].iter();
        let mut moves: Vec<Move> = lines.filter_map(|line| line.pv.first().copied()).collect();
        let mate = self.mates.proof(board).and_then(|proof| proof.line.first().copied());
        if let Some(m) = mate.filter(|_| self.is_ours(board))
            && moves.first() != Some(&m)
        {
            moves.retain(|&known| known != m);
            moves.insert(0, m);
        }
        moves
    }

    /// True if the team mates on a board, whatever arrives.
    fn mates(&self, board: BoardId) -> bool {
        let best = self.lines[board.index()].first();
        let is_at_once = best.is_some_and(|line| line.score.kind() == ScoreKind::Mate(1));
        is_at_once || self.mates.proof(board).is_some()
    }

    /// True if every move of the team on a board loses, as far as the searches know.
    fn is_lost(&self, board: BoardId) -> bool {
        let best = self.lines[board.index()].first();
        best.is_some_and(|line| line.score.is_lost() || line.gives_mate)
    }

    /// The plans to search.
    pub(super) fn plans(&self) -> Vec<Parts> {
        let mut plans = match BoardId::ALL.map(|board| self.is_ours(board)) {
            [true, true] => self.of_two_boards(),
            [true, false] => self.of_one_board(BoardId::A),
            [false, true] => self.of_one_board(BoardId::B),
            [false, false] => Vec::new(),
        };
        // A mate is played, and no piece is waited for.
        plans.retain(|parts| {
            BoardId::ALL
                .iter()
                .all(|board| parts[board.index()] != Some(Part::Sit) || !self.mates(*board))
        });
        plans.retain(|parts| {
            self.must_move.is_none_or(|board| {
                parts[board.index()] != Some(Part::Sit) || self.moves(board).is_empty()
            })
        });
        let mut seen = Vec::new();
        plans.retain(|parts| {
            !seen.contains(parts) && {
                seen.push(*parts);
                true
            }
        });
        plans
    }

    /// The plans where the team is on turn on one board.
    fn of_one_board(&self, board: BoardId) -> Vec<Parts> {
        let part = |part: Part| on(board, part, None);
        let mut plans: Vec<Parts> =
            self.moves(board).into_iter().map(|m| part(Part::Move(m))).collect();
        if let Some((_, m)) = self.also {
            plans.push(part(Part::Move(m)));
        }
        if plans.is_empty() || self.may_wait || self.is_lost(board) {
            plans.push(part(Part::Sit));
        }
        plans
    }

    /// The plans where the team is on turn on both boards. It does not sit on both.
    fn of_two_boards(&self) -> Vec<Parts> {
        let moves = BoardId::ALL.map(|board| self.moves(board));
        let part = |board: BoardId, at: usize| {
            moves[board.index()].get(at).map_or(Part::Sit, |&m| Part::Move(m))
        };
        let mut plans: Vec<Parts> = Vec::new();
        for board in BoardId::ALL {
            let best_there = part(board.other(), 0);
            for at in 0..moves[board.index()].len() {
                plans.push(on(board, part(board, at), Some(best_there)));
            }
            for m in self.gifts(board) {
                plans.push(on(board, Part::Move(m), Some(Part::Sit)));
                plans.push(on(board, Part::Move(m), Some(best_there)));
            }
            // The partner of a player who sits moves: by one of its best moves, with or without a
            // piece to send.
            for at in 0..CROSSED.min(moves[board.other().index()].len()) {
                plans.push(on(board, Part::Sit, Some(part(board.other(), at))));
            }
        }
        if let Some((board, m)) = self.also {
            plans.push(on(board, Part::Move(m), Some(part(board.other(), 0))));
            plans.push(on(board, Part::Move(m), Some(Part::Sit)));
        }
        for a in 0..CROSSED.min(moves[0].len()) {
            for b in 0..CROSSED.min(moves[1].len()) {
                plans.push([Some(part(BoardId::A, a)), Some(part(BoardId::B, b))]);
            }
        }
        plans.retain(|parts| parts.iter().any(|part| *part != Some(Part::Sit)));
        plans
    }

    /// The captures of a board that send a piece for which the partner, on turn, waits: one that mates,
    /// or any where it is lost. Among captures of one type, those come first that the search prefers.
    fn gifts(&self, board: BoardId) -> Vec<Move> {
        let there = board.other();
        let wanted: PieceTypes = match self.is_lost(there) {
            _ if self.is_stuck(there) => self.saving(there).collect(),
            true => PieceTypes::DROPPABLE,
            false => self.lacking(there).iter().chain(self.mates.wanted(there)).collect(),
        };
        if wanted.is_empty() {
            return Vec::new();
        }
        let position = self.position(board);
        let best = self.moves(board);
        let mut gifts: Vec<(PieceType, Move)> = position
            .legal_moves()
            .iter()
            .filter_map(|&m| Some((handed(position, m)?, m)))
            .filter(|&(piece, _)| wanted.contains(piece))
            .collect();
        gifts
            .sort_by_key(|&(_, m)| best.iter().position(|&known| known == m).unwrap_or(best.len()));
        gifts.into_iter().map(|(_, m)| m).take(MOST_GIFTS).collect()
    }

    /// True if the team's player of a board is on turn and has no move.
    fn is_stuck(&self, board: BoardId) -> bool {
        self.is_ours(board) && self.position(board).count_legal() == 0
    }

    /// The piece types with which the team's player of a board, who has no move, would have one.
    fn saving(&self, board: BoardId) -> impl Iterator<Item = PieceType> {
        let (position, seat) = (self.position(board), self.team.seat(board));
        PieceType::DROPPABLE.into_iter().filter(move |&piece| {
            let mut supplied = position.clone();
            supplied.receive(Handoff { color: seat.color, piece }, &mut ());
            supplied.count_legal() > 0
        })
    }

    /// The piece types with which the team's player of a board mates in contact, and which it lacks.
    fn lacking(&self, board: BoardId) -> PieceTypes {
        lacking(self.position(board), self.team.seat(board).color)
    }
}

/// The type of the piece that the partner gets by a move.
pub(super) fn handed(position: &Position, m: Move) -> Option<PieceType> {
    position.clone().make(m, &mut ()).map(|handoff| handoff.piece)
}

/// The plan with a part on a board, and another one on the other.
fn on(board: BoardId, part: Part, other: Option<Part>) -> Parts {
    match board {
        BoardId::A => [Some(part), other],
        BoardId::B => [other, Some(part)],
    }
}
