//! Tests of opening books: built, opened, and refused.

mod fed;
mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;

use fed::fed;
use folder::Folder;
use tandem::{Ran, command, tandem};

impl Folder {
    /// Builds a book of a few positions; returns its path and its bytes.
    fn book(&self, name: &str, more: &[&str]) -> (String, Vec<u8>) {
        let (path, printed) = self.written(name, more);
        assert!(printed.starts_with("10 positions, "), "{printed}");
        (path.clone(), fs::read(path).expect("it has been written"))
    }

    /// Builds a book of a few positions; returns its path and what is printed.
    fn written(&self, name: &str, more: &[&str]) -> (String, String) {
        let path = self.path(name);
        let few = ["book", "--positions", "5", "--nodes", "2000", "--out", &path];
        let printed = tandem(&[&few[..], more].concat()).done();
        (path, printed)
    }
}

/// The output of an engine that is given these lines.
fn told(options: &[&str], lines: &str) -> String {
    let options: Vec<&str> = options.iter().flat_map(|option| ["--option", option]).collect();
    let output = fed(command(&options), lines);
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn the_same_command_builds_the_same_book_with_any_number_of_threads() {
    let folder = Folder::new();
    let (_, one) = folder.book("one", &["--concurrency", "1"]);
    assert_eq!(folder.book("three", &["--concurrency", "3"]).1, one);
    assert_ne!(folder.book("wide", &["--margin", "300"]).1, one);
}

#[test]
fn openings_that_were_played_are_looked_at() {
    let folder = Folder::new();
    let games = folder.path("games.bpgn");
    let moves = "1A. h4 {60} 1B. h4 {60} 1a. a5 {60} 1b. a5 {60} 2A. Rh3 {60} 2B. Rh3 {60}";
    fs::write(&games, format!("[Event \"x\"]\n[Result \"*\"]\n\n{moves} *\n")).expect("it can");
    let (path, _) = folder.book("played", &["--games", &games]);
    let lines = "variant bughouse\nforce\nusermove h2h4\nbk\n";
    let file = format!("BookFile={path}");
    assert!(told(&[&file], lines).contains("Book: "), "1. h4 was played");
    let (path, _) = folder.book("thought", &[]);
    let file = format!("BookFile={path}");
    assert!(told(&[&file], lines).contains("The book has no move here."), "1. h4 is no good");
}

#[test]
fn a_book_of_one_variant_is_added_to_that_of_another() {
    let folder = Folder::new();
    let games = folder.path("games.pgn");
    let tags = "[Event \"x\"]\n[Variant \"Crazyhouse\"]\n[Result \"*\"]";
    fs::write(&games, format!("{tags}\n\n1. h4 a5 2. Rh3 *\n")).expect("it can");
    let (first, printed) = folder.written("first", &["--variant", "bughouse"]);
    assert!(printed.starts_with("5 positions, "), "{printed}");
    let more = ["--variant", "crazyhouse", "--games", &games, "--add-to", &first];
    let (both, printed) = folder.written("both", &more);
    assert!(printed.starts_with("10 positions, "), "{printed}");
    for (lines, is_known) in [
        ("variant bughouse\nbk\n", true),
        ("variant crazyhouse\nbk\n", true),
        ("variant crazyhouse\nforce\nusermove h2h4\nbk\n", true),
        ("variant bughouse\nforce\nusermove h2h4\nbk\n", false),
    ] {
        let answer = told(&[&format!("BookFile={both}")], lines);
        assert_eq!(answer.contains("Book: "), is_known, "{lines}: {answer}");
    }
}

#[test]
fn a_book_plays_the_lines_it_is_told_to_in_place_of_what_a_search_finds() {
    let folder = Folder::new();
    let told_lines = ["--variant", "crazyhouse", "--line", "a4 h5", "--line", "1.a4 1...e5"];
    let (path, printed) = folder.written("lines", &told_lines);
    assert!(printed.starts_with("6 positions, "), "{printed}");
    let asked = |moves: &str| {
        let lines = format!("variant crazyhouse\nforce\n{moves}bk\n");
        told(&[&format!("BookFile={path}")], &lines)
    };
    assert!(asked("").contains("Book: a2a4 (2)"), "{}", asked(""));
    let answers = asked("usermove a2a4\n");
    assert!(answers.contains("e7e5 (1)") && answers.contains("h7h5 (1)"), "{answers}");
    let refused = |more: &[&str]| {
        let usual = ["book", "--out", &path, "--positions", "1"];
        let Ran { code, stderr, .. } = tandem(&[&usual[..], more].concat());
        assert_ne!(code, Some(0));
        stderr
    };
    let illegal = refused(&["--variant", "bughouse", "--line", "e4 Ke3"]);
    assert!(illegal.contains("`Ke3` in the line `e4 Ke3`"), "{illegal}");
    let empty = refused(&["--variant", "bughouse", "--line", "1."]);
    assert!(empty.contains("the line `1.` has no move"), "{empty}");
    let of_no_game = refused(&["--line", "e4"]);
    assert!(of_no_game.contains("--variant"), "{of_no_game}");
}

#[test]
fn a_book_is_played_from_at_once_unless_it_is_shut() {
    let folder = Folder::new();
    let (path, _) = folder.book("book", &[]);
    let file = format!("BookFile={path}");
    // A search would never end by itself.
    let lines = "variant bughouse\nlevel 0 600 0\ntime 6000000\ngo\nping 1\nquit\n";
    assert!(told(&[&file, "BookSeed=7"], lines).contains("move "));
    assert!(!told(&[&file, "OwnBook=0"], lines).contains("move "));
}

#[test]
fn an_invalid_book_is_refused_in_one_line_and_the_usual_one_stays_open() {
    let folder = Folder::new();
    let path = folder.path("none");
    fs::write(&path, "PK").expect("it can be written");
    let lines =
        format!("option BookFile={path}\noption EvalFile={path}\noption EvalFile=no-such\n");
    let answers = told(&[], &lines);
    let answers: Vec<&str> = answers.lines().collect();
    let reasons = [
        "not a book of Tandem: it begins with `PK`",
        "not a network of Tandem: it begins with `PK`",
    ];
    assert_eq!(answers.len(), 3, "{answers:?}");
    for (answer, reason) in answers.iter().zip(reasons) {
        assert!(answer.starts_with("tellusererror Option ") && answer.contains(reason), "{answer}");
    }
    assert!(answers[2].contains("cannot read the network"), "{answers:?}");
}
