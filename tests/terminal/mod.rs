//! The program in a pseudo-terminal.

mod picture;

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, PtyPair, PtySize, native_pty_system};

/// The longest wait: long enough for any machine, so that only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(2);
/// Columns and rows.
const SIZE: (u16, u16) = (90, 30);

/// A pseudo-terminal that runs the program.
pub(crate) struct Terminal {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser<Bell>,
}

/// The bell of a terminal.
#[derive(Default)]
struct Bell {
    rings: usize,
}

impl vt100::Callbacks for Bell {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.rings += 1;
    }
}

impl Terminal {
    /// Starts the program with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::of_size(SIZE, arguments, &[])
    }

    /// Starts the program with these arguments, waits for its question whether the person is ready,
    /// and says so by a key.
    pub(crate) fn play(arguments: &[&str]) -> Self {
        let mut terminal = Self::start(arguments);
        terminal.be_ready();
        terminal
    }

    /// Starts the program in a terminal of this many columns and rows, with these variables.
    pub(crate) fn of_size(
        (cols, rows): (u16, u16),
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there is a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORFGBG");
        command.env_remove("RUST_LOG");
        for (name, value) in variables {
            command.env(name, value);
        }
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
        let parser = vt100::Parser::new_with_callbacks(rows, cols, 0, Bell::default());
        Self { pair, child, keys, output, parser }
    }

    /// Waits for the question whether the person is ready, and says so by a key.
    pub(crate) fn be_ready(&mut self) {
        self.wait_for("the question", |shown| {
            let words: Vec<&str> = shown.split_whitespace().collect();
            words.join(" ").contains("when you are ready: then the clocks start.").then_some(())
        });
        self.press("\r");
    }

    /// Changes the number of columns and rows.
    pub(crate) fn resize(&mut self, (cols, rows): (u16, u16)) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.parser.screen_mut().set_size(rows, cols);
        self.pair.master.resize(size).expect("the size can be changed");
    }

    /// Writes a picture of the screen into the folder of artefacts, once it is drawn to its end.
    pub(crate) fn picture(&mut self, name: &str) {
        while !self.is_at_prompt() {
            let bytes = self.output.recv_timeout(PATIENCE).expect("the prompt is drawn last");
            self.parser.process(&bytes);
        }
        picture::save(self.parser.screen(), name);
    }

    /// True if the cursor is in the last line, where it stays once all is drawn.
    fn is_at_prompt(&self) -> bool {
        let screen = self.parser.screen();
        let ((row, column), (rows, columns)) = (screen.cursor_position(), screen.size());
        row + 1 == rows && column > 0 && column < columns / 2
    }

    /// Number of times that the bell has rung.
    pub(crate) fn rings(&self) -> usize {
        self.parser.callbacks().rings
    }

    /// True if a cell has a color of its own, for its text or its ground.
    pub(crate) fn has_colors(&self) -> bool {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let is_usual = |color| color == vt100::Color::Default;
        cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .any(|cell| !is_usual(cell.fgcolor()) || !is_usual(cell.bgcolor()))
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

    /// Process id of the program.
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits until the program has ended and its last line is shown.
    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let status = self.wait_for_exit();
        self.wait_for_text("written to ");
        status
    }

    /// Waits until the program has ended.
    pub(crate) fn wait_for_exit(&mut self) -> ExitStatus {
        self.child.wait().expect("it was started")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill()); // fails only where it has ended
    }
}
