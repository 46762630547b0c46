//! The facts of a game that habits are counted from, for each seat.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{Millis, PieceType, Seat};

use super::habit::Habit;
use super::score::Points;
use super::times::{Lead, SeatTimes, Times};
use super::walk::{Step, walk};
use crate::record::ending::{Ending, EndingKind};
use crate::record::outcome::Outcome;

/// The most moves on the partner's board between a capture and the drop that mates there, for the piece
/// to have been given.
const RECENT: usize = 6;

/// A choice of piece types.
type Wanted = fn(PieceType) -> bool;

/// The habits that count pieces which the opponent took, with their types.
const LOSSES: [(Habit, Wanted); 2] =
    [(Habit::QueensLost, is_queen), (Habit::PiecesLost, is_rook_bishop_or_knight)];

fn is_queen(piece: PieceType) -> bool {
    piece == PieceType::Queen
}

fn is_rook_bishop_or_knight(piece: PieceType) -> bool {
    matches!(piece, PieceType::Rook | PieceType::Bishop | PieceType::Knight)
}

/// The facts of a game.
pub(super) struct Facts {
    pub(super) steps: Vec<Step>,
    pub(super) times: Option<Times>,
    pub(super) outcome: Option<Outcome>,
    /// The kind of the end and the seat that lost by it; `None` if nobody has won.
    pub(super) ending: Option<(EndingKind, Seat)>,
}

/// Something that a seat did, by which a habit is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    pub(super) habit: Habit,
    /// The index of the move whose position shows it.
    pub(super) ply: usize,
    /// Weight of it as an example, by which the heaviest are shown; zero if all are alike.
    pub(super) weight: u64,
}

/// The facts of a seat.
pub(super) struct SeatFacts<'a> {
    pub(super) seat: Seat,
    pub(super) points: Option<Points>,
    pub(super) times: Option<SeatTimes>,
    pub(super) events: Vec<Event>,
    facts: &'a Facts,
}

impl Facts {
    /// The facts of a game on two boards.
    pub(super) fn of(record: &GameRecord) -> Self {
        let outcome = Outcome::of(record);
        let ending = Ending::of(record).map(|ending| (ending.kind, ending.seat));
        let flagged = ending.filter(|(kind, _)| *kind == EndingKind::Flag).map(|(_, seat)| seat);
        Self { steps: walk(record), times: Times::of(record, flagged), outcome, ending }
    }

    /// The facts of a seat.
    pub(super) fn of_seat(&self, seat: Seat) -> SeatFacts<'_> {
        let points = self.outcome.and_then(|outcome| Points::of(outcome.result, seat.team()));
        let times = self.times.as_ref().map(|times| times.of_seat(seat, &self.steps));
        let mut facts = SeatFacts { seat, points, times, events: Vec::new(), facts: self };
        facts.find_events();
        facts
    }

    /// True if the game ended so for this seat.
    pub(super) fn ended(&self, kind: EndingKind, seat: Seat) -> bool {
        self.ending == Some((kind, seat))
    }
}

