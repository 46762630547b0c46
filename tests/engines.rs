//! Tests of matches with engines in processes of their own.

#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "Ctrl-C is for other tests")]
mod interrupt;
mod tandem;

#[cfg(unix)]
use tandem::command;
use tandem::tandem;
use tempfile::TempDir;

const TANDEM: &str = env!("CARGO_BIN_EXE_tandem");
const FAIRY: &str = "fairy=/usr/games/fairy-stockfish";
const FAIRY_UCI: &str = "fairy-uci=/usr/games/fairy-stockfish";
const SJENG: &str = "sjeng=/usr/games/sjeng";
/// The newest Fairy-Stockfish that a package registry has.
const CURRENT: &str = concat!(
    "current=node --no-experimental-fetch '",
    env!("CARGO_MANIFEST_DIR"),
    "/tests/clients/fairy.cjs'"
);

/// Plays a match; returns the result of each game, and the games as BPGN. The engines that the
/// teams name are added: this program as `own`, by UCI as `uci` and for a team as `both`, and those
/// of others.
fn play(arguments: &[&str]) -> (Vec<String>, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let has_one_board = ["crazyhouse", "chess"].contains(&rules_of(arguments));
    let path = folder.path().join(if has_one_board { "games.pgn" } else { "games.bpgn" });
    let path = path.to_str().expect("a path in UTF-8");
    let [own, uci, both] = ["own", "uci", "both"].map(|name| format!("{name}={TANDEM}"));
    let engines = [
        ("--engine", own.as_str()),
        ("--uci", &uci),
        ("--uci-team", &both),
        ("--engine", FAIRY),
        ("--engine", SJENG),
        ("--uci", FAIRY_UCI),
    ];
    let plays = |engine: &str| {
        let name = engine.split('=').next();
        arguments.iter().flat_map(|argument| argument.split(',')).any(|word| Some(word) == name)
    };
    let named = engines.into_iter().filter(|(_, engine)| plays(engine));
    let named: Vec<&str> = named.flat_map(|(option, engine)| [option, engine]).collect();
    let all = [&["match", "--bpgn", path, "--hash", "1"], &named[..], arguments].concat();
    let printed = tandem(&all).done();
    let games = printed.lines().filter(|line| line.starts_with("game "));
    let ends = games.filter_map(|line| line.split_once(": ")).map(|(_, end)| end.to_owned());
    let ends: Vec<_> = ends.collect();
    let text = std::fs::read_to_string(path).expect("the games are written");
    let checked = tandem(&["bpgn", "check", "--rules", rules_of(arguments), path]);
    assert_eq!((checked.code, checked.number("games read")), (Some(0), ends.len()));
    (ends, text)
}

/// The rule set among the arguments, or the default.
fn rules_of<'a>(arguments: &[&'a str]) -> &'a str {
    let given = arguments.iter().position(|argument| *argument == "--rules");
    given.and_then(|at| arguments.get(at + 1)).copied().unwrap_or("fics")
}

/// Fails if a game was broken off, or ended by a failure or an illegal move.
fn assert_sound(ends: &[String]) {
    for end in ends {
        assert!(!end.starts_with('*') && !end.contains("failed"), "{end}");
        assert!(!end.contains(" illegal "), "{end}");
    }
}

#[test]
fn four_processes_play_on_the_wall_clock() {
    let (ends, text) = play(&["--team", "own", "--team", "own", "--tc", "1", "--games", "2"]);
    assert_eq!(ends.len(), 2);
    assert_sound(&ends);
    assert!(text.contains("[WhiteA \"own\"]") && text.contains("[WhiteB \"own\"]"), "{text}");
}

#[test]
fn on_the_node_clock_games_repeat_to_the_byte() {
    for conditions in [
        &["--tc", "2"][..],
        &["--tc", "0.5+0.05", "--offsets", "random:0.2"],
        &["--tc", "1", "--rules", "wbn", "--rule", "last-drop=no"],
        &["--tc", "1", "--rules", "hawaii", "--lag", "holdings=30"],
        &["--tc", "1", "--rules", "crazyhouse"],
        &["--tc", "1", "--rules", "chess"],
    ] {
        let teams = ["--team", "own", "--team", "own,tandem", "--clock", "nodes:50000"];
        let arguments = [&teams, conditions].concat();
        let [(first, one), (second, two)] = [play(&arguments), play(&arguments)];
        assert_sound(&first);
        assert_eq!((first, one), (second, two), "{conditions:?}");
    }
}

#[test]
fn the_second_game_of_a_pair_has_the_seats_swapped() {
    let (_, text) = play(&["--team", "own", "--team", "tandem", "--tc", "0.3", "--games", "2"]);
    let white: Vec<&str> = text.lines().filter(|line| line.starts_with("[WhiteA ")).collect();
    assert_eq!(white, ["[WhiteA \"own\"]", "[WhiteA \"Tandem\"]"]);
}

