//! Analysis and review over a connection.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tandem_server::Limits;

use super::client::TestServer;
use super::players::tables;

fn analyze(id: u32, lines: u8, fens: &Value) -> Value {
    let position = json!({"rules": "fics", "fens": fens, "clocks_ms": null});
    json!({"type": "analyze", "id": id, "position": position, "lines": lines})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_position_ends_all_news_of_the_old_one() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = server.browser().await;
    for id in 1..=20 {
        browser.say(analyze(id, 2, &json!(["a", "b"]))).await;
    }
    let mut last = 0;
    while last < 20 {
        let analysis = browser.hear("analysis").await;
        let id = analysis["id"].as_u64().expect("a number");
        assert!(id > last, "{id} after {last}");
        assert_eq!(analysis["boards"][0]["lines"].as_array().map(Vec::len), Some(2));
        last = id;
    }
    for (asked, reason) in [
        (analyze(21, 0, &json!(["a", "b"])), "0 lines"),
        (analyze(22, 9, &json!(["a", "b"])), "9 lines"),
        (analyze(23, 1, &json!([])), "no board"),
    ] {
        browser.say(asked).await;
        assert!(browser.refusal().await.contains(reason), "{reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_are_those_of_the_team_that_is_asked_about() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = server.browser().await;
    let mut asked = analyze(1, 1, &json!(["a", "b"]));
    browser.say(asked.clone()).await;
    let none = json!([]);
    let plans = browser.hear("analysis_plans").await;
    assert_eq!(plans["plans"], json!({"team": "one", "must_move": null, "cases": none}));
    for (team, must_move) in [("two", json!("B")), ("one", json!(null))] {
        asked["team"] = json!(team);
        asked["must_move"] = must_move.clone();
        browser.say(asked.clone()).await;
        let plans = browser.hear("analysis_plans").await;
        assert_eq!(plans["plans"], json!({"team": team, "must_move": must_move, "cases": none}));
    }
    for (name, value) in [("team", json!("three")), ("must_move", json!("C"))] {
        let mut wrong = asked.clone();
        wrong[name] = value;
        browser.say(wrong).await;
        assert!(browser.refusal().await.contains("unknown variant"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_files_are_read_and_reviewed_one_by_one() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = server.browser().await;
    let games =
        "1A. e4 1a. e5 1B. d4 *\n\n[WhiteA \"x\"]\n\n1A. Nf3 *\n\n[WhiteA \"y\"]\n\n1A. Kd5 *\n";
    let boards = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let files = json!([
        {"name": "games.bpgn", "text": games},
        {"name": "boards", "text": boards, "base64": false},
        {"name": "half.json", "text": "{\"game\": {}}"},
    ]);
    browser
        .say(json!({"type": "review", "id": 5, "source": {"from": "files", "files": files}}))
        .await;
    let read = browser.hear("review_read").await;
    assert_eq!(read["plies"], json!([3, 1, 0]));
    assert_eq!(read["faults"].as_array().map(Vec::len), Some(2), "{read}");
    for plies in [3, 1, 0] {
        let reviewed = browser.hear("reviewed").await;
        assert_eq!((&reviewed["id"], &reviewed["game"]["plies"]), (&json!(5), &json!(plies)));
    }
    browser.hear("review_done").await;
    for quick in [true, false] {
        let source = json!({"from": "files", "files": [{"name": "one", "text": "1A. e4 *\n"}]});
        browser.say(json!({"type": "review", "id": 7, "source": source, "quick": quick})).await;
        assert_eq!(browser.hear("reviewed").await["game"]["quick"], quick);
    }
    let source = json!({"from": "archive", "game": 1});
    browser.say(json!({"type": "review", "id": 6, "source": source})).await;
    assert!(browser.refusal().await.contains("keeps no games"));
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_files_are_read_and_those_that_are_too_large_are_refused() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = server.browser().await;
    let packed = |text: &str| BASE64_STANDARD.encode(text);
    let kilobyte = "x".repeat(1 << 10);
    for (content, plies, fault) in [
        (packed("packed:00011A. e4 1a. e5 *\n"), json!([2]), None),
        (packed("packed:00021A. e4 *\n\n"), json!([1, 1]), None),
        (packed("1A. e4 *\n"), json!([1]), None),
        (packed(&format!("packed:9999{}", kilobyte.repeat(2))), json!([]), Some("16 MiB")),
        (packed("packed:1"), json!([]), Some("cannot be unpacked")),
        ("1A. e4 *".to_owned(), json!([]), Some("no base64")),
    ] {
        let files = json!([{"name": "x.gz", "text": content, "base64": true}]);
        let source = json!({"from": "files", "files": files});
        browser.say(json!({"type": "review", "id": 1, "source": source})).await;
        let read = browser.hear("review_read").await;
        assert_eq!(read["plies"], plies, "{read}");
        let faults = read["faults"].as_array().expect("lines");
        match fault {
            None => assert!(faults.is_empty(), "{read}"),
            Some(fault) => {
                let line = faults[0].as_str().expect("a line");
                assert!(line.starts_with("x.gz: ") && line.contains(fault), "{line}");
                assert_eq!(faults.len(), 1);
            }
        }
        browser.hear("review_done").await;
    }
}
