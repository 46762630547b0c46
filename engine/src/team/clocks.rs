//! The clocks of the other board, estimated where they are not shown.
//!
//! Without increments, the same time has passed on both boards, so the two clocks of the other
//! board have the same sum as our two, and one of them gives the other. An arriving piece tells
//! which of them has run since: the player who captured it has just moved.

use tandem_rules::{Bonus, Millis};

use super::moment::Moment;

/// The player whose clock runs on the other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Running {
    Unknown,
    Partner,
    Diagonal,
}

/// The clock of the diagonal opponent as it was read, or derived from the partner's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reading {
    diagonal: Millis,
    at: Millis,
    source: Source,
}

/// The source of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The partner's words, which are not kept up to date.
    Words,
    /// The other board itself, where every move is seen.
    Sight,
}

/// The partner's word on who is ahead on time, without a number that could be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Claim {
    ahead: bool,
    at: Millis,
}

/// The known state of the other board's clocks.
#[derive(Clone, Debug)]
pub(super) struct OtherClocks {
    reading: Option<Reading>,
    running: Running,
    claim: Option<Claim>,
}

impl Default for OtherClocks {
    fn default() -> Self {
        Self { reading: None, running: Running::Unknown, claim: None }
    }
}

/// A reading by the partner's words expires after the base time divided by this.
const READING_DIVISOR: i64 = 12;
/// A claim expires after the base time divided by this: the lead changes slowly.
const CLAIM_DIVISOR: i64 = 4;

impl OtherClocks {
    /// Takes in the partner's clock, by its own words.
    pub(super) fn partner_shows(&mut self, shown: Millis, moment: Moment) {
        if let Some(both) = both(&moment) {
            self.diagonal_shows(both - shown, moment);
        }
    }

    /// Takes in the clock of the diagonal opponent, by the partner's words.
    pub(super) fn diagonal_shows(&mut self, shown: Millis, moment: Moment) {
        if both(&moment).is_some() {
            let source = Source::Words;
            self.reading = Some(Reading { diagonal: shown, at: moment.now, source });
        }
    }

    /// Takes in the clock of the diagonal opponent as it is seen, and whether it runs.
    pub(super) fn seen(&mut self, diagonal: Millis, runs: bool, moment: Moment) {
        self.reading = Some(Reading { diagonal, at: moment.now, source: Source::Sight });
        self.running = if runs { Running::Diagonal } else { Running::Partner };
    }

    /// Takes in a capture on the other board, by our partner or by its opponent.
    pub(super) fn captured(&mut self, by_partner: bool, moment: Moment) {
        if let Some(reading) = &mut self.reading {
            // The player who has just moved was on turn, for want of better since the reading.
            if !by_partner {
                reading.diagonal = reading.diagonal - (moment.now - reading.at);
            }
            reading.at = moment.now;
        }
        self.running = if by_partner { Running::Diagonal } else { Running::Partner };
    }

    /// Takes in the partner's word that our team is ahead, or behind.
    pub(super) fn claimed(&mut self, ahead: bool, moment: Moment) {
        self.claim = Some(Claim { ahead, at: moment.now });
    }

    /// True if our team can sit longer than theirs; `None` if that is unknown.
    pub(super) fn are_ahead(&self, moment: &Moment) -> Option<bool> {
        let claim = self
            .claim
            .filter(|claim| moment.now - claim.at <= Millis(moment.base().0 / CLAIM_DIVISOR));
        let lead = self.lead(moment).map(|lead| lead > Millis::ZERO);
        lead.or_else(|| claim.map(|claim| claim.ahead))
    }

    /// The diagonal lead: how much longer than the diagonal opponent we can sit; `None` if unknown.
    pub(super) fn lead(&self, moment: &Moment) -> Option<Millis> {
        let reading = self.reading?;
        let passed = moment.now - reading.at;
        let holds = Millis(moment.base().0 / READING_DIVISOR);
        if reading.source == Source::Words && passed > holds {
            return None;
        }
        let diagonal = match self.running {
            Running::Diagonal => reading.diagonal - passed,
            Running::Partner => reading.diagonal,
            Running::Unknown => reading.diagonal - Millis(passed.0 / 2),
        };
        Some(moment.own_time() - diagonal)
    }
}

/// The sum of the own board's clocks; `None` if unknown, or if they gain time.
fn both(moment: &Moment) -> Option<Millis> {
    let view = moment.view;
    let [own, opponent] = [view.seat, view.seat.opponent()].map(|seat| view.clocks[seat.index()]);
    let (own, opponent) = own.zip(opponent)?;
    let gains = own.control().bonus != Bonus::None;
    (!gains).then(|| own.remaining() + opponent.remaining())
}
