//! Signs that programs and people write in place of those of the notation, in one table.

/// The foreign signs of moves, numbers and results, with the text that each stands for.
const SIGNS: &[(&str, &str)] = &[
    // Hyphens, dashes and the minus sign; those of a table of characters as well.
    ("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{fe58}\u{fe63}", "-"),
    ("…", "..."),
    ("½", "1/2"),
    ("⁄∕", "/"),
    ("×✕✖⨯⨉", "x"),
    ("‼", "!!"),
    ("⁇", "??"),
    ("⁈", "?!"),
    ("⁉", "!?"),
    ("†", "+"),
    ("‡", "#"),
    // The letter O of Cyrillic and Greek, as keyboards give it for castling.
    ("ОоΟο", "O"),
    ("♔♚", "K"),
    ("♕♛", "Q"),
    ("♖♜", "R"),
    ("♗♝", "B"),
    ("♘♞", "N"),
    ("♙♟", "P"),
];

/// Adds a sign of a word in the notation's own signs.
pub(super) fn push_plain(c: char, word: &mut String) {
    match c {
        _ if c.is_ascii() => word.push(c),
        _ if is_invisible(c) => {}
        // The full-width forms of East Asia are in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => word.extend(char::from_u32(u32::from(c) - 0xfee0)),
        _ => match SIGNS.iter().find(|(foreign, _)| foreign.contains(c)) {
            Some((_, plain)) => word.push_str(plain),
            None => word.push(c),
        },
    }
}

/// True for blanks: those of Unicode, which include the no-break ones and the zero-width space, and
/// the end-of-file mark of old editors.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{1a}' | '\u{200b}') || is_invisible(c)
}

/// True for characters without a width that no notation has: joiners, marks of direction, byte-order
/// marks, soft hyphens, and selectors of the form of a figurine.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200c}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// True for the quotes around the value of a tag, straight, curly or angular.
pub(super) const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}'..='\u{201f}' | '«' | '»' | '\u{2033}' | '\u{ff02}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_foreign_sign_becomes_what_it_stands_for() {
        for (word, expected) in [
            ("Nf3", "Nf3"),
            ("O–O", "O-O"),
            ("О—О−О", "O-O-O"),
            ("½-½", "1/2-1/2"),
            ("1–0", "1-0"),
            ("1…", "1..."),
            ("♘f3", "Nf3"),
            ("♞\u{fe0e}f3", "Nf3"),
            ("ｅ４", "e4"),
            ("e×d5†", "exd5+"),
            ("e4‼", "e4!!"),
            ("\u{200e}e\u{2060}4", "e4"),
            ("e4±", "e4±"),
        ] {
            let mut plain = String::new();
            word.chars().for_each(|c| push_plain(c, &mut plain));
            assert_eq!(plain, expected);
        }
    }
}
