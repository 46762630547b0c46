//! Tests of `tandem.exe` under wine. `.ci/windows` builds it, says in `TANDEM_EXE` where it is, and
//! runs them.
#![cfg(unix)]

mod interrupt;
#[expect(dead_code, reason = "closing the pipes is for other tests")]
mod piped;
#[expect(dead_code, reason = "commands are run to their end in another way")]
mod tandem;

/// So that `--skip under_wine` leaves them out.
mod under_wine {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use tempfile::TempDir;

    use super::interrupt;
    use super::piped::Piped;
    use super::tandem::{Ran, command};

    /// A short game between four Tandems, the same on every machine.
    const SAME_EVERYWHERE: &[&str] =
        &["match", "--clock", "nodes:50000", "--tc", "1", "--hash", "1", "--openings", "random"];

    /// The program for Windows.
    fn exe() -> PathBuf {
        std::env::var_os("TANDEM_EXE").expect("`.ci/windows` sets TANDEM_EXE").into()
    }

    /// A program of Windows with these arguments, no input, and a pipe as its output.
    fn wine(exe: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new("wine");
        command.arg(exe).args(arguments).env_remove("RUST_LOG").env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// Runs a program to its end; its output is without the carriage returns of a console.
    fn ran(mut command: Command) -> Ran {
        let output = command.output().expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// A temporary folder whose name nothing else on the machine has.
    fn folder() -> TempDir {
        TempDir::with_prefix("tandem-under-wine-").expect("a folder can be made")
    }

    /// The name that Windows has for a path of this system.
    fn windows_path(path: &Path) -> String {
        let path = path.to_str().expect("a path in UTF-8");
        format!("Z:{}", path.replace('/', "\\"))
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Command lines of running processes that contain `part`.
    fn processes(part: &str) -> Vec<String> {
        let all = fs::read_dir("/proc").expect("there is a list of processes").flatten();
        let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
        lines.filter(|line| line.contains(part)).collect()
    }

    /// True if a process has ended.
    fn has_ended(process: &mut Child) -> bool {
        process.try_wait().expect("the process can be asked").is_some()
    }

    /// Polls until `is_so`, for a minute at most.
    fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_mins(1), "in vain: {what}");
            std::thread::yield_now();
        }
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn bench_counts_the_same_nodes() {
        let nodes = |printed: String| {
            let last = printed.lines().next_back().map(str::to_owned).expect("a line");
            last.split(' ').next().map(str::to_owned)
        };
        let [here, there] = [command(&["bench"]), wine(&exe(), &["bench"])];
        assert_eq!(nodes(ran(there).done()), nodes(ran(here).done()));
    }

    /// Lines end as Windows ends them, and a name is not in UTF-8.
    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn a_conversation_by_cecp_goes_on_to_its_end() {
        let mut program = Piped::run(&mut wine(&exe(), &[]));
        program.tell_bytes(b"xboard\r\nprotover 2\r\n");
        program.wait_for("feature ");
        program.wait_for("done=1");
        program.tell_bytes(b"new\r\nvariant crazyhouse\r\nname Ren\xe9\r\nforce\r\n");
        program.tell_bytes(b"setboard 6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1\r\nping 7\r\n");
        assert_eq!(program.wait_for("pong"), "pong 7");
        program.tell_bytes(b"level 40 1 0\r\ngo\r\n");
        assert_eq!(program.wait_for("move "), "move N@f7");
        assert_eq!(program.wait_for("{"), "1-0 {White mates}");
        program.tell_bytes(b"quit\r\n");
        assert!(program.wait_for_end().success());
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn a_conversation_by_uci_goes_on_to_its_end() {
        let mut program = Piped::run(&mut wine(&exe(), &[]));
        program.tell_bytes(b"uci\r\nsetoption name UCI_Variant value bughouse\r\nisready\r\n");
        program.wait_for("uciok");
        assert_eq!(program.wait_for("ready"), "readyok");
        program.tell_bytes(b"position fen 6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1\r\n");
        program.tell_bytes(b"go movetime 100\r\n");
        assert_eq!(program.wait_for("bestmove"), "bestmove N@f7");
        program.tell_bytes(b"quit\r\n");
        assert!(program.wait_for_end().success());
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn a_match_on_the_node_clock_is_the_same_to_the_byte() {
        let folder = folder();
        let games = ["here.bpgn", "there.bpgn"].map(|name| folder.path().join(name));
        let [here, there] = &games;
        let exe = exe();
        let programs = [
            (command(SAME_EVERYWHERE), env!("CARGO_BIN_EXE_tandem"), here.display().to_string()),
            (wine(&exe, SAME_EVERYWHERE), &windows_path(&exe), windows_path(there)),
        ];
        for (mut program, engine, file) in programs {
            // In processes of their own, and in that of the match.
            let engine = format!("own={engine}");
            let teams = ["--engine", &engine, "--team", "own,tandem", "--team", "tandem,own"];
            program.args(teams).args(["--games", "2", "--bpgn", &file]);
            ran(program).done();
        }
        let [here, there] = games.map(|path| text(&path));
        assert_eq!(there, here);
        assert_eq!(here.matches("[Round ").count(), 2);
    }

    /// An engine that never looks at its input, started by a command interpreter.
    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn no_engine_outlives_its_match_however_that_ends() {
        for is_killed in [false, true] {
            let folder = folder();
            let name = folder.path().file_name().and_then(|name| name.to_str()).expect("text");
            let own = folder.path().join("tandem.exe");
            fs::copy(exe(), &own).expect("the program can be copied");
            let busy = format!("e=cmd /c {} perft --single --depth 12", windows_path(&own));
            let arguments = ["match", "--engine", &busy, "--team", "e,tandem", "--tc", "60"];
            let mut playing = wine(&exe(), &arguments).current_dir(folder.path()).spawn();
            let playing = playing.as_mut().expect("the program runs");
            // Processes that are being started have the command lines of those that start them, and
            // wine leaves them behind if these are killed in the middle of it.
            let own_path = windows_path(&own);
            let is_engine = |line: &String| line.starts_with(&own_path);
            wait_until("the engine", || processes(name).iter().any(is_engine));
            if is_killed {
                playing.kill().expect("it runs");
            } else {
                interrupt::interrupt(playing);
            }
            wait_until("the end of the match", || has_ended(playing));
            wait_until("the end of the engines", || processes(name).is_empty());
        }
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn a_results_file_is_locked_and_a_match_that_is_killed_goes_on() {
        let folder = folder();
        let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
        let of = |results: &Path| {
            let results = windows_path(&results.with_extension("jsonl"));
            let mut command = wine(&exe(), SAME_EVERYWHERE);
            command.args(["--games", "12", "--results", &results]).stderr(Stdio::piped());
            command
        };
        ran(of(&whole)).done();
        let playing = Piped::run(&mut of(&killed));
        playing.wait_for("game 1 of 12");
        interrupt::send("-STOP", playing.process().id()); // lest it ends before the second begins
        let second = ran(of(&killed));
        assert_eq!((second.code, second.stdout.as_str()), (Some(2), ""), "{}", second.stderr);
        assert!(second.stderr.contains("another match"), "{}", second.stderr);
        drop(playing); // kills it
        let goes_on = ran(of(&killed)).done();
        assert!(goes_on.contains(" of 12 games are already in the results"), "{goes_on}");
        let [whole, killed] = [whole, killed].map(|path| text(&path.with_extension("bpgn")));
        assert_eq!(killed, whole);
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn ctrl_c_ends_a_match_with_its_table_and_the_command_to_go_on() {
        let folder = folder();
        let results = windows_path(&folder.path().join("a match.jsonl"));
        let mut command = wine(&exe(), SAME_EVERYWHERE);
        let mut playing = Piped::run(command.args(["--games", "24", "--results", &results]));
        playing.wait_for("game 1 of 24");
        interrupt::interrupt(playing.process());
        let rest = playing.rest();
        assert_eq!(playing.wait_for_end().code(), Some(130), "{rest}");
        let [.., interrupted, command] = &rest.lines().collect::<Vec<_>>()[..] else {
            panic!("{rest}")
        };
        assert!(interrupted.starts_with("interrupted after "), "{rest}");
        // As the command prompt of Windows reads it.
        assert!(command.ends_with(&format!(" --results \"{results}\"")), "{rest}");
    }

    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn paths_may_have_blanks_and_letters_of_any_script() {
        let folder = folder();
        let there = folder.path().join("Züge und 王 конь");
        fs::create_dir(&there).expect("a folder can be made");
        let own = there.join("tandem π.exe");
        fs::copy(exe(), &own).expect("the program can be copied");
        let file = |name: &str| windows_path(&there.join(name));
        let (games, log, results) = (file("партия 1.bpgn"), file("né.log"), file("結果.jsonl"));
        let engine = format!("ünlü='{}'", windows_path(&own));
        let mut playing = wine(&own, SAME_EVERYWHERE);
        playing.args(["--engine", &engine, "--team", "ünlü", "--games", "2", "--bpgn", &games]);
        playing.args(["--log", &log, "--results", &results]);
        let printed = ran(playing).done();
        assert!(printed.contains("ünlü against tandem"), "{printed}");
        assert!(printed.contains(&format!("written to {games}")), "{printed}");
        assert!(text(&there.join("партия 1.bpgn")).contains("[WhiteA \"ünlü\"]"));
        assert!(text(&there.join("né.log")).contains("game 2 of 2: "));
        let checked = ran(wine(&own, &["bpgn", "check", &games]));
        assert_eq!((checked.code, checked.number("games read")), (Some(0), 2));
    }

    /// A locale without UTF-8 gives wine a console of the old kind, with code page 437.
    #[test]
    #[ignore = "needs wine and tandem.exe"]
    fn a_console_without_utf_8_shows_boards_and_takes_commands() {
        let in_console = |argument: &str| {
            let mut terminal = Command::new("script");
            // Wine makes the terminal raw only when the program reads; until then the terminal would
            // echo what is typed and turn the ends of lines into something else.
            let program = format!("stty raw -echo; exec wine '{}' {argument}", exe().display());
            terminal.args(["-qec", &program, "/dev/null"]).env("LC_ALL", "C").env("TERM", "xterm");
            terminal.env("NO_COLOR", "1"); // wine 8 takes colors for text
            Piped::run(&mut terminal)
        };
        let mut board = in_console("show");
        board.wait_for("8  r  n  b  q  k  b  n  r           1  R  N  B  K  Q  B  N  R");
        board.wait_for("20 legal moves");
        assert!(board.wait_for_end().success());
        let mut guide = in_console("");
        guide.wait_for("To play against it");
        guide.tell_bytes(b"help\r");
        guide.wait_for("tandem --help");
        guide.tell_bytes(b"usermove caf\xe9\r");
        guide.wait_for("Illegal move (not a move): caf");
        guide.tell_bytes(b"quit\r");
        assert!(guide.wait_for_end().success());
    }
}
