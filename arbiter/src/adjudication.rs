//! Games on one board that are ended by the scores of their players.

use std::fmt;

use tandem_rules::{Game, Seat};

use crate::{Appraisal, Effort};

/// When a game on one board is ended by scores. The default never ends one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Ends a game that a player calls lost.
    pub resignation: Option<Resignation>,
    /// Ends a game that both players call even.
    pub draw: Option<Draw>,
}

/// A player has lost whose last moves all have scores this low.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resignation {
    /// Number of moves of the player.
    pub moves: usize,
    /// The least deficit of the player, in centipawns.
    pub score: i32,
}

/// A game is drawn if the last moves of both players all have scores this small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Number of the first move of the game after which it may be drawn.
    pub from: u16,
    /// Number of moves of each player.
    pub moves: usize,
    /// The largest advantage or deficit of a player, in centipawns.
    pub score: i32,
}

/// The decision of the scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This seat has called its game lost.
    Lost(Seat, Resignation),
    /// Both have called it even.
    Drawn(Draw),
}

impl Adjudication {
    /// The verdict after the last ply of a game, with the efforts of its plies; `None` while it goes
    /// on, and for games on two boards, where a score tells nothing of the other one.
    pub fn verdict(&self, game: &Game, efforts: &[Effort]) -> Option<Verdict> {
        let &[board] = game.boards_in_play() else { return None };
        let mover = game.on_turn(board).opponent();
        let scores = efforts.iter().rev().map(|effort| effort.thought.score);
        if let Some(resignation) = self.resignation
            && resignation.holds(scores.clone())
        {
            return Some(Verdict::Lost(mover, resignation));
        }
        let number = game.position(board).fullmove_number();
        self.draw
            .filter(|draw| number > draw.from && draw.holds(scores.clone()))
            .map(Verdict::Drawn)
    }
}

impl Resignation {
    /// `scores` are those of all plies, the last one first.
    fn holds(&self, scores: impl Iterator<Item = Option<Appraisal>>) -> bool {
        let is_lost = |score: Appraisal| match score {
            Appraisal::Centipawns(score) => score <= -self.score,
            Appraisal::Mate(moves) => moves < 0,
        };
        let own = scores.step_by(2).take(self.moves);
        own.filter(|score| score.is_some_and(is_lost)).count() == self.moves
    }
}

impl Draw {
    /// `scores` are those of all plies, the last one first.
    fn holds(&self, scores: impl Iterator<Item = Option<Appraisal>>) -> bool {
        let is_even = |score: Appraisal| matches!(score, Appraisal::Centipawns(score) if score.abs() <= self.score);
        let last = scores.take(2 * self.moves);
        last.filter(|score| score.is_some_and(is_even)).count() == 2 * self.moves
    }
}

/// Writes the reason as a sentence.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(seat, Resignation { moves, score }) => {
                let score = Appraisal::Centipawns(-score);
                write!(f, "{seat} loses by adjudication: {score} or less for {moves} moves")
            }
            Self::Drawn(Draw { moves, score, .. }) => {
                let score = f64::from(*score) / 100.0;
                write!(f, "a draw by adjudication: within {score:.2} for {moves} moves")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::{BoardId, Boards, Color, Millis, MoveRules, OutcomeRules, Variant};

    use super::*;
    use crate::Thought;

    const RESIGNATION: Resignation = Resignation { moves: 2, score: 600 };
    const DRAW: Draw = Draw { from: 2, moves: 2, score: 10 };

    /// The verdict on a game whose players have reported these scores, `-` for none.
    fn verdict(variant: Variant, scores: &str) -> Option<Verdict> {
        let boards = Boards::start_of(variant, MoveRules::default());
        let mut game = Game::new(boards, OutcomeRules::default(), None);
        let mut efforts = Vec::new();
        for (score, at) in scores.split_whitespace().zip(0..) {
            let board = game.boards_in_play()[0];
            let seat = game.on_turn(board);
            let m = game.position(board).legal_moves()[0];
            game.play(seat, m, Millis(at)).expect("a legal move");
            let score = match score.strip_prefix('M') {
                Some(moves) => Some(Appraisal::Mate(moves.parse().expect("moves"))),
                None => score.parse().ok().map(Appraisal::Centipawns),
            };
            efforts.push(Effort { thought: Thought { depth: 9, score }, ..Effort::default() });
        }
        let both = Adjudication { resignation: Some(RESIGNATION), draw: Some(DRAW) };
        assert_eq!(Adjudication::default().verdict(&game, &efforts), None);
        both.verdict(&game, &efforts)
    }

    #[test]
    fn who_calls_its_own_game_lost_for_so_many_moves_has_lost() {
        let seat = |color: Color| BoardId::A.seat(color);
        let lost = |color| Some(Verdict::Lost(seat(color), RESIGNATION));
        for (scores, expected) in [
            ("-600 0 -700", lost(Color::White)),
            ("0 -600 900 M-3", lost(Color::Black)),
            ("-600 0 -599", None),
            ("-600 0", None),
            ("- 0 -600", None),
            ("600 0 700", None),
            ("M2 0 M2", None),
        ] {
            assert_eq!(verdict(Variant::Chess, scores), expected, "{scores}");
        }
    }

    #[test]
    fn what_both_call_even_for_so_many_moves_is_drawn_from_a_move_on() {
        for (scores, is_drawn) in [
            ("99 99 10 -10 0 5", true),
            ("99 99 10 -10 0 11", false),
            ("0 0 0 0", true),
            ("0 0 0", false),
            ("0 0 0 - 0 0", false),
            ("0 0 0 M9 0 0", false),
        ] {
            let expected = is_drawn.then_some(Verdict::Drawn(DRAW));
            assert_eq!(verdict(Variant::Chess, scores), expected, "{scores}");
        }
    }

    #[test]
    fn two_boards_are_left_to_their_players() {
        assert_eq!(verdict(Variant::Bughouse, "-900 -900 -900 -900"), None);
    }
}
