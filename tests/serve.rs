//! Tests of `tandem serve` as a whole program, with pages that tests play.
#![cfg(feature = "serve")]

mod folder;
#[expect(dead_code, reason = "the door for clients is for other tests")]
mod page;
#[expect(dead_code, reason = "no summary of `bpgn` is read")]
mod tandem;

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;

use flate2::Compression;
use flate2::write::GzEncoder;
use folder::Folder;
use page::{Page, Served};
use serde_json::{Value, json};
use tandem::tandem;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");

/// The reviews of games in files, as a page gets them; none may have a fault.
fn reviews(served: &Served, files: &[Value]) -> Vec<Value> {
    let mut page = served.page();
    let source = json!({"from": "files", "files": files});
    page.say(&json!({"type": "review", "id": 1, "source": source}));
    let read = page.hear("review_read");
    assert_eq!(read["faults"], json!([]));
    let games = read["plies"].as_array().expect("games").len();
    let reviews = (0..games).map(|_| page.hear("reviewed")).collect();
    page.hear("review_done");
    reviews
}

/// A file as a page brings it; not all are UTF-8.
fn file(path: &str) -> Value {
    let bytes = fs::read(path).expect("a file of ../shared");
    json!({"name": path, "text": base64(&bytes), "base64": true})
}

/// Compares a review with a line of `tandem analyze --json` and a game that it has annotated.
fn assert_same(review: &Value, analysis: &str, what: &str) {
    let analysis: Value = serde_json::from_str(analysis).expect("a line of JSON");
    let mut compared = 0;
    for (field, expected) in analysis.as_object().expect("fields") {
        // Its place in the input: the page has got other files, or all in one message.
        if !matches!(field.as_str(), "file" | "game" | "line") {
            assert_eq!(&review["game"][field], expected, "{what}: {field}");
            compared += 1;
        }
    }
    assert!(compared >= 4 && analysis["plies"].as_array().is_some_and(|plies| !plies.is_empty()));
}

#[test]
#[ignore = "needs ../shared"]
fn reviews_are_those_of_analyze() {
    let nodes = "200";
    let served = Served::start(&["--no-archive", "--review-nodes", nodes]);
    let folder = Folder::new();
    let annotated = folder.path("annotated.bpgn");
    let check = |paths: &[&str], files: &[Value], games: usize| {
        let games_option = [&["--games"][..], paths].concat();
        let options = ["analyze", "--nodes", nodes, "--json", "--annotate", &annotated];
        let printed = tandem(&[&options[..], &games_option].concat()).done();
        let reviewed = reviews(&served, files);
        assert_eq!((reviewed.len(), printed.lines().count()), (games, games), "{paths:?}");
        for (review, analysis) in reviewed.iter().zip(printed.lines()) {
            assert_same(review, analysis, paths[0]);
        }
        let whole: String = reviewed.iter().filter_map(|review| review["bpgn"].as_str()).collect();
        let annotated = fs::read_to_string(&annotated).expect("it was written");
        assert_eq!(without_blank_lines(&whole), without_blank_lines(&annotated), "{paths:?}");
    };
    for pair in pairs() {
        let [one, two] = pair.each_ref().map(String::as_str);
        check(&[one, two], &[file(one), file(two)], 1);
    }
    let games = fs::read(format!("{DATA}/bpgn/fics-64-games.bpgn")).expect("its games");
    let path = folder.path("ten.bpgn");
    fs::write(&path, first_games(&games, 10)).expect("it can be written");
    check(&[&path], &[file(&path)], 10);
}

fn without_blank_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// The files of the six games of chess.com, two a game.
fn pairs() -> Vec<[String; 2]> {
    let folder = fs::read_dir(format!("{DATA}/chesscom")).expect("a folder");
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let boards = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let mut paths: Vec<String> =
        boards.map(|path| path.to_str().expect("a path in UTF-8").to_owned()).collect();
    paths.sort(); // the numbers of the two boards of a game follow each other
    let pairs: Vec<_> = paths.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect();
    assert_eq!(pairs.len(), 6);
    pairs
}

