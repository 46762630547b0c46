//! The watch over a search for our move: on a busy machine a search thread may get no processor for
//! half a second, while the main loop is woken at once. A search that is late is not waited for.

use std::time::{Duration, Instant};

use tandem_engine::{Info, LEAST_DEPTH, Level, Limits, Score, View, hard_limit};
use tandem_rules::{Millis, Move};

use super::record::Record;

/// Time that a search which has found a move gets beyond its hard limit.
const PATIENCE: Millis = Millis(30);
/// The part of the remaining time that a search gets beyond its hard limit if it has found nothing
/// that is better than a guess.
const PART_FOR_NOTHING: i64 = 4;
/// The part of the remaining time that a search may take to come to the least depth.
const PART_FOR_DEPTH: i64 = 8;
/// Lateness of the main loop from which on it may be that the whole program was stopped, so that the
/// search had no time either.
const STOPPED: Duration = Duration::from_millis(50);
/// Time on our clock at which no search is waited for, or half the time at its beginning.
const LEAST_LEFT: Millis = Millis(50);

/// A search for our move, as the main loop watches it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Vigil {
    since: Instant,
    /// Hard limit of the search.
    hard: Millis,
    /// Our clock when the search began.
    left: Millis,
    /// The only moves that may be made; empty means all.
    search_moves: Vec<Move>,
    /// Depth from which on a line counts for more than a guess.
    least_depth: u32,
    /// The best line so far.
    found: Option<Info>,
}

impl Vigil {
    /// The watch over a search that begins now; `None` if it has no time limit, or if there is no
    /// clock or no move.
    pub(crate) fn over(view: &View, limits: &Limits, now: Instant) -> Option<Self> {
        let left = view.clock()?.remaining();
        let is_answered = !limits.pondering && view.own.count_legal() > 0;
        let hard = hard_limit(view, limits).filter(|_| is_answered)?;
        let search_moves = limits.search_moves.clone();
        let least_depth = match limits.level {
            Level::Full => LEAST_DEPTH.min(limits.depth.unwrap_or(LEAST_DEPTH)),
            Level::Limited(_) => 0,
        };
        Some(Self { since: now, hard, left, search_moves, least_depth, found: None })
    }

    /// The watch over a search that has found this line while it pondered.
    pub(crate) fn knowing(self, line: Option<&Info>) -> Self {
        let found = line.filter(|info| !info.pv.is_empty()).cloned();
        Self { found: found.or(self.found), ..self }
    }

    /// Takes note of a line of the search.
    pub(crate) fn note(&mut self, info: &Info) {
        if info.rank <= 1 && !info.pv.is_empty() {
            let is_first = !self.has_found();
            self.found = Some(info.clone());
            // A search may go beyond its hard limit to come to the least depth, and is not late then.
            if is_first && self.has_found() {
                self.hard = self.hard.max(info.time.min(Millis(self.left.0 / PART_FOR_DEPTH)));
            }
        }
    }

    /// Time at which the search is waited for no longer, if our clock shows `left` at the time `now`:
    /// it may have been told to show less than when the search began.
    pub(crate) fn ends(&self, left: Millis, now: Instant) -> Instant {
        let for_nothing = Millis((self.left.0 / PART_FOR_NOTHING).max(0));
        let more = if self.has_found() { PATIENCE.min(for_nothing) } else { for_nothing };
        let limit = self.since + self.hard.duration();
        let least = LEAST_LEFT.min(Millis(self.left.0 / 2));
        (limit + more.duration()).min(now + (left - least).duration()).max(limit)
    }

    /// True if there is a line that is better than a guess.
    fn has_found(&self) -> bool {
        let is_enough = |info: &Info| info.depth >= self.least_depth || info.score.is_decided();
        self.found.as_ref().is_some_and(is_enough)
    }

    /// Begins anew if the end is noticed so late that the search may have had no time either, if it
    /// has found nothing, and if our clock, which shows `left` at the time `now`, allows that. True if
    /// it does.
    pub(crate) fn begins_anew(&mut self, left: Millis, now: Instant) -> bool {
        let was_stopped = now.saturating_duration_since(self.ends(left, now)) >= STOPPED;
        let begins = was_stopped && !self.has_found() && left.0 > 2 * LEAST_LEFT.0;
        if begins {
            (self.since, self.left) = (now, left);
            self.hard = self.hard.min(Millis(left.0 / PART_FOR_NOTHING));
        }
        begins
    }

    /// Time by which the search is late.
    pub(crate) fn late(&self, now: Instant) -> Millis {
        (Millis::from(now.saturating_duration_since(self.since)) - self.hard).max(Millis::ZERO)
    }

