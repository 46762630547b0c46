//! Tests of matches of many games: in parallel, in shards, interrupted and continued.

#[cfg(unix)]
mod interrupt;
mod tandem;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tandem::{command, tandem};
use tempfile::TempDir;

/// Options for games that differ from each other.
const CONDITIONS: &[&str] = &["--clock", "nodes:50000", "--hash", "1", "--openings", "random"];

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

/// Arguments for a match of short games that keeps its results in this file.
fn arguments<'a>(results: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let results = results.to_str().expect("a path in UTF-8");
    // Games take some hundred milliseconds each, unless another time control is given.
    let control: &[&str] = if more.contains(&"--tc") { &[] } else { &["--tc", "1"] };
    [&["match", "--results", results], CONDITIONS, control, more].concat()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

/// Plays a match; returns its output and its games as BPGN.
fn play(results: &Path, more: &[&str]) -> (String, String) {
    let printed = tandem(&arguments(results, more)).done();
    (printed, text(&results.with_extension("bpgn")))
}

/// The table without node rates, which depend on the machine.
fn table(printed: &str) -> Vec<String> {
    let from = printed.lines().position(|line| line.contains(" against ")).expect("a table");
    let lines = printed.lines().skip(from).take_while(|line| !line.starts_with("written"));
    let is_rate = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let without_rate = |line: &str| match line.rsplit_once(' ') {
        Some((rest, rate)) if is_rate(rate) => rest.trim_end().to_owned(),
        _ => line.to_owned(),
    };
    lines.map(without_rate).collect()
}

fn count(games: &str) -> usize {
    games.matches("[Round ").count()
}

#[test]
fn however_many_games_are_played_at_once_their_bytes_are_the_same() {
    let folder = folder();
    // Players of a team must differ, or a quad would be the same games twice.
    let more = [
        "--games",
        "6",
        "--quads",
        "--tc",
        "1,0.9,1,0.9",
        "--offsets",
        "random:0.3",
        "--concurrency",
    ];
    let at_once = |n: &'static str| {
        play(&folder.path().join(format!("{n}.jsonl")), &[&more[..], &[n]].concat())
    };
    let (printed, games) = at_once("1");
    assert_eq!(count(&games), 6);
    for n in ["2", "5"] {
        let (others, same) = at_once(n);
        assert_eq!(games, same);
        assert_eq!(table(&printed), table(&others));
    }
}

#[test]
fn shards_together_are_the_whole_match() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    let (printed, games) = play(&file("whole.jsonl"), &["--games", "8", "--sprt", "0,50"]);
    let shards: Vec<PathBuf> = (1..=3)
        .map(|at| {
            let path = file(&format!("{at}.jsonl"));
            play(&path, &["--games", "8", "--sprt", "0,50", "--shard", &format!("{at}/3")]);
            path
        })
        .collect();
    let paths: Vec<&str> = shards.iter().filter_map(|path| path.to_str()).collect();
    let (joined, bpgn) = (file("joined.jsonl"), file("joined.bpgn"));
    let [joined, bpgn] = [&joined, &bpgn].map(|path| path.to_str().expect("a path in UTF-8"));
    let merge = ["match", "merge", "--results", joined, "--bpgn", bpgn];
    let merged = tandem(&[&merge, &paths[..]].concat()).done();
    assert_eq!(table(&printed), table(&merged));
    assert_eq!(games, text(Path::new(bpgn)));
    // Joined results can be continued as one match.
    let (printed, more) = play(Path::new(joined), &["--games", "10", "--sprt", "0,50"]);
    assert!(printed.contains("8 of 10 games are already in the results"), "{printed}");
    assert!(more.starts_with(&games) && count(&more) == 10);
}