/// UCI engines with one seat of a team, with one board of their own, and with both boards of a
/// team.
#[test]
fn tandem_plays_by_uci_too() {
    let limits = ["--nodes", "200", "--games", "2"];
    for conditions in [
        &["--team", "uci", "--team", "tandem", "--clock", "nodes:50000", "--tc", "2"][..],
        &["--team", "uci", "--clock", "nodes:50000", "--tc", "2", "--rules", "crazyhouse"],
        &["--team", "uci", "--tc", "2", "--rules", "chess", "--chess960", "0"],
        &["--team", "both", "--team", "tandem", "--tc", "3", "--openings", "random"],
    ] {
        let (ends, _) = play(&[&limits[..], conditions].concat());
        assert_eq!(ends.len(), 2, "{conditions:?}");
        assert_sound(&ends);
    }
}

/// A UBI engine in both seats of a team, and beside a partner that speaks CECP.
#[test]
fn tandem_by_ubi_plays_tandem_by_cecp() {
    let ubi = format!("ubi={TANDEM}");
    let engines = ["--ubi", &ubi, "--games", "2", "--openings", "random"];
    for conditions in [
        &["--team", "ubi", "--team", "tandem", "--tc", "3"][..],
        &["--team", "ubi,tandem", "--team", "own", "--tc", "1+0.05"],
        &[
            "--team",
            "ubi",
            "--team",
            "own",
            "--tc",
            "2",
            "--lag",
            "moves=20,holdings=60,messages=30",
        ],
        &[
            "--team",
            "ubi",
            "--team",
            "tandem",
            "--clock",
            "nodes:50000",
            "--tc",
            "2",
            "--nodes",
            "200",
        ],
    ] {
        let (ends, text) = play(&[&engines[..], conditions].concat());
        assert_eq!(ends.len(), 2, "{conditions:?}");
        assert_sound(&ends);
        assert!(text.contains("\"ubi\"]"), "{text}");
    }
}

#[test]
fn each_seat_has_the_engine_it_was_given() {
    let arguments = ["--team", "own,tandem", "--team", "tandem,own", "--tc", "0.3"];
    let (_, text) = play(&arguments);
    for (seat, name) in [("WhiteA", "own"), ("BlackA", "Tandem"), ("WhiteB", "own")] {
        assert!(text.contains(&format!("[{seat} \"{name}\"]")), "{text}");
    }
    assert!(text.contains("[BlackB \"Tandem\"]"), "{text}");
}

/// The engine of this test does not end when its input is closed.
#[cfg(unix)]
#[test]
fn no_engine_outlives_a_match_that_is_killed() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("process");
    let script = folder.path().join("engine.sh");
    let text = format!("echo $$ > '{}'; exec tail -f /dev/null", file.display());
    std::fs::write(&script, text).expect("the script can be written");
    let engine = format!("e=sh '{}'", script.display());
    let mut command = command(&["match", "--engine", &engine, "--team", "e,tandem"]);
    let mut playing = command.current_dir(folder.path()).spawn().expect("the program runs");
    let process = wait_for(|| {
        let text = std::fs::read_to_string(&file).ok()?;
        text.strip_suffix('\n').map(str::to_owned)
    });
    playing.kill().expect("it runs");
    playing.wait().expect("it was started");
    wait_for(|| {
        let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", &process]).output();
        let stat = String::from_utf8(ps.expect("ps can be run").stdout).expect("text");
        // A process that has ended stays as a zombie until its parent waits for it.
        (stat.trim().is_empty() || stat.starts_with('Z')).then_some(())
    });
}

/// (the start of a process that the engine leaves behind, its part in the test)
#[cfg(target_os = "linux")]
const STRAYS: &[(&str, &str)] = &[
    ("setsid", "a session of its own"),
    ("setsid --fork", "an orphan with a session of its own"),
    ("env -i /usr/bin/setsid --fork", "an orphan that hides whose it is"),
];

/// An engine that is ready to play, and never moves.
#[cfg(target_os = "linux")]
const PLAYS: &str = r#"while read -r line; do case "$line" in
protover*) echo 'feature ping=1 setboard=1 usermove=1 variants="bughouse" done=1';;
ping*) echo "pong ${line#ping }";;
esac; done"#;

/// The engine leaves such a process and ends by a fault, or plays until the match is told to end.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_an_engine_has_started_outlives_a_match() {
    for (start, what) in STRAYS {
        for end in ["exit 0", PLAYS] {
            let folder = TempDir::new().expect("a folder can be made");
            let file = folder.path().join("process");
            let script = folder.path().join("engine.sh");
            // It ends only when its process is written down.
            let text = format!(
                "{start} sh -c 'echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000' \
                 </dev/null >/dev/null 2>&1 &\nuntil test -e {0}; do :; done\n{end}\n",
                file.display()
            );
            std::fs::write(&script, text).expect("the script can be written");
            let engine = format!("e=sh '{}'", script.display());
            let mut command = command(&["match", "--engine", &engine, "--team", "e,tandem"]);
            command.args(["--hash", "1"]).current_dir(folder.path());
            let mut playing = command.spawn().expect("the program runs");
            let process = wait_for(|| std::fs::read_to_string(&file).ok());
            if end != "exit 0" {
                interrupt::terminate(&playing);
            }
            playing.wait().expect("it was started");
            let lives = std::path::Path::new(&format!("/proc/{}", process.trim())).exists();
            assert!(!lives, "{what} outlives a match with an engine that ends by `{end}`");
        }
    }
}

