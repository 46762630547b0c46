//! The matching of clauses to patterns of phrases.
//!
//! A pattern is a sequence of words in their canonical forms, separated by blanks. `a|b` is one of
//! two words, `a?` is optional, `P` is a list of pieces, `S` a sign, `#` a number, `M` a move.

use tandem_rules::PieceTypes;

use super::lex::{Sign, Token};
use super::phrases::{Meaning, PHRASES};
use crate::text::split_word;

/// The parts of a clause that matched `P`, `S`, `#` and `M` in a pattern.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Slots<'a> {
    pub(super) pieces: PieceTypes,
    pub(super) sign: Option<Sign>,
    pub(super) number: Option<&'a str>,
    pub(super) suggested: Option<&'a str>,
}

/// Matches the whole clause and returns the first row that fits.
pub(super) fn whole<'a, T: Copy>(
    rows: &[(&str, T)],
    clause: &[Token<'a>],
) -> Option<(T, Slots<'a>)> {
    rows.iter().find_map(|&(pattern, value)| {
        let (_, slots) = fit(pattern, clause, Slots::default(), &|left| left == 0)?;
        Some((value, slots))
    })
}

/// Splits the clause into a sequence of phrases, preferring long phrases.
pub(super) fn sequence<'a>(clause: &[Token<'a>]) -> Option<Vec<(Meaning, Slots<'a>)>> {
    // From the end, so that for each phrase it is known whether the rest can be understood: the
    // entry at `length - 1` is the first phrase of the last `length` tokens.
    let mut first: Vec<Option<(usize, Meaning, Slots)>> = Vec::with_capacity(clause.len());
    for length in 1..=clause.len() {
        let rest = &clause[clause.len() - length..];
        let goes_on = |left: usize| left == 0 || first[left - 1].is_some();
        let fitting = PHRASES.iter().filter_map(|&(pattern, meaning)| {
            let (left, slots) = fit(pattern, rest, Slots::default(), &goes_on)?;
            Some((left, meaning, slots))
        });
        let longest = fitting.min_by_key(|&(left, ..)| left);
        first.push(longest);
    }
    let mut phrases = Vec::new();
    let mut left = clause.len();
    while left > 0 {
        let (next, meaning, slots) = first[left - 1]?;
        phrases.push((meaning, slots));
        left = next;
    }
    Some(phrases)
}

/// The pieces of a clause that is a list of pieces and nothing else.
pub(super) fn list(clause: &[Token<'_>]) -> Option<PieceTypes> {
    lists(clause).pop().and_then(|(pieces, rest)| rest.is_empty().then_some(pieces))
}

/// Matches a pattern at the beginning of the tokens. Returns the number of tokens left and the
/// slots. `goes_on` tells for a number of tokens left whether the match may end there.
fn fit<'a>(
    pattern: &str,
    tokens: &[Token<'a>],
    slots: Slots<'a>,
    goes_on: &dyn Fn(usize) -> bool,
) -> Option<(usize, Slots<'a>)> {
    if pattern.is_empty() {
        return goes_on(tokens.len()).then_some((tokens.len(), slots));
    }
    let (head, tail) = split_word(pattern);
    let fit_tail = |tokens: &[Token<'a>], slots: Slots<'a>| fit(tail, tokens, slots, goes_on);
    match head.strip_suffix('?') {
        Some(head) => fit_head(head, tokens, slots, &fit_tail).or_else(|| fit_tail(tokens, slots)),
        None => fit_head(head, tokens, slots, &fit_tail),
    }
}

/// Matches the rest of a pattern.
type Tail<'a, 'f> = dyn Fn(&[Token<'a>], Slots<'a>) -> Option<(usize, Slots<'a>)> + 'f;

fn fit_head<'a>(
    head: &str,
    tokens: &[Token<'a>],
    slots: Slots<'a>,
    tail: &Tail<'a, '_>,
) -> Option<(usize, Slots<'a>)> {
    let (&first, rest) = tokens.split_first()?;
    let slots = match (head, first) {
        ("P", Token::Pieces(_)) => {
            // Only the first list counts: "n wins a q" asks for a knight.
            let counts = slots.pieces.is_empty();
            let named = |pieces| if counts { Slots { pieces, ..slots } } else { slots };
            let mut longest_first = lists(tokens).into_iter().rev();
            return longest_first.find_map(|(pieces, rest)| tail(rest, named(pieces)));
        }
        ("S", Token::Sign(sign)) => Slots { sign: Some(sign), ..slots },
        ("#", Token::Number(number)) => Slots { number: Some(number), ..slots },
        ("M", Token::Move(text)) => Slots { suggested: Some(text), ..slots },
        (words, Token::Word(word)) if words.split('|').any(|one| one == word) => slots,
        _ => return None,
    };
    tail(rest, slots)
}

/// The lists of pieces at the beginning of the tokens, from short to long, each with the rest.
fn lists<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<(PieceTypes, &'t [Token<'a>])> {
    let mut lists = Vec::new();
    let mut all = PieceTypes::NONE;
    let mut rest = tokens;
    loop {
        let next = match rest {
            [Token::Word("and" | "or"), next @ ..] if !lists.is_empty() => next,
            next => next,
        };
        let [Token::Pieces(pieces), next @ ..] = next else { return lists };
        all = all.union(*pieces);
        lists.push((all, next));
        rest = next;
    }
}
