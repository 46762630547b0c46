//! Moves in short algebraic notation (SAN; WBN, article E), written strictly and read leniently.

mod reader;

use std::fmt::Write;

use crate::{BoardId, Boards, Move, MoveKind, PieceType, PieceTypes, Position};
use crate::{Square, Standing};

impl Position {
    /// Writes a move in SAN: `Nbd7`, `exd5`, `e8=Q+`, `O-O`, `N@f3#`.
    ///
    /// ```
    /// use tandem_rules::{PieceTypes, Position};
    ///
    /// let position: Position = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
    /// let m = position.parse_san("N@f7").expect("a legal drop");
    /// assert_eq!(position.san(m, PieceTypes::DROPPABLE), "N@f7#");
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    ///
    /// `arrivals` are the piece types that the *opponent* could still receive after the move: if
    /// such a piece could block a check, the check is marked `+` and not `#`.
    pub fn san(&self, m: Move, arrivals: PieceTypes) -> String {
        let mut text = self.san_without_check(m);
        let mut after = self.clone();
        let _ = after.make(m, &mut ());
        text.push_str(check_mark(&after, arrivals));
        text
    }

    fn san_without_check(&self, m: Move) -> String {
        let written = "a string takes all";
        let mut text = String::with_capacity(8);
        match m.kind() {
            MoveKind::Drop { piece, to } => {
                write!(text, "{}@{to}", piece.to_char()).expect(written);
            }
            MoveKind::Castle { king, rook } => {
                text.push_str(if rook.file() > king.file() { "O-O" } else { "O-O-O" });
            }
            MoveKind::EnPassant { from, to } => {
                write!(text, "{}x{to}", from.file().to_char()).expect(written);
            }
            MoveKind::Promotion { from, to, piece } => {
                push_pawn_move(from, to, &mut text);
                write!(text, "={}", piece.to_char()).expect(written);
            }
            MoveKind::Normal { from, to } => match self.piece_at(from).map(|p| p.piece_type) {
                Some(PieceType::Pawn) | None => push_pawn_move(from, to, &mut text),
                Some(piece) => {
                    text.push(piece.to_char());
                    self.push_origin(piece, from, to, &mut text);
                    let capture = if self.occupied().contains(to) { "x" } else { "" };
                    write!(text, "{capture}{to}").expect(written);
                }
            },
        }
        text
    }

    /// Writes the part of the origin that tells the piece from others of its type: the file, else
    /// the rank, else both (WBN E9).
    fn push_origin(&self, piece: PieceType, from: Square, to: Square, text: &mut String) {
        let (mut rivals, mut on_file, mut on_rank) = (false, false, false);
        for m in &self.accepted_moves() {
            let MoveKind::Normal { from: other, to: target } = m.kind() else { continue };
            if target == to && other != from && self.of_type(piece).contains(other) {
                rivals = true;
                on_file |= other.file() == from.file();
                on_rank |= other.rank() == from.rank();
            }
        }
        if rivals && (!on_file || on_rank) {
            text.push(from.file().to_char());
        }
        if on_file {
            text.push(from.rank().to_char());
        }
    }
}

impl Boards {
    /// Writes a move of the side to move on `board` in SAN; it is marked as mate if no piece that
    /// could still arrive would block the check (see [`Boards::possible_arrivals`]).
    pub fn san(&self, board: BoardId, m: Move) -> String {
        let mut text = self.position(board).san_without_check(m);
        let mut after = self.clone();
        if let Some(handoff) = after.make(board, m, &mut ()) {
            after.hand_over(board.other(), handoff);
        }
        let position = after.position(board);
        let arrivals = after.possible_arrivals(after.on_turn(board));
        text.push_str(check_mark(position, arrivals));
        text
    }
}

fn push_pawn_move(from: Square, to: Square, text: &mut String) {
    if from.file() != to.file() {
        text.push(from.file().to_char());
        text.push('x');
    }
    write!(text, "{to}").expect("a string takes all");
}

fn check_mark(after: &Position, arrivals: PieceTypes) -> &'static str {
    match after.in_check() {
        true if after.standing(arrivals) == Standing::Mated => "#",
        true => "+",
        false => "",
    }
}
