//! Child processes: programs that read and write lines through pipes, and that are sure to end.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use parking_lot::Mutex;

use super::Invocation;
use super::group::{self, Guard};
use crate::ProcessFault;

/// Longest accepted line in bytes. The longest lines that engines print, their lists of variants,
/// have a few thousand.
const LONGEST_LINE: u64 = 64 * 1024;

/// Limit of bytes waiting for an engine to read them, in addition to the buffer of the pipe. The
/// answers to thousands of features, which an engine reads when it has named them all, fit into a
/// tenth of it.
const MOST_WAITING: usize = 2 << 20;

/// Receiver of the output of a program, called in threads of its own.
pub(super) trait Listener: Send + Sync + 'static {
    /// Called with a line of standard output, or with what is wrong with it; answers go to `input`.
    /// A break ends the program.
    fn hear(&self, line: Result<&str, ProcessFault>, input: &Input) -> ControlFlow<()>;

    /// Called when the given number of bytes has come on standard error. A break ends the program.
    fn murmured(&self, bytes: usize) -> ControlFlow<()>;

    /// Called when the program has ended, with its exit status.
    fn ended(&self, how: &str);
}

/// A running program. When dropped, it is asked to quit and soon killed, with all that it has
/// started.
pub(super) struct EngineProcess {
    leader: Arc<Leader>,
    /// The only strong reference, so that the input closes when this is dropped.
    lines: Option<Arc<Lines>>,
    /// Disconnected when the program has ended.
    gone: Receiver<()>,
    grace: Duration,
}

/// A handle for listeners to write to a running program.
pub(super) struct Input(Weak<Lines>);

/// The lines that wait for a program to read them.
struct Lines {
    queue: Sender<Queued>,
    /// Number of their bytes.
    waiting: Arc<AtomicUsize>,
}

/// A line with the time at which it was queued.
type Queued = (String, Instant);

/// The child, its guard, and its exit status once it has ended. No lock is held for longer than a
/// killed process takes to end.
struct Leader(Mutex<(Child, Guard, Option<ExitStatus>)>);

impl EngineProcess {
    /// Starts a program. `grace` is the time it has to quit when asked to; `late` is told the time
    /// for which a line has waited though the program could have had it.
    pub(super) fn start(
        invocation: &Invocation,
        listener: &Arc<impl Listener>,
        grace: Duration,
        late: impl Fn(Instant, Instant) + Send + 'static,
    ) -> io::Result<Self> {
        let mut command = invocation.command();
        let errors_file = invocation.errors().map(append_to).transpose()?;
        let name = group::lead(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let guard = Guard::of(&child, name);
        let leader = Arc::new(Leader(Mutex::new((child, guard, None))));
        let (queue, to_write) = unbounded();
        let waiting = Arc::<AtomicUsize>::default();
        let lines = Arc::new(Lines { queue, waiting: Arc::clone(&waiting) });
        let (alive, gone) = bounded::<()>(0);
        if let Some(input) = input {
            std::thread::spawn(move || write((&to_write, &waiting), input, late));
        }
        if let Some(errors) = errors {
            let (leader, listener) = (Arc::clone(&leader), Arc::clone(listener));
            std::thread::spawn(move || {
                if murmur(errors, errors_file, &*listener).is_break() {
                    leader.end();
                }
            });
        }
        if let Some(output) = output {
            let (leader, listener) = (Arc::clone(&leader), Arc::clone(listener));
            let input = Input(Arc::downgrade(&lines));
            std::thread::spawn(move || {
                read(output, &input, &*listener);
                listener.ended(&leader.end());
                drop(alive);
            });
        }
        Ok(Self { leader, lines: Some(lines), gone, grace })
    }

    /// Queues a line without waiting; false if too much is waiting to be read.
    #[must_use]
    pub(super) fn send(&self, line: String) -> bool {
        self.lines.as_deref().is_some_and(|lines| lines.send(line))
    }

    /// Process id.
    pub(super) fn id(&self) -> u32 {
        self.leader.id()
    }

    /// Kills the program at once.
    pub(super) fn kill(&self) {
        self.leader.end();
    }
}

impl Input {
    /// Queues a line, as [`EngineProcess::send`] does.
    #[must_use]
    pub(super) fn send(&self, line: String) -> bool {
        self.0.upgrade().is_none_or(|lines| lines.send(line))
    }
}

impl Lines {
    /// Queues a line; false if too much is waiting.
    fn send(&self, mut line: String) -> bool {
        line.push('\n');
        let waiting = self.waiting.fetch_add(line.len(), Relaxed) + line.len();
        // A closed channel means that the program has ended, which its listener hears.
        let _ended = self.queue.send((line, Instant::now()));
        waiting <= MOST_WAITING
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let asked = self.send("quit".to_owned());
        self.lines = None; // closes the input behind the last line
        if asked && self.gone.recv_timeout(self.grace).is_err_and(|error| error.is_timeout()) {
            log::debug!("process {} does not quit", self.leader.id());
        }
        self.leader.end();
    }
}

impl Leader {
    fn id(&self) -> u32 {
        self.0.lock().0.id()
    }

    /// Kills the child with its group, unless it has ended, and returns its exit status as text.
    fn end(&self) -> String {
        let mut leader = self.0.lock();
        let (child, group, status) = &mut *leader;
        if status.is_none() {
            group.end();
            if let Err(error) = child.kill() {
                log::debug!("cannot end process {}: {error}", child.id());
            }
            *status = child.wait().ok();
        }
        status.map_or_else(|| "the exit status is unknown".to_owned(), |status| status.to_string())
    }
}

fn write(
    (lines, waiting): (&Receiver<Queued>, &AtomicUsize),
    mut input: ChildStdin,
    late: impl Fn(Instant, Instant),
) {
    let mut waits_since = Instant::now();
    for (line, queued) in lines {
        // A line that came while the program did not read the last one is late by its own fault.
        if queued >= waits_since {
            late(queued, Instant::now());
        }
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break; // the program reads no more
        }
        waiting.fetch_sub(line.len(), Relaxed);
        waits_since = Instant::now();
    }
}

fn read(output: impl Read, input: &Input, listener: &impl Listener) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = match output.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(bytes) => bytes,
            Err(error) => return log::debug!("cannot read an engine: {error}"),
        };
        let text = String::from_utf8_lossy(&line);
        let heard = match bytes as u64 > LONGEST_LINE {
            true => Err(ProcessFault::LongLine),
            false => Ok(text.trim_end_matches(['\r', '\n'])),
        };
        if listener.hear(heard, input).is_break() {
            return;
        }
    }
}

fn append_to(path: &std::path::Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| io::Error::new(error.kind(), format!("`{}`: {error}", path.display())))
}

/// Reads standard error into the log and into a file, if there is one, in pieces of any length.
fn murmur(
    mut errors: impl Read,
    mut file: Option<File>,
    listener: &impl Listener,
) -> ControlFlow<()> {
    let mut buffer = [0; 4096];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) | Err(_) => return ControlFlow::Continue(()),
            Ok(bytes) => {
                log::debug!("standard error: {}", String::from_utf8_lossy(&buffer[..bytes]).trim());
                let written = file.as_mut().map(|file| file.write_all(&buffer[..bytes]));
                if let Some(Err(error)) = written {
                    log::warn!("the standard error of an engine cannot be kept: {error}");
                    file = None;
                }
                listener.murmured(bytes)?;
            }
        }
    }
}
