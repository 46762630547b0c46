//! A running program with a pipe on each side, that is talked to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Long enough for any machine; only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) struct Piped {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Piped {
    /// Starts the program with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = child.stdout.take().expect("standard output is a pipe");
        let input = child.stdin.take();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines }
    }

    /// Types a line.
    pub(crate) fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program reads");
    }

    /// Waits for a line of which this is a part, and returns it.
    pub(crate) fn wait_for(&self, part: &str) -> String {
        let mut seen = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} for `{part}` after {seen}"));
            if line.contains(part) {
                return line;
            }
            seen = seen + &line + "\n";
        }
    }

    /// Its process.
    #[cfg(unix)]
    pub(crate) fn process(&self) -> &Child {
        &self.child
    }

    /// Closes its input and waits for its end; returns all that it still prints.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        self.input = None;
        let mut lines = Vec::new();
        // The sender goes with the output of the program.
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        (self.child.wait().expect("it was started"), lines.join("\n"))
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        drop(self.child.kill()); // fails only where it has ended
    }
}
