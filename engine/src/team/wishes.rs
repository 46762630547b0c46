//! What the own board wants of the other one.

use tandem_rules::{Color, Millis, PieceType, PieceTypes};

use super::{Moment, Stance, is_won, moves_to_loss};
use crate::mate::contact_mates;
use crate::{Info, ScoreKind};

/// What a seat would tell its partner, if words cost nothing. What is `None` has not been looked
/// at again, and stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wishes {
    /// With one of these we mate.
    pub(super) needed: Option<PieceTypes>,
    /// With one of these we are mated.
    pub(super) banned: Option<PieceTypes>,
    /// We are lost unless something comes.
    pub(super) dead: Option<bool>,
    /// Our opponent is lost unless something comes.
    pub(super) hold: Option<bool>,
    /// Whether we mate, and in how many moves.
    pub(super) mate: Mate,
    /// Our team has clearly more time than theirs, or clearly less.
    pub(super) ahead: Option<bool>,
}

/// What is to be said of a mate of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Mate {
    /// What has been said stays as it was.
    #[default]
    Unknown,
    /// There is none.
    NotSeen,
    /// In so many moves.
    In(u8),
}

/// A mate that is nearer is over before anybody has read of it.
const WORTH_A_WORD: i32 = 5;
/// A lead of less than this part of the time of the game changes hands with every thought.
const CLEAR_LEAD_DIVISOR: i64 = 15;

impl Wishes {
    /// When we are on turn, and what we have found.
    pub(super) fn in_our_turn(moment: &Moment, info: &Info) -> Self {
        let mate = match info.score.kind() {
            ScoreKind::Mate(plies) if plies >= WORTH_A_WORD => {
                u8::try_from((plies + 1) / 2).map_or(Mate::Unknown, Mate::In)
            }
            ScoreKind::Mate(plies) if plies > 0 => Mate::Unknown,
            _ => Mate::NotSeen,
        };
        Self {
            needed: (!is_won(info.score)).then(|| lacking(moment, moment.us())),
            banned: None,
            dead: Some(moves_to_loss(info.score, &moment.view.prices).is_some()),
            hold: Some(false),
            mate,
            ahead: None,
        }
    }

    /// When the opponent is on turn: what mates us if it comes now, and whether it can move.
    pub(super) fn in_their_turn(moment: &Moment) -> Self {
        let position = &moment.view.own;
        Self {
            needed: Some(PieceTypes::NONE), // what mated has to be looked at afresh
            banned: Some(lacking(moment, !moment.us())),
            dead: None,
            hold: Some(position.in_check() && position.legal_moves().is_empty()),
            mate: Mate::Unknown,
            ahead: None,
        }
    }

    /// With who is ahead on time, by this lead, if that is clear.
    pub(super) fn with_lead(self, lead: Option<Millis>, moment: &Moment) -> Self {
        let clear = moment.base().0 / CLEAR_LEAD_DIVISOR;
        let is_clear = |lead: &Millis| lead.0.abs() >= clear;
        Self { ahead: lead.filter(is_clear).map(|lead| lead > Millis::ZERO), ..self }
    }

    /// The piece with which we mate that is most easily had: one of these, or else the cheapest.
    pub(super) fn nearest_mate(self, within_reach: PieceTypes) -> Option<PieceType> {
        let needed = self.needed?;
        needed.iter().find(|&piece| within_reach.contains(piece)).or_else(|| needed.iter().next())
    }

    /// What mates is only asked for by whoever waits for it: a move changes everything.
    pub(super) fn as_told_in(self, stance: Stance) -> Self {
        match stance {
            Stance::AwaitingPiece { .. } => self,
            _ => Self { needed: Some(PieceTypes::NONE), ..self },
        }
    }
}

/// The types with which `attacker` mates beside the king, and of which it holds none.
fn lacking(moment: &Moment, attacker: Color) -> PieceTypes {
    let position = &moment.view.own;
    let held = position.holdings(attacker);
    contact_mates(position, attacker).iter().filter(|&piece| !held.has(piece)).collect()
}
