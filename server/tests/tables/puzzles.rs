//! Puzzles over a connection, and the archives that know none yet.

use std::path::Path;

use serde_json::{Value, json};
use tandem_server::{Archive, Limits};

use super::client::{Browser, TestServer};
use super::players::tables;

const GAME: &str = "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7# {mate} 1-0\n";

/// Limits of a server that is asked again and again until a puzzle is found.
fn patient() -> Limits {
    Limits { messages_a_second: 100_000, messages_at_once: 100_000, ..Limits::default() }
}

async fn with_archive(path: &Path) -> TestServer {
    let archive = Archive::open(path).expect("an archive");
    TestServer::start(tables(Some(archive)), patient()).await
}

/// A wish for the next puzzle.
fn next(from: &str, kind: &Value, but: &Value) -> Value {
    json!({"type": "next_puzzle", "from": from, "player": "Anna", "kind": kind, "but": but})
}

/// Asks until there is a puzzle.
async fn first(browser: &mut Browser, kind: Value) -> Value {
    loop {
        browser.say(next("games", &kind, &Value::Null)).await;
        let told = browser.hear("puzzle").await;
        if !told["puzzle"].is_null() {
            return told;
        }
    }
}

async fn answer(browser: &mut Browser, puzzle: &Value, answer: Value) -> Value {
    let puzzle = &puzzle["puzzle"];
    let message =
        json!({"type": "answer_puzzle", "puzzle": puzzle, "answer": answer, "hinted": false});
    browser.say(message).await;
    browser.hear("puzzle_answered").await
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_of_a_new_game_are_asked_and_the_answers_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let mut browser = server.browser().await;
    browser.say(next("games", &Value::Null, &Value::Null)).await;
    let told = browser.hear("puzzle").await;
    assert_eq!((&told["puzzle"], &told["games_left"]), (&Value::Null, &json!(0)));
    let files = json!([{"name": "x", "text": GAME}]);
    browser.say(json!({"type": "add_to_archive", "files": files})).await;
    let told = first(&mut browser, json!("mate")).await;
    let mate = &told["puzzle"];
    assert_eq!(
        (&mate["kind"], &mate["seat"], &mate["ply"]),
        (&json!("mate"), &json!(0), &json!(6))
    );
    assert!(mate["boards"][0]["legal"].as_array().is_some_and(|legal| legal.len() > 20));
    assert!(mate.get("solution").is_none(), "it is not told");
    let told = answer(&mut browser, mate, json!({"by": "moves", "moves": ["c4f7"]})).await;
    assert_eq!((&told["verdict"], &told["records"][0]["failed"]), (&json!("failed"), &json!(1)));
    assert_eq!(told["solution"]["answers"], json!(["h5f7"]));
    let told = answer(&mut browser, mate, json!({"by": "moves", "moves": ["h5f7"]})).await;
    assert_eq!(told["verdict"], "solved");
    assert_eq!(told["records"][0], json!({"kind": "mate", "puzzles": 1, "solved": 1, "failed": 0}));
    assert_eq!(told["plies"][0]["san"], "Qxf7#");
    // Those that were not asked come first, then those that were not solved.
    let told = first(&mut browser, Value::Null).await;
    let need = &told["puzzle"];
    assert_eq!(need["kind"], "need");
    answer(&mut browser, need, json!({"by": "piece", "piece": "Q"})).await;
    let told = first(&mut browser, Value::Null).await;
    assert_eq!(told["puzzle"]["kind"], "sit");
    answer(&mut browser, &told["puzzle"], json!({"by": "sitting", "sits": true})).await;
    let told = first(&mut browser, Value::Null).await;
    assert_eq!(told["puzzle"]["puzzle"], need["puzzle"], "it was not solved");
    let but = &need["puzzle"];
    browser.say(next("games", &Value::Null, but)).await;
    assert_eq!(browser.hear("puzzle").await["puzzle"]["kind"], "mate", "the longest ago");
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_of_the_set_are_asked_by_rating_and_the_answers_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    browser.say(next("set", &Value::Null, &Value::Null)).await;
    let told = browser.hear("puzzle").await;
    let first = &told["puzzle"];
    assert_eq!((&first["puzzle"], &first["rating"]), (&json!(-7), &json!(900)));
    assert_eq!((&first["game"], &first["again"]), (&Value::Null, &json!(false)));
    assert_eq!((&told["solver"], &told["records"][0]["puzzles"]), (&json!(1200), &json!(2)));
    let told = answer(&mut browser, first, json!({"by": "moves", "moves": ["h5f7"]})).await;
    assert_eq!((&told["verdict"], &told["records"][0]["solved"]), (&json!("solved"), &json!(1)));
    assert!(told["solver"].as_u64() > Some(1200));
    server.tables.close();
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    browser.say(next("set", &Value::Null, &Value::Null)).await;
    assert_eq!(browser.hear("puzzle").await["puzzle"]["puzzle"], -9, "the other was solved");
    browser.say(json!({"type": "load_puzzle", "puzzle": -7})).await;
    assert_eq!(browser.hear("puzzle").await["puzzle"]["again"], true);
    browser.say(next("set", &json!("sit"), &Value::Null)).await;
    assert_eq!(browser.hear("puzzle").await["puzzle"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn losses_are_the_games_that_the_player_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let mut browser = server.browser().await;
    // White on A is asked; in the second game it lost.
    let tags = |white: &str| format!("[WhiteA \"{white}\"]\n[BlackA \"Bert\"]\n");
    let lost = GAME.replace("{mate} 1-0", "{Anna resigns} 0-1");
    let text = format!("{}\n{GAME}\n{}\n{lost}", tags("Carl"), tags("Anna"));
    browser.say(json!({"type": "add_to_archive", "files": [{"name": "x", "text": text}]})).await;
    first(&mut browser, json!("mate")).await;
    loop {
        browser.say(next("losses", &Value::Null, &Value::Null)).await;
        let told = browser.hear("puzzle").await;
        if told["games_left"] == 0 {
            assert_eq!(told["puzzle"]["players"][0], "Anna");
            break;
        }
    }
    let wish = |player: Value| json!({"type": "next_puzzle", "from": "losses", "player": player, "kind": null, "but": null});
    for nobody in ["Carl", "Bert"] {
        browser.say(wish(json!(nobody))).await;
        assert_eq!(browser.hear("puzzle").await["puzzle"], Value::Null, "{nobody}");
    }
    browser.say(wish(Value::Null)).await;
    assert!(browser.refusal().await.contains("the name of a player"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_answer_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let mut browser = server.browser().await;
    browser.say(json!({"type": "add_to_archive", "files": [{"name": "x", "text": GAME}]})).await;
    let told = first(&mut browser, json!("sit")).await;
    for (puzzle, answer, reason) in [
        (json!(99), json!({"by": "given_up"}), "no puzzle 99"),
        (told["puzzle"]["puzzle"].clone(), json!({"by": "piece", "piece": "N"}), "no answer"),
        (json!(1), json!({"by": "luck"}), "unknown variant"),
    ] {
        let message =
            json!({"type": "answer_puzzle", "puzzle": puzzle, "answer": answer, "hinted": false});
        browser.say(message).await;
        let refused = browser.refusal().await;
        assert!(refused.contains(reason), "{refused}");
    }
    let bare = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = bare.browser().await;
    browser.say(next("games", &Value::Null, &Value::Null)).await;
    assert!(browser.refusal().await.contains("keeps no games"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_of_the_first_version_is_kept_and_its_games_are_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    browser.say(json!({"type": "add_to_archive", "files": [{"name": "x", "text": GAME}]})).await;
    browser.hear("archive_added").await;
    server.tables.close();
    let old = rusqlite::Connection::open(&path).expect("the file");
    old.execute_batch(
        "DROP TABLE puzzles; DROP TABLE puzzle_answers; DROP TABLE searched_games;
         PRAGMA user_version = 1;",
    )
    .expect("the tables of version 2");
    drop(old);
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    assert_eq!(first(&mut browser, json!("need")).await["puzzle"]["game"], 1);
    browser.say(json!({"type": "load_archived", "game": 1})).await;
    assert!(
        browser.hear("archive_game").await["bpgn"]
            .as_str()
            .is_some_and(|text| text.contains("Qxf7#"))
    );
}
