//! FEN of one board with holdings, in the forms in use.
//!
//! ```text
//! placement[QPn] w KQkq - 0 1      halfmove clock and fullmove number (the form written here)
//! placement/QPn w KQkq - 45 60     BFEN: seconds left of White and Black
//! placement/QPn KQkq - w 45 60     BFEN as the source's example has it
//! ```

mod reader;
mod tail;

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::{
    CastlingSide, Color, File, Holdings, MoveRules, Position, PositionError, Rank, Setup,
    SetupFault, Square, Variant,
};

pub(super) use reader::{Numbers, read};

/// A FEN that has been read: the description of one board, which need not be a position.
///
/// ```
/// use tandem_rules::notation::{Fen, FenError};
/// use tandem_rules::{Color, MoveRules, PieceType, Variant};
///
/// let fen = "r3k3/8/8/8/8/8/8/Q~3K3[Nnp] b q - 3 20";
/// let position = Fen::position(fen, Variant::Crazyhouse, MoveRules::CRAZYHOUSE)?;
/// assert!(position.promoted().contains("a1".parse().unwrap()));
/// assert!(position.holdings(Color::Black).has(PieceType::Pawn));
/// assert_eq!(position.to_fen(), fen);
///
/// let error = Fen::parse("8/8/8").expect_err("three ranks");
/// assert_eq!(error, FenError::Ranks(3));
/// # Ok::<(), FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The board.
    pub setup: Setup,
    /// Meaning of the two numbers at the end.
    pub numbers: FenNumbers,
}

/// The two numbers at the end of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenNumbers {
    /// No numbers.
    None,
    /// Halfmove clock and fullmove number, which are in the setup.
    Counters,
    /// Seconds left of White and of Black.
    Seconds(u32, u32),
}

/// Error for text that does not describe a board or, in [`Fen::position`], a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is empty or blank.
    #[error("an empty FEN")]
    Empty,
    /// A character that is not a piece letter.
    #[error("unknown piece `{0}`")]
    Piece(char),
    /// A rank with too few or too many squares.
    #[error("rank {rank} describes {files} files, expected 8")]
    RankWidth {
        /// The rank, 1 to 8.
        rank: usize,
        /// Number of files that it describes.
        files: usize,
    },
    /// A number of ranks other than eight, or nine with the holdings as the last.
    #[error("{0} ranks, expected 8, or 9 with the holdings as the last")]
    Ranks(usize),
    /// Holdings that are not enclosed in one pair of brackets at the end of the placement.
    #[error("holdings `{0}` are not enclosed in one pair of brackets")]
    Brackets(String),
    /// A king among the holdings.
    #[error("a side cannot hold a king")]
    KingHeld,
    /// More than [`Holdings::MOST`] pieces of one type among the holdings.
    #[error("more than {most} of one type held: `{0}`", most = Holdings::MOST)]
    TooManyHeld(String),
    /// A side to move that is neither `w` nor `b`.
    #[error("no side to move in `{0}`, expected w or b")]
    Turn(String),
    /// A castling field with a letter that is neither `K`, `Q` nor a file, in either case.
    #[error("castling `{0}`, expected K, Q, k, q, files or -")]
    Castling(String),
    /// An en passant field that is neither a square nor a dash.
    #[error("en passant `{0}`, expected a square or -")]
    EnPassant(String),
    /// A counter or time that is not a number from 0 to 65,535.
    #[error("`{0}` is not a number from 0 to 65535")]
    Number(String),
    /// Words after the end of the FEN.
    #[error("`{0}` after the end of the FEN")]
    Trailing(String),
    /// A board that is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Something that a FEN says and that was left out of its position.
///
/// ```
/// use tandem_rules::notation::Fen;
/// use tandem_rules::{MoveRules, Variant};
///
/// let fen = "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1";
/// let rules = MoveRules::CHESS;
/// assert!(Fen::position(fen, Variant::Chess, rules).is_err());
/// let (position, warnings) = Fen::position_leniently(fen, Variant::Chess, rules)?;
/// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
/// let text = "left out: White has a right to castle kingside but no king and rook for it on its \
///             back rank";
/// assert_eq!(warnings[0].to_string(), text);
/// # Ok::<(), tandem_rules::notation::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenWarning {
    /// A right or mark that no position can have; see [`SetupFault::is_minor`].
    #[error("left out: {0}")]
    Setup(#[from] SetupFault),
    /// The checks given in three-check, or those to go.
    #[error("left out: `{0}`, the checks of three-check, which is not played here")]
    Checks(String),
}

