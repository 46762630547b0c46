//! Whole games.

use serde_json::{Value, json};
use tandem_rules::notation::bpgn::{BpgnResult, Reader};
use tandem_server::Limits;

use super::client::{Browser, TestServer};
use super::players::{GREETING, GREETS, tables};
use super::{create, four, play, text};

/// The moves of a game: the seat and the move. White on A mates.
pub(crate) const SCHOLARS_MATE: &[(u8, &str)] = &[
    (0, "e2e4"),
    (2, "e2e4"),
    (3, "d7d5"),
    (2, "e4d5"), // a pawn for Black on A
    (1, "e7e5"),
    (0, "f1c4"),
    (1, "P@d6"),
    (3, "g8f6"),
    (0, "d1h5"),
    (1, "g8f6"),
    (0, "h5f7"),
];

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_game_and_another_with_turned_seats() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, _) = four(&server).await;
    for (plies, &(seat, m)) in SCHOLARS_MATE.iter().enumerate() {
        people[usize::from(seat)].say(play(seat, plies, m)).await;
        for (at, person) in people.iter_mut().enumerate() {
            let moved = person.hear("moved").await;
            assert_eq!(
                (&moved["plies"], &moved["ply"]["coordinates"]),
                (&json!(plies + 1), &json!(m))
            );
            assert_eq!(moved["clocks"].as_array().map(Vec::len), Some(4));
            let boards = moved["boards"].as_array().expect("boards");
            assert_eq!(boards.len(), if moved["ply"]["handed"].is_null() { 1 } else { 2 });
            for board in boards {
                let has_moves = board["legal"].as_array().is_some_and(|moves| !moves.is_empty());
                let is_over = plies + 1 == SCHOLARS_MATE.len();
                assert_eq!(has_moves, board["on_turn"] == json!(at) && !is_over, "{board}");
            }
        }
    }
    for person in &mut people {
        let ended = person.hear("ended").await;
        assert_eq!(ended["result"]["result"], "1-0");
        assert_eq!(ended["result"]["winner"], "one");
        assert_eq!(ended["result"]["reason"], "Black on A is mated");
        let table = person.hear_phase("over").await;
        assert_eq!(table["game"]["plies"].as_array().map(Vec::len), Some(SCHOLARS_MATE.len()));
        assert!(
            table["game"]["clocks"].as_array().is_some_and(|clocks| {
                clocks.iter().all(|clock| clock["runs_from_ms"].is_null())
            })
        );
    }
    // The record is there without an archive, for onlookers too, and has the words of both teams.
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    for person in [&mut people[3], &mut onlooker] {
        is_told_the_record(person).await;
    }
    people[0].say(json!({"type": "ready", "ready": true})).await;
    assert!(people[0].refusal().await.contains("about to begin"), "nobody has asked for a rematch");
    people[0].say(json!({"type": "rematch", "turn": "colors"})).await;
    for (person, seat) in people.iter_mut().zip([1, 0, 3, 2]) {
        assert_eq!(person.hear_phase("gathering").await["you"]["seats"], json!([seat]));
        person.say(json!({"type": "ready", "ready": true})).await;
    }
    // Words that come when the game has begun by them are no fault.
    people[3].say(json!({"type": "ready", "ready": true})).await;
    people[1].hear_phase("playing").await;
    people[3].say(json!({"type": "ready", "ready": true})).await;
    people[1].say(play(0, 0, "d2d4")).await;
    assert_eq!(people[2].hear("moved").await["ply"]["seat"], 0);
    people[1].say(json!({"type": "resign", "seat": 0})).await;
    let ended = people[3].hear("ended").await;
    assert_eq!(
        (&ended["result"]["kind"], &ended["result"]["result"]),
        (&json!("resignation"), &json!("0-1"))
    );
}

