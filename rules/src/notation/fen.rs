//! FEN of one board with holdings, in the forms in use.
//!
//! ```text
//! placement[QPn] w KQkq - 0 1      halfmove clock and fullmove number (the form written here)
//! placement/QPn w KQkq - 45 60     BFEN: seconds left of White and Black
//! placement/QPn KQkq - w 45 60     BFEN as the source's example has it
//! ```

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::{
    Bitboard, Castling, CastlingSide, Color, File, Holdings, MoveRules, Piece, PieceType, Position,
    PositionError, Rank, Setup, Square, Variant,
};

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
    /// A castling letter that does not name a rook.
    #[error("castling `{0}` names no rook beside a king on its back rank")]
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

impl Fen {
    /// Reads a FEN, with holdings in brackets (`placement[QPn]`) or as a ninth rank
    /// (`placement/QPn`), or without.
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
        let mut words = text.split_ascii_whitespace();
        let placement = words.next().ok_or(FenError::Empty)?;
        let mut setup = Setup::empty();
        let slashed = parse_placement(placement, &mut setup)?;
        let words: Vec<&str> = words.collect();
        let (turn, castling, en_passant) = match words.as_slice() {
            [] => ("w", "-", "-"),
            [turn @ ("w" | "b"), rest @ ..] => {
                (*turn, *rest.first().unwrap_or(&"-"), *rest.get(1).unwrap_or(&"-"))
            }
            [castling, en_passant, turn @ ("w" | "b"), ..] => (*turn, *castling, *en_passant),
            _ => return Err(FenError::Turn(words.join(" "))),
        };
        setup.side_to_move = if turn == "w" { Color::White } else { Color::Black };
        parse_castling(castling, &mut setup)?;
        setup.en_passant = match en_passant {
            "-" => None,
            square => {
                let square: Result<Square, _> = square.parse();
                Some(square.map_err(|_| FenError::EnPassant(en_passant.to_owned()))?)
            }
        };
        let turn_last = !words.is_empty() && words[0] != turn;
        let numbers =
            parse_numbers(words.get(3..).unwrap_or(&[]), slashed || turn_last, &mut setup)?;
        Ok(Self { setup, numbers })
    }

    /// Reads a FEN as a position.
    ///
    /// # Errors
    /// [`FenError`] if the text cannot be read, or if the board is not a position.
    pub fn position(text: &str, variant: Variant, rules: MoveRules) -> Result<Position, FenError> {
        Ok(Position::from_setup(&Self::parse(text)?.setup, variant, rules)?)
    }
}

/// Reads the first word; returns true for the form with the holdings as a ninth rank.
fn parse_placement(text: &str, setup: &mut Setup) -> Result<bool, FenError> {
    let (board, bracketed) = match text.split_once('[') {
        None => (text, None),
        Some((board, rest)) => match rest.strip_suffix(']') {
            Some(held) if !held.contains(['[', ']']) => (board, Some(held)),
            _ => return Err(FenError::Brackets(format!("[{rest}"))),
        },
    };
    let ranks: Vec<&str> = board.split('/').collect();
    let (ranks, slashed) = match (ranks.len(), bracketed) {
        (8, _) => (&ranks[..], None),
        (9, None) => (&ranks[..8], Some(ranks[8])),
        (count, _) => return Err(FenError::Ranks(count)),
    };
    for (rank, text) in Rank::all().rev().zip(ranks) {
        parse_rank(rank, text, setup)?;
    }
    parse_holdings(bracketed.or(slashed).unwrap_or(""), setup)?;
    Ok(slashed.is_some())
}

fn parse_rank(rank: Rank, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut files = 0usize;
    let mut last = None;
    for letter in text.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            files += empty as usize;
            last = None;
        } else if let ('~', Some(square)) = (letter, last) {
            setup.promoted |= Bitboard::of(square);
            last = None;
        } else {
            let piece = Piece::from_char(letter).ok_or(FenError::Piece(letter))?;
            let file = File::from_index(u8::try_from(files).unwrap_or(u8::MAX));
            last = file.map(|file| Square::new(file, rank));
            if let Some(square) = last {
                setup.put(square, piece);
            }
            files += 1;
        }
    }
    match files {
        8 => Ok(()),
        _ => Err(FenError::RankWidth { rank: rank.index() + 1, files }),
    }
}

/// Reads letters in any order, upper case for White; a dash or no text means empty holdings.
pub(super) fn parse_holdings(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let piece = Piece::from_char(letter).ok_or(FenError::Piece(letter))?;
        let holdings = &mut setup.holdings[piece.color.index()];
        if piece.piece_type == PieceType::King {
            return Err(FenError::KingHeld);
        }
        if holdings.count(piece.piece_type) == Holdings::MOST {
            return Err(FenError::TooManyHeld(text.to_owned()));
        }
        holdings.add(piece.piece_type);
    }
    Ok(())
}

/// Reads `KQkq`, Shredder letters (`HAha`), or both mixed (X-FEN).
fn parse_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let refused = || FenError::Castling(text.to_owned());
    let letters = if text == "-" { "" } else { text };
    if letters.chars().any(|letter| File::from_char(letter.to_ascii_lowercase()).is_some()) {
        setup.castling = Castling::chess960();
    }
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = Square::all()
            .find(|square| setup.board[square.index()] == Some(Piece::new(color, PieceType::King)));
        let (side, file) = match letter.to_ascii_lowercase() {
            'k' => (CastlingSide::King, setup.outermost_rook(color, CastlingSide::King)),
            'q' => (CastlingSide::Queen, setup.outermost_rook(color, CastlingSide::Queen)),
            letter => {
                let file = File::from_char(letter);
                let right = file.zip(king).is_some_and(|(file, king)| file > king.file());
                (if right { CastlingSide::King } else { CastlingSide::Queen }, file)
            }
        };
        setup.castling.grant(color, side, file.ok_or_else(refused)?);
    }
    Ok(())
}

/// Reads the numbers at the end. In the BFEN forms they are times, except for `0 1`: these are
/// the counters of a start position, and no game goes on with a clock at zero.
fn parse_numbers(words: &[&str], slashed: bool, setup: &mut Setup) -> Result<FenNumbers, FenError> {
    let number =
        |word: &&str| word.parse::<u16>().map_err(|_| FenError::Number((*word).to_owned()));
    let numbers = match words {
        [] => return Ok(FenNumbers::None),
        [first] => (number(first)?, 1),
        [first, second] => (number(first)?, number(second)?),
        [_, _, rest @ ..] => return Err(FenError::Trailing(rest.join(" "))),
    };
    if slashed && numbers != (0, 1) {
        return Ok(FenNumbers::Seconds(numbers.0.into(), numbers.1.into()));
    }
    setup.halfmove_clock = numbers.0;
    setup.fullmove_number = numbers.1.max(1);
    Ok(FenNumbers::Counters)
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
