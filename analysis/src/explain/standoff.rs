//! Standoffs: one player of each team on turn, and both wait for the other's clock.

use tandem_rules::{BoardId, Millis, Seat, Team};

use crate::record::timeline::Timeline;

/// A standoff that a game ended in, or shortly after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standoff {
    /// The seats that sat, the loser's team first; each is the other's diagonal.
    pub(super) sitters: [Seat; 2],
    /// The moment since which both were on turn, from the start of the game.
    pub(super) began: Millis,
    /// The diagonal lead of the first of them at that moment.
    pub(super) lead: Millis,
    /// Time each seat had spent by then, in the order of [`Seat::ALL`].
    pub(super) spent: [Millis; 4],
}

impl Standoff {
    /// The last time for which a seat of each team sat for at least a tenth of the base time,
    /// unless the game went on for as long after it.
    pub(super) fn of(timeline: &Timeline, loser: Team) -> Option<Self> {
        let on = |board| timeline.thoughts().iter().filter(move |t| t.seat.board == board);
        let pairs = on(BoardId::A).flat_map(|a| on(BoardId::B).map(move |b| (a, b)));
        let shared = pairs.filter(|(a, b)| a.seat.team() != b.seat.team());
        let shared = shared.map(|(a, b)| (a.from.max(b.from), a.to.min(b.to), a.seat));
        let (began, _, seat) = shared
            .filter(|&(from, to, _)| timeline.is_long(to - from))
            .filter(|&(_, to, _)| !timeline.is_long(timeline.end() - to))
            .max_by_key(|&(_, to, _)| to)?;
        let ours = if seat.team() == loser { seat } else { seat.diagonal() };
        let sitters = [ours, ours.diagonal()];
        let [left, raced] = sitters.map(|seat| timeline.left(seat, began));
        let spent = Seat::ALL.map(|seat| timeline.spent(seat, began));
        Some(Self { sitters, began, lead: left - raced, spent })
    }
}
