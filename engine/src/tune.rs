//! The evaluation for the weight tuner: the counts of a position, its value by given weights, and
//! the weights as source code.

use std::ops::Range;

use tandem_rules::{PieceType, Position};

use crate::eval::layout::{BOARD, CHESS, COUNT, DANGER, GROUPS, Group, MOBILITY, PLACE, PROMOTED};
use crate::eval::tally::Tally;
use crate::eval::weights::WEIGHTS;
use crate::eval::{DANGER_UNIT, MOST_DANGER, Sides, coarseness};

/// A weight and how often it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Index of the weight.
    pub weight: u16,
    /// The side to move's count less the opponent's; in a danger term, the count of one king.
    pub times: i16,
}

/// The counts of the evaluation on a position, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    terms: Box<[Term]>,
    /// Indices of the first terms of danger to our own king, and to the enemy king.
    parts: [usize; 2],
    /// Divisor of the sum.
    coarseness: f64,
}

/// An evaluation, and its slopes in the danger to each king.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// Evaluation in centipawns, for the side to move.
    pub value: f64,
    /// Derivatives by the danger to our own king, and to the enemy king, before the division.
    slopes: [f64; 2],
}

/// Number of weights.
pub const WEIGHT_COUNT: usize = COUNT;

/// The current weights.
pub fn weights() -> Vec<f64> {
    WEIGHTS.iter().map(|&weight| f64::from(weight)).collect()
}

/// A tally that lists what is counted.
#[derive(Default)]
struct Trace(Vec<Term>);

impl Tally for Trace {
    fn add(&mut self, weight: usize, times: i32) {
        if times != 0 {
            self.0.push(Term { weight: weight as u16, times: times as i16 });
        }
    }
}

impl Counts {
    /// Counts the terms of a position.
    pub fn of(position: &Position) -> Self {
        let Sides { worth, danger } = Sides::<Trace>::of(position);
        let stm = position.side_to_move();
        let [own, enemy] = [stm.index(), (!stm).index()];
        let mut terms = difference(&worth[own].0, &worth[enemy].0);
        let first = terms.len();
        terms.extend(difference(&danger[own].0, &[]));
        let second = terms.len();
        terms.extend(difference(&danger[enemy].0, &[]));
        let coarseness = f64::from(coarseness(position.variant()));
        Self { terms: terms.into(), parts: [first, second], coarseness }
    }

    fn parts(&self) -> [&[Term]; 3] {
        let (rest, enemy) = self.terms.split_at(self.parts[1]);
        let (worth, own) = rest.split_at(self.parts[0]);
        [worth, own, enemy]
    }

    /// Evaluates the position by these weights, at neutral prices.
    pub fn judge(&self, weights: &[f64]) -> Judgement {
        let sum = |terms: &[Term]| -> f64 {
            terms.iter().map(|term| weights[usize::from(term.weight)] * f64::from(term.times)).sum()
        };
        let [worth, own, enemy] = self.parts().map(sum);
        let unit = f64::from(DANGER_UNIT);
        let danger = [own, enemy].map(|danger| danger.clamp(0.0, f64::from(MOST_DANGER)));
        let [harm, hope] = danger.map(|danger| danger * danger / unit);
        Judgement {
            value: (worth - harm + hope) / self.coarseness,
            slopes: [-2.0 * danger[0] / unit, 2.0 * danger[1] / unit],
        }
    }

    /// Adds the gradient of the evaluation, times `factor`, to `gradient`.
    pub fn add_gradient(&self, judgement: Judgement, factor: f64, gradient: &mut [f64]) {
        let [own, enemy] = judgement.slopes;
        let factor = factor / self.coarseness;
        for (terms, slope) in self.parts().into_iter().zip([1.0, own, enemy]) {
            for term in terms {
                gradient[usize::from(term.weight)] += factor * slope * f64::from(term.times);
            }
        }
    }

