//! Variations of a line, and the moves that they replace.

use std::ops::Range;

use super::{Line, Trust};
use crate::Boards;
use crate::notation::bpgn::fault::{FaultReason, WarningKind};
use crate::notation::bpgn::glyph;
use crate::notation::bpgn::words::{NULL_MOVES, first_move};

/// Most variations, one within the other.
const MOST_NESTED: u8 = 32;

/// The move that a variation replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation::bpgn) enum Place {
    /// The move before it, as in PGN.
    Behind,
    /// The move after it, as pychess writes trees of two boards.
    Ahead,
}

impl Line<'_> {
    /// Reads a variation, and keeps it beside the move that it replaces.
    pub(super) fn variation(&mut self, range: Range<usize>) {
        if self.trust == Trust::Lost {
            return;
        }
        if self.depth == MOST_NESTED {
            let reason = FaultReason::TooDeep(MOST_NESTED);
            return self.warn(WarningKind::Variation(Box::new(reason)));
        }
        let place = self.place(range.clone());
        let start = match place {
            Place::Behind => self.before.clone(),
            Place::Ahead => self.record.boards().clone(),
        };
        let findings = std::mem::take(&mut self.findings);
        let mut line =
            Self { depth: self.depth + 1, findings, ..Self::new(self.text, start, self.row) };
        let read = line.read(range);
        debug_assert!(read.is_ok(), "a fault costs the rest of a variation");
        self.findings = line.findings;
        let variation = line.record.into_variation();
        match self.record.last_ply() {
            _ if variation.plies.is_empty() => {} // without a move it says nothing
            Some(ply) if place == Place::Behind => ply.variations.push(variation),
            _ => self.ahead.push(variation),
        }
    }

    /// The place of a variation, told by its first move: the one at which that move is possible.
    fn place(&mut self, range: Range<usize>) -> Place {
        if self.record.plies().is_empty() {
            return Place::Ahead;
        }
        let Some((number, text)) = first_move(&self.text.tokens[range]) else {
            return Place::Behind;
        };
        let is_possible = |boards: &Boards| {
            self.seat_of(boards, number).is_some_and(|seat| {
                NULL_MOVES.contains(&text)
                    || boards.position(seat.board).parse_san(glyph::split(text).0).is_ok()
            })
        };
        match (is_possible(&self.before), is_possible(self.record.boards())) {
            (true, true) => {
                self.findings.either += 1;
                self.text.doubtful
            }
            (false, true) => {
                self.findings.ahead += 1;
                Place::Ahead
            }
            (is_behind, false) => {
                self.findings.behind += usize::from(is_behind);
                Place::Behind
            }
        }
    }
}
