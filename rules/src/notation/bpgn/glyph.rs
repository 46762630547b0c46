//! Numeric annotation glyphs (NAG), as numbers or as the signs that are printed for them.

/// The signs that stand for a glyph, at the end of a move or alone; longer ones come before those
/// that they end with.
const SIGNS: &[(&str, u8)] = &[
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("=/=", 11),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("!", 1),
    ("?", 2),
    ("=", 10),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
];

/// The sign of a novelty, which stands alone.
const NOVELTY: (&str, u8) = ("N", 146);

/// Check and mate marks, which may stand before or after a sign.
const CHECKS: [char; 2] = ['+', '#'];

/// Splits the glyphs off the end of a word, in their order. Of a word that is nothing but glyphs,
/// nothing is left.
pub(super) fn split(word: &str) -> (&str, Vec<u8>) {
    let (mut rest, mut glyphs) = (word, Vec::new());
    loop {
        rest = rest.trim_end_matches(',');
        // `Qh5!+` is as good as `Qh5+!`, but the sign `+-` is no check.
        let unchecked = rest.trim_end_matches(CHECKS);
        let Some((shorter, glyph)) = last(rest).or_else(|| last(unchecked)) else { break };
        rest = shorter;
        glyphs.push(glyph);
    }
    if rest == NOVELTY.0 {
        rest = "";
        glyphs.push(NOVELTY.1);
    }
    glyphs.reverse();
    (rest, glyphs)
}

/// The last glyph of a text, and the text before it.
fn last(text: &str) -> Option<(&str, u8)> {
    let before_digits = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if let Some(shorter) = before_digits.strip_suffix('$')
        && let Ok(number) = text[before_digits.len()..].parse()
    {
        return Some((shorter, number));
    }
    SIGNS.iter().find_map(|&(sign, glyph)| Some((text.strip_suffix(sign)?, glyph)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_split_off_the_move_that_they_are_glued_to() {
        for (word, move_, glyphs) in [
            ("e4", "e4", &[][..]),
            ("e4!?", "e4", &[5]),
            ("e4$1", "e4", &[1]),
            ("e4!±", "e4", &[1, 16]),
            ("Qh5+", "Qh5+", &[]),
            ("Qh5+!", "Qh5+", &[1]),
            ("Qh5!+", "Qh5", &[1]),
            ("Nf3+/-", "Nf3", &[16]),
            ("Qh5+-", "Qh5", &[18]),
            ("e5=", "e5", &[10]),
            ("e8=Q", "e8=Q", &[]),
            ("e4,", "e4", &[]),
            ("$14", "", &[14]),
            ("=", "", &[10]),
            ("N", "", &[146]),
            ("N$220", "", &[146, 220]),
            ("$146@g4", "$146@g4", &[]),
            ("$999", "$999", &[]),
            ("--", "--", &[]),
        ] {
            assert_eq!(split(word), (move_, glyphs.to_vec()), "{word}");
        }
    }
}
