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

/// What is wrong with an engine that says too much, or to which no more can be said.
pub(super) const ENDLESS: &str = "the engine prints without end";
pub(super) const UNREAD: &str = "it does not read what it is told";

/// What is made of an engine's words, in the language that it speaks.
pub(super) trait Talk: Default + Send + 'static {
    /// What a new process is told first.
    const GREETING: &'static [&'static str];

    /// The engine has printed a line.
    ///
    /// # Errors
    /// Why it cannot go on.
    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, String>;

    /// The engine cannot go on: nothing it says counts any more. The seat whose game ends by it,
    /// with the nodes of its last thought; `None` between games.
    fn leave(&mut self) -> Option<(Seat, u64)>;

    /// Whether it can play one game after the other.
    fn plays_again(&self) -> bool {
        true
    }
}

/// What follows from a line.
pub(super) enum Heard {
    Nothing,
    /// Something that may be waited for.
    News,
    /// This is to be told to the engine, before anything else is.
    Answers(Vec<String>),
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

    /// Counts what is printed.
    fn count(&mut self, bytes: usize) -> Result<(), String> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MOST_BYTES { Err(ENDLESS.to_owned()) } else { Ok(()) }
    }
}

impl<T: Talk> Desk<T> {
    pub(super) fn new(outbox: Outbox) -> Self {
        Self { outbox, sheet: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn sheet(&self) -> MutexGuard<'_, Sheet<T>> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins, which the engine may have words for.
    pub(super) fn new_turn(&self, begin: impl FnOnce(&mut T, &Outbox)) {
        begin(self.sheet().new_turn(), &self.outbox);
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

    /// Takes note of a line. What follows is sent while the sheet says so.
    fn take(&self, line: &str, input: &Input) -> Result<(), String> {
        let mut sheet = self.sheet();
        sheet.count(line.len() + 1)?;
        match sheet.talk.hear(line, &self.outbox)? {
            Heard::Nothing => {}
            Heard::News => self.changed.notify_all(),
            Heard::Answers(lines) => {
                if !lines.into_iter().all(|line| input.send(line)) {
                    return Err(UNREAD.to_owned());
                }
            }
        }
        Ok(())
    }

    /// What has failed is replaced: nobody wants to hear more of it.
    fn fail_if(&self, result: Result<(), String>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                self.fail(&reason);
                ControlFlow::Break(())
            }
        }
    }
}

impl<T: Talk> Listener for Desk<T> {
    fn hear(&self, line: Result<&str, &'static str>, input: &Input) -> ControlFlow<()> {
        let taken = line.map_err(|wrong| format!("the engine prints {wrong}")).and_then(|line| {
            log::trace!("< {line}");
            self.take(line, input)
        });
        self.fail_if(taken)
    }

    fn murmured(&self, bytes: usize) -> ControlFlow<()> {
        let counted = self.sheet().count(bytes);
        self.fail_if(counted)
    }

    fn ended(&self, how: &str) {
        self.fail(&format!("the engine has quit: {how}"));
    }
}
