//! Tests of files of games as people keep them: compressed, in directories, from sites.

mod folder;
mod tandem;

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use folder::Folder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tandem::tandem;

const GOOD: &str = "[Event \"good\"]\n\n1A. e4 1a. e5 2A. Qh5 2a. Nc6 1B. d4 0-1\n\n";
const BAD: &str = "[Event \"bad\"]\n\n1A. e4 1a. e5\n2A. Ke3 1-0\n\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).expect("memory takes it");
    packed.finish().expect("memory takes it")
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

/// Writes a file of the folder and returns its path.
fn write(folder: &Folder, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path(name);
    fs::write(&path, content).expect("it can be written");
    path
}

#[test]
fn compressed_files_and_directories_of_them_are_read_as_the_files_in_them() {
    let folder = Folder::new();
    write(&folder, "1.bpgn", GOOD);
    write(&folder, "2.bpgn.gz", gzip(&GOOD.repeat(2)));
    let bad = write(&folder, "3.PGN.zst", zstd(&[GOOD, BAD, GOOD].concat()));
    write(&folder, "notes.txt", "not a game");
    let ran = tandem(&["bpgn", "check", &folder.path("")]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let fault = format!("{bad}:8: game 2: White on A, move 2: `Ke3` is not legal here");
    assert_eq!(ran.stdout.lines().next(), Some(fault.as_str()));
    assert_eq!([ran.number("games read"), ran.number("faults")], [5, 1]);
    let plain = write(&folder, "plain", [GOOD, GOOD].concat());
    let packed = tandem(&["bpgn", "convert", &folder.path("2.bpgn.gz")]);
    assert_eq!(packed.stdout, tandem(&["bpgn", "convert", &plain]).stdout);
}

#[test]
fn directories_are_read_in_depth_and_an_empty_one_is_refused() {
    let folder = Folder::new();
    for (inner, name) in [("b/deep/er", "1.bpgn"), ("b", "2.bpgn"), ("a", "3.pgn")] {
        fs::create_dir_all(folder.path(inner)).expect("it can be made");
        write(&folder, &format!("{inner}/{name}"), GOOD);
    }
    fs::create_dir(folder.path("none")).expect("it can be made");
    let analyzed = tandem(&["analyze", "--nodes", "10", "--games", &folder.path("")]).done();
    let heads = analyzed.lines().filter(|line| line.contains(": game 1: "));
    let files: Vec<&str> = heads.filter_map(|line| line.split(':').next()).collect();
    let expected = ["a/3.pgn", "b/2.bpgn", "b/deep/er/1.bpgn"].map(|name| folder.path(name));
    assert_eq!(files, expected);
    let refused = tandem(&["bpgn", "check", &folder.path("none")]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("there is no file of games in it"), "{}", refused.stderr);
}

#[test]
fn a_file_that_was_cut_off_is_told_after_the_games_before_the_cut() {
    let folder = Folder::new();
    let text = GOOD.repeat(3_000);
    for (name, packed) in [("cut.gz", gzip(&text)), ("cut.zst", zstd(&text))] {
        let path = write(&folder, name, &packed[..packed.len() - 9]);
        let ran = tandem(&["bpgn", "check", &path]);
        let told = format!("tandem: cannot read `{path}`: ");
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
        assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
    }
}

/// One board of a short game: f3, e5, g4, Qh4 on A, or e4 alone on B.
fn board(id: u64, partner: u64, moves: &str, clocks: &str, end: [&str; 2]) -> String {
    let [winner, reason] = end;
    let text = r#"{"game":{"id":ID,"uuid":"u-ID","partnerGameId":PARTNER,"type":"bughouse",
        "moveList":"MOVES","moveTimestamps":"CLOCKS","timeIncrement1":0,"initialSetup":"",
        "colorOfWinner":"WINNER","gameEndReason":"REASON","resultMessage":"it is over",
        "pgnHeaders":{"White":"w-ID","Black":"b-ID","TimeControl":"180"}}}"#;
    [
        ("ID", id.to_string().as_str()),
        ("PARTNER", &partner.to_string()),
        ("MOVES", moves),
        ("CLOCKS", clocks),
        ("WINNER", winner),
        ("REASON", reason),
    ]
    .iter()
    .fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

