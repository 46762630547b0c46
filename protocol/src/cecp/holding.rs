//! `holding [WHITE] [BLACK] XY`: the holdings of both players of a board.

use std::fmt;
use std::str::FromStr;

use tandem_rules::{Color, Holdings, PieceType};

/// The holdings of both players of a board: absolute, as of the moment when the *server* sent them.
///
/// An update that crosses with an own drop still counts the dropped piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HoldingUpdate {
    /// White's holdings.
    pub white: Holdings,
    /// Black's holdings.
    pub black: Holdings,
    /// Receiver and type of a piece that has just arrived from the other board; the holdings
    /// include it. `None` if the update follows a move on this board.
    pub arrived: Option<(Color, PieceType)>,
}

/// Reasons why a text is not a [`HoldingUpdate`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HoldingError {
    /// A list of pieces or its brackets are missing.
    #[error("expected two lists of pieces in square brackets at `{0}`")]
    Brackets(String),
    /// A letter is none of `P N B R Q`.
    #[error("expected a droppable piece, not `{0}`")]
    Piece(char),
    /// The lists are followed by something else than a color and a piece.
    #[error("expected the color and the letter of a piece, not `{0}`")]
    Arrival(String),
}

impl HoldingUpdate {
    /// The holdings of a color.
    pub const fn of(&self, color: Color) -> Holdings {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Parses the arguments of `holding`.
impl FromStr for HoldingUpdate {
    type Err = HoldingError;

    fn from_str(text: &str) -> Result<Self, HoldingError> {
        let (white, rest) = parse_list(text)?;
        let (black, rest) = parse_list(rest)?;
        let arrived = match rest.trim() {
            "" => None,
            text => Some(parse_arrival(text)?),
        };
        Ok(Self { white, black, arrived })
    }
}

/// Parses one `[PIECES]` and returns the rest of the text.
fn parse_list(text: &str) -> Result<(Holdings, &str), HoldingError> {
    let (letters, rest) = text
        .trim_start()
        .strip_prefix('[')
        .and_then(|text| text.split_once(']'))
        .ok_or_else(|| HoldingError::Brackets(text.to_owned()))?;
    let pieces = letters.chars().filter(|letter| !letter.is_whitespace()).map(droppable);
    Ok((pieces.collect::<Result<_, _>>()?, rest))
}

/// Parses `XY`: X is the receiver's color, Y the piece.
fn parse_arrival(text: &str) -> Result<(Color, PieceType), HoldingError> {
    let wrong = || HoldingError::Arrival(text.to_owned());
    let mut letters = text.chars();
    let (Some(color), Some(piece), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(wrong());
    };
    let color = match color {
        'W' | 'w' => Color::White,
        'B' | 'b' => Color::Black,
        _ => return Err(wrong()),
    };
    Ok((color, droppable(piece)?))
}

fn droppable(letter: char) -> Result<PieceType, HoldingError> {
    PieceType::from_char(letter)
        .filter(|&piece| piece != PieceType::King)
        .ok_or(HoldingError::Piece(letter))
}

/// The arguments of `holding`, pawns first as XBoard sends them.
impl fmt::Display for HoldingUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.white)?;
        f.write_str(" ")?;
        write_list(f, self.black)?;
        match self.arrived {
            // XBoard then ends the line with a blank, and some engines look for it.
            None => f.write_str(" "),
            Some((color, piece)) => {
                write!(f, " {}{}", color.to_char().to_ascii_uppercase(), piece.to_char())
            }
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, holdings: Holdings) -> fmt::Result {
    f.write_str("[")?;
    for (piece, count) in holdings.iter() {
        (0..count).try_for_each(|_| write!(f, "{}", piece.to_char()))?;
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (text, canonical text)
    const GOOD: &[(&str, &str)] = &[
        ("[] []", "[] [] "),
        ("[] [] ", "[] [] "),
        ("[][]", "[] [] "),
        ("  [ P ]  [q n]\t", "[P] [NQ] "),
        ("[PP] [nq]", "[PP] [NQ] "),
        ("[QRBNP] []", "[PNBRQ] [] "),
        ("[] [P] BP", "[] [P] BP"),
        ("[Q] [] wq", "[Q] [] WQ"),
        ("[PPPPPPPPNNBBRQ] [PPPPPPNNBBRRQ] WP", "[PPPPPPPPNNBBRQ] [PPPPPPNNBBRRQ] WP"),
    ];

    #[test]
    fn holdings_are_read_and_written() {
        for (text, canonical) in GOOD {
            let update: HoldingUpdate = text.parse().expect("the table holds good texts");
            assert_eq!(update.to_string(), *canonical);
            assert_eq!(canonical.parse(), Ok(update));
        }
    }

    #[test]
    fn wrong_holdings_are_refused() {
        let brackets = |text: &str| HoldingError::Brackets(text.into());
        let arrival = |text: &str| HoldingError::Arrival(text.into());
        let cases = [
            ("", brackets("")),
            ("P Q", brackets("P Q")),
            ("[P]", brackets("")),
            ("[P] [Q", brackets(" [Q")),
            ("[K] []", HoldingError::Piece('K')),
            ("[P] [♞]", HoldingError::Piece('♞')),
            ("[P,Q] []", HoldingError::Piece(',')),
            ("[[P] []", HoldingError::Piece('[')),
            ("[] [] WK", HoldingError::Piece('K')),
            ("[] [] XP", arrival("XP")),
            ("[] [] W", arrival("W")),
            ("[] [] WPP", arrival("WPP")),
            ("[] [] []", arrival("[]")),
            ("[] [] <- WP", arrival("<- WP")),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<HoldingUpdate>(), Err(error), "{text}");
        }
    }
}