/// Pseudo-random numbers, the same in each run.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_as_if_nothing_had_happened() {
    const KILLS: u64 = 20;
    let folder = folder();
    let more = ["--games", "24", "--concurrency", "2"];
    let (printed, games) = play(&folder.path().join("undisturbed.jsonl"), &more);
    let disturbed = folder.path().join("disturbed.jsonl");
    let size = || std::fs::metadata(&disturbed).map_or(0, |file| file.len());
    let mut number = numbers(7);
    for _ in 0..KILLS {
        let mut playing =
            command(&arguments(&disturbed, &more)).spawn().expect("the program can be started");
        // Killed after a random number of bytes or a random time, whichever comes first.
        let (enough, patience) = (size() + number(4000), Duration::from_millis(number(200)));
        let begun = Instant::now();
        while size() < enough && begun.elapsed() < patience {
            std::thread::yield_now();
        }
        playing.kill().expect("it can be killed");
        playing.wait().expect("it was started");
    }
    let (resumed, same) = play(&disturbed, &more);
    assert_eq!(games, same);
    assert_eq!(table(&printed), table(&resumed));
    assert_eq!(text(&disturbed).lines().count(), 1 + 24, "no game was played twice");
    let bpgn = disturbed.with_extension("bpgn");
    let checked = tandem(&["bpgn", "check", bpgn.to_str().expect("a path in UTF-8")]);
    assert_eq!((checked.code, checked.number("games read")), (Some(0), 24));
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_ends_with_its_table_and_the_command_to_go_on() {
    use std::io::{BufRead, BufReader};
    let folder = folder();
    let more = ["--games", "24", "--concurrency", "2"];
    let (printed, games) = play(&folder.path().join("undisturbed.jsonl"), &more);
    let results = folder.path().join("it's interrupted.jsonl");
    for is_last in [false, true] {
        let mut playing = command(&arguments(&results, &more)).spawn().expect("it can be started");
        let mut said = BufReader::new(playing.stdout.take().expect("a pipe")).lines();
        let mut until = |found: &dyn Fn(&str) -> bool| -> Vec<String> {
            let mut lines = Vec::new();
            while let Some(Ok(line)) = said.next() {
                let is_found = found(&line);
                lines.push(line);
                if is_found {
                    break;
                }
            }
            lines
        };
        let first = until(&|line| line.starts_with("game ") && !line.starts_with("game 1 "));
        assert!(first.len() >= 2 || is_last, "{first:?}");
        match is_last {
            false => interrupt::interrupt(&playing),
            true => interrupt::terminate(&playing),
        }
        let rest = until(&|_| false);
        assert_eq!(playing.wait().expect("it ends").code(), Some(130), "{rest:?}");
        let [.., interrupted, command] = &rest[..] else { panic!("{rest:?}") };
        assert!(rest.iter().any(|line| line == "tandem 1 against tandem 2"), "{rest:?}");
        assert!(interrupted.starts_with("interrupted after "), "{interrupted}");
        assert!(interrupted.ends_with(" of 24 games"), "{interrupted}");
        if is_last {
            let command = command.strip_prefix("to go on: ").expect("a command");
            let went_on = std::process::Command::new("sh").args(["-c", command]).output();
            let went_on = went_on.expect("there is a shell").stdout;
            let went_on = String::from_utf8(went_on).expect("text");
            assert_eq!(table(&went_on), table(&printed));
        }
    }
    assert_eq!(text(&results.with_extension("bpgn")), games);
}

/// Without results nothing can be continued, but games that have ended are written.
#[test]
#[cfg(unix)]
fn an_interrupted_match_without_results_says_what_would_have_kept_it() {
    use std::io::{BufRead, BufReader};
    let folder = folder();
    let mut command = command(&["match", "--tc", "600", "--clock", "nodes:50000", "--hash", "1"]);
    let mut playing = command.current_dir(folder.path()).spawn().expect("it can be started");
    let mut said = BufReader::new(playing.stdout.take().expect("a pipe")).lines();
    said.next().expect("a move").expect("text");
    interrupt::interrupt(&playing);
    let rest: Vec<String> = said.map(|line| line.expect("text")).collect();
    assert_eq!(playing.wait().expect("it ends").code(), Some(130), "{rest:?}");
    let last = [
        "written to match.bpgn",
        "interrupted after 0 of 1 games",
        "a match can go on after a break only with --results FILE",
    ];
    assert!(rest.ends_with(&last.map(str::to_owned)), "{rest:?}");
    assert_eq!(text(&folder.path().join("match.bpgn")), "");
}

#[test]
fn a_finished_match_is_not_played_again_and_may_be_made_longer() {
    let folder = folder();
    let results = folder.path().join("match.jsonl");
    let (_, first) = play(&results, &["--games", "2"]);
    let (printed, again) = play(&results, &["--games", "2"]);
    assert_eq!(first, again);
    assert!(printed.contains("2 of 2 games are already in the results"), "{printed}");
    let (printed, longer) = play(&results, &["--games", "4"]);
    assert!(longer.starts_with(&first) && count(&longer) == 4);
    assert!(printed.contains("game 3 of 4: ") && !printed.contains("game 2 of 4: "), "{printed}");
}

