//! Lateness of the machine: how long after the moment asked for a sleeping thread wakes.
//!
//! Engines and the arbiter wait in the same way, so that on a machine with more to do than cores
//! their clocks run on by about as much before they can answer.

use std::fmt;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{RecvTimeoutError, Sender, bounded};

use crate::stopwatch::STANDSTILL;

/// Time between two wakings: often enough to meet a burst of load, and too rarely to be one.
const PAUSE: Duration = Duration::from_millis(20);

/// Lateness from which a player who has answered in time may be late at the arbiter's desk: the
/// reserve that engines keep for this is ten milliseconds and more.
const HARMLESS: Duration = Duration::from_millis(10);

/// Latenesses of a thread that wakes again and again. The default has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lateness {
    wakings: u32,
    sum: Duration,
    worst: Duration,
    /// Time in which the whole program stood still.
    stood_still: Duration,
}

impl Lateness {
    /// Adds one waking that was late by this much. One that was as late as a program that stands
    /// still tells nothing about the clocks: that time is charged to nobody.
    pub fn add(&mut self, late: Duration) {
        if late >= STANDSTILL {
            self.stood_still = self.stood_still.saturating_add(late);
            return;
        }
        self.wakings = self.wakings.saturating_add(1);
        self.sum = self.sum.saturating_add(late);
        self.worst = self.worst.max(late);
    }

    /// Mean lateness; zero without wakings.
    pub fn mean(&self) -> Duration {
        self.sum.checked_div(self.wakings).unwrap_or_default()
    }

    /// Largest lateness.
    pub const fn worst(&self) -> Duration {
        self.worst
    }
}

/// Writes one line, as in `machine: woke 0.1 ms late on average, 2 ms at worst`; if the machine was
/// overloaded, the time below which its clocks are not to be trusted follows, and if it stood still,
/// for how long.
impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| 1000.0 * time.as_secs_f64();
        let (mean, worst) = (ms(self.mean()), ms(self.worst));
        write!(f, "machine: woke {mean:.1} ms late on average, {worst:.0} ms at worst")?;
        if self.worst > HARMLESS {
            write!(f, ": clocks on this machine are not to be trusted below {worst:.0} ms")?;
        }
        if !self.stood_still.is_zero() {
            let seconds = self.stood_still.as_secs_f64();
            write!(f, "; it stood still for {seconds:.1} s, charged to nobody")?;
        }
        Ok(())
    }
}

/// A thread that sleeps and measures how late it wakes, until it is asked for the result.
pub struct Sampler {
    stop: Sender<()>,
    /// `None` if the system had no memory for it.
    thread: Option<JoinHandle<Lateness>>,
}

impl Sampler {
    /// Starts the thread.
    pub fn start() -> Self {
        let (stop, stopped) = bounded::<()>(0);
        let measure = move || {
            let mut lateness = Lateness::default();
            loop {
                let due = Instant::now() + PAUSE;
                match stopped.recv_deadline(due) {
                    Err(RecvTimeoutError::Timeout) => {
                        lateness.add(Instant::now().saturating_duration_since(due));
                    }
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return lateness,
                }
            }
        };
        let thread = std::thread::Builder::new().spawn(measure);
        let thread = thread.inspect_err(|error| log::info!("lateness is not measured: {error}"));
        Self { stop, thread: thread.ok() }
    }

    /// Stops the thread and returns what it has measured.
    pub fn stop(self) -> Lateness {
        drop(self.stop);
        self.thread.and_then(|thread| thread.join().ok()).unwrap_or_default() // it does not panic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_wakes_late_is_not_to_be_trusted() {
        let quiet = "machine: woke 0.5 ms late on average, 1 ms at worst";
        let busy = "machine: woke 103.7 ms late on average, 310 ms at worst: clocks on this \
                    machine are not to be trusted below 310 ms";
        for (late, told) in [
            (&[][..], "machine: woke 0.0 ms late on average, 0 ms at worst"),
            (&[0, 1], quiet),
            (&[1, 0, 310], busy),
            (&[1, 4_000, 0, 500], &format!("{quiet}; it stood still for 4.5 s, charged to nobody")),
        ] {
            let mut lateness = Lateness::default();
            for &ms in late {
                lateness.add(Duration::from_millis(ms));
            }
            assert_eq!(lateness.to_string(), told);
        }
    }

    #[test]
    fn a_sampler_stops_when_it_is_asked() {
        let lateness = Sampler::start().stop();
        assert!(lateness.mean() <= lateness.worst());
    }
}
