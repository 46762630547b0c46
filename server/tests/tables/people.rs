//! Invitations, keys, and who may do what.

use serde_json::{Value, json};
use tandem_server::{Archive, Limits};

use super::client::{Browser, TestServer};
use super::players::{FAINTS, ILL, NEVER_THERE, tables};
use super::{create, four, level, play, text};

async fn is_refused(browser: &mut Browser, message: Value, reason: &str) {
    browser.say(message.clone()).await;
    let refusal = browser.refusal().await;
    assert!(refusal.contains(reason), "{refusal:?} for {message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_serves_once_and_only_at_its_table() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut owner = server.browser().await;
    owner.say(create("Ann", ["me", "guest", "tandem", "guest"])).await;
    let table = owner.hear("table").await;
    let name = text(&table["table"]);
    let invitation = text(&table["seats"][1]["standing"]["invitation"]);
    let accept = |table: &str, invitation: &str| json!({"type": "accept", "table": table, "invitation": invitation, "name": "Ben"});
    let mut other = server.browser().await;
    other.say(create("Eve", ["me", "guest", "tandem", "tandem"])).await;
    let elsewhere = text(&other.hear("table").await["table"]);

    let mut guest = server.browser().await;
    is_refused(&mut guest, accept("nowhere", &invitation), "no such table").await;
    is_refused(&mut guest, accept(&elsewhere, &invitation), "never given").await;
    for forged in ["", "0", &"0".repeat(32), &invitation[..31], &format!("{invitation}0")] {
        is_refused(&mut guest, accept(&name, forged), "never given").await;
    }
    guest.say(json!({"type": "watch", "table": name})).await;
    let seen = guest.hear("table").await;
    assert!(seen["seats"][1]["standing"]["invitation"].is_null(), "only the owner knows it");
    assert_eq!(seen["you"], json!({"key": null, "owner": false, "seats": []}));
    guest.say(accept(&name, &invitation)).await;
    let key = text(&guest.hear("table").await["you"]["key"]);

    let mut late = server.browser().await;
    is_refused(&mut late, accept(&name, &invitation), "used: Ben took Black on A").await;
    is_refused(&mut late, json!({"type": "return", "table": name, "key": invitation}), "key").await;
    is_refused(&mut late, json!({"type": "return", "table": elsewhere, "key": key}), "key").await;
    // The owner gives the seat to another guest: the key and the first invitation are void.
    owner
        .say(json!({"type": "set_seat", "seat": 1, "sitter": {"who": "guest", "level": level()}}))
        .await;
    guest.hear("left").await;
    is_refused(&mut late, json!({"type": "return", "table": name, "key": key}), "key").await;
    is_refused(&mut late, accept(&name, &invitation), "used").await;
    let fresh = loop {
        let table = owner.hear("table").await;
        if let Some(fresh) = table["seats"][1]["standing"]["invitation"].as_str()
            && fresh != invitation
        {
            break fresh.to_owned();
        }
    };
    late.say(accept(&name, &fresh)).await;
    late.hear("table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_another_and_only_the_owner_manages() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, _) = four(&server).await;
    let mut onlooker = server.browser().await;
    is_refused(&mut onlooker, json!({"type": "ready", "ready": true}), "not at a table").await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    onlooker.hear("table").await;
    is_refused(&mut onlooker, play(0, 0, "e2e4"), "onlookers").await;
    is_refused(&mut onlooker, json!({"type": "close"}), "onlookers").await;
    is_refused(&mut people[1], play(0, 0, "e2e4"), "not your seat").await;
    is_refused(&mut people[1], json!({"type": "resign", "seat": 3}), "not your seat").await;
    is_refused(&mut people[1], json!({"type": "close"}), "who made").await;
    is_refused(&mut people[1], json!({"type": "rematch", "turn": "same"}), "who made").await;
    is_refused(&mut people[0], json!({"type": "rematch", "turn": "same"}), "no game").await;
    is_refused(&mut people[0], json!({"type": "fill_seats"}), "is running").await;
    is_refused(&mut people[1], play(1, 0, "e7e5"), "not on turn").await;
    is_refused(&mut people[0], play(0, 0, "e2e5"), "e2e5").await;
    is_refused(&mut people[0], play(0, 0, "P@e5"), "P@e5").await;
    is_refused(&mut people[0], play(0, 0, "<b>"), "<b>").await;
    is_refused(&mut people[0], json!({"type": "tell", "seat": 0, "text": " \n"}), "empty").await;
    let long = "x".repeat(201);
    is_refused(&mut people[0], json!({"type": "tell", "seat": 0, "text": long}), "too many").await;
    is_refused(
        &mut people[0],
        json!({"type": "analyze", "id": 1, "lines": 1,
               "position": {"rules": "fics", "fens": [], "clocks_ms": null}}),
        "while your game runs",
    )
    .await;
    // A move that is sent again, as after a lost connection, is played once; another one is refused.
    people[0].say(play(0, 0, "e2e4")).await;
    people[0].say(play(0, 0, "e2e4")).await;
    is_refused(&mut people[0], play(0, 0, "g1f3"), "moved already").await;
    people[1].hear("moved").await;
    people[0].say(play(0, 0, "e2e4")).await;
    people[1].say(play(1, 1, "e7e5")).await;
    people[0].hear("moved").await;
    is_refused(&mut people[0], play(0, 0, "d2d4"), "moved already").await;
    people[0].say(play(0, 2, "d2d4")).await;
    assert_eq!(people[3].hear("moved").await["plies"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_that_make_no_game_are_refused_in_words() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut person = server.browser().await;
    for (field, value, reason) in [
        ("rules", json!("poker"), "poker"),
        ("rules", json!("fics last-drop=maybe"), "maybe"),
        ("clock", json!("soon"), "soon"),
        ("clock", json!("0"), "expected 1 s"),
        ("clock", json!("1000000"), "expected 1 s"),
        ("start", json!("8/8 w"), "expected two"),
    ] {
        let mut asked = create("Ann", ["me", "tandem", "tandem", "tandem"]);
        asked["setup"][field] = value;
        is_refused(&mut person, asked, reason).await;
    }
    let mut asked = create("Ann", ["me", "tandem", "tandem", "tandem"]);
    asked["setup"]["seats"][2]["level"]["elo"] = json!(9000);
    is_refused(&mut person, asked.clone(), "9000").await;
    // A player that does not start is no end of the table.
    asked["setup"]["seats"][2]["level"]["elo"] = json!(ILL);
    person.say(asked).await;
    person.hear("table").await;
    person.say(json!({"type": "ready", "ready": true})).await;
    assert_eq!(person.refusal().await, "this player is ill");
    assert_eq!(person.hear_phase("gathering").await["you"]["seats"], json!([0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bug_in_a_game_ends_this_game_alone_and_the_table_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::open(&folder.path().join("games.sqlite")).expect("an archive");
    let server = TestServer::start(tables(Some(archive)), Limits::default()).await;
    let mut owner = server.browser().await;
    let mut asked = create("Ann", ["me", "tandem", "tandem", "tandem"]);
    asked["setup"]["seats"][1]["level"]["elo"] = json!(FAINTS);
    owner.say(asked).await;
    let table = text(&owner.hear("table").await["table"]);
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    onlooker.hear("table").await;
    owner.say(json!({"type": "ready", "ready": true})).await;
    owner.hear_phase("playing").await;
    is_refused(&mut owner, json!({"type": "record"}), "no game that is over").await;
    owner.say(play(0, 0, "e2e4")).await;
    for person in [&mut owner, &mut onlooker] {
        let result = person.hear("ended").await["result"].clone();
        assert_eq!(result["reason"], "the server has failed in this game");
        assert_eq!((&result["result"], &result["archived"]), (&json!("*"), &json!(1)));
        let clocks = person.hear_phase("over").await["game"]["clocks"].clone();
        let clocks = clocks.as_array().expect("clocks");
        assert!(clocks.iter().all(|clock| clock["runs_from_ms"].is_null()), "{clocks:?}");
    }
    owner.say(json!({"type": "load_archived", "game": 1})).await;
    let kept = owner.hear("archive_game").await;
    assert!(text(&kept["bpgn"]).contains("1A. e4"), "{kept}");
    assert_eq!(kept["game"]["reason"], "the server has failed in this game");
    // The next game fails before it begins, and the one after that is played.
    owner.say(json!({"type": "rematch", "turn": "same"})).await;
    let sitter = |elo| json!({"who": "tandem", "level": {"elo": elo, "pace": "engine"}});
    let seat = json!({"type": "set_seat", "seat": 1, "sitter": sitter(Some(NEVER_THERE))});
    owner.say(seat).await;
    owner.say(json!({"type": "ready", "ready": true})).await;
    assert_eq!(owner.refusal().await, "the server has failed in this game");
    owner.hear_phase("gathering").await;
    owner.say(json!({"type": "set_seat", "seat": 1, "sitter": sitter(None)})).await;
    owner.say(json!({"type": "ready", "ready": true})).await;
    owner.hear_phase("playing").await;
    server.tables.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_to_a_seat_that_went_to_tandem_says_so() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut owner = server.browser().await;
    owner.say(create("Ann", ["me", "tandem", "tandem", "guest"])).await;
    let table = owner.hear("table").await;
    let invitation = text(&table["seats"][3]["standing"]["invitation"]);
    owner.say(json!({"type": "fill_seats"})).await;
    owner.hear("table").await;
    let mut late = server.browser().await;
    let accept =
        json!({"type": "accept", "table": table["table"], "invitation": invitation, "name": "Ben"});
    is_refused(&mut late, accept, "withdrawn: Black on B went to somebody else").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_asks_for_a_rematch_and_is_ready_for_it() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, _) = four(&server).await;
    let ask = json!({"type": "ask_rematch", "turn": "colors"});
    is_refused(&mut people[1], ask.clone(), "no game to follow").await;
    people[0].say(json!({"type": "resign", "seat": 0})).await;
    for person in &mut people {
        person.hear_phase("over").await;
    }
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    onlooker.hear("table").await;
    is_refused(&mut onlooker, ask.clone(), "onlookers").await;
    is_refused(&mut people[0], ask.clone(), "yourself").await;
    people[1].say(ask).await;
    let asked = json!({"seat": 1, "turn": "colors"});
    while people[0].hear("seats").await["rematch"] != asked {}
    // One press of the owner: the seats are turned, and the one who asked is ready.
    people[0].say(json!({"type": "rematch", "turn": "colors"})).await;
    let next = people[0].hear_phase("gathering").await;
    assert!(next["rematch"].is_null());
    let seats = next["seats"].as_array().expect("seats");
    let is_ready: Vec<(&Value, bool)> =
        seats.iter().map(|seat| (&seat["name"], seat["standing"]["ready"] == true)).collect();
    assert_eq!(
        is_ready,
        [
            (&json!("Ben"), true),
            (&json!("Ann"), false),
            (&json!("Dan"), false),
            (&json!("Cyd"), false)
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_game_all_at_the_table_hear_what_is_said() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, table, _) = four(&server).await;
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    people[0].say(json!({"type": "resign", "seat": 0})).await;
    for person in &mut people {
        person.hear_phase("over").await;
    }
    onlooker.hear_phase("over").await;
    people[3].say(json!({"type": "tell", "seat": 3, "text": "well played"})).await;
    for person in people.iter_mut().chain([&mut onlooker]) {
        let word = person.hear("told").await["word"].clone();
        assert_eq!((&word["seat"], &word["text"]), (&json!(3), &json!("well played")));
    }
    is_refused(&mut people[3], json!({"type": "tell", "seat": 0, "text": "x"}), "not your seat")
        .await;
    is_refused(&mut onlooker, json!({"type": "tell", "seat": 0, "text": "x"}), "onlookers").await;
}