#[test]
fn files_that_are_not_ours_are_left_alone() {
    let folder = folder();
    let (results, games) = (folder.path().join("m.jsonl"), folder.path().join("m.bpgn"));
    for (mine, text_of_mine) in [(&results, "my diary"), (&games, "[Event \"mine\"]\n\n*\n")] {
        std::fs::write(mine, text_of_mine).expect("it can be written");
        let ran = tandem(&arguments(&results, &["--games", "2"]));
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        assert_eq!(text(mine), text_of_mine);
        std::fs::remove_file(mine).expect("it is there");
    }
}

#[test]
fn the_same_game_may_be_in_several_files_and_gaps_are_told() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    for shard in ["1/2", "2/2", "1/3"] {
        let path = file(&shard.replace('/', "of"));
        tandem(&arguments(&path, &["--games", "8", "--shard", shard])).done();
    }
    let merge = |names: &[&str]| {
        let paths: Vec<PathBuf> = names.iter().map(|name| file(name)).collect();
        let paths = paths.iter().map(|path| path.to_str().expect("a path in UTF-8"));
        tandem(&["match", "merge"].into_iter().chain(paths).collect::<Vec<_>>())
    };
    assert!(merge(&["1of2", "1of3", "2of2"]).done().contains("Games: 8, "));
    let with_gap = merge(&["1of2"]);
    assert!(with_gap.stderr.contains("4 of 8 games are missing"), "{}", with_gap.stderr);
    assert!(with_gap.stdout.contains("Games: 4, "), "{}", with_gap.stdout);
}

#[test]
fn results_of_another_match_are_left_alone() {
    let folder = folder();
    let results = folder.path().join("match.jsonl");
    play(&results, &["--games", "2"]);
    let before = text(&results);
    let ran = tandem(&arguments(&results, &["--games", "2", "--seed", "2"]));
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("seed was `1`, not `2`"), "{}", ran.stderr);
    assert_eq!((text(&results), ran.stderr.lines().count()), (before, 1));
}

#[test]
fn a_test_that_is_decided_ends_the_match_and_the_same_games_count_in_any_case() {
    let folder = folder();
    // The second team has no time to think.
    let more = ["--games", "100", "--tc", "1,0.02", "--sprt", "0,100", "--concurrency"];
    let [(one, games), (four, same)] = ["1", "4"]
        .map(|n| play(&folder.path().join(format!("{n}.jsonl")), &[&more[..], &[n]].concat()));
    assert!(one.contains("H1 accepted"), "{one}");
    assert!((2..60).contains(&count(&games)), "{}", count(&games));
    assert_eq!(games, same);
    assert_eq!(table(&one), table(&four));
}

#[test]
fn three_teams_are_ranked() {
    let folder = folder();
    let own = format!("own={}", env!("CARGO_BIN_EXE_tandem"));
    let more = [
        "--engine",
        &own,
        "--team",
        "own",
        "--team",
        "tandem",
        "--team",
        "own,tandem",
        "--games",
        "2",
    ];
    let (printed, games) = play(&folder.path().join("three.jsonl"), &more);
    assert_eq!(count(&games), 6);
    // Each is ranked, has a row of the table of points, and one of what it did.
    for name in ["own ", "tandem ", "own+tandem "] {
        assert_eq!(printed.lines().filter(|line| line.starts_with(name)).count(), 3, "{printed}");
    }
    let (_, gauntlet) = play(
        &folder.path().join("gauntlet.jsonl"),
        &[&more[..], &["--format", "gauntlet"]].concat(),
    );
    assert_eq!(count(&gauntlet), 4);
}

#[test]
fn a_log_tells_of_every_game() {
    let folder = folder();
    let log = folder.path().join("match.log");
    let more = ["--games", "2", "--log", log.to_str().expect("a path in UTF-8")];
    play(&folder.path().join("match.jsonl"), &more);
    let log = text(&log);
    for said in ["game 1 begins", "game 2 of 2: ", "tandem 1 against tandem 2", "Endings: "] {
        assert!(log.contains(said), "{said}: {log}");
    }
}
