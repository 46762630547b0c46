//! What lies between an endpoint and its engine: the reading thread writes here what the engine
//! says, the endpoint what it has been told.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tandem_rules::Seat;

use super::child::{Input, Listener};
use crate::{Outbox, Said};

/// What an engine may print in one turn. With all its thinking shown, a talkative one needs a
/// hundredth of it.
const MOST_BYTES: usize = 16 << 20;

/// What is made of an engine's words, in the language that it speaks.
pub(super) trait Talk: Default + Send + 'static {
    /// What a new process is told first.
    const GREETING: &'static [&'static str];

    /// The engine has printed a line. What is returned is told to it before anything else is.
    ///
    /// # Errors
    /// Why it cannot go on.
    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Vec<String>, String>;

    /// The engine cannot go on: nothing it says counts any more. The seat whose game ends by it,
    /// with the nodes of its last thought; `None` between games.
    fn leave(&mut self) -> Option<(Seat, u64)>;

    /// Whether it can play one game after the other.
    fn plays_again(&self) -> bool {
        true
    }
}

/// One for each process.
pub(super) struct Desk<T> {
    outbox: Outbox,
    sheet: Mutex<Sheet<T>>,
    changed: Condvar,
}

/// What is written on the desk.
#[derive(Default)]
pub(super) struct Sheet<T> {
    pub(super) talk: T,
    /// Why the engine cannot go on; said once.
    pub(super) failure: Option<String>,
    bytes: usize,
}

impl<T> Sheet<T> {
    /// A game or a turn begins: the engine may print as much again.
    pub(super) fn new_turn(&mut self) -> &mut T {
        self.bytes = 0;
        &mut self.talk
    }
}

impl<T: Talk> Desk<T> {
    pub(super) fn new(outbox: Outbox) -> Self {
        Self { outbox, sheet: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn sheet(&self) -> MutexGuard<'_, Sheet<T>> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the engine has failed or `enough` is written, but not past `deadline`. True if
    /// there is enough.
    pub(super) fn wait(&self, deadline: Instant, enough: impl Fn(&T) -> bool) -> bool {
        let mut sheet = self.sheet();
        while !enough(&sheet.talk) && sheet.failure.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.changed.wait_timeout(sheet, left);
            sheet = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        enough(&sheet.talk)
    }

    /// The engine cannot go on. If a game is being played, that is its end.
    pub(super) fn fail(&self, reason: &str) {
        let mut sheet = self.sheet();
        if sheet.failure.is_none() {
            log::debug!("an engine fails: {reason}");
            sheet.failure = Some(reason.to_owned());
            if let Some((seat, nodes)) = sheet.talk.leave() {
                self.outbox.say(seat, Said::Fail(reason.to_owned()), nodes);
            }
            self.changed.notify_all();
        }
    }

    /// Counts what is printed.
    fn count(&self, bytes: usize) -> ControlFlow<()> {
        let mut sheet = self.sheet();
        sheet.bytes = sheet.bytes.saturating_add(bytes);
        let too_much = sheet.bytes > MOST_BYTES;
        drop(sheet);
        if too_much {
            self.fail("the engine prints without end");
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Sends what follows from a line while the sheet says so.
    fn take(&self, line: &str, input: &Input) -> Result<(), String> {
        let mut sheet = self.sheet();
        let heard = sheet.talk.hear(line, &self.outbox);
        self.changed.notify_all();
        let sent = heard?.into_iter().all(|line| input.send(line));
        if sent { Ok(()) } else { Err(UNREAD.to_owned()) }
    }
}

/// What is wrong with an engine to which no more can be said.
pub(super) const UNREAD: &str = "it does not read what it is told";

impl<T: Talk> Listener for Desk<T> {
    fn hear(&self, line: Result<&str, &'static str>, input: &Input) -> ControlFlow<()> {
        let line = match line {
            Ok(line) => line,
            Err(wrong) => {
                self.fail(&format!("the engine prints {wrong}"));
                return ControlFlow::Break(());
            }
        };
        self.count(line.len() + 1)?;
        log::trace!("< {line}");
        if let Err(reason) = self.take(line, input) {
            self.fail(&reason);
        }
        ControlFlow::Continue(())
    }

    fn murmured(&self, bytes: usize) -> ControlFlow<()> {
        self.count(bytes)
    }

    fn ended(&self, how: &str) {
        self.fail(&format!("the engine has quit: {how}"));
    }
}