async fn is_told_the_record(person: &mut Browser) {
    person.say(json!({"type": "record"})).await;
    let bpgn = text(&person.hear("record").await["bpgn"]);
    let game = Reader::new(bpgn.as_bytes()).next().expect("a game").expect("a record").record;
    assert_eq!(game.plies().len(), SCHOLARS_MATE.len(), "{bpgn}");
    assert_eq!((game.tag("WhiteA"), game.result()), (Some("Ann"), BpgnResult::TeamOne));
    assert!(bpgn.contains("Qxf7# ") && bpgn.contains("Black on A is mated"), "{bpgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_comes_back_to_the_seat_the_moves_and_the_clocks() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, keys) = four(&server).await;
    for (plies, &(seat, m)) in SCHOLARS_MATE[..4].iter().enumerate() {
        people[usize::from(seat)].say(play(seat, plies, m)).await;
        people[0].hear("moved").await;
    }
    // The old connection is still there: it is sent away.
    let mut again = server.browser().await;
    again.say(json!({"type": "return", "table": table, "key": keys[1]})).await;
    let state = again.hear("table").await;
    assert_eq!(state["you"], json!({"key": keys[1], "owner": false, "seats": [1]}));
    assert_eq!(state["phase"], "playing");
    let game = &state["game"];
    assert_eq!(game["plies"].as_array().map(Vec::len), Some(4));
    let board = &game["boards"][0];
    assert!(text(&board["fen"]).contains("[p]"), "{board}");
    let legal = board["legal"].as_array().expect("moves");
    assert!(legal.contains(&json!("P@d6")) && legal.contains(&json!("e7e5")), "{board}");
    again.say(json!({"type": "ping", "sent_ms": 7.5})).await;
    let pong = again.hear("pong").await;
    assert_eq!(pong["sent_ms"], 7.5);
    let (now, clocks) = (pong["now_ms"].as_i64().expect("a time"), &game["clocks"]);
    for (seat, runs) in [(0, false), (1, false), (2, false), (3, true)] {
        // The first move of each player is free by the rules of FICS; Black on B has made it.
        let clock = &clocks[seat];
        let left = clock["left_ms"].as_i64().expect("a time");
        let from = clock["runs_from_ms"].as_i64();
        assert_eq!(from.is_some() && from <= Some(now), runs, "{clocks}");
        assert!((170_000..=180_000).contains(&left), "{clocks}");
    }
    people[1].hear("left").await;
    people[1].say(play(1, 4, "e7e5")).await;
    assert_eq!(people[1].refusal().await, "you are not at a table");
    again.say(play(1, 4, "e7e5")).await;
    assert_eq!(people[0].hear("moved").await["ply"]["san"], "e5");
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_hear_each_other_and_opponents_do_so_after_the_game() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, _) = four(&server).await;
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    onlooker.hear("table").await;
    people[0].say(json!({"type": "tell", "seat": 0, "text": " need n\u{7} "})).await;
    for partner in [0, 3] {
        let told = people[partner].hear("told").await;
        assert_eq!(told["word"]["text"], "need n");
        assert_eq!(told["word"]["seat"], 0);
    }
    people[0].say(json!({"type": "sit", "seat": 0, "sits": true})).await;
    assert_eq!(people[3].hear("told").await["word"]["text"], "sitting");
    assert_eq!(people[3].hear("seats").await["seats"][0]["sits"], true);
    assert_eq!(people[1].hear("seats").await["seats"][0]["sits"], false, "a secret of the team");
    people[1].say(json!({"type": "resign", "seat": 1})).await;
    for other in [&mut people[1], &mut onlooker] {
        loop {
            let message = other.next().await.expect("news");
            assert_ne!(message["type"], "told");
            if message["type"] == "table" && message["phase"] == "over" {
                assert_eq!(message["game"]["words"][0]["text"], "need n");
                assert_eq!(message["seats"][0]["sits"], true);
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_greet_people_but_greet_each_other_out_of_sight() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut person = server.browser().await;
    let mut asked = create("Ann", ["me", "tandem", "tandem", "tandem"]);
    for seat in 1..4 {
        asked["setup"]["seats"][seat]["level"]["elo"] = json!(GREETS);
    }
    person.say(asked).await;
    person.hear("table").await;
    person.say(json!({"type": "ready", "ready": true})).await;
    person.hear_phase("playing").await;
    person.say(play(0, 0, "e2e4")).await;
    // White and Black on B, and Black on A move once.
    for _ in 0..4 {
        person.hear("moved").await;
    }
    person.say(json!({"type": "resign", "seat": 0})).await;
    let table = person.hear_phase("over").await;
    let words = table["game"]["words"].as_array().expect("words");
    let greeters: Vec<&Value> = words.iter().map(|word| &word["seat"]).collect();
    assert_eq!(greeters, [&json!(3)], "{words:?}");
    assert_eq!(words[0]["text"], GREETING);
    server.tables.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_with_programs_in_the_other_seats() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut person = server.browser().await;
    person.say(create("Ann", ["me", "tandem", "tandem", "tandem"])).await;
    person.hear("table").await;
    person.say(json!({"type": "ready", "ready": true})).await;
    person.hear_phase("playing").await;
    person.say(json!({"type": "tell", "seat": 0, "text": "hello"})).await;
    let mut heard = Vec::new();
    while heard.len() < 2 {
        heard.push(text(&person.hear("told").await["word"]["text"]));
    }
    assert_eq!(heard, ["hello", "you said hello"]);
    person.say(play(0, 0, "e2e4")).await;
    loop {
        let moved = person.hear("moved").await;
        if moved["ply"]["seat"] == 1 {
            break;
        }
    }
    person.say(json!({"type": "close"})).await;
    person.hear("left").await;
    server.tables.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn crazyhouse_and_chess_have_one_board() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    for rules in ["crazyhouse", "chess"] {
        let mut person = server.browser().await;
        let mut asked = create("Ann", ["me", "me", "tandem", "tandem"]);
        asked["setup"]["rules"] = json!(rules);
        person.say(asked).await;
        let table = person.hear("table").await;
        assert_eq!((&table["boards"], &table["you"]["seats"]), (&json!(1), &json!([0, 1])));
        person.say(json!({"type": "ready", "ready": true})).await;
        person.hear_phase("playing").await;
        for (plies, seat, m) in [(0, 0, "f2f3"), (1, 1, "e7e5"), (2, 0, "g2g4"), (3, 1, "d8h4")] {
            person.say(play(seat, plies, m)).await;
            person.hear("moved").await;
        }
        let result = person.hear("ended").await["result"]["result"].clone();
        assert_eq!(result, "0-1", "{rules}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_last_drop_is_awaited_only_it_can_be_played_and_nothing_else_is_a_fault() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut owner = server.browser().await;
    let mut asked = create("Ann", ["me", "me", "me", "me"]);
    asked["setup"]["rules"] = json!("fide");
    // White on A takes a knight and is mated; Black on B could mate with that knight.
    let boards = "n5q1/8/8/8/8/5k2/8/R6K[] w - - 0 1 | k7/8/8/8/8/8/6PP/6RK[] b - - 0 1";
    asked["setup"]["start"] = json!(boards);
    owner.say(asked).await;
    owner.hear("table").await;
    owner.say(json!({"type": "ready", "ready": true})).await;
    owner.hear_phase("playing").await;
    owner.say(play(0, 0, "a1a8")).await;
    owner.hear("moved").await;
    owner.say(play(1, 1, "g8g2")).await;
    let moved = owner.hear("moved").await;
    let boards = moved["boards"].as_array().expect("boards");
    assert_eq!(boards[0]["legal"], json!([]), "White on A is mated");
    let drops = boards[1]["legal"].as_array().expect("moves");
    assert!(drops.iter().all(|m| text(m).starts_with("N@")), "{drops:?}");
    for (seat, m) in [(0, "h1h2"), (1, "g2h2"), (2, "h2h3"), (3, "a8b8")] {
        // Also those that crossed with the mate: they know of one move only.
        owner.say(play(seat, 1, m)).await;
        owner.refusal().await;
    }
    owner.say(play(3, 2, "N@f2")).await;
    let result = owner.hear("ended").await["result"].clone();
    assert_eq!((&result["result"], &result["kind"]), (&json!("1/2-1/2"), &json!("last drop")));
}
