//! The kinds of puzzles that look at one board, as questions to the mate solver.

use tandem_engine::Proof;
use tandem_rules::{Millis, Move, Position};

use super::prover::{Answer, Prover, after, san, san_line, with_piece};
use super::{Solution, Theme};

/// Longest mate that is asked for, in plies.
pub(super) const LONGEST: usize = 13;
/// Shortest mate that is to be found on the board, in plies: two moves.
const SHORTEST: usize = 3;
/// Most types of pieces that may be the answer.
const MOST_NEEDED: usize = 2;
/// Shortest diagonal lead, either way.
const LEAST_LEAD: Millis = Millis(1000);
/// One move in this many has to lose where a move is the answer, at least.
const LOSING: usize = 2;
/// Most safe moves that are named.
const MOST_NAMED: usize = 5;

/// A question with its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// Length of the mate in plies; 0 if there is none.
    pub(super) plies: usize,
    /// Number of positions made for the proofs of its mates.
    pub(super) nodes: u64,
    pub(super) theme: Theme,
    pub(super) solution: Solution,
}

/// "Mate with what you hold", from the proof of a mate: no other move leads to mate by checks, not
/// even with nothing arriving.
pub(super) fn mate(prover: &mut Prover, position: &Position, proof: &Proof) -> Option<Question> {
    if !(SHORTEST..=LONGEST).contains(&proof.plies) {
        return None;
    }
    let &m = proof.line.first()?;
    let is_only =
        position.legal_moves().iter().all(|&other| other == m || prover.fails(position, other));
    let answers = vec![position.coordinate(m).to_string()];
    let lines = vec![san_line(position, &proof.line)];
    let solution = Solution { answers, lines, pieces: Vec::new() };
    let theme = Theme::of(position, &proof.line);
    is_only.then_some(Question { plies: proof.plies, nodes: proof.nodes, theme, solution })
}

/// "Which piece do you need?", where there is no mate without one more piece: with the pieces of the
/// answer there is one, and with the others there is none.
pub(super) fn need(prover: &mut Prover, position: &Position) -> Option<Question> {
    let color = position.side_to_move();
    let mut solution = Solution::default();
    let (mut longest, mut nodes, mut theme) = (0, 0, None);
    for piece in position.possible_arrivals(color).iter() {
        let given = with_piece(position, color, piece);
        match prover.ask(&given) {
            Answer::Mate(proof) => {
                longest = longest.max(proof.plies);
                nodes += proof.nodes;
                theme.get_or_insert_with(|| Theme::of(&given, &proof.line));
                solution.answers.push(piece.to_char().to_string());
                solution.lines.push(san_line(&given, &proof.line));
            }
            Answer::NoMate => {}
            Answer::Open => return None,
        }
    }
    let is_asked = (1..=MOST_NEEDED).contains(&solution.answers.len()) && longest <= LONGEST;
    let theme = theme.filter(|_| is_asked)?;
    Some(Question { plies: longest, nodes, theme, solution })
}

/// "Sit or move?" for a player whose diagonal is on turn too; `lead` is the player's clock less that
/// of the diagonal.
pub(super) fn sit(prover: &mut Prover, position: &Position, lead: Millis) -> Option<Question> {
    let moves = position.legal_moves();
    if moves.len() < 2 || lead.0.abs() < LEAST_LEAD.0 {
        return None;
    }
    match lead > Millis::ZERO {
        true => sits(prover, position, &moves),
        false => moves_on(prover, position, &moves),
    }
}

/// Up on the diagonal, and every move gets mated.
fn sits(prover: &mut Prover, position: &Position, moves: &[Move]) -> Option<Question> {
    let mut longest: Option<(usize, Vec<String>, Theme)> = None;
    let mut nodes = 0;
    for &m in moves {
        let next = after(position, m);
        let Answer::Mate(proof) = prover.ask(&next) else { return None };
        nodes += proof.nodes;
        if longest.as_ref().is_none_or(|(plies, ..)| proof.plies > *plies) {
            let mut line = vec![san(position, m)];
            line.extend(san_line(&next, &proof.line));
            longest = Some((proof.plies, line, Theme::of(&next, &proof.line)));
        }
    }
    let (plies, line, theme) = longest?;
    let answers = vec!["sit".to_owned()];
    let solution = Solution { answers, lines: vec![line], pieces: Vec::new() };
    Some(Question { plies, nodes, theme, solution })
}

/// Down on the diagonal, in danger, and with a move after which no mate by checks follows.
fn moves_on(prover: &mut Prover, position: &Position, moves: &[Move]) -> Option<Question> {
    let (mut safe, mut lost, mut nodes) = (Vec::new(), 0, 0);
    for (at, &m) in moves.iter().enumerate() {
        let next = after(position, m);
        match prover.ask(&next) {
            Answer::Mate(proof) => {
                lost += 1;
                nodes += proof.nodes;
            }
            Answer::NoMate if safe.len() < MOST_NAMED => safe.push(vec![san(position, m)]),
            Answer::NoMate | Answer::Open => {}
        }
        // Most positions are quiet: this is seen after half of the moves at the latest.
        if (lost + moves.len() - at - 1) * LOSING < moves.len() {
            return None;
        }
    }
    let answers = vec!["move".to_owned()];
    let solution = Solution { answers, lines: safe, pieces: Vec::new() };
    let is_asked = !solution.lines.is_empty();
    is_asked.then_some(Question { plies: 0, nodes, theme: Theme::Escape, solution })
}