impl Fen {
    /// Reads a FEN, with holdings in brackets (`placement[QPn]`) or as a ninth rank
    /// (`placement/QPn`), or without; or an EPD, whose operations may give the counters (`hmvc 4;
    /// fmvn 7;`). Other operations are skipped.
    ///
    /// Fields may be missing at the end: then White is to move, without castling rights and en
    /// passant. The side to move may also come after castling and en passant, as in the example of
    /// BFEN's source. Numbers after a ninth rank or a late side to move are the seconds left to
    /// White and to Black, except for `0 1`; otherwise they are the halfmove clock and the fullmove
    /// number.
    ///
    /// # Errors
    /// [`FenError`] for the first word that cannot be read.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        strictly(read(text, Numbers::Told)?)
    }

    /// Reads the FEN of a game of this variant, with what was of no use in it.
    ///
    /// It is read as by [`Self::parse`], but a game of one board has counters after a ninth rank,
    /// as on Lichess: BFEN, which has times there, is of two boards.
    ///
    /// # Errors
    /// [`FenError`] for the first word that cannot be read.
    pub fn parse_leniently(
        text: &str,
        variant: Variant,
    ) -> Result<(Self, Vec<FenWarning>), FenError> {
        read(text, numbers_of(variant))
    }

    /// Reads a FEN as a position. A ninth rank is followed by counters in a game of one board, as in
    /// [`Self::parse_leniently`].
    ///
    /// # Errors
    /// [`FenError`] if the text cannot be read, or if the board is not a position.
    pub fn position(text: &str, variant: Variant, rules: MoveRules) -> Result<Position, FenError> {
        let fen = strictly(read(text, numbers_of(variant))?)?;
        Ok(Position::from_setup(&fen.setup, variant, rules)?)
    }

    /// Reads a FEN as a position as most chess programs do, without the castling rights, en passant
    /// square and marks that no position can have; these are returned.
    ///
    /// # Errors
    /// [`FenError`] if the text cannot be read, or if the board is not a position without them
    /// either.
    pub fn position_leniently(
        text: &str,
        variant: Variant,
        rules: MoveRules,
    ) -> Result<(Position, Vec<FenWarning>), FenError> {
        let (fen, mut warnings) = Self::parse_leniently(text, variant)?;
        let (position, left_out) = Position::from_setup_leniently(fen.setup, variant, rules)?;
        warnings.extend(left_out.into_iter().map(FenWarning::from));
        Ok((position, warnings))
    }
}

const fn numbers_of(variant: Variant) -> Numbers {
    match variant {
        Variant::Bughouse => Numbers::Told,
        Variant::Crazyhouse | Variant::Chess => Numbers::Counters,
    }
}

/// Takes what was read without anything that is of no use.
pub(super) fn strictly((fen, warnings): (Fen, Vec<FenWarning>)) -> Result<Fen, FenError> {
    match warnings.into_iter().next() {
        None => Ok(fen),
        Some(FenWarning::Checks(text)) => Err(FenError::Trailing(text)),
        Some(FenWarning::Setup(fault)) => Err(PositionError::from(fault).into()),
    }
}

impl FromStr for Fen {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::parse(text)
    }
}

/// Formats the position as [`Position::to_fen`] does.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

/// Parses a position of bughouse under the rules of servers, [`MoveRules::default`]; see
/// [`Fen::position`] for others.
impl FromStr for Position {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Self, FenError> {
        Fen::position(text, Variant::default(), MoveRules::default())
    }
}

impl Position {
    /// Writes the position as a FEN with holdings in brackets:
    /// `placement[holdings] turn castling ep half full`.
    ///
    /// In chess, without holdings, it is standard FEN.
    pub fn to_fen(&self) -> String {
        let mut fen = self.placement();
        let held = self.held();
        let written = match self.variant() {
            Variant::Chess if held.is_empty() => Ok(()),
            _ => write!(fen, "[{held}]"),
        };
        written.expect("a string takes all");
        write!(fen, " {} {} {}", self.state(), self.halfmove_clock(), self.fullmove_number())
            .expect("a string takes all");
        fen
    }

    /// The eight ranks, with `~` after promoted pieces except in chess.
    pub(super) fn placement(&self) -> String {
        let mut text = String::with_capacity(80);
        for rank in Rank::all().rev() {
            let mut empty = 0;
            for square in File::all().map(|file| Square::new(file, rank)) {
                let Some(piece) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                push_empty(&mut text, &mut empty);
                text.push(piece.to_char());
                if self.promoted().contains(square) && self.variant() != Variant::Chess {
                    text.push('~');
                }
            }
            push_empty(&mut text, &mut empty);
            if rank != Rank::FIRST {
                text.push('/');
            }
        }
        text
    }

    /// The holdings as letters, White's first, queens before pawns.
    pub(super) fn held(&self) -> String {
        Color::ALL.map(|color| self.holdings(color).letters(color)).concat()
    }

    /// Side to move, castling and en passant.
    pub(super) fn state(&self) -> String {
        let en_passant = self.en_passant().filter(|right| right.fresh);
        let target = en_passant.map_or_else(|| "-".to_owned(), |right| right.target.to_string());
        format!("{} {} {target}", self.side_to_move().to_char(), self.castling_letters())
    }

    /// Castling rights as `KQkq`, or as the files of the rooks in a Chess960 game.
    fn castling_letters(&self) -> String {
        let castling = self.castling();
        let mut letters = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let home = castling.home(color, side);
                let Some(rook) = home.filter(|_| castling.rights().has(color, side)) else {
                    continue;
                };
                let letter = match (castling.is_chess960(), side) {
                    (true, _) => rook.file().to_char(),
                    (false, CastlingSide::King) => 'k',
                    (false, CastlingSide::Queen) => 'q',
                };
                letters.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push((b'0' + *empty) as char);
        *empty = 0;
    }
}
