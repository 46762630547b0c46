//! The list of moves: two characters for each.

use super::error::ChesscomError;
use crate::notation::legible;

/// The characters, each of which stands for its index. The squares come first, a1 to h8.
const CODE: &[u8; 85] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*++=";
const SQUARES: usize = 64;
/// Index of the first piece that is dropped.
const DROPS: usize = 79;
/// Pieces in the order of their indices.
const PIECES: &[u8; 6] = b"qnrbkp";
/// Number of ways in which a pawn gets to the last rank: to the left, straight on, to the right.
const STEPS: usize = 3;

/// Reads a list of moves as texts of coordinates, `e2e4`, `e7e8q` and `n@f3`. They need not be
/// possible.
pub(super) fn read(list: &str) -> Result<Vec<String>, ChesscomError> {
    let letters: Vec<char> = list.chars().collect();
    let texts = letters.chunks(2).zip(1..).map(|(pair, ply)| {
        let text = || ChesscomError::Code { ply, text: legible(&String::from_iter(pair)).into() };
        coordinates(pair).ok_or_else(text)
    });
    texts.collect()
}

fn coordinates(pair: &[char]) -> Option<String> {
    let &[from, to] = pair else { return None };
    let (from, to) = (index(from)?, index(to)?);
    if let Some(piece) = from.checked_sub(DROPS) {
        return Some(format!("{}@{}", piece_letter(piece)?, square(to)?));
    }
    let Some(promotion) = to.checked_sub(SQUARES) else {
        return Some(format!("{}{}", square(from)?, square(to)?));
    };
    let (piece, step) = (piece_letter(promotion / STEPS)?, promotion % STEPS);
    let (file, rank) = (from % 8, from / 8);
    let last = match rank {
        1 => 0,
        6 => 7,
        _ => return None,
    };
    let file = (file + step).checked_sub(1).filter(|file| *file < 8)?;
    Some(format!("{}{}{piece}", square(from)?, square(last * 8 + file)?))
}

fn index(letter: char) -> Option<usize> {
    CODE.iter().position(|&known| char::from(known) == letter)
}

fn piece_letter(index: usize) -> Option<char> {
    PIECES.get(index).copied().map(char::from)
}

fn square(index: usize) -> Option<String> {
    let (file, rank) = (b'a' + (index % 8) as u8, b'1' + (index / 8) as u8);
    (index < SQUARES).then(|| [char::from(file), char::from(rank)].iter().collect())
}

/// Writes moves as a list, for samples of tests.
#[cfg(test)]
pub(super) fn write(moves: &[&str]) -> String {
    let all = || CODE.iter().map(|&letter| char::from(letter));
    let pairs = || all().flat_map(|a| all().map(move |b| [a, b]));
    let pair = |text: &&str| {
        let is_it = |pair: &[char; 2]| coordinates(pair).as_deref() == Some(text);
        pairs().find(is_it).expect("every move has a code")
    };
    moves.iter().flat_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_characters_are_a_move() {
        for (code, expected) in [
            ("mC", Some("e2e4")),
            ("0K", Some("e7e5")),
            ("eg", Some("e1g1")),
            ("-L", Some("n@f5")),
            ("&8", Some("q@e8")),
            ("*a", Some("r@a1")),
            ("+a", Some("b@a1")),
            ("=j", Some("p@b2")),
            ("W{", None), // to the left of the a-file
            ("W~", Some("a7a8q")),
            ("X}", Some("b7c8q")),
            ("i^", Some("a2a1n")),
            ("l_", Some("d2d1r")),
            ("l#", Some("d2d1b")),
            ("m{", Some("e2d1q")),
            ("a~", None), // no pawn is there
            ("m", None),
            ("m ", None),
            ("{a", None),
            ("&&", None),
        ] {
            let read = read(code).ok().map(|moves| moves.concat());
            assert_eq!(read.as_deref(), expected, "{code}");
        }
    }
}
