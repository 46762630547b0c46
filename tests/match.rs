//! Tests of matches on the node clock, on which games repeat to the move.

mod tandem;

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tandem::{Ran, command, tandem};
use tempfile::TempDir;

/// Plays a match; returns its output and the path of its games.
fn play(folder: &TempDir, name: &str, arguments: &[&str]) -> (String, String) {
    let path = folder.path().join(name);
    let path = path.to_str().expect("a path in UTF-8").to_owned();
    let printed = tandem(&[&["match", "--bpgn", &path, "--hash", "1"], arguments].concat()).done();
    (printed, path)
}

fn check(path: &str, arguments: &[&str]) -> Ran {
    tandem(&[&["bpgn", "check", path], arguments].concat())
}

/// Result and reason of each game, as in
/// `1-0 tandem 1 beats tandem 2: White on B (tandem 2) is mated, 73 plies`.
fn results(printed: &str) -> Vec<&str> {
    let games = printed.lines().filter(|line| line.starts_with("game "));
    games.filter_map(|line| line.split_once(": ").map(|(_, result)| result)).collect()
}

/// Fails unless a result is that of a finished game and says why it is over.
fn assert_decided(result: &str) {
    let (score, reason) = result.split_once(": ").expect("a result and its reason");
    let scores = [
        "1-0 tandem 1 beats tandem 2",
        "1-0 tandem 2 beats tandem 1",
        "0-1 tandem 1 beats tandem 2",
        "0-1 tandem 2 beats tandem 1",
        "1/2-1/2 tandem 1 draws with tandem 2",
        "1/2-1/2 tandem 2 draws with tandem 1",
    ];
    assert!(scores.contains(&score), "{result}");
    let (reason, plies) = reason.rsplit_once(", ").expect("the plies come last");
    assert!(reason.len() > 5 && !reason.contains("failed"), "{result}");
    assert!(!reason.contains("illegal"), "{result}");
    let plies = plies.strip_suffix(" plies").and_then(|plies| plies.parse::<usize>().ok());
    assert!(plies.is_some_and(|plies| plies > 0), "{result}");
}

#[test]
fn on_the_node_clock_a_match_repeats_to_the_byte() {
    let folder = TempDir::new().expect("a folder can be made");
    let arguments = ["--clock", "nodes:200000", "--tc", "2", "--games", "2"];
    let [(first, one), (second, two)] =
        ["one.bpgn", "two.bpgn"].map(|name| play(&folder, name, &arguments));
    let bytes = |path: &str| std::fs::read(path).expect("the games are written");
    assert_eq!(bytes(&one), bytes(&two));
    assert_eq!(results(&first), results(&second));
    let results = results(&first);
    assert_eq!(results.len(), 2, "{first}");
    results.into_iter().for_each(assert_decided);
    let ran = check(&one, &[]);
    assert_eq!((ran.code, ran.number("games read"), ran.number("warnings")), (Some(0), 2, 0));
    assert_eq!(ran.number("no result"), 0);
}

#[test]
fn the_lateness_of_the_machine_is_told_where_time_is_measured() {
    let folder = TempDir::new().expect("a folder can be made");
    for (clock, is_told) in [("wall", true), ("nodes:100000", false)] {
        let arguments = ["--clock", clock, "--tc", "5", "--most-plies", "4"];
        let (printed, _) = play(&folder, "games.bpgn", &arguments);
        let last = printed.lines().last().unwrap_or_default();
        assert_eq!(last.starts_with("machine: woke "), is_told, "{printed}");
        assert_eq!(last.starts_with("written to "), !is_told, "{printed}");
    }
}

#[test]
fn a_record_begins_with_the_moves_of_its_opening_and_is_dated_where_time_is_measured() {
    let folder = TempDir::new().expect("a folder can be made");
    for (clock, is_dated) in [("wall", true), ("nodes:100000", false)] {
        let opening = ["--openings", "random", "--random-plies", "6", "--most-plies", "4"];
        let arguments = [&["--clock", clock, "--tc", "5", "--games", "2"][..], &opening].concat();
        let (_, path) = play(&folder, &format!("{is_dated}.bpgn"), &arguments);
        let text = std::fs::read_to_string(&path).expect("the games are written");
        for tag in ["[Site ", "[Date ", "[Time "] {
            assert_eq!(text.contains(tag), is_dated, "{text}");
        }
        assert_eq!(text.matches("{A:book}").count(), 2 * 6, "{text}");
        assert!(!text.contains("[FEN "), "{text}");
        let ran = check(&path, &[]);
        assert_eq!((ran.number("games read"), ran.number("warnings")), (2, 0), "{text}");
    }
}

