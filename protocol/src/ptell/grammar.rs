//! Which phrases a clause is made of.
//!
//! A pattern is words in their canonical forms, with blanks between them. `a|b` is one of two
//! words, `a?` may be missing, `P` is a list of pieces, `S` a sign, `#` a number, `M` a move.

use tandem_rules::PieceTypes;

use super::lex::{Sign, Token};
use super::phrases::{Meaning, PHRASES};
use crate::text::split_word;

/// What stands in a phrase where its pattern has a capital or `#`.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Slots<'a> {
    pub(super) pieces: PieceTypes,
    pub(super) sign: Option<Sign>,
    pub(super) number: Option<&'a str>,
    pub(super) suggested: Option<&'a str>,
}

/// The first row whose pattern the clause fits as a whole.
pub(super) fn whole<'a, T: Copy>(
    rows: &[(&str, T)],
    clause: &[Token<'a>],
) -> Option<(T, Slots<'a>)> {
    rows.iter().find_map(|&(pattern, value)| {
        let (_, slots) = fit(pattern, clause, Slots::default(), &|left| left == 0)?;
        Some((value, slots))
    })
}

/// The phrases that the clause is a sequence of, long ones rather than short ones.
pub(super) fn sequence<'a>(clause: &[Token<'a>]) -> Option<Vec<(Meaning, Slots<'a>)>> {
    // From the end, so that it is known of each phrase whether what follows it can be understood:
    // the entry at `length - 1` is the first phrase of the last `length` tokens.
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

/// The pieces, if the clause is a list of them and nothing else.
pub(super) fn list(clause: &[Token<'_>]) -> Option<PieceTypes> {
    lists(clause).pop().and_then(|(pieces, rest)| rest.is_empty().then_some(pieces))
}

/// How many tokens are left after the pattern, and what stood in it. `goes_on` says after how many
/// it may end.
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

/// What fits a tail of a pattern.
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

/// The lists of pieces that the tokens begin with, from short to long, and what follows each.
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
