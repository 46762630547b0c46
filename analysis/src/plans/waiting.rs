//! The facts about time: who waits for whom, and why.

use tandem_rules::{BoardId, Millis, PieceType, Seat};

use super::Part;
use super::about::{About, value};
use super::branch::waited_for;
use super::clocks::Clocks;
use super::facts::Fact;
use super::judging::Tried;

impl About<'_> {
    /// Who waits for whom.
    pub(super) fn time(&self, tried: &Tried) -> Option<Fact> {
        let known = |lead: Millis| matches!(self.clocks, Clocks::Known(_)).then_some(lead);
        let on_turn: Vec<Seat> = BoardId::ALL
            .iter()
            .filter(|board| tried.parts[board.index()].is_some())
            .map(|board| self.seat(*board))
            .collect();
        let [seat] = on_turn[..] else { return self.sits_beside(tried) };
        let lead = self.clocks.lead(seat, self.team);
        match tried.parts[seat.board.index()] {
            Some(Part::Sit) if self.position(seat.board).count_legal() == 0 => None,
            Some(Part::Sit) if lead > Millis::ZERO => {
                Some(match every_move_loses(seat.board, tried) {
                    true => Fact::EveryMoveLoses { seat, lead: known(lead) },
                    false => {
                        Fact::TheyMustMove { seat, lead: known(lead), loses: self.loses(tried) }
                    }
                })
            }
            Some(Part::Move(_)) if lead < Millis::ZERO => {
                Some(Fact::MustMove { seat, by: known(Millis(-lead.0)) })
            }
            _ => None,
        }
    }

    /// A player who sits beside its partner's move, because every move of its own loses.
    fn sits_beside(&self, tried: &Tried) -> Option<Fact> {
        let board =
            BoardId::ALL.into_iter().find(|board| tried.parts[board.index()] == Some(Part::Sit))?;
        let seat = self.seat(board);
        let lead = self.clocks.lead(seat, self.team);
        let can_move = self.position(board).count_legal() > 0;
        (can_move && lead > Millis::ZERO && every_move_loses(board, tried)).then(|| {
            let lead = matches!(self.clocks, Clocks::Known(_)).then_some(lead);
            Fact::EveryMoveLoses { seat, lead }
        })
    }

    /// The piece that the opponents lose by the line after sitting.
    fn loses(&self, tried: &Tried) -> Option<PieceType> {
        let board = waited_for(self.scene, self.team, tried.parts)?;
        let ours = self.line.iter().filter(|step| step.seat == self.seat(board));
        let taken = ours.take(1).find_map(|step| step.handoff.map(|handoff| handoff.piece))?;
        let theirs = self.line.iter().filter(|step| step.seat == self.seat(board).opponent());
        let got =
            theirs.take(2).filter_map(|step| step.handoff).map(|handoff| value(handoff.piece));
        (value(taken) > got.sum::<i32>() && taken != PieceType::Pawn).then_some(taken)
    }
}

/// True if the player on turn on a board is lost there, whatever it plays, by the search after
/// the plan.
fn every_move_loses(board: BoardId, tried: &Tried) -> bool {
    let line = tried.lines[board.index()].as_ref();
    line.is_some_and(|line| line.score.is_lost() || line.gives_mate)
}
