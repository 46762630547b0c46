//! The opening tree of one variant, as far as it has been studied.

use std::collections::BTreeMap;

use tandem_engine::Score;
use tandem_nets::{Book, BookMove};
use tandem_rules::{Move, MoveRules, Position, Variant};

use super::games::Games;

/// The positions of the tree, studied and open.
pub(super) struct Openings<'a> {
    games: &'a Games,
    /// Positions still to be studied, by their keys in books.
    open: BTreeMap<u64, Open>,
    studied: BTreeMap<u64, (Position, Vec<BookMove>)>,
}

/// A position that has not been studied yet.
pub(super) struct Open {
    pub(super) position: Position,
    /// The estimated share of games that reach it.
    likelihood: f64,
}

/// The weight of the best move of a position.
const BEST: f64 = 1000.0;
/// Factor on the margin for moves of opponents, who may play moves that are less good than ours.
const OPPONENTS_MARGIN: f64 = 3.0;
/// Share of the games in a position with recorded moves that go on with one of these.
const LIKE_BEFORE: f64 = 0.5;

impl<'a> Openings<'a> {
    /// A tree with the start alone, still to be studied.
    pub(super) fn new(variant: Variant, games: &'a Games) -> Self {
        let start = Position::start(variant, MoveRules::default());
        let key = Book::key(&start);
        let open = BTreeMap::from([(key, Open { position: start, likelihood: 1.0 })]);
        Self { games, open, studied: BTreeMap::new() }
    }

    /// Number of positions studied.
    pub(super) fn studied(&self) -> usize {
        self.studied.len()
    }

    /// Removes and returns the `count` open positions that games are most likely to reach.
    pub(super) fn most_likely(&mut self, count: usize) -> Vec<Open> {
        let mut all: Vec<(f64, u64)> =
            self.open.iter().map(|(&key, open)| (open.likelihood, key)).collect();
        all.sort_by(|(one, key), (other, other_key)| other.total_cmp(one).then(key.cmp(other_key)));
        all.into_iter().take(count).filter_map(|(_, key)| self.open.remove(&key)).collect()
    }

    /// Stores the good ones of the moves found for a position, best first, and opens the positions
    /// after all of them.
    pub(super) fn note(&mut self, chosen: Open, found: &[(Move, Score)], margin: i32) {
        let Open { position, likelihood } = chosen;
        let Some(&(_, best)) = found.first() else { return };
        for (m, share) in self.shares(&position, found, f64::from(margin) * OPPONENTS_MARGIN) {
            self.reach(&position, m, likelihood * share);
        }
        let moves = found.iter().filter(|(_, score)| is_good(*score, best, margin));
        let weigh = |&(m, score): &(Move, Score)| {
            let weight = BEST * confidence(score, best, f64::from(margin) / 2.0);
            BookMove { m, weight: weight.round().max(1.0) as u16 }
        };
        let moves = moves.map(weigh).collect();
        self.studied.insert(Book::key(&position), (position, moves));
    }

    /// The estimated share of games, 0 to 1, that go on from a position with each move. A move that
    /// was both searched and played has two shares, which add up.
    fn shares(
        &self,
        position: &Position,
        found: &[(Move, Score)],
        margin: f64,
    ) -> Vec<(Move, f64)> {
        let Some(&(_, best)) = found.first() else { return Vec::new() };
        let played = self.games.played(position);
        let thought = if played.is_empty() { 1.0 } else { 1.0 - LIKE_BEFORE };
        let weights = found.iter().map(|&(m, score)| (m, confidence(score, best, margin)));
        let all: f64 = weights.clone().map(|(_, weight)| weight).sum();
        let thought = weights.map(|(m, weight)| (m, thought * weight / all));
        thought.chain(played.into_iter().map(|(m, share)| (m, LIKE_BEFORE * share))).collect()
    }

    /// Adds games with this likelihood to the position after a move, unless that has been studied.
    fn reach(&mut self, position: &Position, m: Move, likelihood: f64) {
        if !position.is_legal(m) {
            return; // a move of another position with the same key
        }
        let mut next = position.clone();
        // The piece that the partner gets and those that come back are unknown.
        let _partner_elsewhere = next.make(m, &mut ());
        let key = Book::key(&next);
        if !self.studied.contains_key(&key) {
            let open = self.open.entry(key).or_insert(Open { position: next, likelihood: 0.0 });
            open.likelihood += likelihood;
        }
    }

    /// Writes all studied positions to the book.
    pub(super) fn write(self, book: &mut Book) {
        for (position, moves) in self.studied.into_values() {
            book.set(&position, moves);
        }
    }
}

/// True for a move that goes into the book.
fn is_good(score: Score, best: Score, margin: i32) -> bool {
    score == best || !best.is_decided() && !score.is_decided() && score >= best.plus(-margin)
}

/// The likelihood of a move relative to the best one, 0 to 1: it falls to a third (1/e) with each
/// `unit` centipawns that the move is worse.
fn confidence(score: Score, best: Score, unit: f64) -> f64 {
    let worse = f64::from(best.value().saturating_sub(score.value()));
    (-worse / unit.max(1.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::start(Variant::Bughouse, MoveRules::default())
    }

    fn m(position: &Position, text: &str) -> Move {
        let moves = position.legal_moves();
        *moves.iter().find(|m| format!("{m:?}") == text).expect("a legal move")
    }

    #[test]
    fn what_is_nearly_as_good_goes_into_the_book_and_the_rest_is_still_looked_at() {
        let games = Games::default();
        let mut openings = Openings::new(Variant::Bughouse, &games);
        let chosen = openings.most_likely(16).pop().expect("the start");
        let scores = [("e2e4", 40), ("b1c3", 30), ("a2a4", -40)];
        let found = scores.map(|(text, score)| (m(&start(), text), Score::evaluation(score)));
        openings.note(chosen, &found, 25);
        let next: Vec<_> = openings.most_likely(16).into_iter().map(|open| open.position).collect();
        let expected = found.map(|(m, _)| {
            let mut next = start();
            let _partner_elsewhere = next.make(m, &mut ());
            next
        });
        assert!(next == expected, "the likeliest first");
        let mut book = Book::default();
        openings.write(&mut book);
        let moves: Vec<_> = book.moves(&start()).collect();
        assert_eq!(
            moves.iter().map(|of_book| of_book.m).collect::<Vec<_>>(),
            [found[0].0, found[1].0]
        );
        assert!(moves[0].weight == 1000 && (400..500).contains(&moves[1].weight), "{moves:?}");
    }

    #[test]
    fn a_mate_leaves_no_choice() {
        let [mate, good] = [-Score::mated(3), Score::evaluation(500)];
        assert!(is_good(mate, mate, 25) && !is_good(good, mate, 25) && is_good(good, good, 0));
    }
}
