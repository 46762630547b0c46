//! Tests of reports on players.

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;

use folder::Folder;
use serde_json::Value;
use tandem::tandem;

/// Ann lets her queen be taken; `at` makes each game another one.
fn game(at: usize) -> String {
    format!(
        "[Event \"game {at}\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cat\"]\n[BlackB \"Dan\"]\n\
         [TimeControl \"60+0\"]\n\n1A. e4{{59.0}} 1a. d5{{59.0}} 2A. Qg4{{58.0}} 1B. e4{{59.0}} 2a. Bxg4{{57.0}} \
         1b. e5{{58.0}} 3A. d3{{55.0}} {{Ann resigns}} 0-1\n\n"
    )
}

fn games(folder: &Folder) -> String {
    let path = folder.path("games.bpgn");
    let all: String = (0..25).map(game).collect();
    fs::write(&path, all).expect("the folder takes it");
    path
}

#[test]
fn a_table_has_all_players_with_their_results() {
    let folder = Folder::new();
    let games = games(&folder);
    let printed = tandem(&["players", &games]).done();
    let rows: Vec<Vec<&str>> =
        printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..6], ["player", "games", "won", "drawn", "lost", "score"]);
    assert_eq!(rows[1][..7], ["Ann", "25", "0", "0", "25", "0", "%"]);
    assert_eq!(rows[2][..7], ["Bob", "25", "25", "0", "0", "100", "%"]);
    assert_eq!(rows[1].last(), Some(&"%)"));
    let lines = tandem(&["players", "--json", &games]).done();
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["player"], &first["partner"]["name"]), (&"Ann".into(), &"Dan".into()));
}

#[test]
fn a_report_is_the_same_for_any_number_of_threads_and_stands_in_its_page() {
    let folder = Folder::new();
    let (games, page) = (games(&folder), folder.path("ann.html"));
    let report = |concurrency: &str| {
        let sampled = ["--sample", "12", "--nodes", "300", "--concurrency", concurrency];
        let arguments = ["players", &games, "--player", "ANN", "--json", "--report", &page];
        tandem(&[&arguments[..], &sampled].concat()).done()
    };
    let (one, two) = (report("1"), report("2"));
    assert_eq!(one, two);
    let report: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!((&report["player"], &report["games"]), (&"Ann".into(), &25.into()));
    let findings = report["findings"].as_array().expect("a list");
    let given = findings.iter().find(|finding| finding["about"] == "queens_given");
    let given = given.expect("it is found");
    assert_eq!(given["text"], "Gave 1.0 queens a game and got none in return; the others gave 0.");
    assert_eq!(given["examples"][0]["move"], "2A. Qg4");
    assert_eq!(report["accuracy"]["moves"], serde_json::json!([6, 6]));
    let written = fs::read_to_string(&page).expect("it was written");
    assert!(written.ends_with(&format!("class=\"report\">{}</script>\n", one.trim_end())));
}

#[test]
fn the_text_of_a_report_names_positions() {
    let folder = Folder::new();
    let games = games(&folder);
    let told = tandem(&["players", &games, "--player", "ann", "--sample", "0"]).done();
    assert!(told.starts_with("Ann: 25 games, score 0 %"), "{told}");
    for part in [
        "  Gave 1.0 queens a game and got none in return; the others gave 0.\n",
        ": 2A. Qg4\n      rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq d6 0 2 | rnbqkb",
        "By partner\n  Dan ",
        "white e4 d5 Qg4 Bxg4",
    ] {
        assert!(told.contains(part), "no {part}: {told}");
    }
}

#[test]
fn what_cannot_be_reported_is_told_in_one_line() {
    let folder = Folder::new();
    let games = games(&folder);
    for (arguments, told) in [
        (&["--player", "Eve"][..], "`Eve` has played no game on two boards here"),
        (&["--report", &games], "is both input and output"),
    ] {
        let ran = tandem(&[&["players", &games], arguments].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(told) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
    let broken = folder.path("broken.bpgn");
    fs::write(&broken, format!("{}1A. e5 1-0\n", game(0))).expect("the folder takes it");
    let ran = tandem(&["players", &broken]);
    assert!(ran.stdout.contains("Ann"), "the rest counts: {}", ran.stderr);
}
