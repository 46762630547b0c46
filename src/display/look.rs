//! The look of boards: colors, signs for pieces, and sizes.

use clap::ValueEnum;
use tandem_rules::{Color, Holdings, Piece, PieceType};

use super::theme::Theme;

/// The look of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) theme: Theme,
    pub(crate) pieces: Pieces,
}

/// The signs for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Pieces {
    /// Chess figures, if the font of the terminal has them
    Unicode,
    /// Letters: upper case for White, lower case for Black
    Letters,
}

/// The size of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub(crate) cell: Cell,
    pub(crate) frame: Frame,
}

/// The size of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    /// Six columns and three lines.
    Large,
    /// Three columns.
    Wide,
    /// Two columns.
    Narrow,
}

/// The lines around a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Frame {
    /// Names, holdings and the letters of the files, each in lines of their own.
    Full,
    /// Names with holdings, and the letters of the files.
    Tight,
    /// Names with holdings.
    Bare,
}

impl Look {
    /// The sign for a piece. Where ink is light, a filled figure is white, as the squares around it
    /// are dark; where ink is dark, it is black.
    pub(super) fn sign(self, piece: Piece) -> char {
        const OUTLINED: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
        const FILLED: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
        let filled = match self.theme {
            Theme::Dark => Color::White,
            Theme::Light | Theme::Plain => Color::Black,
        };
        match self.pieces {
            Pieces::Letters => piece.to_char(),
            Pieces::Unicode if piece.color == filled => FILLED[piece.piece_type.index()],
            Pieces::Unicode => OUTLINED[piece.piece_type.index()],
        }
    }

    /// The pieces in a hand, queens first: a sign for each, or for more than two of a type, if the
    /// hand has to be `short`, one sign and their number.
    pub(super) fn hand(self, holdings: Holdings, color: Color, short: bool) -> String {
        let types = PieceType::DROPPABLE.into_iter().rev();
        let held = types.map(|kind| {
            let sign = self.sign(Piece::new(color, kind));
            match holdings.count(kind) {
                count @ 3.. if short => format!("{sign}{count}"),
                count => String::from(sign).repeat(count.into()),
            }
        });
        held.collect()
    }
}

impl Cell {
    /// Columns of a square.
    const fn columns(self) -> usize {
        match self {
            Self::Large => 6,
            Self::Wide => 3,
            Self::Narrow => 2,
        }
    }

    /// Lines of a square.
    pub(super) const fn lines(self) -> usize {
        if matches!(self, Self::Large) { 3 } else { 1 }
    }
}

impl Form {
    pub(crate) const fn new(cell: Cell, frame: Frame) -> Self {
        Self { cell, frame }
    }

    /// Columns of the board.
    pub(crate) const fn width(self) -> usize {
        2 + 8 * self.cell.columns()
    }

    /// Lines of the board with its frame.
    pub(crate) const fn height(self) -> usize {
        let frame = match self.frame {
            Frame::Full => 5,
            Frame::Tight => 3,
            Frame::Bare => 2,
        };
        8 * self.cell.lines() + frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_names_every_piece_in_one_way_or_the_other() {
        let look = |theme, pieces| Look { theme, pieces };
        let mut holdings = Holdings::default();
        for (kind, count) in [(PieceType::Pawn, 12), (PieceType::Knight, 2), (PieceType::Queen, 1)]
        {
            holdings.set(kind, count);
        }
        let letters = look(Theme::Dark, Pieces::Letters);
        assert_eq!(letters.hand(holdings, Color::White, false), "QNNPPPPPPPPPPPP");
        assert_eq!(letters.hand(holdings, Color::White, true), "QNNP12");
        assert_eq!(letters.hand(holdings, Color::Black, true), "qnnp12");
        let figures = |theme| look(theme, Pieces::Unicode).hand(holdings, Color::White, true);
        assert_eq!(figures(Theme::Dark), "♛♞♞♟12");
        assert_eq!(figures(Theme::Light), "♕♘♘♙12");
    }

    #[test]
    fn signs_of_the_two_colors_differ_in_every_look() {
        for theme in [Theme::Light, Theme::Dark, Theme::Plain] {
            for pieces in [Pieces::Unicode, Pieces::Letters] {
                let look = Look { theme, pieces };
                let signs = PieceType::ALL
                    .into_iter()
                    .flat_map(|kind| Color::ALL.map(|color| look.sign(Piece::new(color, kind))));
                let mut signs: Vec<char> = signs.collect();
                signs.sort_unstable();
                signs.dedup();
                assert_eq!(signs.len(), 12);
            }
        }
    }
}
