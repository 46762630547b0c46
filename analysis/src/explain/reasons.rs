//! Reasons why a team lost, the one that decided the game first.

use tandem_rules::Millis;

use super::given::Given;
use super::standoff::Standoff;
use super::story::{Forecast, Story};
use crate::record::ending::EndingKind;
use crate::record::scores::{is_at_least_even, is_lost};

/// A reason why a team lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// A player of each team sat.
    Standoff(Standoff),
    /// The partner lost the piece that mated.
    PieceGiven(Given),
    /// The loser took its board to be at least even shortly before the end.
    AgainstForecast {
        /// The last score of at least zero.
        last: Forecast,
        /// Moves on that board after it.
        plies: usize,
    },
    /// The loser knew for long that its board was worse.
    Outplayed {
        /// Moves on its board since its last score of at least zero; `None` if it never gave one.
        plies: Option<usize>,
        /// Number of the loser's scores since then.
        scores: usize,
    },
    /// A flag fell, and nobody sat.
    Flag {
        /// The number of legal moves it had.
        moves: usize,
    },
    /// An engine failed.
    Fault,
    /// None of the others, as far as the record tells.
    Other,
}

/// The kind of a reason, as it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Standoff,
    PieceGiven,
    AgainstForecast,
    Outplayed,
    Flag,
    Fault,
    Other,
}

impl Kind {
    pub(super) const ALL: [Self; 7] = [
        Self::Standoff,
        Self::PieceGiven,
        Self::AgainstForecast,
        Self::Outplayed,
        Self::Flag,
        Self::Fault,
        Self::Other,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Standoff => "standoff",
            Self::PieceGiven => "piece given",
            Self::AgainstForecast => "against forecast",
            Self::Outplayed => "outplayed",
            Self::Flag => "flag",
            Self::Fault => "fault",
            Self::Other => "other",
        }
    }
}

impl Reason {
    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Standoff(_) => Kind::Standoff,
            Self::PieceGiven(_) => Kind::PieceGiven,
            Self::AgainstForecast { .. } => Kind::AgainstForecast,
            Self::Outplayed { .. } => Kind::Outplayed,
            Self::Flag { .. } => Kind::Flag,
            Self::Fault => Kind::Fault,
            Self::Other => Kind::Other,
        }
    }
}

/// A score below zero for more moves on the board than this is a long one.
const LONG_BELOW_ZERO: usize = 12;
/// A team counts as lost before a standoff or a gift if this many scores in a row said so.
const LOST_SCORES: usize = 4;

/// All reasons that apply, the one that decided the game first; never none.
pub(super) fn reasons(story: &Story<'_>) -> Vec<Reason> {
    if story.ending.kind == EndingKind::Fault {
        return vec![Reason::Fault];
    }
    let standoff = Standoff::of(&story.timeline, story.ending.seat.team());
    let behind = standoff.filter(|standoff| standoff.lead < Millis::ZERO);
    let given = Given::of(story);
    let mut found = Vec::new();
    found.extend(behind.map(Reason::Standoff));
    found.extend(given.map(Reason::PieceGiven));
    if standoff.is_none() {
        found.extend(flag(story));
    }
    if let Some(reason) = by_scores(story) {
        // A standoff or a gift in a lost position is not why it was lost.
        let is_before = |ply| match (behind, given) {
            (Some(Standoff { began, .. }), _) => {
                story.timeline.thought(ply).is_some_and(|thought| thought.to <= began)
            }
            (None, Some(given)) => ply < given.capture,
            (None, None) => false,
        };
        let is_late = reason.kind() == Kind::Outplayed && was_lost(story, is_before);
        found.insert(if is_late { 0 } else { found.len() }, reason);
    }
    // A player who is ahead can wait longer, and loses by something else if anything is known.
    let ahead = standoff.filter(|_| behind.is_none());
    found.extend(ahead.map(Reason::Standoff));
    if found.is_empty() {
        found.push(Reason::Other);
    }
    found
}

fn flag(story: &Story<'_>) -> Option<Reason> {
    if story.ending.kind != EndingKind::Flag {
        return None;
    }
    let moves = story.record.boards().position(story.ending.seat.board).legal_moves().len();
    (moves > 0).then_some(Reason::Flag { moves })
}

/// The reason that the loser's own scores tell.
fn by_scores(story: &Story<'_>) -> Option<Reason> {
    let scores: Vec<Forecast> = story.forecasts(story.ending.seat).collect();
    let even = scores.iter().rposition(|forecast| is_at_least_even(forecast.score));
    let Some(even) = even else {
        let scores = scores.len();
        return (scores > 0).then_some(Reason::Outplayed { plies: None, scores });
    };
    let plies = story.plies_after(scores[even].ply);
    Some(match plies <= LONG_BELOW_ZERO {
        true => Reason::AgainstForecast { last: scores[even], plies },
        false => Reason::Outplayed { plies: Some(plies), scores: scores.len() - even - 1 },
    })
}

/// True if the loser's last scores before some move called it lost.
fn was_lost(story: &Story<'_>, is_before: impl Fn(usize) -> bool) -> bool {
    let scores = story.forecasts(story.ending.seat).rev();
    let last = scores.filter(|forecast| is_before(forecast.ply)).take(LOST_SCORES);
    last.filter(|forecast| is_lost(forecast.score)).count() == LOST_SCORES
}
