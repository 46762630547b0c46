//! Tests of sets of puzzles: made from games, rated, proved again.

mod folder;
mod tandem;

use std::fs;

use folder::Folder;
use tandem::tandem;

/// Games with a puzzle of each of three kinds.
const GAMES: &str = include_str!("../web/check/puzzles.bpgn");
/// A game in which White on A can take, and must not give the knight that White on B waits for.
const GIVE: &str = "[Event \"Give\"]\n[SetUp \"1\"]\n\
    [FEN \"4k3/8/4p3/3p4/4P3/2N5/8/4K3[] w - - 0 1 | 6rk/6pp/8/8/8/8/7P/6K1[] w - - 0 1\"]\n\n*\n";

#[test]
fn a_set_is_made_without_what_is_alike_rated_and_proved_again() {
    let folder = Folder::new();
    let [games, made, rated] = ["games.bpgn", "made", "rated"].map(|name| folder.path(name));
    fs::write(&games, format!("{GAMES}\n{GIVE}\n{GAMES}")).expect("the folder takes it");
    let ran = tandem(&["puzzles", "make", &games, "--out", &made]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let counts = ["games", "mate", "take", "need", "give", "sit"].map(|name| ran.number(name));
    assert_eq!(counts, [7, 1, 0, 1, 1, 1]);
    let ran = tandem(&["puzzles", "rate", &made, "--out", &rated, "--attempts", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let ran = tandem(&["puzzles", "check", &rated]);
    assert_eq!((ran.code, ran.number("proved"), ran.number("faults")), (Some(0), 4, 0));
    let ran = tandem(&["puzzles", "make", &games, "--add-to", &rated, "--out", &made]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read(&made).ok(), fs::read(&rated).ok(), "nothing is new");
    let some = tandem(&["puzzles", "check", &rated, "--sample", "2"]);
    assert_eq!(some.number("proved"), 2);
}

#[test]
fn a_file_that_is_no_set_is_refused_with_its_name() {
    let folder = Folder::new();
    let file = folder.path("games.bpgn");
    fs::write(&file, GAMES).expect("the folder takes it");
    let ran = tandem(&["puzzles", "check", &file]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("games.bpgn") && ran.stderr.contains("TandemP"), "{}", ran.stderr);
}

/// Ratings agree with the success of the levels in attempts that had no part in them.
#[test]
#[ignore = "slow: some minutes"]
fn the_ratings_of_the_set_agree_with_the_success_of_the_levels() {
    let arguments = ["puzzles", "rate", "--every", "10", "--attempts", "2", "--seed", "1000"];
    let told = tandem(&arguments).done();
    let all = told.lines().last().and_then(|line| line.split("rating ").nth(1));
    let all = all.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    assert!(all.is_some_and(|correlation| correlation >= 0.8), "{told}");
}
