//! Commands of the program, run to their end.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// The exit code and the output of a command.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with these arguments and no input, and waits for its end.
pub(crate) fn tandem<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    let output = command(arguments).output().expect("the program can be started");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The program with these arguments, no input, and a pipe as its output.
pub(crate) fn command<S: AsRef<OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
    command.args(arguments).env_remove("RUST_LOG").env_remove("TANDEM_LINK_TOKEN");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

impl Ran {
    /// The output; fails unless the command succeeded without diagnostics. On a busy machine an engine
    /// may take long to start, which is told.
    pub(crate) fn done(self) -> String {
        let is_told = |line: &&str| !line.contains("] waiting for `");
        let told: Vec<&str> = self.stderr.lines().filter(is_told).collect();
        assert_eq!((self.code, &told[..]), (Some(0), &[""; 0][..]));
        self.stdout
    }

    /// A number of the summary that `bpgn` prints.
    pub(crate) fn number(&self, name: &str) -> usize {
        let texts = self.stdout.lines().chain(self.stderr.lines());
        let value = texts.filter_map(|line| line.strip_prefix(name)).next_back();
        let value = value.unwrap_or_else(|| panic!("no {name} in {}", self.stdout));
        value.trim().parse().unwrap_or_else(|_| panic!("{name} is {value}"))
    }
}
