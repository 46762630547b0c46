//! Tests of the explorer: what was played in files of games.

mod folder;
mod tandem;

use std::fs;

use folder::Folder;
use tandem::tandem;

/// Three games of two players, the second of which gives a pawn that is dropped at once.
const GAMES: &str = "\
[WhiteA \"ann\"][BlackA \"bob\"][WhiteB \"cat\"][BlackB \"dan\"][WhiteAElo \"1800\"][BlackAElo \"1600\"]\
[Date \"2025.05.01\"][TimeControl \"120+0\"]

1A. e4 {119.0} 1a. e5 {118.0} 2A. Nf3 {117.0} 1-0

[WhiteA \"bob\"][BlackA \"ann\"][WhiteB \"dan\"][BlackB \"cat\"][Date \"2026.02.01\"][TimeControl \"60+0\"]

1A. e4 {59.0} 1a. d5 {59.0} 2A. exd5 {58.0} 1B. e4 {60.0} 1b. P@e6 {58.0} 0-1

[WhiteA \"ann\"][BlackA \"dan\"][WhiteB \"bob\"][BlackB \"cat\"][TimeControl \"60+0\"]

1A. d4 {60.0} 1a. d5 {59.0} 1/2-1/2

";

fn built(folder: &Folder) -> String {
    let (games, out) = (folder.path("games.bpgn"), folder.path("games.explorer"));
    fs::write(&games, GAMES).expect("the folder takes it");
    let ran = tandem(&["explorer", "build", &games, "--out", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!((ran.number("boards added"), ran.number("games with both boards")), (6, 3));
    out
}

#[test]
fn the_moves_of_a_position_are_counted_with_their_results() {
    let folder = Folder::new();
    let file = built(&folder);
    let start = tandem(&["explorer", &file]).done();
    let rows: Vec<Vec<&str>> =
        start.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["3", "boards"]);
    assert_eq!(rows[2][..9], ["e4", "2", "67", "%", "50", "%", "0", "%", "50"]);
    assert_eq!(rows[3][..7], ["d4", "1", "33", "%", "0", "%", "100"]);
    // On the fourth board a pawn was in hand before the first move.
    assert_eq!(start.lines().last(), Some("4 boards whatever the players hold: --structure"));
}

/// (further arguments, the number of boards)
const QUESTIONS: &[(&[&str], u64)] = &[
    (&[], 3),
    (&["--structure"], 4),
    (&["--moves", "1. e4"], 2),
    (&["--moves", "e4 d5", "--structure"], 1),
    (&["--player", "ANN"], 3),
    (&["--player", "ann", "--color", "black"], 1),
    (&["--rating", "1700-"], 1),
    (&["--base", "60"], 2),
    (&["--since", "2026-01-01"], 1),
    (&["--until", "2025-12-31"], 1),
    (&["--result", "draw"], 1),
    (&["--result", "black"], 1),
    // The pawn that is dropped has come from the other board, and the structure does not ask for it.
    (&["--moves", "e4 P@e6"], 0),
    (&["--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 1"], 1),
    (&["--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1"], 2),
];

/// (further arguments, the number of games)
const BOTH: &[(&[&str], u64)] = &[
    (&[], 3),
    (&["--moves", "1A. e4"], 2),
    // The same positions on the other boards.
    (&["--moves", "1B. e4"], 2),
    (&["--moves", "1A. e4 1B. e4 1a. d5 2A. exd5"], 1),
    (&["--moves", "1A. e4 1a. d5 2A. exd5 1B. e4"], 1),
    (&["--moves", "1A. e4 1a. d5 2A. exd5 1B. d4"], 0),
    (&["--player", "cat", "--moves", "1A. d4"], 1),
    (&["--rating", "1700-"], 1),
    (
        &[
            "--fen",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        ],
        2,
    ),
    (
        &[
            "--fen",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1",
        ],
        0,
    ),
];

#[test]
fn questions_are_about_both_boards() {
    let folder = Folder::new();
    let file = built(&folder);
    for (arguments, games) in BOTH {
        let all = [&["explorer", file.as_str(), "--json", "--both"], *arguments].concat();
        let answer = tandem(&all).done();
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["games"], *games, "{arguments:?}: {answer}");
    }
    let moves = ["--moves", "1A. e4 1B. e4 1a. d5 2A. exd5"];
    let text = tandem(&[&["explorer", &file, "--both"], &moves[..]].concat()).done();
    assert!(text.contains("\nB P@e6  "), "{text}");
}

#[test]
fn a_file_is_added_to_and_files_are_merged() {
    let folder = Folder::new();
    let whole = built(&folder);
    let parts: Vec<&str> = GAMES.split("\n\n[").collect();
    let shards = [0, 1, 2].map(|number| {
        let (games, out) = (folder.path("some.bpgn"), folder.path(&format!("{number}.explorer")));
        let text = if number == 0 { parts[0].to_owned() } else { format!("[{}", parts[number]) };
        fs::write(&games, text + "\n\n").expect("the folder takes it");
        tandem(&["explorer", "build", &games, "--out", &out]).done();
        out
    });
    let merged = folder.path("merged.explorer");
    let all =
        [&["explorer", "merge", "--out", &merged], &shards.each_ref().map(String::as_str)[..]]
            .concat();
    let ran = tandem(&all);
    assert_eq!((ran.code, ran.number("boards added")), (Some(0), 6), "{}", ran.stderr);
    let bytes = |path: &str| fs::read(path).expect("it is there");
    assert!(bytes(&merged) == bytes(&whole));
    // The third game is still there: a file grows by what is given.
    let games = folder.path("some.bpgn");
    let ran = tandem(&["explorer", "add", &shards[0], &games]);
    assert_eq!((ran.code, ran.number("boards added")), (Some(0), 2), "{}", ran.stderr);
    let answer = tandem(&["explorer", &shards[0], "--both", "--json"]).done();
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["games"], 2);
}

#[test]
fn a_file_that_is_there_is_not_built_again() {
    let folder = Folder::new();
    let file = built(&folder);
    let before = fs::read(&file).expect("it is there");
    for arguments in [
        ["explorer", "build", &folder.path("games.bpgn"), "--out", &file],
        ["explorer", "merge", &file, "--out", &file],
    ] {
        let ran = tandem(&arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.stderr.contains(&format!("`{file}` is there already")), "{}", ran.stderr);
    }
    assert!(fs::read(&file).expect("it is there") == before);
    let games = folder.path("games.bpgn");
    let ran = tandem(&["explorer", "add", &games, &file]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains(&format!("cannot read `{games}`")), "{}", ran.stderr);
}

#[test]
fn questions_are_about_a_position_and_about_boards() {
    let folder = Folder::new();
    let file = built(&folder);
    for (arguments, boards) in QUESTIONS {
        let all = [&["explorer", file.as_str(), "--json"], *arguments].concat();
        let answer = tandem(&all).done();
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["boards"], *boards, "{arguments:?}: {answer}");
    }
    let text = tandem(&["explorer", &file, "--board", "3"]).done();
    assert!(text.contains("[White \"dan\"]\n[Black \"cat\"]\n[Date \"2026.02.01\"]"), "{text}");
    assert!(text.contains("[PartnerBoard \"2\"]") && text.ends_with("1. e4 P@e6 1-0\n"), "{text}");
}