/// The first games of a file.
fn first_games(file: &[u8], count: usize) -> &[u8] {
    let next = |at: &usize| file[*at..].starts_with(b"\n\n[");
    let end = (0..file.len()).filter(next).nth(count - 1).expect("as many games");
    &file[..end + 2]
}

#[test]
fn compressed_files_are_reviewed_and_a_bomb_is_refused_in_one_line() {
    let served = Served::start(&["--no-archive", "--review-nodes", "10"]);
    let files = json!([
        {"name": "game.bpgn.gz", "text": packed(b"[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 *\n"), "base64": true},
        {"name": "bomb.gz", "text": packed(&b" ".repeat(17 << 20)), "base64": true},
    ]);
    let mut page = served.page();
    let source = json!({"from": "files", "files": files});
    page.say(&json!({"type": "review", "id": 1, "source": source}));
    let read = page.hear("review_read");
    let fault = "bomb.gz: unpacked, the files have more than 16 MiB";
    assert_eq!((&read["plies"], &read["faults"]), (&json!([2]), &json!([fault])));
    assert_eq!(page.hear("reviewed")["game"]["players"][0], "Anna");
}

/// Text as gzip, in base64.
fn packed(text: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text).expect("memory takes it");
    base64(&packer.finish().expect("memory takes it"))
}

/// Bytes in base64, as a page writes them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let bits = part
            .iter()
            .chain([0; 2].iter())
            .take(3)
            .fold(0, |bits, &byte| (bits << 8) | usize::from(byte));
        for at in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * at)) & 63]);
            text.push(if at <= part.len() { letter } else { '=' });
        }
    }
    text
}

/// A table of one person in all four seats, whose game has begun.
fn table(served: &Served, number: u64) -> Page {
    let mut page = served.page();
    let setup = json!({
        "rules": "fics", "clock": "600", "start": null,
        "seats": [{"who": "me"}, {"who": "me"}, {"who": "me"}, {"who": "me"}],
    });
    page.say(&json!({"type": "create", "name": format!("Ann {number}"), "setup": setup}));
    page.hear("table");
    page.say(&json!({"type": "ready", "ready": true}));
    while page.hear("table")["phase"] != "playing" {}
    page
}

/// Plays a move of each seat in turn, and hears it; the moves go to and fro.
fn play_on(page: &mut Page, plies: usize) -> String {
    let seat = [0, 2, 1, 3][plies % 4];
    let there = (plies / 4).is_multiple_of(2);
    let m = match (seat % 2, there) {
        (0, true) => "g1f3",
        (0, false) => "f3g1",
        (_, true) => "g8f6",
        (_, false) => "f6g8",
    };
    page.say(&json!({"type": "move", "seat": seat, "plies": plies, "coordinates": m}));
    let moved = page.hear("moved");
    moved["ply"]["san"].as_str().expect("SAN").to_owned()
}

/// The games of an archive by the name of their player: result, number of moves and record.
fn kept(archive: &str) -> HashMap<String, (String, u64, String)> {
    let served = Served::start(&["--archive", archive]);
    let mut page = served.page();
    let list = search(&mut page);
    let games = list["games"].as_array().expect("games");
    assert_eq!(list["total"], games.len());
    let mut kept = HashMap::new();
    for game in games {
        page.say(&json!({"type": "load_archived", "game": game["game"]}));
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let bpgn = text(&page.hear("archive_game")["bpgn"]);
        let plies = game["plies"].as_u64().expect("a number");
        let before = kept.insert(text(&game["players"][0]), (text(&game["result"]), plies, bpgn));
        assert!(before.is_none(), "{game} is there twice");
    }
    kept
}

/// Asks for all games of the archive. By the answer, what was relayed before is stored.
fn search(page: &mut Page) -> Value {
    let query = json!({
        "player": null, "result": null, "rules": null, "opening": null, "since": null,
        "until": null, "skip": 0,
    });
    page.say(&json!({"type": "search_archive", "query": query}));
    page.hear("archive_list")
}