#[test]
fn an_engine_without_a_team_meets_tandem() {
    let folder = TempDir::new().expect("a folder can be made");
    let program = env!("CARGO_BIN_EXE_tandem");
    let clock = ["--clock", "nodes:100000", "--tc", "0.2", "--games", "2"];
    for engine in [
        format!("own='{program}' --nodes 20"),
        format!("name=own cmd='{program}' args='--nodes 20' proto=cecp tc=0.3 restart=on"),
        format!("name=own cmd='{program}' proto=uci nodes=20 option.MultiPV=2"),
    ] {
        let arguments = [&clock[..], &["--engine", &engine]].concat();
        let (printed, path) = play(&folder, "games.bpgn", &arguments);
        assert!(printed.contains("\nown against tandem\n"), "{printed}");
        let names_both = |result: &&str| result.contains("own") && result.contains("tandem");
        assert_eq!(results(&printed).into_iter().filter(names_both).count(), 2, "{printed}");
        let text = std::fs::read_to_string(&path).expect("the games are written");
        let seats = ["[WhiteA \"own\"]", "[BlackA \"Tandem\"]", "[WhiteA \"Tandem\"]"];
        assert!(seats.iter().all(|seat| text.contains(seat)), "{engine}: {text}");
    }
}

#[test]
fn an_engine_has_its_own_nodes_per_second_in_the_record_if_it_has_them_in_the_match() {
    let folder = TempDir::new().expect("a folder can be made");
    let program = env!("CARGO_BIN_EXE_tandem");
    let tag = |seat: &str, rate: u32| format!("[{seat}NodesPerSecond \"{rate}\"]");
    let its_own = [("WhiteA", 30_000), ("BlackA", 90_000), ("WhiteB", 90_000), ("BlackB", 30_000)];
    let its_own = its_own.map(|(seat, rate)| tag(seat, rate));
    let cases = [("own.bpgn", "nps=30000", &its_own[..]), ("one.bpgn", "", &[tag("", 90_000)])];
    for (name, word, expected) in cases {
        let engine = format!("name=own cmd='{program}' {word}");
        let clock = ["--clock", "nodes:90000", "--tc", "0.2", "--engine", &engine];
        let (_, path) = play(&folder, name, &clock);
        let text = std::fs::read_to_string(&path).expect("the games are written");
        let rates = text.lines().filter(|line| line.contains("NodesPerSecond"));
        assert_eq!(rates.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn faults_are_counted_apart_and_the_last_line_says_so() {
    let folder = TempDir::new().expect("a folder can be made");
    let engine = format!("name=mute cmd='{}' args=--version", env!("CARGO_BIN_EXE_tandem"));
    let path = folder.path().join("games.bpgn");
    let path = path.to_str().expect("a path in UTF-8");
    let ran = tandem(&[
        "match", "--games", "2", "--clock", "nodes:9", "--bpgn", path, "--engine", &engine,
    ]);
    let (code, printed) = (ran.code, ran.stdout);
    assert_eq!(code, Some(0), "{}", ran.stderr);
    let faults = "Faults: 2 of 2 games (mute 2); score without them: mute - of 0, tandem - of 0";
    assert!(printed.contains(faults), "{printed}");
    assert!(printed.contains("\nElo: all lost, "), "{printed}");
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.starts_with("2 of 2 games ended by an engine's fault, more than one"), "{last}");
}

#[test]
fn games_on_one_board_and_on_two_are_never_in_one_file() {
    let folder = TempDir::new().expect("a folder can be made");
    let short = ["--clock", "nodes:100000", "--tc", "0.2", "--most-plies", "4"];
    let kinds = [("bpgn", &[][..], "two boards"), ("pgn", &["--rules", "chess"], "one board")];
    for (end, rules, _) in kinds {
        let mut command = command(&[&["match"], &short[..], rules].concat());
        let ran = command.current_dir(folder.path()).output().expect("the program runs");
        let told = String::from_utf8_lossy(&ran.stdout);
        assert!(told.ends_with(&format!("written to match.{end}\n")), "{told}");
        play(&folder, end, &[&short, rules].concat());
    }
    for (end, rules, boards) in kinds {
        let others = if end == "pgn" { "bpgn" } else { "pgn" };
        for (file, told) in [(format!("x.{others}"), "is a name for"), (others.into(), "has")] {
            let path = folder.path().join(&file);
            let before = std::fs::read(&path).ok();
            let all = ["match", "--bpgn", path.to_str().expect("a path in UTF-8")];
            let ran = tandem(&[&all, &short[..], rules].concat());
            assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
            assert!(ran.stderr.contains(&format!("{file}` {told} games on ")), "{}", ran.stderr);
            assert!(ran.stderr.contains(&format!("; games on {boards} ")), "{}", ran.stderr);
            assert_eq!(before, std::fs::read(&path).ok(), "{file} is as it was");
        }
    }
}

#[test]
fn games_are_appended() {
    let folder = TempDir::new().expect("a folder can be made");
    let arguments = ["--clock", "nodes:100000", "--tc", "0.2"];
    let (_, path) = play(&folder, "games.bpgn", &arguments);
    play(&folder, "games.bpgn", &arguments);
    assert_eq!(check(&path, &[]).number("games read"), 2);
}

#[test]
fn every_rule_set_is_played() {
    let folder = TempDir::new().expect("a folder can be made");
    for rules in ["fide", "uscf", "hawaii", "scholastic", "wbn", "fics"] {
        let arguments = ["--clock", "nodes:100000", "--tc", "1", "--rules", rules];
        let (printed, path) = play(&folder, &format!("{rules}.bpgn"), &arguments);
        let [result] = results(&printed)[..] else { panic!("{rules}: {printed}") };
        assert_decided(result);
        let ran = check(&path, &["--rules", rules]);
        assert_eq!((ran.code, ran.number("games read")), (Some(0), 1), "{rules}");
        assert!(result.ends_with(&format!(" {} plies", ran.number("plies"))), "{rules}: {result}");
    }
}

#[test]
fn every_time_control_and_start_is_played() {
    let folder = TempDir::new().expect("a folder can be made");
    let bare =
        "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1";
    for (number, arguments) in [
        &["--tc", "0.5+0.05"][..],
        &["--tc", "0.5d0.05"],
        &["--tc", "0.5b0.05"],
        &["--tc", "0.5", "--free-first-move", "--smallest-charge", "20"],
        &["--tc", "0.5", "--offsets", "-0.2,0,0.2,0.1"],
        &["--tc", "0.5", "--lag", "moves=20,holdings=80,messages=40"],
        &["--tc", "1", "--chess960", "0"],
        &["--tc", "1", "--bfen", bare],
        &["--tc", "1", "--rule", "mate=holdings-at-hand", "--rule", "last-drop=mate-draws"],
    ]
    .iter()
    .enumerate()
    {
        let clock = ["--clock", "nodes:50000"];
        let (printed, path) = play(&folder, &number.to_string(), &[&clock, *arguments].concat());
        let [result] = results(&printed)[..] else { panic!("{arguments:?}: {printed}") };
        assert_decided(result);
        let ran = check(&path, &[]);
        assert_eq!((ran.code, ran.number("games read")), (Some(0), 1), "{arguments:?}");
    }
}

#[test]
fn a_game_can_be_broken_off() {
    let folder = TempDir::new().expect("a folder can be made");
    let arguments = ["--clock", "nodes:100000", "--tc", "5", "--most-plies", "12"];
    let (printed, path) = play(&folder, "short.bpgn", &arguments);
    let told = "* tandem 1 against tandem 2: broken off after 12 plies, 12 plies";
    assert_eq!(results(&printed), [told]);
    let ran = check(&path, &[]);
    assert_eq!((ran.code, ran.number("plies"), ran.number("no result")), (Some(0), 12, 1));
}

#[test]
fn a_closed_output_ends_a_match_but_loses_no_game() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("games.bpgn");
    let path = path.to_str().expect("a path in UTF-8");
    let clock = ["--clock", "nodes:100000", "--tc", "0.2", "--games", "100"];
    let arguments = [&["match", "--bpgn", path], &clock[..]].concat();
    let mut child = command(&arguments).spawn().expect("the program can be started");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(check(path, &[]).number("games read"), 1);
}

#[test]
fn an_engine_that_hears_nothing_of_a_limit_of_nodes_is_named() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("games.bpgn");
    let path = path.to_str().expect("a path in UTF-8");
    let engine = format!("e='{}' --nodes 20", env!("CARGO_BIN_EXE_tandem"));
    let games = ["match", "--clock", "nodes:100000", "--tc", "0.2", "--bpgn", path];
    let cases: &[(&[&str], usize)] = &[(&[], 0), (&["--nodes", "20"], 1)];
    for &(limit, warnings) in cases {
        let ran = tandem(&[&games, limit, &["--engine", &engine, "--team", "e"]].concat());
        let named =
            ran.stderr.lines().filter(|line| line.contains("`e`, which speaks CECP")).count();
        assert_eq!((ran.code, named), (Some(0), warnings), "{}", ran.stderr);
    }
}

