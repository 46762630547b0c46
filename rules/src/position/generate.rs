//! Move generator: legal moves, and only legal ones, by stage.
//!
//! The generator yields sets of target squares, one for the moves of a piece or the drops of a
//! piece type. A [`Sink`] writes them out as moves, or only counts them.

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveList, Permission, PieceType, Promotions, Rank, Square,
    attacks,
};

use super::Position;

/// A class of legal moves to generate. In check, every stage has only moves that answer it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Captures, en passant and all promotions.
    Captures,
    /// The other moves on the board, castling included.
    Quiets,
    /// All drops.
    Drops,
    /// The drops that give check.
    CheckingDrops,
    /// All moves, if the side to move is in check; otherwise none.
    Evasions,
    /// All moves.
    All,
}

/// Receiver of the generated moves.
trait Sink {
    fn normal(&mut self, from: Square, targets: Bitboard);
    fn drops(&mut self, piece: PieceType, targets: Bitboard);
    /// Pawn moves; the origin is `back` squares behind each target.
    fn pawns(&mut self, targets: Bitboard, back: i8);
    fn promotions(&mut self, targets: Bitboard, back: i8, pieces: &'static [PieceType]);
    fn single(&mut self, m: Move);
}

impl Sink for MoveList {
    #[inline]
    fn normal(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn drops(&mut self, piece: PieceType, targets: Bitboard) {
        for to in targets {
            self.push(Move::drop_held(piece, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, back: i8) {
        for to in targets {
            self.push(Move::normal(behind(to, back), to));
        }
    }

    fn promotions(&mut self, targets: Bitboard, back: i8, pieces: &'static [PieceType]) {
        for to in targets {
            for &piece in pieces {
                self.push(Move::promotion(behind(to, back), to, piece));
            }
        }
    }

    fn single(&mut self, m: Move) {
        self.push(m);
    }
}

struct Count(usize);

impl Sink for Count {
    fn normal(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    fn drops(&mut self, _: PieceType, targets: Bitboard) {
        self.0 += targets.count();
    }

    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }

    fn promotions(&mut self, targets: Bitboard, _: i8, pieces: &'static [PieceType]) {
        self.0 += targets.count() * pieces.len();
    }

    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// The origin of a pawn move: `back` squares behind `to`.
fn behind(to: Square, back: i8) -> Square {
    Square::from_low_bits((to.index() as i8 - back) as u16)
}

/// Target squares that remain after the stage and a check are taken into account.
struct Targets {
    /// Squares to which a piece other than the king may go to answer a check; all if there is none.
    answers: Bitboard,
    /// Squares of the stage: the opponent's pieces but the king, empty squares, or both.
    wanted: Bitboard,
    /// Squares on which pieces may be dropped.
    drops: Bitboard,
    pinned: Bitboard,
    captures: bool,
    quiets: bool,
}

impl Position {
    /// Adds the legal moves of a stage to `list`.
    pub fn generate(&self, stage: Stage, list: &mut MoveList) {
        match stage {
            Stage::Captures => self.board_moves(&self.targets(true, false), list),
            Stage::Quiets => self.board_moves(&self.targets(false, true), list),
            Stage::Drops => self.drops(self.drop_squares(), list),
            Stage::CheckingDrops => self.checking_drops(self.drop_squares(), list),
            Stage::Evasions if !self.in_check() => {}
            Stage::Evasions | Stage::All => self.everything(list),
        }
    }

    /// All legal moves, in a new list.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Stage::All, &mut list);
        list
    }

    /// Number of legal moves; faster than listing them.
    pub fn count_legal(&self) -> usize {
        let mut count = Count(0);
        self.everything(&mut count);
        count.0
    }

    /// Number of legal moves without the drops.
    pub(super) fn count_board_moves(&self) -> usize {
        let mut count = Count(0);
        self.board_moves(&self.targets(true, true), &mut count);
        count.0
    }

    /// The empty squares on which a drop does not leave the side to move in check. For pawns, the
    /// back ranks have to be excluded besides.
    pub fn drop_squares(&self) -> Bitboard {
        if self.checkers.more_than_one() {
            return Bitboard::EMPTY;
        }
        match self.checkers.first() {
            None => !self.occupied(),
            Some(checker) => attacks::between(self.king(self.side_to_move), checker),
        }
    }

    fn everything(&self, sink: &mut impl Sink) {
        let targets = self.targets(true, true);
        self.board_moves(&targets, sink);
        self.drops(targets.drops, sink);
    }

    fn targets(&self, captures: bool, quiets: bool) -> Targets {
        let us = self.side_to_move;
        let mut wanted = Bitboard::EMPTY;
        if captures {
            wanted |= self.men(!us).without(self.of_type(PieceType::King));
        }
        if quiets {
            wanted |= !self.occupied();
        }
        let drops = self.drop_squares();
        // One checker can be taken or blocked; two can only be walked away from.
        let answers = match (self.checkers.is_empty(), self.checkers.more_than_one()) {
            (true, _) => Bitboard::ALL,
            (false, false) => drops | self.checkers,
            (false, true) => Bitboard::EMPTY,
        };
        Targets { answers, wanted, drops, pinned: self.pinned(us), captures, quiets }
    }

    fn board_moves(&self, targets: &Targets, sink: &mut impl Sink) {
        let us = self.side_to_move;
        let king = self.king(us);
        self.king_moves(king, targets.wanted, sink);
        if self.checkers.more_than_one() {
            return;
        }
        self.pawn_moves(king, targets, sink);
        let aims = targets.wanted & targets.answers;
        for from in self.pieces(us, PieceType::Knight).without(targets.pinned) {
            sink.normal(from, attacks::knight(from) & aims);
        }
        let occupied = self.occupied();
        let queens = self.of_type(PieceType::Queen);
        let diagonal = (self.of_type(PieceType::Bishop) | queens) & self.men(us);
        let straight = (self.of_type(PieceType::Rook) | queens) & self.men(us);
        for from in diagonal {
            let reached = attacks::bishop(from, occupied) & aims;
            sink.normal(from, reached & leash(from, king, targets.pinned));
        }
        for from in straight {
            let reached = attacks::rook(from, occupied) & aims;
            sink.normal(from, reached & leash(from, king, targets.pinned));
        }
        if targets.quiets && self.checkers.is_empty() {
            self.castles(king, sink);
        }
    }

    fn king_moves(&self, king: Square, targets: Bitboard, sink: &mut impl Sink) {
        let us = self.side_to_move;
        let without_king = self.occupied().without(Bitboard::of(king));
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(king) & targets {
            if (self.attackers_to(to, without_king) & self.men(!us)).is_empty() {
                safe |= Bitboard::of(to);
            }
        }
        sink.normal(king, safe);
    }

    fn castles(&self, king: Square, sink: &mut impl Sink) {
        let us = self.side_to_move;
        if !self.castling.rights.has_any(us) {
            return;
        }
        for side in CastlingSide::ALL {
            if self.castling.rights.has(us, side)
                && self.castling_permission(us, side) == Permission::Yes
                && let Some(path) = self.castling_path(us, side)
                && self.castling_is_safe(us, &path)
            {
                sink.single(Move::castle(king, path.rook));
            }
        }
    }

    fn pawn_moves(&self, king: Square, targets: &Targets, sink: &mut impl Sink) {
        let pawns = self.pieces(self.side_to_move, PieceType::Pawn);
        self.pawn_steps(pawns.without(targets.pinned), targets.answers, targets, sink);
        for from in pawns & targets.pinned {
            let on_line = targets.answers & attacks::line(king, from);
            self.pawn_steps(Bitboard::of(from), on_line, targets, sink);
        }
        if targets.captures
            && let Some((target, Permission::Yes)) = self.en_passant_permission()
        {
            for from in self.en_passant_capturers(target, self.side_to_move) {
                // Two pieces leave one rank at once, so pins do not tell if the king stays safe.
                let m = Move::en_passant(from, target);
                if self.is_legal(m) {
                    sink.single(m);
                }
            }
        }
    }

    /// Moves of a set of pawns to `answers`. All promotions belong to the captures.
    fn pawn_steps(
        &self,
        pawns: Bitboard,
        answers: Bitboard,
        targets: &Targets,
        sink: &mut impl Sink,
    ) {
        let us = self.side_to_move;
        let up: i8 = if us == Color::White { 8 } else { -8 };
        let last = Bitboard::BACK_RANKS;
        let empty = !self.occupied();
        let single = pawns.forward(us) & empty & answers;
        if targets.quiets {
            let stepped = self.double_steppers(pawns).forward(us) & empty;
            sink.pawns(single.without(last), up);
            sink.pawns(stepped.forward(us) & empty & answers, 2 * up);
        }
        if targets.captures {
            let enemies = targets.wanted.without(empty) & answers;
            let ahead = pawns.forward(us);
            self.promotions(single & last, up, sink);
            for (takes, side) in [(ahead.east() & enemies, 1), (ahead.west() & enemies, -1)] {
                self.promotions(takes & last, up + side, sink);
                sink.pawns(takes.without(last), up + side);
            }
        }
    }

    fn double_steppers(&self, pawns: Bitboard) -> Bitboard {
        let second = Bitboard::relative_rank(self.side_to_move, Rank::SECOND);
        match self.rules.dropped_pawn_double_step {
            Permission::Yes => pawns & second,
            Permission::Accepted | Permission::No => (pawns & second).without(self.dropped_pawns),
        }
    }

    fn promotions(&self, targets: Bitboard, back: i8, sink: &mut impl Sink) {
        if targets.any() {
            sink.promotions(targets, back, self.promotion_pieces());
        }
    }

    fn promotion_pieces(&self) -> &'static [PieceType] {
        use PieceType::{Bishop, Knight, Queen, Rook};
        match self.rules.promotions {
            Promotions::All => &[Queen, Knight, Rook, Bishop],
            Promotions::QueenKnight => &[Queen, Knight],
        }
    }

    fn drops(&self, squares: Bitboard, sink: &mut impl Sink) {
        let holdings = self.holdings(self.side_to_move);
        for (piece, _) in holdings.iter() {
            sink.drops(piece, droppable(piece, squares));
        }
    }

    fn checking_drops(&self, squares: Bitboard, sink: &mut impl Sink) {
        let them = !self.side_to_move;
        let king = self.king(them);
        for (piece, _) in self.holdings(self.side_to_move).iter() {
            // Checks come from the squares that the same type, in the king's color, attacks from
            // the king's square.
            let checks = attacks::of(them, piece, king, self.occupied());
            sink.drops(piece, droppable(piece, squares) & checks);
        }
    }
}

/// The subset of `squares` on which this piece type may stand.
pub(super) fn droppable(piece: PieceType, squares: Bitboard) -> Bitboard {
    match piece {
        PieceType::Pawn => squares.without(Bitboard::BACK_RANKS),
        _ => squares,
    }
}

/// Squares to which a slider may go without exposing its king: for a pinned one, the pin line.
fn leash(from: Square, king: Square, pinned: Bitboard) -> Bitboard {
    if pinned.contains(from) { attacks::line(king, from) } else { Bitboard::ALL }
}