/// What has to be kept of a game.
struct Expected {
    result: &'static str,
    /// Its number of moves; none at all if the server was killed before the archive had answered.
    plies: RangeInclusive<u64>,
    /// Whether the archive had answered since it began.
    is_stored: bool,
}

/// Plays games at tables of a server that is killed then; returns what has to be kept of each.
fn play_until_killed(archive: &str, round: usize) -> HashMap<String, Expected> {
    let served = Served::start(&["--archive", archive]);
    let mut expected = HashMap::new();
    // Before the first move, in mid-game, and after an end.
    let lengths = [0, 7, 3 * round, 9 + round];
    for (at, &length) in lengths.iter().enumerate() {
        let number = (10 * round + at) as u64;
        let mut page = table(&served, number);
        for plies in 0..length {
            play_on(&mut page, plies);
        }
        let is_over = at == 1;
        if is_over {
            page.say(&json!({"type": "resign", "seat": 1}));
            page.hear("ended");
        }
        // By the answer, all that was relayed is stored. In one round the last game does not wait for
        // it: a kill may come at any moment, and then even its beginning may not be written yet.
        let is_stored = round > 0 || at + 1 < lengths.len();
        if is_stored {
            search(&mut page);
        }
        let (result, most) = (if is_over { "1-0" } else { "*" }, length as u64);
        let plies = if is_stored { most } else { 0 }..=most;
        expected.insert(format!("Ann {number}"), Expected { result, plies, is_stored });
    }
    expected // the server is killed here
}

#[test]
fn a_server_that_is_killed_has_kept_every_game_up_to_its_last_move() {
    let folder = Folder::new();
    let archive = folder.path("games.sqlite");
    let mut expected = HashMap::new();
    for round in 0..4 {
        expected.extend(play_until_killed(&archive, round));
        let kept = kept(&archive);
        expected.retain(|player, game| game.is_stored || kept.contains_key(player));
        for (player, game) in &mut expected {
            let Some((result, plies, bpgn)) = kept.get(player) else {
                panic!("{player} is not there");
            };
            assert_eq!(result, game.result, "{player}: {bpgn}");
            assert!(game.plies.contains(plies), "{player}: {bpgn}");
            let moves = bpgn.matches("Nf").count() + bpgn.matches("Ng").count();
            assert_eq!(moves as u64, *plies, "{bpgn}");
            (game.plies, game.is_stored) = (*plies..=*plies, true); // and so it stays
        }
        assert_eq!(kept.len(), expected.len());
    }
}

/// Times, and threads, whose number only Linux tells.
#[cfg(target_os = "linux")]
mod analyses {
    use std::time::{Duration, Instant};

    use serde_json::{Value, json};

    use super::page::{Page, Served};

    /// Two boards in which a search finds more and more, each time others.
    fn boards(number: u32) -> Value {
        let kings = ["e1", "d1", "f1", "c1"][number as usize % 4];
        let file = usize::from(kings.as_bytes()[0] - b'a');
        let king = format!("{}K{}", digit(file), digit(7 - file));
        let board = |held| {
            format!("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/{king}[{held}] w - - 0 1")
        };
        json!({"rules": "fics", "fens": [board("QNqn"), board("RBrb")], "clocks_ms": null})
    }

    fn digit(count: usize) -> String {
        if count == 0 { String::new() } else { count.to_string() }
    }