#[test]
fn a_match_ends_where_an_engine_cannot_begin_one_game_after_the_other() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("games.bpgn");
    let path = path.to_str().expect("a path in UTF-8");
    let engine = format!("mute='{}' --version", env!("CARGO_BIN_EXE_tandem"));
    let games = ["match", "--games", "100", "--concurrency", "1", "--bpgn", path];
    let ran = tandem(&[&games[..], &["--engine", &engine, "--team", "mute"]].concat());
    assert_eq!((ran.code, results(&ran.stdout).len()), (Some(2), 4), "{}", ran.stdout);
    let last = ran.stderr.lines().last().unwrap_or_default();
    assert!(last.contains("`mute` failed to begin several games in a row: "), "{last}");
}

#[test]
fn crazyhouse_and_chess_are_played_on_one_board() {
    let folder = TempDir::new().expect("a folder can be made");
    for rules in ["crazyhouse", "chess"] {
        let clock = ["--clock", "nodes:100000", "--tc", "1", "--games", "2", "--rules", rules];
        let (printed, path) = play(&folder, &format!("{rules}.pgn"), &clock);
        let results = results(&printed);
        assert_eq!(results.len(), 2, "{printed}");
        results.into_iter().for_each(assert_decided);
        let text = std::fs::read_to_string(&path).expect("the games are written");
        assert!(text.contains("[White \"Tandem\"]") && !text.contains("WhiteA"), "{text}");
        let ran = check(&path, &["--rules", rules]);
        assert_eq!((ran.code, ran.number("games read"), ran.number("warnings")), (Some(0), 2, 0));
    }
}

