//! The program in a pseudo-terminal.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, PtyPair, PtySize, native_pty_system};

/// The longest wait: long enough for any machine, so that only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(2);
const SIZE: PtySize = PtySize { rows: 30, cols: 90, pixel_width: 0, pixel_height: 0 };

/// A pseudo-terminal that runs the program.
pub(crate) struct Terminal {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Terminal {
    /// Starts the program with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let pair = native_pty_system().openpty(SIZE).expect("there is a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("RUST_LOG");
        let child = pair.slave.spawn_command(command).expect("the program can be started");
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let keys = pair.master.take_writer().expect("the terminal has a keyboard");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(SIZE.rows, SIZE.cols, 0);
        Self { pair, child, keys, output, parser }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.keys.flush().expect("the terminal takes keys");
    }

    /// Types a line.
    pub(crate) fn type_line(&mut self, line: &str) {
        self.press(line);
        self.press("\r");
    }

    /// The text on the screen.
    pub(crate) fn shown(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until `find` returns a value for the text on the screen; `what` names it in a panic.
    pub(crate) fn wait_for<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = find(&self.shown()) {
                return found;
            }
            let left = give_up.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("{error} for {what} in\n{}", self.shown()),
            }
        }
    }

    /// Waits until the screen shows a text.
    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |shown| shown.contains(text).then_some(()));
    }

    /// True if the program has the terminal in raw mode, with the alternate screen.
    pub(crate) fn is_taken(&self) -> bool {
        let modes = self.pair.master.get_termios().expect("a terminal has modes");
        let is_raw = !format!("{:?}", modes.local_flags).contains("ICANON");
        assert_eq!(is_raw, self.parser.screen().alternate_screen());
        is_raw
    }

    /// Waits until the program has ended and its last line is shown.
    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let status = self.child.wait().expect("it was started");
        self.wait_for_text("written to ");
        status
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill()); // fails only where it has ended
    }
}
