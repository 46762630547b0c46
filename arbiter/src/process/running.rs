//! A running engine process, which lasts from game to game.

use std::fmt::Display;
use std::io;
use std::sync::Arc;

use super::Engine;
use super::child::EngineProcess;
use super::desk::{Desk, Sheet, Talk};
use crate::{Outbox, PlayerFault, ProcessFault};

/// A process and the desk between it and its endpoint.
pub(super) struct Running<T> {
    process: EngineProcess,
    pub(super) desk: Arc<Desk<T>>,
    /// True if it has named its features or options, and been sent the settings that are the same
    /// in all games.
    pub(super) is_introduced: bool,
}

impl<T: Talk> Running<T> {
    fn start(engine: &Engine, outbox: Outbox) -> io::Result<Self> {
        let excuser = outbox.clone();
        let late = move |since, until| excuser.excuse(since, until);
        let desk = Arc::new(Desk::new(&engine.name, outbox));
        let process = EngineProcess::start(&engine.invocation, &desk, engine.patience.quit, late)?;
        let running = Self { process, desk, is_introduced: false };
        running.send_all(T::GREETING);
        Ok(running)
    }

    pub(super) fn send(&self, command: &impl Display) {
        if !self.pass_on(command) {
            self.desk.fail(ProcessFault::Unread.into());
        }
    }

    pub(super) fn send_all<C: Display>(&self, commands: impl IntoIterator<Item = C>) {
        commands.into_iter().for_each(|command| self.send(&command));
    }

    /// Changes the sheet and sends the resulting commands under one lock, so that no other line
    /// comes between.
    pub(super) fn tell<C: Display>(&self, write: impl FnOnce(&mut Sheet<T>) -> Vec<C>) {
        let mut sheet = self.desk.sheet();
        let sent = write(&mut sheet).iter().all(|command| self.pass_on(command));
        drop(sheet);
        if !sent {
            self.desk.fail(ProcessFault::Unread.into());
        }
    }

    fn pass_on(&self, command: &impl Display) -> bool {
        log::trace!("process {} > {command}", self.process.id());
        self.process.send(command.to_string())
    }

    /// Takes the answer to a command, or its absence.
    ///
    /// # Errors
    /// The engine has failed, or `has_answered` is false.
    pub(super) fn answered(
        &self,
        command: &'static str,
        has_answered: bool,
    ) -> Result<(), PlayerFault> {
        match self.desk.sheet().failure.clone() {
            Some(failure) => Err(failure),
            None if has_answered => Ok(()),
            None => Err(ProcessFault::NoAnswer(command).into()),
        }
    }

    /// True if the process is new, or can play another game.
    fn plays_on(&self) -> bool {
        let sheet = self.desk.sheet();
        sheet.failure.is_none() && (!self.is_introduced || sheet.talk.plays_again())
    }
}

/// An engine whose process lasts from game to game; one that has failed is replaced.
pub(super) struct Lasting<T> {
    pub(super) engine: Engine,
    outbox: Outbox,
    running: Option<Running<T>>,
}

impl<T: Talk> Lasting<T> {
    pub(super) fn start(engine: Engine, outbox: Outbox) -> io::Result<Self> {
        let running = Some(Running::start(&engine, outbox.clone())?);
        Ok(Self { engine, outbox, running })
    }

    /// The running process, if there is one.
    pub(super) fn running(&self) -> Option<&Running<T>> {
        self.running.as_ref()
    }

    /// Process id of the running process, if there is one.
    pub(super) fn process_id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Sets up a game. If this fails with a process of an earlier game, it is tried again with a
    /// new process, unless the games are broken off.
    pub(super) fn set_up<R>(
        &mut self,
        introduce: impl Fn(&Engine, &mut Running<T>) -> Result<R, PlayerFault>,
    ) -> Result<R, PlayerFault> {
        let is_used = self.running.as_ref().is_some_and(|running| running.is_introduced);
        let mut result = self.set_up_once(&introduce);
        if let (Err(reason), true, false) = (&result, is_used, self.outbox.is_interrupted()) {
            log::warn!("{} is restarted: {reason}", self.engine.name);
            self.stop();
            result = self.set_up_once(&introduce);
        }
        if result.is_err() {
            self.stop();
        }
        result
    }

    /// Sets up a game, with a new process if the old one cannot play another.
    fn set_up_once<R>(
        &mut self,
        introduce: impl Fn(&Engine, &mut Running<T>) -> Result<R, PlayerFault>,
    ) -> Result<R, PlayerFault> {
        let restarts = self.engine.restarts;
        let is_spent = |running: &Running<T>| restarts && running.is_introduced;
        if self.running.as_ref().is_some_and(|running| is_spent(running) || !running.plays_on()) {
            self.stop();
        }
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.engine, self.outbox.clone()).map_err(|error| {
                let program = self.engine.invocation.program().to_owned();
                ProcessFault::Start { program, reason: error.to_string() }
            })?,
        };
        introduce(&self.engine, self.running.insert(running))
    }

    /// Kills the process, if there is one.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.kill();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;

    use tandem_rules::Seat;

    use super::super::desk::Heard;
    use super::*;
    use crate::process::{Invocation, Protocol};
    use crate::{Interruption, Mailroom};

    /// A conversation in which nothing is said.
    #[derive(Default)]
    struct Silence;

    impl Talk for Silence {
        const GREETING: &'static [&'static str] = &[];

        fn hear(&mut self, _: &str, _: &Outbox) -> Result<Heard, PlayerFault> {
            Ok(Heard::Nothing)
        }

        fn leave(&mut self) -> Option<(Seat, u64)> {
            None
        }
    }

    /// The number of times that an engine is introduced to a second game for which it is not ready.
    fn tries(interruption: &Interruption, set_up: impl Fn() -> Result<(), PlayerFault>) -> usize {
        let engine = Engine::new("cat", Invocation::new("cat", &[]), Protocol::Cecp);
        let mailroom = Mailroom::new(interruption);
        let lasting = Lasting::<Silence>::start(engine, mailroom.outbox());
        let mut lasting = lasting.expect("cat can be started");
        let first = lasting.set_up(|_, running| {
            running.is_introduced = true;
            Ok(())
        });
        assert_eq!(first, Ok(()));
        let tries = Cell::new(0);
        let second = lasting.set_up(|_, _| {
            tries.set(tries.get() + 1);
            set_up()
        });
        assert!(second.is_err());
        tries.get()
    }

    #[test]
    fn an_engine_that_is_not_ready_is_started_again_unless_its_games_are_broken_off() {
        let failed = || Err(ProcessFault::NoAnswer("ping").into());
        let interruption = Interruption::default();
        assert_eq!(tries(&interruption, failed), 2);
        let breaks_off = || {
            interruption.interrupt();
            failed()
        };
        assert_eq!(tries(&interruption, breaks_off), 1);
    }
}
