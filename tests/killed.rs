//! Tests of commands that are killed at random moments: `match`, `analyze`, `datagen`, `train` and
#![cfg(feature = "train")]
//! `tune search` go on where they were, and end with the files of an undisturbed run.

mod folder;
#[expect(dead_code, reason = "commands are started and killed, not run to their end")]
mod tandem;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use crossbeam::channel::bounded;
use folder::Folder;

/// The exit code of a program that is killed.
const KILLED: Option<i32> = if cfg!(windows) { Some(1) } else { None };

/// A command that can go on after a break, in a folder of its own.
struct Task {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Arguments of a command that makes the input.
    input: &'static [&'static str],
}

/// Each takes about a second. The clock of the match counts nodes, so that its games are the same
/// in each run; one team is a process.
const TASKS: [Task; 5] = [
    Task {
        name: "match",
        arguments: &[
            "match",
            "--results",
            "m.jsonl",
            "--games",
            "6",
            "--concurrency",
            "2",
            "--clock",
            "nodes:20000",
            "--tc",
            "1",
            "--hash",
            "1",
            "--openings",
            "random",
            "--engine",
            concat!("own=", env!("CARGO_BIN_EXE_tandem")),
            "--team",
            "own",
            "--team",
            "tandem",
        ],
        input: &[],
    },
    Task {
        name: "analyze",
        arguments: &[
            "analyze",
            "--nodes",
            "300",
            "--hash",
            "1",
            "--concurrency",
            "2",
            "--games",
            "i.bpgn",
            "--results",
            "a.jsonl",
            "--annotate",
            "a.bpgn",
            "--report",
            "a.html",
        ],
        input: &[
            "match",
            "--games",
            "4",
            "--clock",
            "nodes:20000",
            "--tc",
            "1",
            "--hash",
            "1",
            "--openings",
            "random",
            "--bpgn",
            "i.bpgn",
        ],
    },
    Task {
        name: "datagen",
        arguments: &[
            "datagen",
            "--out",
            "d.games",
            "--games",
            "24",
            "--nodes",
            "40",
            "--tc",
            "60",
            "--concurrency",
            "2",
        ],
        input: &[],
    },
    Task {
        name: "train",
        arguments: &[
            "train",
            "--data",
            "i.games",
            "--out",
            "t.nnue",
            "--epochs",
            "12",
            "--batch",
            "256",
            "--threads",
            "2",
        ],
        input: &["datagen", "--out", "i.games", "--games", "60", "--nodes", "40", "--tc", "60"],
    },
    Task {
        name: "tune search",
        arguments: &[
            "tune",
            "search",
            "--results",
            "t.jsonl",
            "--report",
            "t.html",
            "--patch",
            "t.patch",
            "--iterations",
            "6",
            "--pairs",
            "2",
            "--nodes",
            "40",
            "--hash",
            "1",
            "--concurrency",
            "2",
        ],
        input: &[],
    },
];

#[test]
fn what_is_killed_five_times_ends_as_if_nothing_had_happened() {
    for task in TASKS {
        task.is_killed(5);
    }
}

#[test]
#[ignore = "slow: 200 kills, some minutes"]
fn what_is_killed_fifty_times_ends_as_if_nothing_had_happened() {
    for task in TASKS {
        task.is_killed(50);
    }
}

impl Task {
    /// Kills the command at random moments; whenever it has come to its end, its files are compared
    /// with those of an undisturbed run, and it begins anew.
    fn is_killed(&self, kills: u32) {
        let undisturbed = self.prepare();
        let (expected, takes) = self.undisturbed(&undisturbed);
        let mut number = numbers(7);
        let (mut folder, mut killed, mut ends) = (self.prepare(), 0, 0);
        while killed < kills {
            let moment = Duration::from_micros(number(takes.as_micros() as u64));
            match Running::start(self, &folder).killed_after(moment) {
                None => killed += 1,
                Some(status) => {
                    assert!(status.success(), "{}: {status}", self.name);
                    assert_same(self.name, &files(&folder), &expected);
                    (folder, ends) = (self.prepare(), ends + 1);
                }
            }
        }
        let status = Running::start(self, &folder).killed_after(Duration::from_mins(5));
        assert!(status.is_some_and(|status| status.success()), "{}: {status:?}", self.name);
        assert_same(self.name, &files(&folder), &expected);
        let (name, ends) = (self.name, ends + 1);
        eprintln!("{name}: {killed} kills within {takes:.1?}, {ends} times to the end");
    }