#[test]
fn a_game_of_chess_com_is_read_from_both_files_from_one_or_from_the_directory() {
    let folder = Folder::new();
    let a = board(7, 9, "nv0KoE7F", "1800,1799,1790,1785,1799", ["black", "checkmated"]);
    let b = board(9, 7, "mC", "1798,1800", ["white", "bughousepartnerlose"]);
    let a = write(&folder, "7.json", a);
    let b = write(&folder, "9.json.gz", gzip(&b));
    let alone = write(&folder, "alone.json", board(11, 12, "", "", ["", ""]));
    let converted = tandem(&["bpgn", "convert", &a, &b]);
    assert_eq!(converted.code, Some(0), "{}", converted.stderr);
    let moves = "1A. f3 {180.000} 1a. e5 {179.900} 1B. e4 {179.800} 2A. g4 {179.000} 2a. Qh4+";
    let text = converted.stdout.replace('\n', " ");
    assert!(text.contains(moves) && text.contains("{it is over} 0-1"), "{text}");
    assert!(text.contains("[WhiteA \"w-7\"]") && text.contains("[BlackB \"b-9\"]"), "{text}");
    for files in [&[&b, &a][..], &[&a], &[&b]] {
        let arguments =
            ["bpgn", "convert"].into_iter().chain(files.iter().map(|file| file.as_str()));
        let again = tandem(&arguments.collect::<Vec<_>>());
        assert_eq!((again.code, &again.stdout), (Some(0), &converted.stdout));
    }
    let ran = tandem(&["bpgn", "check", &folder.path("")]);
    let fault =
        format!("{alone}:1: game 1: its partner, game `12`, is neither given nor beside it");
    assert_eq!((ran.code, ran.stdout.lines().next()), (Some(1), Some(fault.as_str())));
    assert_eq!(ran.number("games read"), 1);
    let analyzed = tandem(&["analyze", "--nodes", "100", "--games", &b, &a]).done();
    let head = "1: game 1: w-7 and b-9 against b-7 and w-9, 0-1 (it is over), 5 plies";
    assert_eq!(analyzed.lines().next(), Some(format!("{b}:{head}").as_str()));
}