#[test]
fn a_board_with_a_start_of_its_own_is_printed_with_it() {
    const START: &str = "6k1/8/8/8/8/8/4P3/4K3[] w - - 0 1";
    let folder = Folder::new();
    let (games, out) = (folder.path("games.bpgn"), folder.path("games.explorer"));
    fs::write(&games, format!("[SetUp \"1\"][FEN \"{START} | {START}\"]\n\n1A. e4 1B. e3 *\n"))
        .expect("the folder takes it");
    tandem(&["explorer", "build", &games, "--out", &out]).done();
    let text = tandem(&["explorer", &out, "--board", "1"]).done();
    let end = format!("[Variant \"bughouse\"]\n[SetUp \"1\"]\n[FEN \"{START}\"]\n\n1. e3 *\n");
    assert!(text.ends_with(&end), "{text}");
}

#[test]
fn what_cannot_be_asked_is_told_in_one_line() {
    let folder = Folder::new();
    let file = built(&folder);
    for (arguments, told) in [
        (&["--moves", "e5"][..], "`e5` is not legal here"),
        (&["--rating", "x"], "`x` is no range of numbers"),
        (&["--since", "soon"], "`soon` is no day"),
        (&["--board", "6"], "board 6"),
        (&["--both", "--moves", "1A. e5"], "`1A. e5`: White on A"),
        (&["--both", "--moves", "e4"], "`e4`: no move number"),
        (&["--both", "--fen", "8/8 | x"], "`8/8 | x` is no pair of positions"),
    ] {
        let ran = tandem(&[&["explorer", file.as_str()], arguments].concat());
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
    let games = folder.path("games.bpgn");
    let ran = tandem(&["explorer", &games]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains(&format!("cannot read `{games}`")), "{}", ran.stderr);
}