    /// A folder with the input.
    fn prepare(&self) -> Folder {
        let folder = Folder::new();
        if !self.input.is_empty() {
            let made = command(self.input, &folder).output().expect("it can be started");
            assert!(made.status.success(), "{made:?}");
        }
        folder
    }

    /// The files of an undisturbed run, and the time that it takes.
    fn undisturbed(&self, folder: &Folder) -> (BTreeMap<String, Vec<u8>>, Duration) {
        let begun = Instant::now();
        let status = Running::start(self, folder).killed_after(Duration::from_mins(5));
        assert!(status.is_some_and(|status| status.success()), "{}: {status:?}", self.name);
        (files(folder), begun.elapsed())
    }
}

/// The program with these arguments, in this folder.
fn command(arguments: &[&str], folder: &Folder) -> Command {
    let mut command = tandem::command(arguments);
    command.current_dir(folder.path("."));
    command
}

/// A command that runs, with a mark in its environment that its own processes inherit.
struct Running {
    child: Child,
    mark: String,
}

impl Running {
    fn start(task: &Task, folder: &Folder) -> Self {
        let mark = format!("TANDEM_KILLED={}", folder.path("."));
        let mut command = command(task.arguments, folder);
        command.env("TANDEM_KILLED", folder.path("."));
        Self { child: command.spawn().expect("it can be started"), mark }
    }

    /// Kills the command unless it ends earlier, with the status returned; either way, none of its
    /// processes is left behind.
    fn killed_after(mut self, moment: Duration) -> Option<ExitStatus> {
        let mut output = self.child.stdout.take().expect("it is a pipe");
        let (ended, end) = bounded::<()>(0);
        let reader = std::thread::spawn(move || {
            let _held_until_the_end = ended;
            let _what_is_said = output.read_to_end(&mut Vec::new());
        });
        let is_in_time = end.recv_timeout(moment).is_err_and(|error| error.is_disconnected());
        if !is_in_time {
            self.child.kill().expect("it can be killed");
        }
        let status = self.child.wait().expect("it was started");
        reader.join().expect("it reads to the end");
        self.leaves_nothing_behind();
        // It may have ended between the moment and the kill.
        (is_in_time || status.code() != KILLED).then_some(status)
    }

    /// Waits until no process with the mark is left, where that can be seen.
    fn leaves_nothing_behind(&self) {
        let begun = Instant::now();
        loop {
            let left = marked(&self.mark);
            if left.is_empty() {
                return;
            }
            assert!(begun.elapsed() < Duration::from_mins(2), "left behind: {left:?}");
            std::thread::yield_now();
        }
    }
}

/// The command lines of processes with this mark in their environment. Those that have ended and
/// wait to be collected have no environment any more. Only Linux shows it.
fn marked(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc");
    assert!(processes.is_ok() || !cfg!(target_os = "linux"), "Linux has it");
    let processes = processes.into_iter().flatten().flatten();
    let has_mark = |environment: Vec<u8>| {
        environment.split(|&byte| byte == 0).any(|entry| entry == mark.as_bytes())
    };
    let line = |path: &Path| {
        let has_mark = fs::read(path.join("environ")).is_ok_and(has_mark);
        has_mark.then(|| fs::read_to_string(path.join("cmdline")).unwrap_or_default())
    };
    processes.filter_map(|process| line(&process.path())).collect()
}

/// All files in a folder by their names. The results of a match have the real time of moves, which
/// is taken out, and are in the order in which games have ended.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder.path(".")).expect("it is there").flatten();
    let content = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("text");
        let bytes = fs::read(entry.path()).expect("it is there");
        let is_results = name == "m.jsonl";
        (name, if is_results { without_times(&bytes) } else { bytes })
    };
    entries.map(content).collect()
}

fn without_times(results: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(results).expect("text");
    let line = |line: &str| {
        let mut result: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let seats = result.get_mut("seats").and_then(|seats| seats.as_array_mut());
        seats.into_iter().flatten().for_each(|seat| seat["spent_us"] = 0.into());
        result.to_string()
    };
    let mut lines: Vec<String> = text.lines().map(line).collect();
    lines.sort();
    lines.join("\n").into_bytes()
}

/// Pseudo-random numbers, the same in each run.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below.max(1)
    }
}

fn assert_same(
    task: &str,
    found: &BTreeMap<String, Vec<u8>>,
    expected: &BTreeMap<String, Vec<u8>>,
) {
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "{task}");
    for (name, bytes) in found {
        assert!(*bytes == expected[name], "{task}: {name} differs");
    }
}