    /// The times until both boards have lines of an analysis, until there are plans, and until the last
    /// message of an earlier one.
    fn first_results(page: &mut Page, id: u32) -> [Duration; 3] {
        let begun = Instant::now();
        let [mut lines, mut plans, mut stale] = [Duration::ZERO; 3];
        let mut waiting = vec!["A", "B", "plans"];
        page.say(&json!({"type": "analyze", "id": id, "position": boards(id), "lines": 3}));
        page.say(&json!({"type": "ping", "sent_ms": id}));
        let mut is_read = false;
        while !waiting.is_empty() || !is_read {
            let message = page.next();
            assert_ne!(message["type"], "refused", "{message}");
            is_read |= message["type"] == "pong";
            if message["id"] == id && message["type"] == "analysis" {
                let scores = message["boards"].as_array().expect("boards");
                waiting.retain(|&name| scores.iter().all(|score| score["board"] != name));
                if waiting.iter().all(|name| *name == "plans") && lines.is_zero() {
                    lines = begun.elapsed();
                }
            } else if message["id"] == id && message["type"] == "analysis_plans" {
                assert_plans(&message["plans"]);
                if waiting.contains(&"plans") {
                    plans = begun.elapsed();
                }
                waiting.retain(|&name| name != "plans");
            } else if message["id"].is_u64() && message["id"] != id {
                assert!(!is_read, "{message} after analysis {id} was read");
                stale = begun.elapsed();
            }
        }
        [lines, plans, stale]
    }

    /// Checks the plans of White on A, without clocks: some for each lead, each with its moves.
    fn assert_plans(plans: &Value) {
        assert_eq!((&plans["team"], &plans["must_move"]), (&json!("one"), &Value::Null));
        let cases = plans["cases"].as_array().expect("cases");
        let clocks: Vec<&Value> = cases.iter().map(|case| &case["clocks"]).collect();
        assert_eq!(clocks, ["ahead", "level", "behind"]);
        for case in cases {
            let best = &case["plans"][0];
            assert!(best["moves"]["A"].is_string() && best["moves"]["B"].is_null(), "{best}");
            assert!(best["line"].as_array().is_some_and(|line| (1..=12).contains(&line.len())));
            assert!(case["plans"].as_array().is_some_and(|plans| plans.len() <= 5));
        }
    }

    #[test]
    fn a_new_position_ends_all_lines_of_the_one_before_and_a_stop_frees_the_threads() {
        let served = Served::start(&["--no-archive"]);
        let mut page = served.page();
        let before = served.threads();
        for id in 1..=5 {
            first_results(&mut page, id);
        }
        assert!(served.threads() > before);
        page.say(&json!({"type": "stop_analysis"}));
        while served.threads() > before {
            std::thread::yield_now(); // for ever, if the threads stay
        }
    }

    /// Times of the boards' first lines, of the first plans and of the end of a search, in milliseconds.
    #[test]
    #[ignore = "slow: a measurement on an idle machine"]
    fn analyses_begin_and_end_at_once_on_an_idle_machine() {
        let served = Served::start(&["--no-archive"]);
        let mut page = served.page();
        let before = served.threads();
        let [mut lines, mut plans, mut stales, mut ends] = [const { Vec::new() }; 4];
        for id in 1..=100 {
            // The search before has run for a while, and nobody asks too often.
            std::thread::sleep(Duration::from_millis(150));
            let [first, planned, stale] = first_results(&mut page, id);
            lines.push(first);
            plans.push(planned);
            stales.push(stale);
            if id % 5 == 0 {
                let asked = Instant::now();
                page.say(&json!({"type": "stop_analysis"}));
                while served.threads() > before {
                    std::thread::yield_now();
                }
                ends.push(asked.elapsed());
            }
        }
        let shares = |mut times: Vec<Duration>| {
            times.sort_unstable();
            [50, 95, 100].map(|percent| times[(times.len() - 1) * percent / 100])
        };
        let [lines, plans, stales, ends] = [lines, plans, stales, ends].map(shares);
        eprintln!("first lines of both boards (median, 95%, worst): {lines:?}");
        eprintln!("first plans: {plans:?}");
        eprintln!("last lines of the position before: {stales:?}");
        eprintln!("all threads given back after a stop: {ends:?}");
        assert!(lines[1].max(plans[1]) < Duration::from_millis(100), "{lines:?} {plans:?}");
        assert!(stales[1].max(ends[1]) < Duration::from_millis(50), "{stales:?} {ends:?}");
    }
}
