//! Tests of `tandem serve --explorer`: a page asks what was played and opens a game.
#![cfg(feature = "serve")]

mod folder;
#[expect(dead_code, reason = "the door for clients is for other tests")]
mod page;
#[expect(dead_code, reason = "no summary of `bpgn` is read")]
mod tandem;

use std::fs;

use folder::Folder;
use page::{Page, Served};
use serde_json::{Value, json};
use tandem::tandem;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

const GAMES: &str = "\
[WhiteA \"ann\"][BlackA \"bob\"][WhiteB \"cat\"][BlackB \"dan\"][WhiteAElo \"1800\"][Date \"2025.05.01\"][TimeControl \"120+0\"]\n\n\
1A. e4 {119.0} 1a. d5 {118.0} 2A. exd5 {117.0} 1B. e4 {120.0} 1b. P@e6 {115.0} 1-0\n\n\
[WhiteA \"bob\"][BlackA \"ann\"][WhiteB \"dan\"][BlackB \"cat\"][TimeControl \"60+0\"]\n\n\
1A. d4 {60.0} 1a. d5 {59.0} 0-1\n\n";

/// A page of a server with the games.
fn served(folder: &Folder) -> (Served, Page) {
    let (games, file) = (folder.path("games.bpgn"), folder.path("games.explorer"));
    fs::write(&games, GAMES).expect("the folder takes it");
    tandem(&["explorer", "build", &games, "--out", &file]).done();
    let served = Served::start(&["--no-archive", "--explorer", &file]);
    let page = served.page();
    (served, page)
}

fn question(scope: &Value, fen_of_a: &str, filter: &Value) -> Value {
    let position = json!({"rules": "fics", "fens": [fen_of_a, START], "clocks_ms": null});
    json!({"position": position, "scope": scope, "filter": filter})
}

#[test]
fn a_page_asks_for_one_board_and_for_both_and_hears_what_the_engine_thinks() {
    let folder = Folder::new();
    let (_served, mut page) = served(&folder);
    let both = json!({"of": "both"});
    let asked = question(&both, START, &json!({}));
    page.say(&json!({"type": "explore", "id": 1, "question": asked, "judged": true}));
    let answer = page.hear("explored");
    assert_eq!((&answer["id"], &answer["answer"]["games"]), (&json!(1), &json!(2)), "{answer}");
    let first = &answer["answer"]["moves"][0];
    let example = &first["examples"][0];
    assert_eq!((&first["board"], &example["is_whole"]), (&json!("A"), &json!(true)), "{first}");
    for _ in 0..2 {
        let score = page.hear("explored_score");
        let wins = score["wins"].as_f64().expect("a share");
        assert!((0.2..0.8).contains(&wins), "{score}");
    }
    assert!(
        fs::read_to_string(folder.path("games.explorer.scores"))
            .is_ok_and(|text| text.lines().count() == 2)
    );
    let board = json!({"of": "board", "board": "A"});
    let filter = json!({"player": "ANN", "color": "white"});
    page.say(&json!({"type": "explore", "id": 2, "question": question(&board, START, &filter)}));
    let answer = page.hear("explored")["answer"].clone();
    assert_eq!((&answer["games"], &answer["whatever_held"]), (&json!(1), &json!(1)), "{answer}");
    let source = json!({"from": "explorer", "board": example["board"]});
    page.say(&json!({"type": "open_game", "id": 3, "source": source}));
    let game = page.hear("game_opened")["game"].clone();
    assert!(game["plies"].as_array().is_some_and(|plies| plies.len() >= 2), "{game}");
}

#[test]
fn what_a_page_cannot_ask_is_refused_in_one_line() {
    let folder = Folder::new();
    let (_served, mut page) = served(&folder);
    let both = json!({"of": "both"});
    for (question, reason) in [
        (question(&both, START, &json!({"since": "soon"})), "`soon` is no day"),
        (question(&both, START, &json!({"rules": "mine"})), "`mine`"),
        (question(&both, "8/8", &json!({})), "board A"),
        (
            json!({"position": {"rules": "crazyhouse", "fens": [START], "clocks_ms": null}, "scope": both}),
            "the games are of bughouse",
        ),
    ] {
        page.say(&json!({"type": "explore", "id": 1, "question": question}));
        let refused = page.hear("refused");
        let told = refused["reason"].as_str().unwrap_or_default();
        assert!(told.contains(reason) && !told.contains('\n'), "{refused}");
    }
    let source = json!({"from": "explorer", "board": 99});
    page.say(&json!({"type": "open_game", "id": 3, "source": source}));
    let refused = page.hear("refused");
    assert!(refused["reason"].as_str().is_some_and(|told| told.contains("board 99")), "{refused}");
}
