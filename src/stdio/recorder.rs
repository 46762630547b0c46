//! A flight recorder of the main loop: its last events with their times. They are written to the log
//! if a flag has fallen, or if a move was made with next to nothing on the clock.
//!
//! It costs a few copies for each event: nothing is formatted or allocated before it is written out.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::{Duration, Instant};

use arrayvec::ArrayString;
use tandem_engine::Event;
use tandem_rules::Millis;

/// Number of events kept: those of several moves.
const EVENTS: usize = 64;
/// Longest part of a line that is kept, in bytes.
const EXCERPT: usize = 48;
/// Time on the clock at a move below which the events are written out.
const NEAR: Millis = Millis(50);

/// The recorder.
pub(super) struct Recorder {
    marks: VecDeque<Mark>,
    /// Our running clock when it was last looked at; `None` while it stands.
    clock: Option<(Millis, Instant)>,
    /// What it showed when it began to run.
    began: Option<Millis>,
    /// Time since which the main loop has waited.
    waits_since: Instant,
}

/// An event with its time.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mark {
    at: Instant,
    what: What,
    /// Our clock after the event was handled, if it ran, and the next alarm, if there was one.
    then: (Option<Millis>, Option<Instant>),
}

/// An event of the main loop.
#[derive(Clone, Copy, PartialEq, Debug)]
enum What {
    /// A line was taken from the reader, which had read it at this time.
    Line(ArrayString<EXCERPT>, Instant),
    /// The search has reported this depth, or its end, after this time by its own measure.
    Search { depth: u32, after: Millis, is_done: bool },
    /// An alarm fired that was due at this time.
    Alarm(Instant),
    /// News came over the link.
    Link,
    /// A reply was printed and flushed.
    Reply(ArrayString<EXCERPT>),
}

impl Recorder {
    pub(super) fn new() -> Self {
        Self {
            marks: VecDeque::with_capacity(EVENTS),
            clock: None,
            began: None,
            waits_since: Instant::now(),
        }
    }

    /// Takes note of a line that the reader had read at the time `read`.
    pub(super) fn line(&mut self, text: &str, read: Instant, now: Instant) {
        self.mark(What::Line(excerpt(text), read), now);
    }

    /// Takes note of an event of the search.
    pub(super) fn search(&mut self, event: &Event, now: Instant) {
        let (Event::Info(_, info) | Event::Done(_, _, info)) = event;
        let is_done = matches!(event, Event::Done(..));
        self.mark(What::Search { depth: info.depth, after: info.time, is_done }, now);
    }

    /// Takes note of an alarm that was due at this time.
    pub(super) fn alarm(&mut self, due: Instant, now: Instant) {
        self.mark(What::Alarm(due), now);
    }

    /// Takes note of news from the link.
    pub(super) fn link(&mut self, now: Instant) {
        self.mark(What::Link, now);
    }

    /// Takes note of a reply that was printed.
    pub(super) fn reply(&mut self, text: &str, now: Instant) {
        self.mark(What::Reply(excerpt(text)), now);
    }

    /// Looks at our clock, `None` while it stands, and the next alarm after an event was handled.
    /// Returns the account of the last events if the clock was stopped by a flag, or with less than
    /// 50 ms left.
    pub(super) fn look(
        &mut self,
        clock: Option<Millis>,
        alarm: Option<Instant>,
        now: Instant,
    ) -> Option<String> {
        if let Some(mark) = self.marks.back_mut() {
            mark.then = (clock, alarm);
        }
        self.waits_since = now;
        let before = std::mem::replace(&mut self.clock, clock.map(|left| (left, now)));
        if before.is_none() {
            self.began = clock;
        }
        let (left, at) = before.filter(|_| clock.is_none())?;
        let left = left - Millis::from(now.saturating_duration_since(at));
        let heading = match self.has_flagged() {
            true => "a flag has fallen in our turn",
            // A bridge that keeps time back itself sends next to nothing for a whole scramble.
            false if left < NEAR && self.began.is_some_and(|began| began >= NEAR) => {
                "our clock was nearly down when it stopped"
            }
            false => return None,
        };
        let account = self.account(heading, left, now);
        self.marks.clear();
        Some(account)
    }

    /// Lateness at the time `now` of something that was due earlier, or that had come then; `None` if
    /// the main loop did not wait for it, but was busy.
    pub(super) fn late(&self, due: Instant, now: Instant) -> Option<Millis> {
        (due >= self.waits_since).then(|| now.saturating_duration_since(due).into())
    }

    /// True if the last line was the result of a game that was lost on time.
    fn has_flagged(&self) -> bool {
        let lines = self.marks.iter().rev().filter_map(|mark| match &mark.what {
            What::Line(text, _) => Some(text.as_str()),
            _ => None,
        });
        let last = lines.take(1).next();
        last.is_some_and(|line| line.starts_with("result ") && line.contains(" on time"))
    }

