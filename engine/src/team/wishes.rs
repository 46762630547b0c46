//! Wishes of the own board: pieces from the other one, and time.

use tandem_rules::{Millis, PieceType, PieceTypes};

use super::moment::Moment;
use super::outlook::{is_won, moves_to_loss};
use super::stance::Stance;
use crate::mate::lacking;
use crate::{Info, ScoreKind};

/// Everything a seat would tell its partner if messages cost nothing. A field that is `None` was
/// not examined again, and its last claim stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wishes {
    /// Types with any one of which we mate.
    pub(super) needed: Option<PieceTypes>,
    /// Types with any one of which we are mated.
    pub(super) banned: Option<PieceTypes>,
    /// True if we are lost unless a piece arrives.
    pub(super) dead: Option<bool>,
    /// True if our opponent is lost unless a piece arrives: the partner should sit.
    pub(super) hold: Option<bool>,
    /// A mate of ours, if any.
    pub(super) mate: Mate,
    /// True if our team clearly has more time than theirs, false if clearly less.
    pub(super) ahead: Option<bool>,
}

/// A claim about a mate of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Mate {
    /// Not examined: the last claim stands.
    #[default]
    Unknown,
    /// No mate.
    NotSeen,
    /// A mate in this many moves.
    In(u8),
}

/// Minimum length of a mate to announce, in plies: a nearer one is over before anybody has read of
/// it.
const WORTH_A_WORD: i32 = 5;
/// A lead of less than the base time divided by this changes hands with every thought.
const CLEAR_LEAD_DIVISOR: i64 = 15;

impl Wishes {
    /// Wishes in our turn, after a search.
    pub(super) fn in_our_turn(moment: &Moment, info: &Info) -> Self {
        let mate = match info.score.kind() {
            ScoreKind::Mate(plies) if plies >= WORTH_A_WORD => {
                u8::try_from((plies + 1) / 2).map_or(Mate::Unknown, Mate::In)
            }
            ScoreKind::Mate(plies) if plies > 0 => Mate::Unknown,
            _ => Mate::NotSeen,
        };
        Self {
            needed: (!is_won(info.score)).then(|| lacking(&moment.view.own, moment.us())),
            banned: None,
            dead: Some(moves_to_loss(info.score, &moment.view.prices).is_some()),
            hold: Some(false),
            mate,
            ahead: None,
        }
    }

    /// Wishes in the opponent's turn: the pieces that would mate us now, and whether it can move.
    pub(super) fn in_their_turn(moment: &Moment) -> Self {
        let position = &moment.view.own;
        Self {
            needed: Some(PieceTypes::NONE), // needs are examined anew in our turn
            banned: Some(lacking(position, !moment.us())),
            dead: None,
            hold: Some(position.in_check() && position.legal_moves().is_empty()),
            mate: Mate::Unknown,
            ahead: None,
        }
    }

    /// Adds who is ahead on time, by this lead, if it is clear.
    pub(super) fn with_lead(self, lead: Option<Millis>, moment: &Moment) -> Self {
        let clear = moment.base().0 / CLEAR_LEAD_DIVISOR;
        let is_clear = |lead: &Millis| lead.0.abs() >= clear;
        Self { ahead: lead.filter(is_clear).map(|lead| lead > Millis::ZERO), ..self }
    }

    /// The easiest of the types with which we mate: one of those within reach, or else the
    /// cheapest.
    pub(super) fn nearest_mate(self, within_reach: PieceTypes) -> Option<PieceType> {
        let needed = self.needed?;
        needed.iter().find(|&piece| within_reach.contains(piece)).or_else(|| needed.iter().next())
    }

    /// Drops the needs unless we wait for a piece: a move changes everything.
    pub(super) fn as_told_in(self, stance: Stance) -> Self {
        match stance {
            Stance::AwaitingPiece { .. } => self,
            _ => Self { needed: Some(PieceTypes::NONE), ..self },
        }
    }
}
