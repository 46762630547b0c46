//! Tests of what the system refuses: a disk that is full or may not be written, an output that takes
//! no more, and memory. Each time there is one line that says so, and a status that is not 0.
#![cfg(target_os = "linux")]

mod folder;
#[expect(dead_code, reason = "commands have less to run with than usual")]
mod tandem;

use std::fs::{self, File, OpenOptions};
use std::process::{Command, Output, Stdio};

use folder::Folder;
use tandem::command;

/// A short game, several times over.
const GAME: &str = "[WhiteA \"Anna\"]\n[Result \"0-1\"]\n\n1A. f3 1a. e5 2A. g4 2a. Qh4# 0-1\n\n";

/// A match, and games of self-play, of a second or less.
const MATCH: &[&str] =
    &["match", "--games", "2", "--clock", "nodes:20000", "--tc", "1", "--hash", "1"];
const DATAGEN: &[&str] = &["datagen", "--games", "60", "--nodes", "20", "--tc", "60"];

/// A folder with the inputs of all commands.
fn inputs() -> Folder {
    let folder = Folder::new();
    fs::write(folder.path("games.bpgn"), GAME.repeat(100)).expect("there is room");
    fs::write(folder.path("few.bpgn"), GAME.repeat(3)).expect("there is room");
    let made = command(&[DATAGEN, &["--out", &folder.path("games.records")]].concat()).output();
    assert!(made.expect("it can be started").status.success());
    folder
}

/// Fails unless a command said in one line that it could not do what it should.
fn assert_refused(what: &str, output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {said}");
    assert_eq!(said.lines().count(), 1, "{what}: {said}");
    assert!(said.starts_with("tandem: ") || said.starts_with("error: "), "{what}: {said}");
}

#[test]
fn an_output_that_is_full_is_told_and_fails() {
    let folder = inputs();
    let [games, few, records, out] =
        ["games.bpgn", "few.bpgn", "games.records", "out"].map(|name| folder.path(name));
    let commands: &[&[&str]] = &[
        &["bench", "--depth", "1"],
        &["perft", "--depth", "2"],
        &["show"],
        &["play", "--bpgn", &out],
        &["analyze", "--nodes", "100"],
        &["analyze", "--nodes", "100", "--games", &few],
        &["bpgn", "check", &games],
        &["bpgn", "convert", "--output", "-", &games],
        &["data", "stat", &records],
        &["completions", "bash"],
        &["--help"],
        &["match", "--help"],
        &["--version"],
        &[MATCH, &["--bpgn", &out]].concat(),
        &[DATAGEN, &["--out", &records]].concat(),
    ];
    for arguments in commands {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = command(arguments).stdout(full).stderr(Stdio::piped()).output();
        assert_refused(&format!("{arguments:?}"), &output.expect("it can be started"));
    }
    for greeting in ["uci\n", "ubi\n", "protover 2\n"] {
        let input = folder.path("input");
        fs::write(&input, greeting).expect("there is room");
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let input = File::open(&input).expect("it is there");
        let mut engine = command::<&str>(&[]);
        let output = engine.stdin(input).stdout(full).stderr(Stdio::piped()).output();
        assert_refused(greeting, &output.expect("it can be started"));
    }
}

#[test]
fn a_standard_error_that_is_full_leaves_the_status() {
    let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let status = command(&["bpgn", "check", "none.bpgn"]).stderr(full).status();
    assert_eq!(status.expect("it can be started").code(), Some(2));
}