/// Crazyhouse as lichess and pychess write it, with clocks and evaluations.
const CRAZYHOUSE: &str = r#"[Event "Rated Crazyhouse game"]
[Site "https://lichess.org/abcdefgh"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[UTCDate "2025.01.01"]
[TimeControl "180+2"]
[Variant "Crazyhouse"]
[Termination "Normal"]

1. e4 { [%eval 0.24] [%clk 0:03:00] } 1... d5?! { (0.24 → 0.9) Inaccuracy. e5 was best. } { [%eval 0.9] [%clk 0:02:59.5] } (1... e5 2. Nf3) 2. exd5 { [%clk 0:03:01] [%eval #3] } 2... Qxd5 $6 { [%eval -1.5,18] [%clk 0:02:58] [%emt 0:00:01] } 3. @e4 { [%clk 0:02:55] } 1-0

"#;

#[test]
fn crazyhouse_of_lichess_and_pychess_is_read_with_its_clocks() {
    let folder = Folder::new();
    let path = write(&folder, "games.pgn.zst", zstd(&CRAZYHOUSE.repeat(2)));
    let ran = tandem(&["bpgn", "convert", &path, "--variant", "crazyhouse"]);
    assert_eq!((ran.code, ran.number("games read"), ran.number("warnings")), (Some(0), 2, 0));
    for clock in ["0:03:00.000", "0:02:59.500", "0:03:01.000", "0:02:58.000", "0:02:55.000"] {
        assert_eq!(ran.stdout.matches(&format!("[%clk {clock}]")).count(), 2, "{}", ran.stdout);
    }
    assert!(ran.stdout.contains("[%eval 0.24]") && ran.stdout.contains("P@e4"), "{}", ran.stdout);
}

/// (a file, its plies, its result)
const SHARED: [(&str, usize, &str); 6] = [
    ("158858846801", 148, "1-0"),
    ("159663448943", 112, "1-0"),
    ("160064848973", 117, "0-1"),
    ("160843020967", 111, "1-0"),
    ("161528222909", 168, "1-0"),
    ("161529422431", 114, "1-0"),
];

#[test]
#[ignore = "needs ../shared"]
fn real_games_of_chess_com_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/chesscom");
    for (name, plies, result) in SHARED {
        let ran = tandem(&["bpgn", "check", &format!("{folder}/{name}.json")]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{name}: {}", ran.stdout);
        let numbers = ["games read", "plies", result, "warnings"].map(|name| ran.number(name));
        assert_eq!(numbers, [1, plies, 1, 0], "{name}");
    }
    let all = tandem(&["bpgn", "check", folder]);
    assert_eq!([all.number("games read"), all.number("end in mate")], [6, 3]);
}

#[test]
fn a_directory_without_games_and_an_output_within_the_input_are_refused() {
    let folder = Folder::new();
    let all = folder.path("");
    let ran = tandem(&["bpgn", "check", &all]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
    assert!(ran.stderr.contains(&all) && ran.stderr.contains(".bpgn"), "{}", ran.stderr);
    let games = write(&folder, "games.bpgn", GOOD);
    let ran = tandem(&["bpgn", "convert", &all, "--output", &games]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
    assert_eq!(fs::read_to_string(&games).expect("still there"), GOOD);
}

/// (a file, its text, the moves of its strict form or the reason for which it is refused)
const REPORTS: &[(&str, &str, Result<&str, &str>)] = &[
    ("semicolon", "1. e4 e5 ; open game\n2. Nf3 *", Ok("1. e4 e5 {open game} 2. Nf3 *")),
    ("percent", "% made by a tool\n[Event \"f\"]\n\n1. e4 e5 *", Ok("1. e4 e5 *")),
    ("no dots", "1 e4 e5 2 Nf3 *", Ok("1. e4 e5 2. Nf3 *")),
    ("no numbers", "e4 e5 Nf3 *", Ok("1. e4 e5 2. Nf3 *")),
    ("glyphs", "1. e4 e5?! ± 2. Nf3$1 *", Ok("1. e4 e5 $6 $16 2. Nf3 $1 *")),
    ("half", "[Result \"1/2-1/2\"]\n\n1. e4 e5 ½-½", Ok("1. e4 e5 1/2-1/2")),
    ("blanks", "1. e4\u{a0} e5 \u{200b}2. Nf3 *", Ok("1. e4 e5 2. Nf3 *")),
    (
        "castling",
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O *",
        Ok("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *"),
    ),
    ("null", "1. e4 (1. d4 -- 2. c4) e5 *", Ok("1. e4 (1. d4 -- 2. c4) 1... e5 *")),
    ("null in the game", "1. e4 -- 2. d4 *", Ok("1. e4 *")),
    ("promotion", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(N) *", Ok("1. a8=N *")),
    ("no promotion", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 *", Ok(" *")),
    (
        "crazyhouse",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 *",
        Ok("1. e4 d5 2. exd5 Qxd5 3. P@e4 *"),
    ),
    ("from a position", "[Variant \"From Position\"]\n\n1. e4 *", Ok("1. e4 *")),
    ("curly quotes", "[WhiteA “a”]\n\n1A. e4 *", Ok("1A. e4 *")),
    ("tree", "1A. e4 (1a. c5 2A. Nf3) 1a. e5 *", Ok("1A. e4 1a. e5 (1a. c5 2A. Nf3) *")),
    (
        "hill",
        "[Variant \"King of the Hill\"]\n\n1. e4 e5 *",
        Err("a game of another variant, \"King of the Hill\""),
    ),
    (
        "checks",
        "[Variant \"Three-check\"]\n\n1. e4 *",
        Err("a game of another variant, \"Three-check\""),
    ),
];

/// Each record tells which game it is.
#[test]
fn records_in_foreign_signs_are_read_without_an_option() {
    let folder = Folder::new();
    for &(name, text, expected) in REPORTS {
        let path = write(&folder, name, text);
        let ran = tandem(&["bpgn", "convert", &path]);
        match expected {
            Ok(moves) => {
                assert_eq!(
                    (ran.code, ran.number("faults")),
                    (Some(0), 0),
                    "{name}: {}",
                    ran.stderr
                );
                let (_, found) = ran.stdout.split_once("\n\n").expect("tags and moves");
                assert_eq!(found.trim_end().replace('\n', " "), moves.trim_start(), "{name}");
            }
            Err(reason) => {
                let fault = format!("{path}:1: game 1: {reason}");
                assert_eq!((ran.code, ran.stderr.lines().next()), (Some(1), Some(fault.as_str())));
                let analyzed = tandem(&["analyze", "--nodes", "100", "--games", &path]);
                assert_eq!((analyzed.code, analyzed.stderr.trim_end()), (Some(1), fault.as_str()));
            }
        }
    }
}

#[test]
fn a_game_that_is_cut_short_is_analyzed_with_a_warning() {
    let folder = Folder::new();
    let path = write(&folder, "cut.pgn", "1. e4 e5 2. Sf3 Nc6 *");
    let analyzed = tandem(&["analyze", "--nodes", "100", "--games", &path]);
    let told = format!(
        "{path}:1: game 1: the rest of the game is left out: White on A, move 2: `Sf3` is not a move"
    );
    assert_eq!((analyzed.code, analyzed.stderr.trim_end()), (Some(0), &told[..]));
    let explained = tandem(&["match", "explain", &path]);
    assert_eq!((explained.code, explained.stderr.lines().next()), (Some(1), Some(&told[..])));
}

#[test]
fn moves_of_an_opening_are_no_mistakes_of_players() {
    let folder = Folder::new();
    let text = "[White \"Ann\"][Black \"Bob\"]\n\n1. f3 {A:book} e6 {A:book} 2. g4 {A:book} d6 3. e3 Qh4+ 4. Ke2 *";
    let path = write(&folder, "opened.pgn", text);
    let analyzed = tandem(&["analyze", "--nodes", "100", "--games", &path]).done();
    let row = |name: &str| {
        let row = analyzed.lines().find(|row| row.trim_start().starts_with(name)).expect("a row");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!analyzed.contains("g4?"), "{analyzed}");
    assert_eq!([row("Ann")[2].as_str(), &row("Bob")[2]], ["2", "2"], "{analyzed}");
}

#[test]
fn a_file_is_the_same_in_every_encoding() {
    let folder = Folder::new();
    let text = "[White \"José\"]\n\n1. e4 {good – or bad} e5 *\n";
    let plain = write(&folder, "plain.pgn", text);
    let expected = tandem(&["bpgn", "convert", &plain]).stdout;
    assert!(expected.contains("José") && expected.contains("good – or bad"), "{expected}");
    let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
    let old = text.replace('é', "\u{1}").replace('–', "\u{2}").into_bytes();
    let old = old.into_iter().map(|byte| match byte {
        1 => 0xe9,
        2 => 0x96,
        byte => byte,
    });
    for (name, content) in [
        ("marked", format!("\u{feff}{text}").into_bytes()),
        ("little", units().flat_map(u16::to_le_bytes).collect()),
        ("big", units().flat_map(u16::to_be_bytes).collect()),
        ("old", old.collect()),
    ] {
        let path = write(&folder, name, content);
        assert_eq!(tandem(&["bpgn", "convert", &path]).stdout, expected, "{name}");
    }
}

/// A game of a monthly archive.
fn entry(id: u64, moves: &str, results: [&str; 2], players: [&str; 2]) -> String {
    let [white, black] = results;
    let [one, other] = players;
    format!(
        r#"{{"url":"https://www.chess.com/game/live/{id}","time_control":"180","end_time":1790553743,
        "rated":true,"tcn":"{moves}","uuid":"","initial_setup":"","rules":"bughouse",
        "white":{{"rating":1500,"result":"{white}","username":"{one}"}},
        "black":{{"rating":1600,"result":"{black}","username":"{other}"}}}}"#
    )
}

#[test]
fn monthly_archives_of_chess_com_are_joined_across_files_and_what_is_left_is_said_once() {
    let folder = Folder::new();
    let a = entry(7, "nv0KoE7F", ["checkmated", "win"], ["w-7", "b-7"]);
    let b = entry(9, "mC", ["win", "bughousepartnerlose"], ["w-9", "b-9"]);
    let chess =
        r#"{"url":"https://www.chess.com/game/live/1","rules":"chess","white":{},"black":{}}"#;
    let alone = (20..30).map(|number| entry(10 * number, "mC", ["", ""], ["x", "y"]));
    let alone = alone.collect::<Vec<_>>().join(",");
    let one =
        write(&folder, "one.json.gz", gzip(&format!("{{\"games\":[{chess},{a},{{}},{alone}]}}")));
    let other = write(&folder, "other.json", format!("{{\"games\":[{a},{b}]}}"));
    let ran = tandem(&["bpgn", "check", &one, &other]);
    let lines: Vec<&str> = ran.stdout.lines().take(2).collect();
    assert_eq!(
        lines,
        [
            format!(
                "{one}:4: game 3: not a game of chess.com: missing field `game` at line 1 column 2"
            ),
            format!(
                "{one} and 1 more: 10 of 13 boards have no partner here (first game 200), there already: 1, of other games: 1"
            ),
        ]
    );
    assert_eq!((ran.code, ran.number("games read"), ran.number("faults")), (Some(1), 1, 1));
    // Boards without a partner are no fault.
    let quiet = write(&folder, "quiet.json", format!("{{\"games\":[{a},{b},{alone}]}}"));
    for command in [["bpgn", "check"], ["match", "explain"]] {
        let ran = tandem(&[command.as_slice(), &[&quiet]].concat());
        assert_eq!(ran.code, Some(0), "{command:?} {}", ran.stderr);
    }
    // The same in a file whose name says nothing.
    let all = write(&folder, "all.txt", format!("{{\"games\":[{a}]}}{{\"games\":[{b}]}}"));
    let ran = tandem(&["bpgn", "convert", &all]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("[Date \"2026.09.28\"]") && ran.stdout.contains("Qh4+"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.trim_end().ends_with("{w-7 checkmated} 0-1"), "{}", ran.stdout);
}

#[test]
fn boards_that_name_each_other_are_one_game_of_an_explorer_whatever_their_numbers() {
    let folder = Folder::new();
    let a = board(7, 900, "nv0KoE7F", "", ["black", "checkmated"]);
    let b = board(900, 7, "mC", "", ["white", "bughousepartnerlose"]);
    let (a, b) = (write(&folder, "a.json", a), write(&folder, "b.json", b));
    let out = folder.path("games.explorer");
    let ran = tandem(&["explorer", "build", &a, &b, "--out", &out]);
    assert_eq!((ran.code, ran.number("games with both boards")), (Some(0), 1), "{}", ran.stderr);
    assert_eq!(ran.number("boards added"), 2);
}

#[test]
fn json_with_a_byte_order_mark_is_read() {
    let folder = Folder::new();
    let board = |id, partner, moves, clocks, end| {
        format!("\u{feff}{}", board(id, partner, moves, clocks, end))
    };
    let a = board(7, 9, "nv0KoE7F", "1800,1799,1790,1785,1799", ["black", "checkmated"]);
    write(&folder, "9.json", board(9, 7, "mC", "1798,1800", ["white", "bughousepartnerlose"]));
    let ran = tandem(&["bpgn", "check", &write(&folder, "7.json", a)]);
    assert_eq!((ran.code, ran.number("games read")), (Some(0), 1), "{}", ran.stdout);
    let game = write(&folder, "game.bpgn", GOOD);
    let lines = tandem(&["analyze", "--json", "--nodes", "100", "--games", &game]).done();
    let marked = write(&folder, "marked.jsonl", format!("\u{feff}{lines}"));
    assert_eq!(tandem(&["calibrate", &marked]).code, Some(0));
}
