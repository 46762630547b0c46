//! XBoard on a virtual screen. Processes end when their values are dropped, also after a panic.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};

/// Path of XBoard on Debian, which need not be in `PATH`.
const XBOARD: &str = "/usr/games/xboard";
/// The longest wait for Xvfb, enough for any machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A virtual X server (Xvfb).
pub(crate) struct Screen {
    _process: Process,
    display: String,
}

impl Screen {
    /// Starts a server on a free display.
    pub(crate) fn start() -> Self {
        let mut process = Process::start(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"])
                .stderr(Stdio::null()),
        );
        let output = process.child.stdout.take().expect("standard output is a pipe");
        let (sender, number) = bounded(1);
        std::thread::spawn(move || {
            let mut line = String::new();
            BufReader::new(output).read_line(&mut line).map(|_| sender.send(line))
        });
        let number = number.recv_timeout(PATIENCE).expect("Xvfb names its display");
        Self { _process: process, display: format!(":{}", number.trim()) }
    }

    /// Starts an XBoard that leaves its files in a folder, with `name` as their stem.
    pub(crate) fn xboard(&self, folder: &Path, name: &str, arguments: &[&str]) -> XBoard {
        let file = |suffix: &str| folder.join(format!("{name}.{suffix}"));
        let errors = File::create(file("err")).expect("the folder can be written");
        let mut command = Command::new(XBOARD);
        command
            .args(arguments)
            .args(["-saveSettingsOnExit", "false"]) // the user's settings stay unchanged
            .args(["-soundProgram", "true"]) // the command, which is silent
            .args(["-debug", "-nameOfDebugFile"])
            .arg(file("debug"))
            .current_dir(folder)
            .env("DISPLAY", &self.display)
            .env("LC_ALL", "C")
            .stderr(errors);
        let mut process = Process::start(&mut command);
        let mut output = process.child.stdout.take().expect("standard output is a pipe");
        let mut console = File::create(file("out")).expect("the folder can be written");
        let (sender, ended) = bounded(0);
        std::thread::spawn(move || {
            drop(io::copy(&mut output, &mut console));
            drop::<crossbeam::channel::Sender<()>>(sender); // the program has ended
        });
        let input = process.child.stdin.take();
        XBoard { process, input, ended, debug: file("debug") }
    }
}

/// A running XBoard.
pub(crate) struct XBoard {
    process: Process,
    input: Option<ChildStdin>,
    ended: Receiver<()>,
    debug: PathBuf,
}

impl XBoard {
    /// Types a line, as in the terminal that XBoard was started from.
    pub(crate) fn type_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("XBoard reads");
    }

    /// Waits until XBoard has ended.
    pub(crate) fn wait_for_end(&mut self, patience: Duration) -> ExitStatus {
        let waited = self.ended.recv_timeout(patience);
        assert_eq!(waited, Err(RecvTimeoutError::Disconnected), "{}", self.debug());
        self.process.child.wait().expect("it was started")
    }

    /// The debug log so far: all that XBoard has received and sent.
    pub(crate) fn debug(&self) -> String {
        let bytes = fs::read(&self.debug).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A process with pipes that is killed when its value is dropped. Engines that it runs end when
/// their input closes.
struct Process {
    child: Child,
}

impl Process {
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Self { child }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only where it has ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