/// Commands that write, with the file that they write.
const WRITERS: &[(&str, &[&str])] = &[
    (
        "m.bpgn",
        &["match", "--games", "2", "--clock", "nodes:20000", "--tc", "1", "--bpgn", "m.bpgn"],
    ),
    (
        "m.jsonl",
        &["match", "--games", "2", "--clock", "nodes:20000", "--tc", "1", "--results", "m.jsonl"],
    ),
    ("p.bpgn", &["play", "--nodes", "10", "--bpgn", "p.bpgn"]),
    ("d.games", &["datagen", "--games", "60", "--nodes", "20", "--tc", "60", "--out", "d.games"]),
    (
        "t.nnue",
        &[
            "train",
            "--epochs",
            "1",
            "--batch",
            "64",
            "--out",
            "t.nnue",
            "--data",
            "../games.records",
        ],
    ),
    (
        "u.jsonl",
        &[
            "tune",
            "search",
            "--results",
            "u.jsonl",
            "--params",
            "delta",
            "--iterations",
            "2",
            "--pairs",
            "1",
            "--nodes",
            "20",
            "--hash",
            "1",
        ],
    ),
    ("r.html", &["analyze", "--nodes", "100", "--report", "r.html", "--games", "../few.bpgn"]),
    ("a.bpgn", &["analyze", "--nodes", "1", "--annotate", "a.bpgn", "--games", "../games.bpgn"]),
    ("a.jsonl", &["analyze", "--nodes", "1", "--results", "a.jsonl", "--games", "../games.bpgn"]),
    ("b.book", &["book", "--positions", "4", "--nodes", "50", "--out", "b.book"]),
    ("c.bpgn", &["bpgn", "convert", "--output", "c.bpgn", "../games.bpgn"]),
    ("g.games", &["data", "merge", "--out", "g.games", "../games.records"]),
    ("s.games", &["data", "shuffle", "--out", "s.games", "../games.records"]),
    ("l.games", &["data", "relabel", "--nodes", "1", "--out", "l.games", "../games.records"]),
    ("man", &["manual", "man"]),
    ("log", &["--log", "log"]),
];

/// Runs a command in a small file system of its own, which `prepare` makes ready, and copies what is
/// there afterwards to the folder `left`. Needs no rights: the mount is in a name space of its own.
fn in_small_disk(folder: &Folder, prepare: &str, arguments: &[&str]) -> Output {
    const SCRIPT: &str = "mount -t tmpfs -o size=64k tmpfs \"$1\" && cd \"$1\" || exit 99
        eval \"$3\" || exit 98
        left=$2 program=$4
        shift 4
        \"$program\" \"$@\"
        status=$?
        cp -r . \"$left\"
        exit $status";
    let [disk, left] = ["disk", "left"].map(|name| folder.path(name));
    for path in [&disk, &left] {
        let _there_may_be_none = fs::remove_dir_all(path);
        fs::create_dir(path).expect("there is room");
    }
    let mut shell = Command::new("unshare");
    shell.args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh"]);
    shell.args([&disk, &left, prepare, env!("CARGO_BIN_EXE_tandem")]).args(arguments);
    shell.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    shell.stdin(Stdio::null()).output().expect("there is an unshare")
}

#[test]
#[ignore = "needs user name spaces, to mount small file systems"]
fn a_full_disk_is_told_and_no_part_of_a_file_passes_for_a_whole_one() {
    let folder = inputs();
    // Files of some kilobytes find no room at all, room for their beginning, or almost enough.
    for free in [0, 4, 8, 12, 20, 32] {
        let prepare = format!("head -c {} /dev/zero >padding", (64 - free) * 1024);
        let mut refused = 0;
        for (file, arguments) in WRITERS {
            let output = in_small_disk(&folder, &prepare, arguments);
            let left = folder.path(&format!("left/{file}"));
            if output.status.success() {
                assert!(fs::exists(&left).expect("it can be looked for"), "{file}");
                continue;
            }
            refused += 1;
            assert_refused(&format!("{file} with {free} KiB"), &output);
            // These are written as a whole, or not at all.
            if ["t.nnue", "b.book"].contains(file) {
                assert!(!fs::exists(&left).expect("it can be looked for"), "{file}");
            }
        }
        // A log that cannot be written is no reason not to play.
        assert!(free > 0 || refused == WRITERS.len() - 1, "{refused} without any room");
    }
}

#[test]
#[ignore = "needs user name spaces, to mount small file systems"]
fn a_full_disk_leaves_the_earlier_file_of_a_book_and_a_network() {
    let folder = inputs();
    for (file, arguments) in WRITERS.iter().filter(|(file, _)| ["b.book", "t.nnue"].contains(file))
    {
        let prepare = format!("echo earlier >{file}; head -c 61440 /dev/zero >padding");
        assert_refused(file, &in_small_disk(&folder, &prepare, arguments));
        let left = fs::read_to_string(folder.path(&format!("left/{file}")));
        assert_eq!(left.expect("it is there"), "earlier\n", "{file}");
        let others = fs::read_dir(folder.path("left")).expect("it is there").count();
        assert_eq!(others, 2, "{file}: nothing is left beside it and the padding");
    }
}