/// The engine never says that it is ready for its game, for which it is allowed five minutes on the
/// node clock.
#[cfg(target_os = "linux")]
const GETS_READY_NEVER: &str = r#"while read -r line; do case "$line" in
protover*) echo 'feature ping=1 setboard=1 usermove=1 nps=1 variants="bughouse" done=1';;
ping*) echo >asked;;
esac; done"#;

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_is_told_to_end_does_not_wait_for_an_engine_to_get_ready() {
    let folder = TempDir::new().expect("a folder can be made");
    let [asked, script, results] = ["asked", "engine.sh", "results.jsonl"];
    std::fs::write(folder.path().join(script), GETS_READY_NEVER).expect("it can be written");
    let engine = format!("e=sh {script}");
    let mut command = command(&["match", "--engine", &engine, "--team", "e,tandem"]);
    command.args(["--clock", "nodes:100000", "--results", results]).current_dir(folder.path());
    let mut playing = command.spawn().expect("the program runs");
    wait_for(|| folder.path().join(asked).exists().then_some(()));
    let told = std::time::Instant::now();
    interrupt::terminate(&playing);
    playing.wait().expect("it was started");
    assert!(told.elapsed() < std::time::Duration::from_mins(2), "{:?}", told.elapsed());
    let recorded = std::fs::read_to_string(folder.path().join(results)).expect("it was begun");
    assert!(!recorded.contains("fault"), "no game was played: {recorded}");
}

/// As in a container: the session of this program is not one of its name space of processes.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs user name spaces"]
fn a_match_is_played_where_only_its_own_processes_are_seen() {
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]);
    unshare.args([TANDEM, "match", "--engine", &format!("own={TANDEM}"), "--team", "own"]);
    unshare.args(["--team", "own", "--clock", "nodes:100000", "--tc", "1", "--hash", "1"]);
    let played = unshare.output().expect("there is an unshare");
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{errors}");
}

/// As in an image of a container that has nothing but the program.
#[cfg(unix)]
#[test]
fn a_match_without_a_shell_on_the_machine_is_played_in_silence() {
    let folder = TempDir::new().expect("a folder can be made");
    let own = format!("own={TANDEM}");
    let teams = ["match", "--engine", &own, "--team", "own", "--team", "own", "--hash", "1"];
    let mut command = command(&teams);
    command.args(["--clock", "nodes:100000", "--tc", "1"]);
    command.env("PATH", "/nowhere").current_dir(folder.path());
    let played = command.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&played.stderr);
    assert_eq!((played.status.code(), &*errors), (Some(0), ""));
}

/// Polls `what` until it gives a value, for a minute at most.
#[cfg(unix)]
fn wait_for<T>(what: impl Fn() -> Option<T>) -> T {
    let begun = std::time::Instant::now();
    loop {
        if let Some(given) = what() {
            return given;
        }
        assert!(begun.elapsed() < std::time::Duration::from_mins(1), "it does not come");
        std::thread::yield_now();
    }
}

#[test]
#[ignore = "needs fairy-stockfish and sjeng"]
fn engines_of_others_play_each_other_and_us() {
    for teams in [
        ["fairy", "sjeng"],
        ["tandem", "sjeng"],
        ["fairy", "own"],
        ["fairy,sjeng", "own"],
        ["fairy-uci", "sjeng,fairy-uci"],
    ] {
        let match_ = ["--team", teams[0], "--team", teams[1], "--tc", "3", "--games", "2"];
        let (ends, _) = play(&match_);
        assert_eq!(ends.len(), 2, "{teams:?}");
        assert_sound(&ends);
    }
}

/// Games from random openings, which are set up, and of engines that are broken off in thought as
/// those of the other board end.
#[test]
#[ignore = "needs node and fairy-stockfish-nnue.wasm"]
fn the_current_fairy_stockfish_plays_by_both_protocols() {
    for protocol in ["--engine", "--uci"] {
        for rules in ["fics", "crazyhouse"] {
            let teams = [protocol, CURRENT, "--team", "current", "--team", "tandem"];
            let match_ = ["--tc", "3", "--games", "4", "--openings", "random", "--rules", rules];
            let (ends, _) = play(&[&teams[..], &match_].concat());
            assert_eq!(ends.len(), 4, "{protocol} {rules}");
            assert_sound(&ends);
        }
    }
}

#[test]
#[ignore = "needs fairy-stockfish and sjeng"]
fn a_uci_engine_with_a_number_of_nodes_repeats_to_the_byte() {
    let match_ = ["--team", "fairy-uci", "--clock", "nodes:20000"];
    for rules in ["fics", "crazyhouse"] {
        let more = ["--nodes", "1000", "--openings", "random", "--games", "2", "--rules", rules];
        let [(first, one), (second, two)] = [(); 2].map(|()| play(&[&match_[..], &more].concat()));
        assert_sound(&first);
        assert_eq!((first, one), (second, two), "{rules}");
    }
}