impl SeatFacts<'_> {
    fn find_events(&mut self) {
        let mut events = Vec::new();
        let mut add = |habit, ply, weight: Millis| {
            events.push(Event { habit, ply, weight: weight.0.max(0) as u64 });
        };
        let last_own = self.last_own(self.facts.steps.len());
        if let Some(times) = &self.times {
            times.waits.iter().for_each(|wait| add(Habit::Sat, wait.ply, wait.length));
            let is_mated = self.facts.ended(EndingKind::Mate, self.seat);
            if let (true, Lead::Ahead, Some(ply)) = (is_mated, times.leads[1], last_own) {
                add(Habit::MatedAhead, ply, times.lead_at_end);
            }
            if let ([Lead::Ahead, end], Some(ply)) = (times.leads, times.after_half)
                && end != Lead::Ahead
            {
                add(Habit::LeadLost, ply, Millis::ZERO);
            }
        }
        if let (true, Some(ply)) = (self.facts.ended(EndingKind::Flag, self.seat), last_own) {
            add(Habit::Flagged, ply, Millis::ZERO);
        }
        for queen in self.queens_given() {
            add(Habit::QueensGiven, queen, Millis::ZERO);
        }
        if let Some(capture) = self.gift() {
            add(Habit::GaveMate, self.last_own(capture).unwrap_or(capture), Millis::ZERO);
        }
        for (habit, wanted) in LOSSES {
            let losses = self.losses(wanted);
            losses.for_each(|at| add(habit, self.last_own(at).unwrap_or(at), Millis::ZERO));
        }
        for (at, step) in self.own() {
            add(Habit::Held, at, Millis(step.held as i64));
            let is_near_king = step.dropped.is_some_and(|dropped| dropped.is_near_king);
            for (habit, is_so) in [
                (Habit::Checks, step.checks),
                (Habit::Drops, step.dropped.is_some()),
                (Habit::CheckDrops, step.dropped.is_some() && step.checks),
                (Habit::KingDrops, is_near_king),
            ] {
                if is_so {
                    add(habit, at, Millis::ZERO);
                }
            }
        }
        self.events = events;
    }

    /// The own moves that no book chose.
    pub(super) fn own(&self) -> impl Iterator<Item = (usize, &Step)> {
        let steps = self.facts.steps.iter().enumerate();
        steps.filter(|(_, step)| step.seat == self.seat && step.is_own)
    }

    /// The last own move before an index.
    fn last_own(&self, before: usize) -> Option<usize> {
        self.facts.steps.get(..before)?.iter().rposition(|step| step.seat == self.seat)
    }

    /// The captures by which the opponent took a piece of a type that is wanted.
    fn losses(&self, wanted: Wanted) -> impl Iterator<Item = usize> {
        let steps = self.facts.steps.iter().enumerate();
        let taken = steps.filter(|(_, step)| step.seat == self.seat.opponent());
        taken.filter(move |(_, step)| step.took.is_some_and(wanted)).map(|(at, _)| at)
    }

    /// The positions in which a queen was given: before the own move after which the opponent took it,
    /// if neither this move nor the next one took a queen.
    fn queens_given(&self) -> Vec<usize> {
        let took_queen = |at: &usize| self.facts.steps[*at].took == Some(PieceType::Queen);
        let next_own = |at: usize| {
            let after = self.facts.steps.iter().enumerate().skip(at + 1);
            after.filter(|(_, step)| step.seat == self.seat).map(|(at, _)| at).next()
        };
        let taken = self.losses(is_queen);
        let given = taken.filter_map(|at| {
            let before = self.last_own(at);
            let is_exchange = before.iter().any(took_queen) || next_own(at).iter().any(took_queen);
            (!is_exchange).then(|| before.unwrap_or(at))
        });
        given.collect()
    }

    /// The capture of the piece that mated the partner soon after it: the last move on the partner's board
    /// dropped it, or the mating player's move before the last.
    fn gift(&self) -> Option<usize> {
        let (partner, steps) = (self.seat.partner(), &self.facts.steps);
        if !self.facts.ended(EndingKind::Mate, partner) {
            return None;
        }
        let mating =
            steps.iter().enumerate().rev().filter(|(_, step)| step.seat == partner.opponent());
        let mut gifts = mating.take(2).filter_map(|(at, step)| {
            let capture = step.dropped?.from?;
            let plies =
                steps[capture + 1..at].iter().filter(|step| step.seat.board == partner.board);
            let is_given = steps[capture].seat == self.seat.opponent() && plies.count() <= RECENT;
            is_given.then_some(capture)
        });
        gifts.next()
    }

    /// The observation of a habit in this game; `None` if the game says nothing of it.
    pub(super) fn observation(&self, habit: Habit) -> Option<f64> {
        let moves = self.own().count();
        let happened = || self.events.iter().filter(|event| event.habit == habit).count() as f64;
        let share = |of: usize, part: f64| (of > 0).then(|| part / of as f64);
        let of_moves = |is: fn(&Step) -> bool| {
            share(moves, self.own().filter(|(_, step)| is(step)).count() as f64)
        };
        let drops = || self.own().filter(|(_, step)| step.dropped.is_some()).count();
        match habit {
            Habit::Sat | Habit::MatedAhead => self.times.as_ref().map(|_| happened()),
            Habit::Flagged => self.facts.ending.map(|_| happened()),
            Habit::LeadLost => self
                .times
                .as_ref()
                .filter(|times| times.leads[0] == Lead::Ahead)
                .map(|_| happened()),
            Habit::MoveTime => {
                let times = self.times.as_ref().filter(|times| times.turns > 0)?;
                Some(times.spent.seconds() / f64::from(times.turns))
            }
            Habit::QueensLost | Habit::QueensGiven | Habit::PiecesLost | Habit::GaveMate => {
                Some(happened())
            }
            Habit::Drops => share(moves, happened()),
            Habit::CheckDrops | Habit::KingDrops => share(drops(), happened()),
            Habit::Held => {
                share(moves, self.own().map(|(_, step)| step.held).sum::<usize>() as f64)
            }
            Habit::Castled => {
                let castled =
                    self.facts.steps.iter().any(|step| step.seat == self.seat && step.castles);
                (moves > 0).then(|| f64::from(u8::from(castled)))
            }
            Habit::Checks => of_moves(|step| step.checks),
            Habit::Loss | Habit::Mistakes => None, // the engine judges a sample of the moves
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::Reader;

    use super::*;

    fn observed(game: &str, seat: &str, habit: Habit) -> Option<f64> {
        let text = format!("[BlackA \"bob\"]\n[TimeControl \"60+0\"]\n\n{game}\n");
        let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        assert_eq!(read.warnings, [], "{game}");
        let seat = seat.parse().expect("a letter of a seat");
        Facts::of(&read.record).of_seat(seat).observation(habit)
    }

    /// White on A thinks for ten seconds, and four moves are made on B.
    const WAIT: &str = "1A. e4{59.0} 1a. e5{59.0} 1B. e4{59.0} 1b. e5{59.0} 2B. d4{58.0} 2b. d5{58.0} \
                        3B. c4{57.0} 3b. c5{57.0} 2A. d4{49.0} *";
    /// He thinks for two seconds.
    const NO_WAIT: &str = "1A. e4{59.0} 1a. e5{59.0} 1B. e4{59.0} 1b. e5{59.0} 2B. d4{58.0} 2b. d5{58.0} \
                           3B. c4{57.0} 3b. c5{57.0} 2A. d4{57.0} *";
    /// He thinks for ten seconds, and one move is made on B.
    const ALONE: &str = "1A. e4{59.0} 1a. e5{59.0} 1B. e4{54.0} 2A. d4{49.0} *";
    const GIVEN: &str = "1A. e4 1a. d5 2A. Qg4 2a. Bxg4 3A. d3 *";
    const EXCHANGED: &str = "1A. d4 1a. e5 2A. dxe5 2a. d6 3A. exd6 3a. Qxd6 4A. Qxd6 4a. Bxd6 *";
    /// Black on A loses the queen, with which White on B is mated; White on B has more time than White
    /// on A.
    const GIFT: &str = "1A. e4{55.0} 1a. d5{59.0} 2A. exd5{45.0} 2a. Qd6{58.0} 3A. Nc3{35.0} 3a. Qe6+{57.0} \
                        1B. f3{59.0} 1b. e6{40.0} 4A. dxe6{20.0} 2B. g4{55.0} 2b. Q@h4#{20.0} \
                        {White on B is mated} 1-0";

    #[test]
    fn habits_are_counted_as_they_are_defined() {
        for (game, seat, habit, expected) in [
            (WAIT, "A", Habit::Sat, Some(1.0)),
            (WAIT, "b", Habit::Sat, Some(0.0)),
            (NO_WAIT, "A", Habit::Sat, Some(0.0)),
            (ALONE, "A", Habit::Sat, Some(0.0)),
            (GIVEN, "A", Habit::Sat, None),
            (GIVEN, "A", Habit::QueensLost, Some(1.0)),
            (GIVEN, "A", Habit::QueensGiven, Some(1.0)),
            (GIVEN, "a", Habit::QueensLost, Some(0.0)),
            (EXCHANGED, "A", Habit::QueensLost, Some(1.0)),
            (EXCHANGED, "A", Habit::QueensGiven, Some(0.0)),
            (EXCHANGED, "a", Habit::QueensLost, Some(1.0)),
            (EXCHANGED, "a", Habit::QueensGiven, Some(0.0)),
            (GIFT, "a", Habit::GaveMate, Some(1.0)),
            (GIFT, "A", Habit::GaveMate, Some(0.0)),
            (GIFT, "B", Habit::MatedAhead, Some(1.0)),
            (GIFT, "a", Habit::MatedAhead, Some(0.0)),
            (GIFT, "b", Habit::Drops, Some(0.5)),
            (GIFT, "b", Habit::CheckDrops, Some(1.0)),
            (GIFT, "A", Habit::CheckDrops, None),
            (GIFT, "A", Habit::MoveTime, Some(10.0)),
            (GIFT, "b", Habit::Held, Some(1.5)),
            (GIFT, "b", Habit::Castled, Some(0.0)),
        ] {
            assert_eq!(observed(game, seat, habit), expected, "{habit:?} of {seat}: {game}");
        }
    }

    #[test]
    fn a_game_that_was_flagged_says_by_whom() {
        let game = "1A. e4{59.0} 1a. e5{59.0} {White on A forfeits on time} 0-1";
        let of_chess_com = "1A. e4{59.0} 1a. e5{59.0} {bob won on time} 0-1";
        for game in [game, of_chess_com] {
            for (seat, expected) in [("A", Some(1.0)), ("a", Some(0.0)), ("b", Some(0.0))] {
                assert_eq!(observed(game, seat, Habit::Flagged), expected, "{seat}");
            }
        }
        assert_eq!(observed("1A. e4 *", "A", Habit::Flagged), None);
    }
}