#[test]
#[ignore = "needs user name spaces, to mount small file systems"]
fn a_disk_that_may_not_be_written_is_told() {
    let folder = inputs();
    for (file, arguments) in WRITERS {
        let output = in_small_disk(&folder, "mount -o remount,ro .", arguments);
        assert_refused(file, &output);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("Read-only file system"), "{file}: {said}");
    }
}

/// A journal goes on where it was once there is room again.
#[test]
#[ignore = "needs user name spaces, to mount small file systems"]
fn what_a_full_disk_has_interrupted_goes_on_to_the_same_bytes() {
    let folder = inputs();
    for (file, arguments) in
        WRITERS.iter().filter(|(file, _)| ["a.jsonl", "d.games"].contains(file))
    {
        let output = in_small_disk(&folder, "head -c 57344 /dev/zero >padding", arguments);
        assert_refused(file, &output);
        let run = |directory: &str| {
            let mut again = command(arguments);
            again.current_dir(folder.path(directory));
            let status = again.stdout(Stdio::null()).status().expect("it can be started");
            assert!(status.success(), "{file}");
            fs::read(folder.path(&format!("{directory}/{file}"))).expect("it is there")
        };
        let begun = fs::metadata(folder.path(&format!("left/{file}"))).expect("it is there").len();
        assert!(begun > 0, "{file}");
        let resumed = run("left");
        fs::create_dir_all(folder.path("undisturbed")).expect("there is room");
        assert!(resumed == run("undisturbed"), "{file}");
    }
}

/// Runs a command that may map no more than this many KiB.
fn within(kibibytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {kibibytes}; exec timeout 60 \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_tandem")]).args(arguments);
    shell.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    shell.output().expect("there is a shell")
}

/// Checks that a command works with less and less memory, or ends in one line and with a status that
/// is not 0. Returns how often it worked and how often it did not.
fn works_or_says_so(arguments: &[&str], steps: u64) -> (u64, u64) {
    let works = |kibibytes: &u64| within(*kibibytes, arguments).status.success();
    let enough = (0..12).map(|step| (8 << 10) << step).find(works).expect("it works with enough");
    let (mut worked, mut refused) = (0, 0);
    for step in 0..steps {
        let kibibytes = enough / 8 + (enough - enough / 8) * step / steps;
        // With less, the system cannot even load the program.
        if !within(kibibytes, &["--version"]).status.success() {
            continue;
        }
        let Output { status, stderr, .. } = within(kibibytes, arguments);
        let said = String::from_utf8_lossy(&stderr);
        let what = format!("{arguments:?} with {kibibytes} KiB: {status}: {said}");
        assert_ne!(status.code(), Some(124), "it hangs: {what}");
        let lines = said.lines().filter(|line| !line.contains(" WARN ")).count();
        match status.success() {
            true => worked += 1,
            false => refused += 1,
        }
        let expected = u64::from(!status.success());
        assert!(lines as u64 == expected || !status.success() && is_of_runtime(&said), "{what}");
    }
    (worked, refused)
}

/// True for the end of a program by Rust's runtime, which adds a note to its line, and mixes two of
/// them if two threads run out of memory at once.
fn is_of_runtime(said: &str) -> bool {
    said.contains("memory allocation of ") && said.contains(" bytes failed")
}

/// Commands that need memory of different kinds: a table, threads, files, games side by side.
fn hungry(folder: &Folder) -> [Vec<String>; 4] {
    let [few, out] = ["few.bpgn", "m.bpgn"].map(|name| folder.path(name));
    let commands: [&[&str]; 4] = [
        &["bench", "--depth", "1"],
        &["perft", "--depth", "2"],
        &["analyze", "--nodes", "100", "--games", &few],
        &[MATCH, &["--bpgn", &out]].concat(),
    ];
    commands.map(|words| words.iter().map(|&word| word.to_owned()).collect())
}

#[test]
fn with_little_memory_a_command_works_or_ends_in_one_line() {
    memory_is_refused(4);
}

#[test]
#[ignore = "slow: 40 steps of memory, a minute"]
fn with_any_memory_a_command_works_or_ends_in_one_line() {
    memory_is_refused(40);
}

fn memory_is_refused(steps: u64) {
    let folder = Folder::new();
    fs::write(folder.path("few.bpgn"), GAME.repeat(3)).expect("there is room");
    for arguments in hungry(&folder) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (worked, refused) = works_or_says_so(&arguments, steps);
        eprintln!("{}: worked {worked} times, refused {refused} times", arguments[0]);
    }
}
