//! The clocks of the other board, which nobody shows us.
//!
//! Without increments as much time has passed on one board as on the other, so the two clocks of
//! the other board show together what the two of ours do: who knows one of them knows both. Which
//! of them has run since, an arriving piece tells: whoever captured it has just moved.

use tandem_rules::{Bonus, Millis};

use super::Moment;

/// Whose clock runs on the other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Running {
    Unknown,
    Partner,
    Diagonal,
}

/// The clock of the diagonal opponent as it was read, or followed from the partner's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reading {
    diagonal: Millis,
    at: Millis,
    source: Source,
}

/// How one knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Somebody has said so, and says no more until it comes to mind again.
    Words,
    /// That board is seen, and so is every move there.
    Sight,
}

/// What the partner says of the time of both teams, without a number that could be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Claim {
    ahead: bool,
    at: Millis,
}

/// What is known of them.
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

/// A clock that the partner has told says nothing any more after this part of the time of the game.
const READING_DIVISOR: i64 = 12;
/// Who is ahead changes slowly: the partner's word holds for this part.
const CLAIM_DIVISOR: i64 = 4;

impl OtherClocks {
    /// The partner says what its clock shows.
    pub(super) fn partner_shows(&mut self, shown: Millis, moment: Moment) {
        if let Some(both) = both(&moment) {
            self.diagonal_shows(both - shown, moment);
        }
    }

    /// The partner says what its opponent's clock shows.
    pub(super) fn diagonal_shows(&mut self, shown: Millis, moment: Moment) {
        if both(&moment).is_some() {
            let source = Source::Words;
            self.reading = Some(Reading { diagonal: shown, at: moment.now, source });
        }
    }

    /// The other board is seen, with the clock of the diagonal opponent and whether that runs.
    pub(super) fn seen(&mut self, diagonal: Millis, runs: bool, moment: Moment) {
        self.reading = Some(Reading { diagonal, at: moment.now, source: Source::Sight });
        self.running = if runs { Running::Diagonal } else { Running::Partner };
    }

    /// A capture on the other board, by our partner or by its opponent.
    pub(super) fn captured(&mut self, by_partner: bool, moment: Moment) {
        if let Some(reading) = &mut self.reading {
            // Whoever has just moved was on turn at last, and for want of better all the time.
            if !by_partner {
                reading.diagonal = reading.diagonal - (moment.now - reading.at);
            }
            reading.at = moment.now;
        }
        self.running = if by_partner { Running::Diagonal } else { Running::Partner };
    }

    /// The partner says that our team is ahead, or behind.
    pub(super) fn claimed(&mut self, ahead: bool, moment: Moment) {
        self.claim = Some(Claim { ahead, at: moment.now });
    }

    /// Whether our team can sit longer than theirs, as far as that is known.
    pub(super) fn are_ahead(&self, moment: &Moment) -> Option<bool> {
        let claim = self
            .claim
            .filter(|claim| moment.now - claim.at <= Millis(moment.base().0 / CLAIM_DIVISOR));
        let lead = self.lead(moment).map(|lead| lead > Millis::ZERO);
        lead.or_else(|| claim.map(|claim| claim.ahead))
    }

    /// How much longer than the diagonal opponent we can sit, as far as that is known.
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

/// What the clocks of a board show together, unless they gain time.
fn both(moment: &Moment) -> Option<Millis> {
    let view = moment.view;
    let [own, opponent] = [view.seat, view.seat.opponent()].map(|seat| view.clocks[seat.index()]);
    let (own, opponent) = own.zip(opponent)?;
    let gains = own.control().bonus != Bonus::None;
    (!gains).then(|| own.remaining() + opponent.remaining())
}
