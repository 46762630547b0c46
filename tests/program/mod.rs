//! A running Tandem that speaks CECP.

use tandem_protocol::cecp::Reply;

use crate::piped::Piped;

/// A running Tandem that speaks CECP with the test.
pub(crate) struct Program(Piped);

impl Program {
    /// Starts the program.
    pub(crate) fn start() -> Self {
        Self(Piped::start(&[]))
    }

    /// Sends a line to the program.
    pub(crate) fn tell(&mut self, line: &str) {
        self.0.tell(line);
    }

    /// Sends lines to the program.
    pub(crate) fn tell_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.tell(line);
        }
    }

    /// Sends bytes to the program.
    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        self.0.tell_bytes(bytes);
    }

    /// Waits for a line; returns all lines up to it.
    pub(crate) fn wait_for_line(&self, expected: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line| line != expected) {
            lines.push(self.0.next_line());
        }
        lines
    }

    /// Waits for a reply; returns all replies up to it.
    pub(crate) fn wait_for(&self, expected: &Reply) -> Vec<Reply> {
        let mut replies = Vec::new();
        while replies.last() != Some(expected) {
            replies.push(self.next_reply());
        }
        replies
    }

    /// Waits for a move, and returns its text.
    pub(crate) fn wait_for_move(&self) -> String {
        loop {
            match self.next_reply() {
                Reply::Move(text) => return text.to_string(),
                Reply::IllegalMove { text, .. } => panic!("it refuses {text}"),
                _ => {}
            }
        }
    }

    /// Waits for a line of thinking output.
    pub(crate) fn wait_for_thinking(&self) {
        while !matches!(self.next_reply(), Reply::Thinking(_)) {}
    }

    fn next_reply(&self) -> Reply {
        Reply::parse(&self.0.next_line())
    }

    /// Tells the program to quit; fails if it does not end successfully.
    pub(crate) fn quit(mut self) {
        self.tell("quit");
        self.expect_end();
    }

    /// Closes the input; fails if the program does not end successfully.
    pub(crate) fn end_input(mut self) {
        self.0.close_input();
        self.expect_end();
    }

    /// Closes the output; fails if the program does not end successfully.
    pub(crate) fn stop_listening(mut self) {
        self.0.close_output();
        self.expect_end();
    }

    fn expect_end(mut self) {
        let status = self.0.wait_for_end();
        assert!(status.success(), "{status}");
    }
}
