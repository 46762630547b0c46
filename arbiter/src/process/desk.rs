//! The desk: state shared by an endpoint and the thread that reads its engine's output. The thread
//! records what the engine prints, and the endpoint what it has sent.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use tandem_rules::Seat;

use super::child::{Input, Listener};
use crate::{Outbox, PlayerFault, ProcessFault, Said};

/// Limit of bytes that an engine may print in one turn. A talkative one that shows all its thinking
/// needs a hundredth of it.
const MOST_BYTES: usize = 16 << 20;
/// Bytes that each line counts for beside its own: to take in a short one costs as much as these.
const EACH_LINE: usize = 64;

/// Limit of bytes in which an engine may announce its features or options, in all its life. Thousands
/// of options fit into a quarter of it.
const MOST_ANNOUNCED: usize = 2 << 20;

/// Time after which a user is told what is waited for.
const LONG: Duration = Duration::from_secs(5);

/// Time between two looks whether an engine is still to be waited for.
const LOOK: Duration = Duration::from_millis(100);

/// The interpretation of an engine's output in its protocol.
pub(super) trait Talk: Default + Send + 'static {
    /// Lines sent to each new process first.
    const GREETING: &'static [&'static str];

    /// Handles a line that the engine has printed.
    ///
    /// # Errors
    /// The reason why the engine cannot go on.
    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, PlayerFault>;

    /// Closes the conversation with an engine that cannot go on; later output is ignored. Returns
    /// the seat whose game ends by it and the nodes of its last thought; `None` between games.
    fn leave(&mut self) -> Option<(Seat, u64)>;

    /// True if the process can play several games, one after the other.
    fn plays_again(&self) -> bool {
        true
    }
}

/// Consequence of a line.
pub(super) enum Heard {
    /// The line needs no reaction.
    Nothing,
    /// The line changes something that the endpoint may be waiting for.
    News,
    /// Lines to be sent to the engine before any others.
    Answers(Vec<String>),
}

/// Bytes of the lines in which an engine has announced its features or options, all of which are
/// kept.
#[derive(Default)]
pub(super) struct Announced(usize);

impl Announced {
    /// Counts a line; an error if the engine has announced too much.
    pub(super) fn count(&mut self, line: &str) -> Result<(), ProcessFault> {
        self.0 = self.0.saturating_add(line.len());
        if self.0 > MOST_ANNOUNCED { Err(ProcessFault::Endless) } else { Ok(()) }
    }
}

/// State shared by an endpoint and the thread that reads its engine's output; one for each process.
pub(super) struct Desk<T> {
    /// The name of the engine.
    name: String,
    outbox: Outbox,
    sheet: Mutex<Sheet<T>>,
    changed: Condvar,
}

/// The locked part of a [`Desk`].
#[derive(Default)]
pub(super) struct Sheet<T> {
    pub(super) talk: T,
    /// The reason why the engine cannot go on, once it has failed.
    pub(super) failure: Option<PlayerFault>,
    bytes: usize,
}

impl<T> Sheet<T> {
    /// Begins a game or a turn: resets the count of printed bytes.
    pub(super) fn new_turn(&mut self) -> &mut T {
        self.bytes = 0;
        &mut self.talk
    }

    /// Counts printed bytes; an error if they are too many for one turn.
    fn count(&mut self, bytes: usize) -> Result<(), ProcessFault> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MOST_BYTES { Err(ProcessFault::Endless) } else { Ok(()) }
    }
}

impl<T: Talk> Desk<T> {
    pub(super) fn new(name: &str, outbox: Outbox) -> Self {
        let (sheet, changed) = (Mutex::default(), Condvar::new());
        Self { name: name.to_owned(), outbox, sheet, changed }
    }

    pub(super) fn sheet(&self) -> MutexGuard<'_, Sheet<T>> {
        self.sheet.lock()
    }

    /// Begins a game by `begin`, which may pass on messages of the engine.
    pub(super) fn new_turn(&self, begin: impl FnOnce(&mut T, &Outbox)) {
        begin(self.sheet().new_turn(), &self.outbox);
    }

    /// Waits until `enough` holds or the engine has failed, but not past `deadline`, nor when all
    /// games are to be broken off. Returns whether `enough` holds. A long wait is told of.
    pub(super) fn wait(&self, deadline: Instant, enough: impl Fn(&T) -> bool) -> bool {
        let mut sheet = self.sheet();
        let mut told_at = Some(Instant::now() + LONG);
        while !enough(&sheet.talk) && sheet.failure.is_none() {
            if told_at.take_if(|at| *at <= Instant::now()).is_some() {
                log::warn!("waiting for `{}` …", self.name);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.outbox.is_interrupted() {
                return false;
            }
            self.changed.wait_for(&mut sheet, left.min(LOOK));
        }
        enough(&sheet.talk)
    }

    /// Records that the engine cannot go on, which ends the current game, if there is one.
    pub(super) fn fail(&self, reason: PlayerFault) {
        let mut sheet = self.sheet();
        if sheet.failure.is_none() {
            log::debug!("an engine fails: {reason}");
            sheet.failure = Some(reason.clone());
            if let Some((seat, nodes)) = sheet.talk.leave() {
                self.outbox.say(seat, Said::Fail(reason), nodes);
            }
            self.changed.notify_all();
        }
    }

    /// Handles a line. Answers to it are sent while the sheet is locked, so that no other line
    /// comes first.
    fn take(&self, line: &str, input: &Input) -> Result<(), PlayerFault> {
        let mut sheet = self.sheet();
        sheet.count(line.len() + EACH_LINE)?;
        match sheet.talk.hear(line, &self.outbox)? {
            Heard::Nothing => {}
            Heard::News => {
                self.changed.notify_all();
            }
            Heard::Answers(lines) => {
                if !lines.into_iter().all(|line| input.send(line)) {
                    return Err(ProcessFault::Unread.into());
                }
            }
        }
        Ok(())
    }

    /// Records a failure, if there is one, and stops listening: a process that has failed is
    /// replaced.
    fn fail_if(&self, result: Result<(), PlayerFault>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                self.fail(reason);
                ControlFlow::Break(())
            }
        }
    }
}

impl<T: Talk> Listener for Desk<T> {
    fn hear(&self, line: Result<&str, ProcessFault>, input: &Input) -> ControlFlow<()> {
        let taken = line.map_err(PlayerFault::from).and_then(|line| {
            log::trace!("< {line}");
            self.take(line, input)
        });
        self.fail_if(taken)
    }

    fn murmured(&self, bytes: usize) -> ControlFlow<()> {
        let counted = self.sheet().count(bytes);
        self.fail_if(counted.map_err(PlayerFault::from))
    }

    fn ended(&self, how: &str) {
        self.fail(ProcessFault::Quit(how.to_owned()).into());
    }
}
