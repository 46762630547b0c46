//! Reads FEN: the board, and the fields after it.

use crate::castling::back_rank;
use crate::{
    Bitboard, Castling, CastlingSide, Color, File, Holdings, Piece, PieceType, Rank, Setup, Square,
};

use super::tail::Tail;
use super::{Fen, FenError, FenNumbers, FenWarning};

/// The meaning of the two numbers at the end of a FEN, as far as the text alone does not decide it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers {
    /// Times after a ninth rank or a late side to move, except for `0 1`; else counters.
    Told,
    /// Counters, unless the side to move comes late: no clock belongs to a game of one board.
    Counters,
    /// Times, unless the holdings are in brackets.
    Times,
}

/// Reads a FEN, with what is of no use in it.
pub(crate) fn read(text: &str, numbers: Numbers) -> Result<(Fen, Vec<FenWarning>), FenError> {
    let (fields, tail) = split(text);
    let [placement, fields @ ..] = fields.as_slice() else { return Err(FenError::Empty) };
    let mut setup = Setup::empty();
    let holds = parse_placement(placement, &mut setup)?;
    let (turn, castling, en_passant) = match *fields {
        [] => ("w", "-", "-"),
        [turn @ ("w" | "b"), ref rest @ ..] => {
            (turn, *rest.first().unwrap_or(&"-"), *rest.get(1).unwrap_or(&"-"))
        }
        [castling, en_passant, turn @ ("w" | "b")] => (turn, castling, en_passant),
        _ => return Err(FenError::Turn(fields.join(" "))),
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
    let Tail { counters, warnings } = Tail::read(tail)?;
    let is_turn_last = fields.first().is_some_and(|first| *first != turn);
    let are_times = match numbers {
        _ if counters.are_named => false,
        Numbers::Told => (holds == Holds::NinthRank || is_turn_last) && !counters.are_initial(),
        Numbers::Counters => is_turn_last && !counters.are_initial(),
        Numbers::Times => holds != Holds::Brackets,
    };
    let numbers = match (counters.halfmove_clock, counters.fullmove_number) {
        (None, None) => FenNumbers::None,
        // Times come in pairs.
        (Some(first), Some(second)) if are_times => {
            FenNumbers::Seconds(first.into(), second.into())
        }
        (first, second) => {
            setup.halfmove_clock = first.unwrap_or(0);
            setup.fullmove_number = second.unwrap_or(1).max(1);
            FenNumbers::Counters
        }
    };
    Ok((Fen { setup, numbers }, warnings))
}

/// The first four fields, or fewer, and the text after them.
fn split(text: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), text);
    while let Some((field, after)) = next_word(rest).filter(|_| fields.len() < 4) {
        fields.push(field);
        rest = after;
    }
    (fields, rest)
}

/// The next word and the text after it. Words are divided by blanks; a semicolon ends one too.
pub(super) fn next_word(text: &str) -> Option<(&str, &str)> {
    let divides = |c: char| c.is_whitespace() || c == ';';
    let text = text.trim_start_matches(divides);
    let end = text.find(divides).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The place of the holdings in a FEN.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nothing,
    Brackets,
    NinthRank,
}

/// Reads the board and the holdings.
fn parse_placement(text: &str, setup: &mut Setup) -> Result<Holds, FenError> {
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
    Ok(match (bracketed, slashed) {
        (Some(_), _) => Holds::Brackets,
        (None, Some(_)) => Holds::NinthRank,
        (None, None) => Holds::Nothing,
    })
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
fn parse_holdings(text: &str, setup: &mut Setup) -> Result<(), FenError> {
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

/// Reads `KQkq`, Shredder letters (`HAha`), or both mixed (X-FEN). A letter that names no rook
/// gives the right with the rook's usual home, so that it can be told what is missing.
fn parse_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let letters = if text == "-" { "" } else { text };
    if letters.chars().any(|letter| File::from_char(letter.to_ascii_lowercase()).is_some()) {
        setup.castling = Castling::chess960();
    }
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let outermost = |side| setup.outermost_rook(color, side);
        let (side, file) = match letter.to_ascii_lowercase() {
            'k' => (CastlingSide::King, outermost(CastlingSide::King).unwrap_or(File::H)),
            'q' => (CastlingSide::Queen, outermost(CastlingSide::Queen).unwrap_or(File::A)),
            letter => {
                let file = File::from_char(letter);
                let file = file.ok_or_else(|| FenError::Castling(text.to_owned()))?;
                let right = setup.king(color).is_some_and(|king| file > king.file());
                (if right { CastlingSide::King } else { CastlingSide::Queen }, file)
            }
        };
        let known = setup.castling.home(color, side).map(Square::file);
        let known = known.filter(|_| setup.castling.rights().has(color, side));
        if known.is_none_or(|known| is_better(setup, color, side, [known, file])) {
            setup.castling.grant(color, side, file);
        }
    }
    Ok(())
}

/// True if the second file of a rook is a better home than the first: there is a rook, and none on
/// the first file or one that is nearer to the king.
fn is_better(setup: &Setup, color: Color, side: CastlingSide, [known, file]: [File; 2]) -> bool {
    let is_rook = |file| {
        let square = Square::new(file, back_rank(color));
        setup.board[square.index()] == Some(Piece::new(color, PieceType::Rook))
    };
    let is_further = match side {
        CastlingSide::King => file > known,
        CastlingSide::Queen => file < known,
    };
    is_rook(file) && (is_further || !is_rook(known))
}
