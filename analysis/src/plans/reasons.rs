//! The facts that speak for a plan, found on the boards before and after it.

use tandem_engine::{ScoreKind, lacking, turn_given_away};
use tandem_rules::{
    BoardId, Millis, Move, MoveKind, PieceType, PieceTypes, Position, Seat, Standing,
};

use super::Part;
use super::about::{About, value};
use super::candidates::handed;
use super::clocks::Clocks;
use super::facts::{Fact, Purpose, Unless};
use super::judging::Tried;
use super::worth::Certainty;

/// A clock with this much left or less is short: whoever has it can hardly think.
const SHORT: Millis = Millis(3_000);
/// The most facts of a plan.
const MOST: usize = 3;

impl About<'_> {
    /// The facts that speak for a plan, the most important first.
    pub(super) fn facts(&self, tried: &Tried) -> Vec<Fact> {
        let mut facts: Vec<Fact> = Vec::new();
        facts.extend(self.mate_now());
        if facts.is_empty() {
            facts.extend(self.gift(tried));
            if facts.is_empty() {
                facts.extend(self.decided(tried));
            }
            facts.extend(self.time(tried));
            facts.extend(self.keeps(tried));
            facts.extend(self.meets(tried));
            facts.extend(self.rushes(tried));
            if facts.is_empty() {
                facts.extend(self.sends(tried));
            }
        }
        facts.truncate(MOST);
        facts
    }

    /// A move of the plan that mates.
    fn mate_now(&self) -> Option<Fact> {
        let step = self.line.iter().find(|step| {
            let position = self.position(step.seat.board);
            step.seat.team() == self.team && position.is_legal(step.m) && is_mate(position, step.m)
        })?;
        let is_now = self
            .line
            .iter()
            .take_while(|other| other.seat.team() == self.team)
            .any(|other| other == step);
        is_now.then(|| Fact::MatesNow { seat: step.seat, san: step.san.clone() })
    }

    /// A capture of the plan whose piece decides on the other board.
    fn gift(&self, tried: &Tried) -> Option<Fact> {
        let made = tried.branch.made.iter().find(|made| {
            made.seat.team() == self.team
                && made.handoff.is_some()
                && tried.parts[made.seat.board.other().index()] == Some(Part::Sit)
        })?;
        let piece = made.handoff?.piece;
        let there = made.seat.partner();
        let line = tried.lines[there.board.index()].as_ref()?;
        let before = self.position(there.board);
        let uses = line.pv.first().copied().filter(|&m| dropped(m) == Some(piece));
        let held = before.holdings(there.color).has(piece);
        let is_stuck = before.in_check() && before.count_legal() == 0;
        let mates_in = |plies: i32| Purpose::MatesIn((plies + 1) / 2, self.unless(tried));
        let purpose = match line.score.kind() {
            ScoreKind::Mate(_)
                if self.wins_alone[there.board.index()]
                    && self.unless(tried) != Unless::Nothing =>
            {
                return None;
            }
            ScoreKind::Mate(1) if !held => Purpose::Mates,
            ScoreKind::Mate(plies) if plies > 1 => mates_in(plies),
            _ if is_stuck && uses.is_some() => Purpose::Saves,
            _ => return None,
        };
        let now = tried.branch.scene.boards.position(there.board);
        let drop = uses.map(|m| now.san(m, PieceTypes::DROPPABLE));
        let gives = self.given(made.seat, made.m, Some(piece));
        Some(Fact::Gift { from: made.seat, piece, gives, purpose, drop })
    }

    /// The piece that a move of the plan gives up: it is worth more than what it captures, and can be
    /// captured where it goes.
    fn given(&self, seat: Seat, m: Move, captured: Option<PieceType>) -> Option<PieceType> {
        let position = self.position(seat.board);
        let mover = match dropped(m) {
            Some(piece) => piece,
            None => position.piece_at(m.from()?)?.piece_type,
        };
        let worth = |piece: Option<PieceType>| piece.map_or(0, value);
        let mut after = position.clone();
        let _partner_elsewhere = after.make(m, &mut ());
        let takes = |reply: &Move| reply.to() == m.to();
        let is_taken = after.legal_moves().iter().any(takes);
        let is_more =
            value(mover) > worth(captured) && mover != PieceType::King && mover != PieceType::Pawn;
        (is_taken && is_more).then_some(mover)
    }

    /// The way in which the loser of a board that the plan wins may still escape.
    fn unless(&self, tried: &Tried) -> Unless {
        match tried.worths[self.at].certainty {
            Certainty::Mates(_) => Unless::Nothing,
            Certainty::WinsUnlessHelped(_) => Unless::Helped,
            _ => Unless::Waits,
        }
    }

    /// A board that the plan wins, or one that is lost in spite of it.
    fn decided(&self, tried: &Tried) -> Option<Fact> {
        let lost = |moves, is_certain| Some(Fact::Lost { moves, is_certain });
        match tried.worths[self.at].certainty {
            Certainty::Mated(moves) => lost(moves, true),
            Certainty::LosesUnlessHelped(moves) => lost(moves, false),
            _ => self.mates_soon(tried),
        }
    }

    /// A mate of the team on some board, in several moves.
    fn mates_soon(&self, tried: &Tried) -> Option<Fact> {
        let boards = tried.branch.scene.shown().iter().copied();
        let (seat, plies) = boards.map(|board| self.seat(board)).find_map(|seat| {
            let line = tried.lines[seat.board.index()].as_ref()?;
            let is_on_turn = tried.branch.scene.boards.is_on_turn(seat);
            let (ScoreKind::Mate(plies) | ScoreKind::Conditional(plies)) = line.score.kind() else {
                return None;
            };
            ((plies > 0) == is_on_turn && plies != 0).then_some((seat, plies.abs()))
        })?;
        let first = match tried.parts[seat.board.index()] {
            Some(Part::Move(m)) => Some(m),
            Some(Part::Sit) | None => None,
        };
        let moves = (plies + 1) / 2 + i32::from(first.is_some());
        let captured = |m| handed(self.position(seat.board), m);
        let gives = first.and_then(|m| self.given(seat, m, captured(m)));
        Some(Fact::MatesSoon { seat, moves, unless: self.unless(tried), gives })
    }

    /// A piece that the plan does not give away, although a natural move would: the diagonal of its
    /// owner, on turn after the plan, mates with it at once.
    fn keeps(&self, tried: &Tried) -> Option<Fact> {
        BoardId::ALL.into_iter().find_map(|board| {
            let seat = self.seat(board);
            if !self.scene.boards.is_on_turn(seat) || self.scene.shown().len() < 2 {
                return None;
            }
            let there = board.other();
            let after = tried.branch.scene.boards.position(there);
            if after.side_to_move() != seat.diagonal().color {
                return None;
            }
            let position = self.position(board);
            let planned = tried.parts[board.index()];
            lacking(after, seat.diagonal().color).iter().find_map(|piece| {
                let is_given_by = |m: &Move| loses_to_capture(position, *m, piece);
                if matches!(planned, Some(Part::Move(m)) if is_given_by(&m)) {
                    return None;
                }
                let moves = position.legal_moves();
                let losing: Vec<Move> = moves.iter().copied().filter(is_given_by).collect();
                let trade = losing.iter().find(|&&m| handed(position, m).is_some());
                let is_near = trade.is_some() || 2 * losing.len() > moves.len();
                is_near.then(|| Fact::Keeps {
                    seat,
                    piece,
                    trade: trade.map(|&m| position.san(m, PieceTypes::DROPPABLE)),
                })
            })
        })
    }

    /// A mate at once that the opponent on a board of the plan would give, if the team did nothing
    /// there; the plan meets it.
    fn meets(&self, tried: &Tried) -> Option<Fact> {
        BoardId::ALL.into_iter().find_map(|board| {
            let Some(Part::Move(_)) = tried.parts[board.index()] else { return None };
            let idle = turn_given_away(self.position(board))?;
            let threat = idle.legal_moves().iter().copied().find(|&m| is_mate(&idle, m))?;
            let after = tried.branch.scene.boards.position(board);
            let is_met = !after.legal_moves().iter().any(|&m| is_mate(after, m));
            is_met.then(|| Fact::Meets {
                seat: self.seat(board),
                san: idle.san(threat, PieceTypes::DROPPABLE),
            })
        })
    }

    /// An opponent who is in check after the plan, with hardly any time.
    fn rushes(&self, tried: &Tried) -> Option<Fact> {
        let Clocks::Known(clocks) = self.clocks else { return None };
        BoardId::ALL.into_iter().find_map(|board| {
            let after = tried.branch.scene.boards.position(board);
            let seat = self.seat(board).opponent();
            let left = clocks[seat.index()];
            let is_short = after.in_check() && tried.branch.scene.boards.is_on_turn(seat);
            (is_short && left <= SHORT).then_some(Fact::Rushes { seat, left })
        })
    }

    fn sends(&self, tried: &Tried) -> Option<Fact> {
        let ours = |seat: Seat| seat.team() == self.team;
        let made =
            tried.branch.made.iter().find(|made| ours(made.seat) && made.handoff.is_some())?;
        Some(Fact::Sends { from: made.seat, piece: made.handoff?.piece })
    }
}

const fn dropped(m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::Drop { piece, .. } => Some(piece),
        _ => None,
    }
}

/// True if a move mates at once, whatever arrives.
pub(super) fn is_mate(position: &Position, m: Move) -> bool {
    if !position.gives_check(m) {
        return false;
    }
    let mut after = position.clone();
    let _partner_elsewhere = after.make(m, &mut ());
    let arrivals = after.possible_arrivals(after.side_to_move());
    after.standing(arrivals) == Standing::Mated
}

/// True if the opponent can capture a piece of this type after a move.
fn loses_to_capture(position: &Position, m: Move, piece: PieceType) -> bool {
    let mut after = position.clone();
    let _partner_elsewhere = after.make(m, &mut ());
    after.possible_handoffs().contains(piece)
}
