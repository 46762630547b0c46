//! The archive over connections, and what is left of it after a sudden end.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tandem_server::{Archive, ArchiveError, Limits};

use super::client::{Browser, TestServer};
use super::games::SCHOLARS_MATE;
use super::players::tables;
use super::{four, play, text};

async fn with_archive(path: &Path) -> TestServer {
    let archive = Archive::open(path).expect("an archive");
    TestServer::start(tables(Some(archive)), Limits::default()).await
}

async fn search(browser: &mut Browser, fields: Value) -> Value {
    let mut query = json!({
        "player": null, "result": null, "rules": null, "opening": null, "since": null,
        "until": null, "skip": 0,
    });
    for (name, value) in fields.as_object().expect("fields") {
        query[name] = value.clone();
    }
    browser.say(json!({"type": "search_archive", "query": query})).await;
    browser.hear("archive_list").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_kept_while_it_runs_and_found_by_its_facts() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let (mut people, _, _) = four(&server).await;
    for (plies, &(seat, m)) in SCHOLARS_MATE.iter().enumerate() {
        people[usize::from(seat)].say(play(seat, plies, m)).await;
        people[0].hear("moved").await;
        if plies == 4 {
            let mut reader = server.browser().await;
            let list = search(&mut reader, json!({})).await;
            let row = &list["games"][0];
            assert_eq!((&row["plies"], &row["result"]), (&json!(5), &json!("*")));
        }
    }
    let number = people[0].hear("ended").await["result"]["archived"].clone();
    assert_eq!(number, 1);
    let mut reader = server.browser().await;
    let files =
        json!([{"name": "x", "text": "[WhiteA \"A_b%\"]\n[Date \"2020.01.02\"]\n\n1A. d4 *\n"}]);
    reader.say(json!({"type": "add_to_archive", "files": files})).await;
    assert_eq!(reader.hear("archive_added").await["games"], 1);
    for (fields, found) in [
        (json!({}), 2),
        (json!({"player": "cy"}), 1),
        (json!({"player": "A_b%"}), 1),
        (json!({"player": "%"}), 1),
        (json!({"player": "'; DROP TABLE games; --"}), 0),
        (json!({"result": "1-0"}), 1),
        (json!({"result": "1-0", "player": "A_b"}), 0),
        (json!({"rules": "fics"}), 2),
        (json!({"rules": "wbn"}), 0),
        (json!({"opening": "e4 e5 Bc4"}), 1),
        (json!({"opening": "e4 d5 exd5"}), 1),
        (json!({"opening": "e4 e"}), 0),
        (json!({"opening": "d4"}), 1),
        (json!({"until": "2020-01-02"}), 1),
        (json!({"since": "2020-01-03"}), 1),
        (json!({"since": "2020-01-01", "until": "2020-01-01"}), 0),
        (json!({"skip": 1}), 2),
    ] {
        let list = search(&mut reader, fields.clone()).await;
        assert_eq!(list["total"], found, "{fields}: {list}");
    }
    reader.say(json!({"type": "load_archived", "game": 1})).await;
    let game = reader.hear("archive_game").await;
    assert_eq!(game["game"]["players"], json!(["Ann", "Ben", "Cyd", "Dan"]));
    assert_eq!(game["game"]["reason"], "Black on A is mated");
    assert!(game["bpgn"].as_str().is_some_and(|text| text.contains("Qxf7#")), "{game}");
    reader.say(json!({"type": "load_archived", "game": 9})).await;
    assert!(reader.refusal().await.contains("no game 9"));
    reader.say(json!({"type": "review", "id": 1, "source": {"from": "archive", "game": 1}})).await;
    assert_eq!(reader.hear("reviewed").await["game"]["plies"], SCHOLARS_MATE.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sudden_end_leaves_running_games_up_to_their_last_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let (mut people, _, _) = four(&server).await;
    for (plies, &(seat, m)) in SCHOLARS_MATE[..3].iter().enumerate() {
        people[usize::from(seat)].say(play(seat, plies, m)).await;
        people[0].hear("moved").await;
    }
    let mut reader = server.browser().await;
    assert_eq!(search(&mut reader, json!({})).await["games"][0]["plies"], 3);
    // The files as they are now are those that a killed program leaves.
    let left = folder.path().join("left.sqlite");
    for end in ["", "-wal"] {
        let name = |path: &Path| format!("{}{end}", path.display());
        std::fs::copy(name(&path), name(&left)).expect("the file is there");
    }
    let again = with_archive(&left).await;
    let list = search(&mut again.browser().await, json!({})).await;
    assert_eq!((&list["total"], &list["games"][0]["plies"]), (&json!(1), &json!(3)));
    blames_nobody(&list["games"][0]);
}

/// A game that the end of the server broke off has no result, and no player did it.
fn blames_nobody(game: &Value) {
    assert_eq!((&game["result"], &game["reason"]), (&json!("*"), &json!("the server has stopped")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_breaks_games_off_and_blames_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let (mut people, table, _) = four(&server).await;
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    assert_eq!(onlooker.hear("table").await["game"]["archived"], 1, "known from the first move on");
    for (plies, &(seat, m)) in SCHOLARS_MATE[..3].iter().enumerate() {
        people[usize::from(seat)].say(play(seat, plies, m)).await;
        people[0].hear("moved").await;
    }
    let tables = Arc::clone(&server.tables);
    tokio::task::spawn_blocking(move || tables.close()).await.expect("it ends");
    assert_eq!(people[1].hear("left").await["reason"], "the server has stopped");
    let again = with_archive(&path).await;
    let mut reader = again.browser().await;
    let list = search(&mut reader, json!({})).await;
    assert_eq!(list["games"][0]["plies"], 3);
    blames_nobody(&list["games"][0]);
    reader.say(json!({"type": "load_archived", "game": 1})).await;
    let bpgn = text(&reader.hear("archive_game").await["bpgn"]);
    assert!(bpgn.contains("the server has stopped"), "{bpgn}");
    assert!(!bpgn.contains("broke the game off"), "{bpgn}");
    reader.say(json!({"type": "return", "table": table, "key": "0"})).await;
    assert!(reader.refusal().await.contains("no such table"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_game_without_an_end_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let mut reader = server.browser().await;
    let added = add(&mut reader, "[Event \"Club evening\"]\n\n1A. d4 *\n").await;
    assert_eq!(added["games"], 1);
    let tables = Arc::clone(&server.tables);
    tokio::task::spawn_blocking(move || tables.close()).await.expect("it ends");
    let again = with_archive(&path).await;
    let list = search(&mut again.browser().await, json!({})).await;
    assert_eq!(
        (&list["games"][0]["result"], &list["games"][0]["reason"]),
        (&json!("*"), &json!(""))
    );
}

#[test]
fn a_file_of_something_else_is_no_archive() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.sqlite");
    std::fs::write(&path, "not a database, but long enough to be read as one".repeat(40))
        .expect("a file");
    assert!(matches!(Archive::open(&path), Err(ArchiveError::Database(_))));
    let open = folder.path().join("games.sqlite");
    let first = Archive::open(&open).expect("an archive");
    assert!(matches!(Archive::open(&open), Err(ArchiveError::InUse)));
    first.close();
    Archive::open(&open).expect("free again").close();
}

/// Adds the text of a file; the answer.
async fn add(browser: &mut Browser, text: &str) -> Value {
    let files = json!([{"name": "x", "text": text}]);
    browser.say(json!({"type": "add_to_archive", "files": files})).await;
    browser.hear("archive_added").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_there_already_is_not_added_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let mut browser = server.browser().await;
    let game = "[WhiteA \"Ann\"]\n[Date \"2020.01.02\"]\n\n1A. d4 1a. d5 1-0\n\n";
    let analysis = "[Event \"Analysis\"]\n[StudyName \"A plan\"]\n\n1A. d4 {good} (1A. e4) *\n\n";
    for (text, new, known, first) in [
        (game.to_owned(), 1, 0, 1),
        (game.repeat(2), 0, 2, 1),
        (game.replace("d5 1-0", "d5 {a remark} 1-0"), 0, 1, 1),
        (game.replace("d5", "f5"), 1, 0, 5),
        (game.replace("1-0", "0-1"), 1, 0, 6),
        (game.replace("Ann", "Ben"), 1, 0, 7),
        (analysis.to_owned(), 1, 0, 8),
        (analysis.to_owned(), 0, 1, 8),
        (analysis.replace("good", "better"), 1, 0, 10),
    ] {
        let added = add(&mut browser, &text).await;
        let told = [&added["games"], &added["known"], &added["first"]];
        assert_eq!(told, [&json!(new), &json!(known), &json!(first)], "{text}");
    }
    let list = search(&mut browser, json!({"player": "a plan"})).await;
    assert_eq!((&list["total"], &list["games"][0]["name"]), (&json!(2), &json!("A plan")));
    let list = search(&mut browser, json!({"player": "Ben"})).await;
    assert_eq!(list["games"][0]["name"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_deleted_and_restored_on_the_machine_that_serves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    for number in 1..=2 {
        let text = format!("[WhiteA \"Ann {number}\"]\n\n1A. d4 1-0\n");
        assert_eq!(add(&mut browser, &text).await["first"], number);
    }
    let delete = json!({"type": "delete_archived", "game": 2});
    browser.say(delete.clone()).await;
    assert_eq!(browser.hear("archive_deleted").await["game"], 2);
    assert_eq!(search(&mut browser, json!({})).await["total"], 1);
    browser.say(delete.clone()).await;
    assert!(browser.refusal().await.contains("no game 2"));
    browser.say(json!({"type": "restore_archived", "game": 2})).await;
    assert_eq!(browser.hear("archive_restored").await["game"], 2);
    assert_eq!(search(&mut browser, json!({})).await["total"], 2);
    browser.say(delete).await;
    browser.hear("archive_deleted").await;
    server.tables.close();
    let server = with_archive(&path).await;
    let mut browser = server.browser().await;
    browser.say(json!({"type": "restore_archived", "game": 2})).await;
    assert!(browser.refusal().await.contains("no game 2"), "it is gone for good");
    let added = add(&mut browser, "[WhiteA \"Cyd\"]\n\n1A. e4 1-0\n").await;
    assert_eq!(added["first"], 3, "its number is not given again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_on_the_games_of_one_player_and_of_nobody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_archive(&folder.path().join("games.sqlite")).await;
    let mut reader = server.browser().await;
    let of = |name: &str, first: &str| {
        let tags = format!("[WhiteA \"{name}\"]\n[BlackA \"x\"]\n[WhiteB \"y\"]\n[BlackB \"z\"]");
        json!({"name": "x", "text": format!("{tags}\n\n1A. {first} *\n")})
    };
    let files = json!([of("Ann", "d4"), of("ann", "e4"), of("Annette", "f4"), of("A%", "c4")]);
    reader.say(json!({"type": "add_to_archive", "files": files})).await;
    assert_eq!(reader.hear("archive_added").await["games"], 4);
    for (player, games) in [("ANN", json!([2, 1])), ("a%", json!([4])), ("X", json!([4, 3, 2, 1]))]
    {
        reader.say(json!({"type": "report_player", "player": player})).await;
        let counted = reader.hear("player_report").await;
        let of = games.as_array().expect("numbers").len();
        assert_eq!((&counted["report"]["games"], &counted["to_judge"]), (&games, &json!(of)));
        // The engine judges one move after the other, and then the report has them.
        for done in 1..of {
            let progress = reader.hear("player_judged").await;
            assert_eq!((&progress["done"], &progress["of"]), (&json!(done), &json!(of)));
        }
        let judged = reader.hear("player_report").await;
        assert_eq!((&judged["report"]["judged"], &judged["to_judge"]), (&json!(of), &json!(0)));
    }
    for player in ["", "An", "'; DROP TABLE games; --"] {
        reader.say(json!({"type": "report_player", "player": player})).await;
        let told = reader.hear("refused").await["reason"].clone();
        assert_eq!(told, format!("no game here on two boards has a player `{player}`"));
    }
}
