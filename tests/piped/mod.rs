//! A running program with pipes for input and output. Nothing waits for longer than [`PATIENCE`].

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, bounded, unbounded};

/// The longest wait: long enough for any machine, so that only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that is talked to line by line; it is killed when its value is dropped.
pub(crate) struct Piped {
    /// The process, until its end has been waited for.
    child: Option<Child>,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
}

impl Piped {
    /// Starts the program with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(arguments).env_remove("RUST_LOG").stderr(Stdio::piped());
        Self::run(&mut command)
    }

    /// Starts a program by this command. Its diagnostics are the test's, if they are piped: they are
    /// shown if that fails.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = child.stdout.take().expect("standard output is a pipe");
        let input = child.stdin.take();
        if let Some(errors) = child.stderr.take() {
            let errors = BufReader::new(errors).lines().map_while(Result::ok);
            std::thread::spawn(move || errors.for_each(|line| eprintln!("{line}")));
        }
        let (sender, lines) = unbounded();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break; // the pipe closes with this thread
                }
            }
        });
        Self { child: Some(child), input, lines: Some(lines) }
    }

    /// The process of the program.
    pub(crate) fn process(&self) -> &Child {
        self.child.as_ref().expect("nobody has waited for its end")
    }

    /// Sends a line to the program.
    pub(crate) fn tell(&mut self, line: &str) {
        self.tell_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes to the program.
    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    fn line(&self) -> Result<String, RecvTimeoutError> {
        self.lines.as_ref().expect("somebody listens").recv_timeout(PATIENCE)
    }

    /// The next line that the program prints.
    pub(crate) fn next_line(&self) -> String {
        self.line().expect("the program answers")
    }

    /// Waits for a line that contains `part`, and returns it.
    pub(crate) fn wait_for(&self, part: &str) -> String {
        let mut seen = String::new();
        loop {
            let line = self.line();
            let line = line.unwrap_or_else(|error| panic!("{error} for `{part}` after {seen}"));
            if line.contains(part) {
                return line;
            }
            seen = seen + &line + "\n";
        }
    }

    /// Closes the input of the program.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the output of the program.
    pub(crate) fn close_output(&mut self) {
        self.lines = None;
    }

    /// The rest of the output.
    pub(crate) fn rest(&self) -> String {
        std::iter::from_fn(|| self.line().ok()).collect::<Vec<_>>().join("\n")
    }

    /// Waits for the end of the program. A thread waits for the process, so that the test need not
    /// wait for ever.
    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let mut child = self.child.take().expect("nobody has waited for its end");
        let process = child.id();
        let (sender, ended) = bounded::<ExitStatus>(1);
        std::thread::spawn(move || {
            let status = child.wait().expect("the program was started");
            sender.send(status).unwrap_or_else(|_| eprintln!("nobody waited for {status}"));
        });
        let status = ended.recv_timeout(PATIENCE);
        status.unwrap_or_else(|_| panic!("process {process} does not end"))
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            drop(child.kill()); // fails only where it has ended
        }
    }
}