#[test]
fn openings_are_taken_from_a_file_in_their_order_for_both_games_of_a_pair() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("openings.epd");
    let first = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let second = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -";
    let text = format!("# two\n{first} id \"king's\";\n{second}\n");
    for (games, content) in [("1.bpgn", text.clone().into_bytes()), ("2.bpgn", gzip(&text))] {
        std::fs::write(&file, content).expect("written");
        let file = file.to_str().expect("a path in UTF-8");
        let more = ["--clock", "nodes:50000", "--tc", "0.2", "--games", "4", "--openings", file];
        let (_, path) = play(&folder, games, &more);
        let text = std::fs::read_to_string(&path).expect("the games are written");
        let fens = text.lines().filter(|line| line.starts_with("[FEN "));
        let moves: Vec<bool> = fens.map(|fen| fen.contains("4P3")).collect();
        assert_eq!(moves, [true, true, false, false]);
    }
}

/// A text as a file that `gzip` has written.
fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).expect("memory takes it");
    packed.finish().expect("memory takes it")
}

/// Arguments that no match can be played with, and a part of what is said of them.
const REFUSED: &[(&[&str], &str)] = &[
    (&["--team", "x"], "no engine is named `x`, expected one of tandem"),
    (&["--engine", "e=sh", "--team", "e,x"], "no engine is named `x`, expected one of tandem, e"),
    (
        &["--team", "tandem,tandem,tandem"],
        "invalid team `tandem,tandem,tandem`, expected one engine or two",
    ),
    (&["--engine", "sjeng"], "invalid engine `sjeng`, expected NAME=COMMAND"),
    (&["--engine", "=sjeng"], "invalid engine `=sjeng`, expected NAME=COMMAND"),
    (&["--engine", "e="], "engine `e`: an empty command"),
    (&["--engine", "e='x"], "engine `e`: a quote is not closed in `'x`"),
    (&["--engine", "e=x", "--engine", "e=y"], "two engines are named `e`"),
    (
        &["--engine", "e=x", "--engine", "f=x", "--team", "e"],
        "engine `f` is in no team; --team f makes one",
    ),
    (&["--engine", "e=x", "--uci", "f=x", "--team", "tandem"], "engines `e`, `f` are in no team"),
    (&["--engine", "e=x", "--each", "name=f"], "`name` is an engine's own, and not for --each"),
    (&["--engine", "e=x", "--each", "speed=5"], "unknown word `speed`"),
    (&["--engine", "e=x", "--team", "tandem", "--team", "tandem"], "`e` is in no team"),
    (&["--engine", "name=e cmd=x speed=5"], "unknown word `speed`, expected name, cmd"),
    (&["--engine", "name=e proto=uci"], "no program, expected cmd=PROGRAM"),
    (
        &["--engine", "cmd=x proto=uci option.Threads=2", "--nodes", "5", "--clock", "nodes:9"],
        "`x` has several threads, whose nodes the node clock cannot time",
    ),
    (&["--engine", "cmd=x nps=5"], "`nps=5` of `x` needs the node clock, --clock nodes:RATE"),
    (&["--bpgn", "x.pgn"], "`x.pgn` is a name for games on one board"),
    (&["--restart", "e"], "no engine is named `e`, expected one of tandem"),
    (&["--engine", "tandem=x"], "two engines are named `tandem`"),
    (&["--engine", "e=x", "--uci", "e=y"], "two engines are named `e`"),
    (
        &["--uci-team", "e=x", "--team", "e,tandem"],
        "invalid team `e,tandem`, one of its engines plays both seats",
    ),
    (&["--uci-team", "e=x", "--team", "e", "--rules", "chess"], "`e` plays two boards"),
    (&["--ubi", "e=x", "--team", "e", "--rules", "crazyhouse"], "`e` plays two boards"),
    (&["--engine", "e=/nowhere/e", "--team", "e"], "cannot start `/nowhere/e`: "),
    (&["--tc", "1,2,3"], "3 time controls, expected 1, 2 (teams) or 4 (players)"),
    (&["--sprt", "5"], "invalid test `5`, expected ELO0,ELO1"),
    (&["--sprt", "5,0"], "invalid test `5,0`"),
    (&["--sprt", "0,5", "--team", "tandem", "--team", "tandem", "--team", "tandem"], "two teams"),
    (&["--openings", "odd"], "`odd`"),
    (&["--quads", "--rules", "chess"], "--quads exchanges two boards, but chess has one"),
    (&["--quads", "--clock", "nodes:1000"], "--quads plays every game twice on the node clock"),
    (&["--results", "x", "--bpgn", "x"], "outputs need different files, found `x`"),
    (
        &["--uci", "e=x", "--team", "e", "--clock", "nodes:1000"],
        "`e` speaks UCI, and plays on the node clock only with --nodes",
    ),
    (
        &["--ubi", "e=x", "--team", "e", "--clock", "nodes:1000"],
        "`e` speaks UBI, and plays on the node clock only with --nodes",
    ),
    (
        &["--uci-team", "e=x", "--team", "e", "--clock", "nodes:1000", "--nodes", "9"],
        "`e` plays both seats of a team, which the node clock cannot time",
    ),
    (&["--results", "/nowhere/r.jsonl"], "`/nowhere/r.jsonl`"),
];

#[test]
fn a_match_that_cannot_be_is_refused_with_one_line() {
    let folder = TempDir::new().expect("a folder can be made");
    for &(arguments, expected) in REFUSED {
        let mut command = command(&[&["match"], arguments].concat());
        let output = command.current_dir(folder.path()).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    let left = std::fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 0, "a match that cannot begin writes nothing");
}