    /// The move to make without the search: the best so far, or the best by the static evaluation if
    /// nothing has been found. `None` without a legal move; `view` is that of the searched `record`, and
    /// `evaluate` tells the static evaluation.
    pub(crate) fn into_move(
        self,
        evaluate: impl Fn(&View) -> Score,
        record: &Record,
        view: &View,
    ) -> Option<(Move, Info)> {
        let found = self.found.and_then(|info| Some((*info.pv.first()?, info)));
        let found = found.filter(|(m, _)| record.position().is_legal(*m));
        found.or_else(|| {
            let legal = record.position().legal_moves();
            let may_be = |m: &Move| self.search_moves.is_empty() || self.search_moves.contains(m);
            unsearched(legal.iter().copied().filter(may_be), evaluate, record, view)
        })
    }
}

/// The best of some moves by the static evaluation of the position after it.
fn unsearched(
    moves: impl Iterator<Item = Move>,
    evaluate: impl Fn(&View) -> Score,
    record: &Record,
    here: &View,
) -> Option<(Move, Info)> {
    let best = moves.min_by_key(|&m| {
        let after = record.after(m).map(|next| View {
            own: next.position().clone(),
            keys: next.keys(),
            ..here.clone()
        });
        // The evaluation tells nothing in check.
        let quiet = after.filter(|view| !view.own.in_check());
        quiet.map_or(0, |view| evaluate(&view).value())
    })?;
    Some((best, Info { pv: vec![best], score: evaluate(here), ..Info::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tandem_rules::{Move, Square};

    /// (our clock, hard limit, end without a line, end with one), in milliseconds
    const ENDS: &[(i64, i64, u64, u64)] =
        &[(1_000, 50, 300, 80), (100, 1, 26, 26), (60_000, 400, 15_400, 430), (-20, 1, 1, 1)];

    fn new(since: Instant, hard: Millis, left: Millis) -> Vigil {
        let (search_moves, least_depth) = (Vec::new(), LEAST_DEPTH);
        Vigil { since, hard, left, search_moves, least_depth, found: None }
    }

    /// A line of this depth.
    fn line(depth: u32) -> Info {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        Info { depth, pv: vec![Move::normal(square("e2"), square("e4"))], ..Info::default() }
    }

    #[test]
    fn a_clock_that_turns_out_to_show_less_ends_the_patience() {
        let since = Instant::now();
        let vigil = new(since, Millis(10), Millis(1_000));
        for (left, end) in [(1_000, 260), (200, 150), (70, 20), (20, 10), (-100, 10)] {
            let expected = since + Duration::from_millis(end);
            assert_eq!(vigil.ends(Millis(left), since), expected, "{left}");
        }
    }

    #[test]
    fn a_search_that_has_found_nothing_is_waited_for_longer_but_never_until_the_flag() {
        let since = Instant::now();
        for &(left, hard, without, with) in ENDS {
            let mut vigil = new(since, Millis(hard), Millis(left));
            let ends = |vigil: &Vigil| vigil.ends(Millis(left), since);
            assert_eq!(ends(&vigil), since + Duration::from_millis(without), "{left}");
            for guess in [Info::default(), line(LEAST_DEPTH - 1)] {
                vigil.note(&guess);
                assert_eq!(ends(&vigil), since + Duration::from_millis(without), "a guess");
            }
            vigil.note(&line(LEAST_DEPTH));
            assert_eq!(ends(&vigil), since + Duration::from_millis(with), "{left}");
            assert_eq!(vigil.late(ends(&vigil)), Millis(with as i64 - hard).max(Millis::ZERO));
        }
    }

    #[test]
    fn a_search_that_takes_long_to_the_least_depth_is_not_late() {
        let since = Instant::now();
        for (time, late) in [(200, 100), (3_000, 0), (20_000, 0)] {
            let mut vigil = new(since, Millis(400), Millis(60_000));
            vigil.note(&line(LEAST_DEPTH - 1));
            vigil.note(&Info { time: Millis(time), ..line(LEAST_DEPTH) });
            vigil.note(&Info { time: Millis(time + 300), ..line(LEAST_DEPTH + 1) });
            let end = since + Duration::from_millis(500.max(time.min(7_500) as u64));
            assert_eq!(vigil.late(end), Millis(late), "{time} ms to the least depth");
        }
    }

    #[test]
    fn a_watch_that_was_stopped_with_the_search_begins_anew_while_the_clock_allows_it() {
        let since = Instant::now();
        // (depth found, our clock at the end, time at which it is noticed in ms, the next end)
        let table = [
            (0, 60_000, 17_000, Some(17_400 + 15_000)),
            (3, 60_000, 15_450, Some(15_450 + 400 + 15_000)),
            (3, 60_000, 15_449, None), // a busy main loop
            (4, 60_000, 17_000, None), // it plays what was found
            (0, 1_000, 17_000, Some(17_000 + 250 + 250)),
            (0, 100, 17_000, None), // the flag is about to fall
        ];
        for (depth, left, at, next) in table {
            let mut vigil = new(since, Millis(400), Millis(60_000));
            vigil.note(&line(depth));
            let now = since + Duration::from_millis(at);
            let begins = vigil.begins_anew(Millis(left), now);
            let end = begins.then(|| (vigil.ends(Millis(left), now) - since).as_millis());
            assert_eq!(end, next, "depth {depth}, {left} ms left, noticed after {at} ms");
        }
    }
}
