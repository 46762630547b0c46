//! A running program with a pipe on each side. Nothing waits for longer than [`PATIENCE`].

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use crossbeam::channel::{Receiver, bounded, unbounded};
use tandem_protocol::cecp::Reply;

/// Long enough for any machine; only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(1);

/// A Tandem that speaks with us.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
}

impl Program {
    /// Starts one.
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = child.stdout.take().expect("standard output is a pipe");
        let (sender, lines) = unbounded();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break; // the pipe closes with this thread
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines: Some(lines) }
    }

    /// Tells it a line.
    pub(crate) fn tell(&mut self, line: &str) {
        self.tell_bytes(format!("{line}\n").as_bytes());
    }

    /// Tells it some lines.
    pub(crate) fn tell_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.tell(line);
        }
    }

    /// Tells it anything.
    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    fn next_line(&self) -> String {
        let lines = self.lines.as_ref().expect("somebody listens");
        lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// Waits for a line. Returns all until then.
    pub(crate) fn wait_for_line(&self, expected: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line| line != expected) {
            lines.push(self.next_line());
        }
        lines
    }

    /// Waits for a reply. Returns all until then.
    pub(crate) fn wait_for(&self, expected: &Reply) -> Vec<Reply> {
        let mut replies = Vec::new();
        while replies.last() != Some(expected) {
            replies.push(Reply::parse(&self.next_line()));
        }
        replies
    }

    /// Waits for a move.
    pub(crate) fn wait_for_move(&self) -> String {
        loop {
            match Reply::parse(&self.next_line()) {
                Reply::Move(text) => return text.to_string(),
                Reply::IllegalMove { text, .. } => panic!("it refuses {text}"),
                _ => {}
            }
        }
    }

    /// Waits for a line of thinking output.
    pub(crate) fn wait_for_thinking(&self) {
        while !matches!(Reply::parse(&self.next_line()), Reply::Thinking(_)) {}
    }

    /// Has it quit, and ends in good order.
    pub(crate) fn quit(mut self) {
        self.tell("quit");
        self.expect_end();
    }

    /// Closes its input, and ends in good order.
    pub(crate) fn end_input(mut self) {
        self.input = None;
        self.expect_end();
    }

    /// Closes its output, and ends in good order.
    pub(crate) fn stop_listening(mut self) {
        self.lines = None;
        self.expect_end();
    }

    /// Waits for the end of the program, which a thread sees so that we need not wait for ever.
    fn expect_end(self) {
        let Self { mut child, input, lines } = self;
        let process = child.id();
        let (sender, ended) = bounded::<ExitStatus>(1);
        std::thread::spawn(move || {
            let status = child.wait().expect("the program was started");
            sender.send(status).unwrap_or_else(|_| eprintln!("nobody waited for {status}"));
        });
        let status = ended.recv_timeout(PATIENCE);
        let status = status.unwrap_or_else(|_| panic!("process {process} does not end"));
        assert!(status.success(), "{status}");
        drop((input, lines));
    }
}