    /// All terms: worth, danger to our own king, danger to the enemy king.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// Subtracts the counts of `other` from those of `one`; sorted by weight, without zeros.
fn difference(one: &[Term], other: &[Term]) -> Vec<Term> {
    let turned = other.iter().map(|term| Term { times: -term.times, ..*term });
    let mut terms: Vec<Term> = one.iter().copied().chain(turned).collect();
    terms.sort_unstable_by_key(|term| term.weight);
    let mut sums = Vec::<Term>::with_capacity(terms.len());
    for term in terms {
        match sums.last_mut() {
            Some(last) if last.weight == term.weight => last.times += term.times,
            _ => sums.push(term),
        }
    }
    sums.retain(|term| term.times != 0);
    sums
}

/// Normalizes weights: means shared by all men of a type (place, mobility) move into the value of
/// the type, and everything is rescaled to the current weights. `usage` says how often each weight
/// counted.
///
/// The values of all types add up to what they were, so that margins of the search keep their
/// meaning.
pub fn normalized(weights: &[f64], usage: &[f64]) -> Vec<f64> {
    let mut weights = weights.to_vec();
    for (kind, piece) in PieceType::ALL.into_iter().enumerate() {
        let place = PLACE.start + PLACE.len / 6 * kind;
        let mut common = take_mean(&mut weights, usage, place..place + PLACE.len / 6);
        if (1..=4).contains(&kind) {
            let reached = MOBILITY.start + MOBILITY.len / 4 * (kind - 1);
            common += take_mean(&mut weights, usage, reached..reached + MOBILITY.len / 4);
            weights[PROMOTED.start + kind - 1] += common;
        }
        if piece != PieceType::King {
            weights[BOARD.start + kind] += common;
        }
    }
    let men = |weights: &[f64]| -> f64 { weights[BOARD.start..BOARD.end()].iter().sum() };
    let factor = (men(&self::weights()) / men(&weights)).clamp(0.1, 10.0);
    let is_fixed = |weight| (CHESS.start..CHESS.end()).contains(&weight);
    for (weight, value) in weights.iter_mut().enumerate().filter(|&(weight, _)| !is_fixed(weight)) {
        *value *= if weight < DANGER { factor } else { factor.sqrt() };
    }
    weights
}

/// Subtracts the mean, weighted by usage, from a range of weights, and returns it.
fn take_mean(weights: &mut [f64], usage: &[f64], range: Range<usize>) -> f64 {
    let used: f64 = usage[range.clone()].iter().sum();
    if used <= 0.0 {
        return 0.0;
    }
    let sum: f64 = range.clone().map(|weight| weights[weight] * usage[weight]).sum();
    weights[range].iter_mut().for_each(|weight| *weight -= sum / used);
    sum / used
}

/// Source code of the weights file; `notes` record the origin of the weights.
pub fn source(weights: &[f64], notes: &[String]) -> String {
    let notes = notes.iter().map(|note| format!("//! {note}").trim_end().to_owned());
    let lines = HEAD.lines().map(str::to_owned).chain(notes);
    let lines = lines.chain(TABLE.lines().map(str::to_owned));
    let lines = lines.chain(GROUPS.into_iter().flat_map(|group| group_lines(group, weights)));
    lines.chain(["];".to_owned()]).map(|line| line + "\n").collect()
}

const HEAD: &str = "\
//! Weights of the hand-written evaluation, in centipawns; from the marked line on, in units of
//! king danger. `layout` describes each group; `tandem tune evaluation` writes this file.
//!";
const TABLE: &str = "
use super::layout::COUNT;

/// The weights, with a comment at the start of each group.
#[rustfmt::skip] // lines group weights that belong together
pub(crate) static WEIGHTS: [i32; COUNT] = [";

fn group_lines(group: Group, weights: &[f64]) -> Vec<String> {
    let mut lines = Vec::new();
    if group.start == DANGER {
        lines.push("    // ---- Danger to a king ----".to_owned());
    }
    lines.push(format!("    // {}", group.about));
    for line in weights[group.start..group.end()].chunks(group.line) {
        let numbers: Vec<String> =
            line.iter().map(|weight| (weight.round() as i32).to_string()).collect();
        lines.push(format!("    {},", numbers.join(", ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prices;
    use crate::eval::evaluate;
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, Variant};

    const POSITIONS: &[&str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20",
        "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12",
        "2k5/8/8/8/8/8/8/4K3[QRBNPPPPqrbnpp] w - - 0 1",
        "r4k1r/ppN2ppp/3Pp3/2Np4/1n1P4/4Pq2/PPPKBb1P/R2Q1Bq1[Nrnp] b - - 4 27",
        "q~3k3/8/8/8/8/8/5PPP/6K1[pqqq] b - - 0 1",
    ];

    #[test]
    fn counts_times_weights_are_the_evaluation() {
        for fen in POSITIONS {
            for variant in [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess] {
                let fen =
                    if variant == Variant::Chess { without_hands(fen) } else { (*fen).into() };
                let position = Fen::position(&fen, variant, MoveRules::default()).expect("sound");
                let stm = position.side_to_move();
                let expected = evaluate(&position, stm, &Prices::NEUTRAL).value();
                let judged = Counts::of(&position).judge(&weights()).value;
                // The cost of each of the two dangers is truncated to whole centipawns.
                assert!((judged - f64::from(expected)).abs() < 2.0, "{fen}: {judged} {expected}");
            }
        }
    }

    fn without_hands(fen: &str) -> String {
        let (board, rest) = fen.split_once('[').expect("hands in brackets");
        let (_, rest) = rest.split_once(']').expect("hands in brackets");
        format!("{board}{rest}").replace('~', "")
    }

    #[test]
    fn the_gradient_is_what_a_small_change_of_a_weight_changes() {
        for fen in POSITIONS {
            let position = Fen::position(fen, Variant::Bughouse, MoveRules::default());
            let counts = Counts::of(&position.expect("sound"));
            let weights = weights();
            let here = counts.judge(&weights);
            let mut gradient = vec![0.0; WEIGHT_COUNT];
            counts.add_gradient(here, 1.0, &mut gradient);
            for (weight, &slope) in gradient.iter().enumerate() {
                let mut changed = weights.clone();
                changed[weight] += 1e-4;
                let change = (counts.judge(&changed).value - here.value) / 1e-4;
                assert!((change - slope).abs() < 1e-2, "{fen}, {weight}: {change} {slope}");
            }
        }
    }

    #[test]
    fn the_source_of_the_present_weights_is_their_file() {
        let file = include_str!("eval/weights.rs");
        let notes = file.lines().skip(3).map_while(|line| line.strip_prefix("//!"));
        let notes: Vec<String> = notes.map(|note| note.trim_start().to_owned()).collect();
        assert_eq!(source(&weights(), &notes), file);
    }
}
