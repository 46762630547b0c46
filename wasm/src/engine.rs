//! The engine: a session and its search, which take turns.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use tandem_engine::{Event, SearchSlices, Searcher};
use tandem_nets::Networks;
use tandem_protocol::input::{Input, LONGEST_LINE, read_line};
use tandem_protocol::uci::{Command, CommandLines, Info, Reply};
use tandem_session::TABLE_MEBIBYTES;
use tandem_session::uci::Session;

use crate::bench;
use crate::interrupt::Interrupt;

/// A UCI session and its search, without threads.
pub struct Engine {
    session: Session<Searcher>,
    commands: CommandLines,
    search: SearchSlices,
    events: Receiver<Event>,
    interrupt: Interrupt,
}

/// The time of the next turn, if no line comes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// At once, after the lines that have come meanwhile.
    AtOnce,
    /// After this time.
    After(Duration),
    /// Only when a line comes.
    WithALine,
    /// Never: the conversation is over.
    Never,
}

impl Engine {
    /// An engine before its first line. `has_mail` is asked several times in a millisecond of
    /// search whether a line has come that waits for the end of the turn.
    pub fn new(has_mail: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let interrupt = Interrupt::new(has_mail);
        let ends_slice = interrupt.clone();
        let (mut searcher, search, events) =
            Searcher::in_slices(TABLE_MEBIBYTES, move || ends_slice.is_due());
        searcher.set_networks(Some(Networks::embedded()));
        let session = Session::new(searcher, None, Instant::now()).with_bench(bench::rows);
        Self { session, commands: CommandLines::default(), search, events, interrupt }
    }

    /// Takes in the lines of `input`, thinks for at most `slice`, and writes the replies.
    ///
    /// # Errors
    /// `input` or `output` fails.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        slice: Duration,
    ) -> io::Result<Next> {
        let end = Instant::now().checked_add(slice);
        while let Some(line) = read_line(input)? {
            let Some(replies) = self.line(&line) else { return Ok(Next::Never) };
            say(output, &replies)?;
            self.search.settle(); // `readyok` means that all before it is done
        }
        loop {
            let now = Instant::now();
            let alarm = self.session.wakes_at();
            if alarm.is_some_and(|alarm| alarm <= now) {
                say(output, &self.session.wake(now))?;
            }
            self.interrupt.set_end(end.into_iter().chain(self.session.wakes_at()).min());
            let has_more = self.search.run();
            let has_told = self.pass_on(output)?;
            if self.interrupt.has_mail() || has_more && end.is_some_and(|end| end <= Instant::now())
            {
                return Ok(Next::AtOnce);
            }
            if !has_more && !has_told {
                let alarm = self.session.wakes_at();
                let left = alarm.map(|alarm| alarm.saturating_duration_since(Instant::now()));
                return Ok(left.map_or(Next::WithALine, Next::After));
            }
        }
    }

    /// Handles a line; `None` after the last one.
    fn line(&mut self, line: &Input) -> Option<Vec<Reply>> {
        let Input::Line(line) = line else {
            let complaint = format!("a line of more than {LONGEST_LINE} bytes");
            return Some(vec![Info::of_string(&complaint).into()]);
        };
        match self.commands.read(line) {
            Command::Quit => None,
            command => Some(self.session.command(&command, Instant::now())),
        }
    }

    /// Passes the events of the search to the session; true if there were any.
    fn pass_on(&mut self, output: &mut impl Write) -> io::Result<bool> {
        let mut has_told = false;
        while let Ok(event) = self.events.try_recv() {
            say(output, &self.session.event(event, Instant::now()))?;
            has_told = true;
        }
        Ok(has_told)
    }
}

fn say(output: &mut impl Write, replies: &[Reply]) -> io::Result<()> {
    replies.iter().try_for_each(|reply| writeln!(output, "{reply}"))?;
    output.flush()
}
