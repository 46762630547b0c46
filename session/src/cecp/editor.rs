//! `edit`: a position that is set up piece by piece, as in version 1 of the protocol.

use std::time::Instant;

use tandem_protocol::cecp::Reply;
use tandem_protocol::text::{Line, Reason};
use tandem_rules::{
    Bitboard, Castling, CastlingSide, Color, File, Piece, PieceType, Rank, Setup, Square,
};

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::record::Record;

/// A position that is being edited.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    setup: Setup,
    color: Color,
}

/// Error for a line that is not an edit command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a piece and a square, c, # or .")]
pub(super) struct EditError;

impl Editor {
    /// Edits what is on the board, White's pieces first. The side to move and the holdings stay.
    pub(super) fn new(mut setup: Setup) -> Self {
        setup.promoted = Bitboard::EMPTY;
        (setup.en_passant, setup.halfmove_clock) = (None, 0);
        Self { setup, color: Color::White }
    }

    /// Carries out an edit command.
    ///
    /// # Errors
    /// The line is none; nothing has changed.
    pub(super) fn edit(&mut self, line: &str) -> Result<(), EditError> {
        match line.as_bytes() {
            b"#" => self.setup.board = [None; 64],
            b"c" => self.color = !self.color,
            [letter, file, rank] => {
                let square: Square = std::str::from_utf8(&[*file, *rank])
                    .ok()
                    .and_then(|text| text.parse().ok())
                    .ok_or(EditError)?;
                let piece = match letter {
                    b'x' | b'X' => None,
                    &letter => Some(PieceType::from_char(char::from(letter)).ok_or(EditError)?),
                };
                let man = piece.map(|piece_type| Piece::new(self.color, piece_type));
                self.setup.board[square.index()] = man;
            }
            _ => return Err(EditError),
        }
        Ok(())
    }

    /// The edited setup. A king and a rook on their original squares may castle.
    fn finish(mut self) -> Setup {
        let mut castling = Castling::standard();
        for color in Color::ALL {
            let back_rank = if color == Color::White { Rank::FIRST } else { Rank::EIGHTH };
            let at = |file| self.setup.board[Square::new(file, back_rank).index()];
            let is_home = |file, piece_type| at(file) == Some(Piece::new(color, piece_type));
            for (side, file) in [(CastlingSide::King, File::H), (CastlingSide::Queen, File::A)] {
                if is_home(File::E, PieceType::King) && is_home(file, PieceType::Rook) {
                    castling.grant(color, side, file);
                }
            }
        }
        self.setup.castling = castling;
        self.setup
    }
}

impl<B: Brain> Session<B> {
    pub(super) fn begin_edit(&mut self, now: Instant) {
        self.abandon(now);
        self.editor = Some(Editor::new(self.record.setup()));
    }

    /// Handles a line while a position is edited: an edit command, or `.`, which ends the edit.
    pub(super) fn edit(&mut self, mut editor: Editor, line: &str, now: Instant) {
        if line == "." {
            match Record::from_setup(self.record.kind(), self.options.book, editor.finish()) {
                Ok(record) => self.replace_record(record, now),
                Err(error) => self.refuse_position(&format_args!(": {error}"), now),
            }
            return;
        }
        if let Err(error) = editor.edit(line) {
            let reason = Reason::new(&error.to_string());
            self.output.push(Reply::Error { reason, text: Line::new(line) });
        }
        self.editor = Some(editor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::kind::Kind;
    use crate::seat::record::Record;
    use crate::seat::rule_book::RuleBook;

    /// Edit commands applied to the initial position, and the resulting position.
    const CASES: &[(&str, &str)] = &[
        ("# Ke1 Rh1 Pe4 c Ke8 Ra8 Pe5", "r3k3/8/8/4p3/4P3/8/8/4K2R[] w Kq - 0 1"),
        ("xe2 Pe4 xa1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/1NBQKBNR[] w Kkq - 0 1"),
        ("c xd8 Kd8 xe8", "rnbk1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQ - 0 1"),
    ];

    #[test]
    fn men_are_put_and_taken_away() {
        for (lines, fen) in CASES {
            let mut editor = Editor::new(Setup::start());
            for line in lines.split(' ') {
                editor.edit(line).expect("the table holds good lines");
            }
            let record = Record::from_setup(Kind::Bughouse, RuleBook::default(), editor.finish())
                .expect("a sound position");
            assert_eq!(record.position().to_fen(), *fen, "{lines}");
        }
    }

    #[test]
    fn an_invalid_edit_line_changes_nothing() {
        for line in ["", "Pe", "Pe9", "Zc3", "usermove e2e4", "Pä", "P\u{e9}4"] {
            let mut editor = Editor::new(Setup::start());
            assert_eq!(editor.edit(line), Err(EditError), "{line}");
            assert_eq!(editor.setup, Setup::start());
        }
    }
}
