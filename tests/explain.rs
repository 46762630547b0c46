//! Tests of `tandem match explain` on small records.

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;

use folder::Folder;
use tandem::{Ran, tandem};

/// Three games: in the first, White on A loses a knight that mates the partner; in the second, the
/// other team loses a standoff; the third is a draw.
const GAMES: &str = r#"[WhiteA "t"]
[BlackA "o"]
[WhiteB "o"]
[BlackB "t"]
[TimeControl "60+0"]
[FEN "6k1/5ppp/8/8/6b1/5N2/5PPP/6K1[] w - - 0 1 | 6rk/p5pp/8/8/8/8/6PP/6K1[] w - - 0 1"]

1B. Kf1 {59.900} 1b. a6 {59.900} {A:+3.00/9} 2B. Kg1 {59.800} 2b. a5 {59.700}
{A:+2.50/9} 1A. h3 {55.000} {A:+1.00/9} 1a. Bxf3 {55.000} 3B. N@f7# {49.500}
{Black on B is mated} 0-1

[WhiteA "o"]
[BlackA "t"]
[WhiteB "t"]
[BlackB "o"]
[TimeControl "60+0"]
[FEN "6k1/5ppp/8/8/6b1/5N2/5PPP/6K1[] w - - 0 1 | 6rk/p5pp/8/6N1/8/8/6PP/6K1[] w - - 0 1"]

1B. Kf1 {59.900} 1b. a6 {59.900} 1A. h3 {59.000} 2B. Kg1 {59.500} 2b. a5 {5.000}
{A:-0.50/9} 3B. Nf7# {59.400} {Black on B is mated} 0-1

[WhiteA "o"]
[BlackA "t"]

1A. e4 {a draw is agreed} 1/2-1/2
"#;

/// A game with an illegal move.
const FAULTY: &str = "[WhiteA \"t\"]\n\n1A. e4 1a. Ke4 0-1\n";

fn explain(games: &str, options: &[&str]) -> (Ran, String) {
    let folder = Folder::new();
    let path = folder.path("games.bpgn");
    fs::write(&path, games).expect("the games can be written");
    (tandem(&[&["match", "explain"], options, &[&path]].concat()), path)
}

#[test]
fn each_loser_is_explained_and_the_reasons_are_counted() {
    let (ran, path) = explain(GAMES, &[]);
    let told = ran.done();
    let starts = [
        ":1: game 1: White on A and Black on B (t) lost (Black on B is mated): piece given: White \
         on A let Black on A take a knight by 1a. Bxf3, the last ply there; ",
        ":12: game 2: White on A and Black on B (o) lost (Black on B is mated): standoff: Black on B \
         and Black on A sat from 1.0 s on, Black on B 0.5 s behind ",
    ];
    for (line, start) in told.lines().zip(starts) {
        assert!(line.starts_with(&format!("{path}{start}")), "{line}");
    }
    let table: Vec<&str> = told.lines().skip(2).collect();
    assert_eq!(
        table,
        [
            "reason             games",
            "standoff               1",
            "piece given            1",
            "all                    2",
            "not decided            1",
        ]
    );
}

#[test]
fn games_are_judged_from_the_view_of_a_team() {
    let (ran, path) = explain(GAMES, &["--team", "t"]);
    let told = ran.done();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].contains(": game 1: t lost (Black on B is mated): piece given: "), "{told}");
    assert!(lines[0].contains("; also against forecast: Black on B gave itself +2.50/9"), "{told}");
    let won = ": game 2: t won (Black on B is mated): standoff: Black on B and Black on A sat, \
               Black on B 0.5 s behind";
    assert_eq!(lines[1], format!("{path}:12{won}"));
    assert_eq!(
        lines[2..],
        [
            "reason              lost   won",
            "standoff               0     1",
            "piece given            1     0",
            "all                    1     1",
            "not decided            1",
        ]
    );
}

#[test]
fn a_position_that_looked_even_is_searched_again() {
    let (ran, _) = explain(GAMES, &["--nodes", "500", "--team", "t"]);
    let told = ran.done();
    assert_eq!(told.matches("; a search of 500 nodes says ").count(), 1, "{told}");
    assert!(told.lines().next().is_some_and(|line| line.contains(", best ")), "{told}");
}

#[test]
fn a_game_that_cannot_be_read_is_told_and_passed_over() {
    let (ran, path) = explain(&format!("{FAULTY}\n{GAMES}"), &[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.starts_with(&format!("{path}:3: game 1: ")), "{}", ran.stderr);
    assert!(ran.stderr.contains("`Ke4`") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert!(ran.stdout.contains(": game 2: White on A") && ran.stdout.contains("all   "));
}

#[test]
fn bad_input_is_one_line_that_quotes_it() {
    let (ran, _) = explain(GAMES, &["--team", "nobody"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(2), "tandem: no game has a player `nobody`\n")
    );
    let missing = Folder::new().path("none.bpgn");
    let ran = tandem(&["match", "explain", &missing]);
    assert_eq!(ran.code, Some(2));
    let told = ran.stderr.starts_with(&format!("tandem: cannot read `{missing}`"));
    assert!(told && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert_eq!(tandem(&["match", "explain", "--nodes", "few", &missing]).code, Some(2));
}

#[test]
fn a_file_of_results_is_refused_with_the_place_of_its_games() {
    let folder = Folder::new();
    let path = folder.path("results.jsonl");
    fs::write(&path, "{\"tandem_match\":1,\"settings\":{}}\n").expect("a file can be written");
    let ran = tandem(&["match", "explain", &path]);
    let refusal = format!(
        "tandem: `{path}` has the results of games; a match has its games beside it, as .bpgn or .pgn\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(2), refusal));
}