    fn mark(&mut self, what: What, at: Instant) {
        if self.marks.len() == EVENTS {
            self.marks.pop_front();
        }
        self.marks.push_back(Mark { at, what, then: (None, None) });
    }

    /// The events as lines, each with its time before now in milliseconds.
    fn account(&self, heading: &str, left: Millis, now: Instant) -> String {
        let mut text = format!("{heading}, at {} ms; the events before, in ms:", left.0);
        for Mark { at, what, then: (clock, alarm) } in &self.marks {
            let _no_error = write!(text, "\n  {:9.1} ", -milliseconds(*at, now));
            let _no_error = match what {
                What::Line(line, read) => {
                    write!(text, "> {line} (read {:.1} before)", milliseconds(*read, *at))
                }
                What::Search { depth, after, is_done: false } => {
                    write!(text, "search: depth {depth} after {}", after.0)
                }
                What::Search { depth, after, is_done: true } => {
                    write!(text, "search: done at depth {depth} after {}", after.0)
                }
                What::Alarm(due) => write!(text, "alarm, {:.1} late", milliseconds(*due, *at)),
                What::Link => write!(text, "news of the link"),
                What::Reply(line) => write!(text, "< {line}"),
            };
            let _no_error = clock.map(|left| write!(text, "; clock {}", left.0));
            let _no_error =
                alarm.map(|due| write!(text, "; alarm in {:.1}", milliseconds(*at, due)));
        }
        text
    }
}

/// Milliseconds from one time to a later one.
fn milliseconds(from: Instant, to: Instant) -> f64 {
    let passed: Duration = to.saturating_duration_since(from);
    1000.0 * passed.as_secs_f64()
}

/// The beginning of a text.
fn excerpt(text: &str) -> ArrayString<EXCERPT> {
    let mut kept = ArrayString::new();
    for c in text.chars() {
        if kept.try_push(c).is_err() {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    #[test]
    fn a_move_with_nothing_left_and_a_flag_are_accounted_for_and_others_are_not() {
        const USUAL: &str = "usermove e7e5";
        const FLAG: &str = "result 0-1 {White forfeits on time}";
        for (line, left, stops_after, expected) in [
            (USUAL, 400, 30, None),
            (USUAL, 79, 30, Some("our clock was nearly down when it stopped, at 49 ms")),
            (USUAL, 80, 30, None),
            (USUAL, 49, 30, None),
            (FLAG, 400, 30, Some("a flag has fallen in our turn, at 370 ms")),
            ("result 0-1 {White resigns}", 400, 30, None),
        ] {
            let (mut recorder, start) = (Recorder::new(), Instant::now());
            recorder.line("usermove d7d5", start, start);
            assert_eq!(recorder.look(Some(Millis(left)), None, start), None);
            recorder.line(line, start, after(start, 10));
            let account = recorder.look(None, None, after(start, stops_after));
            let heading = account.as_deref().map(|text| text.split(';').next().unwrap_or(text));
            assert_eq!(heading, expected, "{line} {left}");
            assert_eq!(recorder.look(None, None, after(start, 99)), None, "told once");
        }
    }

    #[test]
    fn only_what_was_waited_for_is_late() {
        let (mut recorder, start) = (Recorder::new(), Instant::now());
        recorder.look(None, None, after(start, 50));
        for (due, now, late) in [(40, 70, None), (50, 70, Some(20)), (60, 60, Some(0))] {
            assert_eq!(recorder.late(after(start, due), after(start, now)), late.map(Millis));
        }
    }

    #[test]
    fn the_account_has_the_last_events_with_their_times() {
        let (mut recorder, start) = (Recorder::new(), Instant::now());
        for number in 0..EVENTS {
            recorder.line(&format!("ping {number}"), start, start);
        }
        recorder.line(&"é".repeat(100), start, after(start, 2));
        let due = after(start, 100);
        assert_eq!(recorder.look(Some(Millis(120)), Some(due), after(start, 2)), None);
        recorder.alarm(due, after(start, 105));
        assert_eq!(recorder.look(Some(Millis(17)), None, after(start, 105)), None);
        recorder.reply("move e2e4", after(start, 110));
        let account =
            recorder.look(None, None, after(start, 112)).expect("12 ms are next to nothing");
        let lines: Vec<&str> = account.lines().collect();
        assert_eq!(lines.len(), 1 + EVENTS);
        assert_eq!(lines[1], "     -112.0 > ping 3 (read 0.0 before)");
        let long = "é".repeat(EXCERPT / 2);
        let expected = format!("     -110.0 > {long} (read 2.0 before); clock 120; alarm in 98.0");
        assert_eq!(lines[EVENTS - 2], expected);
        assert_eq!(lines[EVENTS - 1], "       -7.0 alarm, 5.0 late; clock 17");
        assert_eq!(lines[EVENTS], "       -2.0 < move e2e4");
    }
}
