//! The answer of a whole team that a row calls for: its parts on both boards.
//!
//! A test elsewhere that includes this file by its path needs the files `boards`, `exhaustive`,
//! `handoffs` and `row` beside it, in the same module.

use tandem_rules::{BoardId, Move};

use super::row::{Answer, Proof, Row};

/// The part of a team on a board where it is on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Move(Move),
    Sit,
}

/// The right answers of a team: the parts on A and on B, for each alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TeamAnswer(Vec<[Right; 2]>);

impl TeamAnswer {
    /// True if these parts on A and on B are right together; `None` stands for a board where the
    /// team is not on turn. To sit on both is never right: only the team's own clocks would run.
    pub(crate) fn contains(&self, parts: [Option<Part>; 2]) -> bool {
        let moves = parts != [Some(Part::Sit); 2];
        moves && self.0.iter().any(|[a, b]| a.contains(parts[0]) && b.contains(parts[1]))
    }
}

/// The parts that are right on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Right {
    /// The team is not on turn there.
    NotOnTurn,
    /// One of these moves, or sitting if that is right too.
    OnTurn { moves: Moves, may_sit: bool },
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Moves {
    OneOf(Vec<Move>),
    NoneOf(Vec<Move>),
}

impl Right {
    fn anything() -> Self {
        Self::OnTurn { moves: Moves::NoneOf(Vec::new()), may_sit: true }
    }

    fn sit() -> Self {
        Self::OnTurn { moves: Moves::OneOf(Vec::new()), may_sit: true }
    }

    fn go() -> Self {
        Self::OnTurn { moves: Moves::NoneOf(Vec::new()), may_sit: false }
    }

    fn one_of(moves: &[Move]) -> Self {
        Self::OnTurn { moves: Moves::OneOf(moves.to_vec()), may_sit: false }
    }

    fn none_of(moves: &[Move], may_sit: bool) -> Self {
        Self::OnTurn { moves: Moves::NoneOf(moves.to_vec()), may_sit }
    }

    fn contains(&self, part: Option<Part>) -> bool {
        match (self, part) {
            (Self::NotOnTurn, part) => part.is_none(),
            (Self::OnTurn { .. }, None) => false,
            (Self::OnTurn { may_sit, .. }, Some(Part::Sit)) => *may_sit,
            (Self::OnTurn { moves, .. }, Some(Part::Move(m))) => match moves {
                Moves::OneOf(moves) => moves.contains(&m),
                Moves::NoneOf(moves) => !moves.contains(&m),
            },
        }
    }
}

impl Row {
    /// The answer that a planner for both boards must give.
    pub(crate) fn team_answer(&self) -> TeamAnswer {
        let mut alternatives = self.seat_and_partner();
        if self.scene.seat.board == BoardId::B {
            for parts in &mut alternatives {
                parts.reverse();
            }
        }
        TeamAnswer(alternatives)
    }

    /// The parts of the seat and of its partner, for each alternative.
    fn seat_and_partner(&self) -> Vec<[Right; 2]> {
        let partner = match self.scene.partner_is_on_turn() {
            true => Right::anything(),
            false => Right::NotOnTurn,
        };
        let seat = match (self.proof, &self.answer) {
            (Proof::Gives(_), Answer::Play(moves)) => return self.gifts_and_mates(moves),
            (Proof::Saves, Answer::Play(moves)) => {
                return vec![[Right::one_of(moves), Right::sit()]];
            }
            (Proof::Awaits(length), _) => {
                return vec![[Right::sit(), Right::one_of(&self.scene.awaited(length))]];
            }
            (_, Answer::Play(moves)) => Right::one_of(moves),
            // Who is behind on time cannot afford to sit, even where most moves lose.
            (_, Answer::Not(moves)) => Right::none_of(moves, self.may_sit()),
            (_, Answer::Sit(_)) => Right::sit(),
            (_, Answer::Go) => Right::go(),
        };
        vec![[seat, partner]]
    }

    /// The partner waits for the piece, unless the seat's own move mates.
    fn gifts_and_mates(&self, moves: &[Move]) -> Vec<[Right; 2]> {
        let mating = self.scene.mating();
        let (mates, gifts): (Vec<Move>, Vec<Move>) = moves.iter().partition(|m| mating.contains(m));
        vec![[Right::one_of(&gifts), Right::sit()], [Right::one_of(&mates), Right::anything()]]
    }
}
