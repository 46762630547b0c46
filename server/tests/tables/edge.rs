//! Hostile browsers: each is refused with one line, and no game is disturbed.

use std::time::{Duration, Instant};

use serde_json::json;
use tandem_server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::client::{Browser, TestServer};
use super::players::tables;
use super::{create, four, play, text};

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_and_foreign_names_do_not_connect() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let own = server.address.to_string();
    let port = server.address.port();
    for (origin, host, is_taken) in [
        (format!("http://{own}"), own.clone(), true),
        (format!("http://localhost:{port}"), format!("localhost:{port}"), true),
        ("http://evil.example".to_owned(), own.clone(), false),
        (format!("https://{own}"), own.clone(), false),
        ("null".to_owned(), own.clone(), false),
        (format!("http://evil.example:{port}"), format!("evil.example:{port}"), false),
    ] {
        let connected = Browser::connect_from(server.address, &origin, &host).await;
        assert_eq!(connected.is_ok(), is_taken, "{origin} {host}");
        if let Err(error) = connected {
            assert!(error.contains("403"), "{error}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_refused_and_the_game_goes_on() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (mut people, _, _) = four(&server).await;
    let mut hostile = server.browser().await;
    for text in [
        "",
        "null",
        "[]",
        "{",
        "\u{0}",
        "{\"type\": \"hello\"}",
        "{\"type\": \"fly\"}",
        "{\"type\": \"move\", \"seat\": 7, \"plies\": 0, \"coordinates\": \"e2e4\"}",
        "{\"type\": \"move\", \"seat\": -1, \"plies\": 0, \"coordinates\": \"e2e4\"}",
        "{\"type\": \"leave\", \"extra\": 1}",
        "{\"type\": \"ping\", \"sent_ms\": \"<script>alert(1)</script>\"}",
        &format!("{}{}", "[".repeat(1000), "]".repeat(1000)),
    ] {
        hostile.say_text(text).await;
        hostile.refusal().await;
    }
    hostile.say_bytes(vec![0; 100]).await;
    assert!(hostile.refusal().await.contains("text"));
    let long = json!({"type": "watch", "table": "x".repeat(20_000)});
    hostile.say(long).await;
    assert!(hostile.refusal().await.contains("bytes"));
    hostile.say(json!({"type": "ping", "sent_ms": 1})).await;
    hostile.hear("pong").await;
    hostile.say(json!({"type": "ping", "sent_ms": "x".repeat(2_000_000)})).await;
    assert_eq!(hostile.refusal().await, "a message has more than 1048576 bytes");
    assert!(hostile.is_hung_up().await);
    people[0].say(play(0, 0, "e2e4")).await;
    assert_eq!(people[1].hear("moved").await["plies"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_greeting_comes_first_in_a_known_version() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    for (text, reason) in [
        ("{\"type\": \"hello\", \"version\": 2, \"new\": {}}", "version 2"),
        ("{\"type\": \"tables\"}", "hello"),
        ("hello", "no message"),
    ] {
        let mut browser = Browser::connect(server.address).await.expect("a place");
        browser.say_text(text).await;
        let refusal = browser.refusal().await;
        assert!(refusal.contains(reason), "{refusal}");
        assert!(browser.is_hung_up().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_messages_ends_its_connection_alone() {
    let limits = Limits { messages_a_second: 1, messages_at_once: 30, ..Limits::default() };
    let server = TestServer::start(tables(None), limits).await;
    let (mut people, _, _) = four(&server).await;
    let mut hostile = server.browser().await;
    for _ in 0..60 {
        hostile.say(json!({"type": "ping", "sent_ms": 1})).await;
    }
    assert!(hostile.refusal().await.contains("too many"));
    assert!(hostile.is_hung_up().await);
    people[0].say(play(0, 0, "e2e4")).await;
    assert_eq!(people[1].hear("moved").await["plies"], 1);
}

#[tokio::test(start_paused = true)]
async fn a_message_in_pieces_has_a_minute_to_arrive_while_short_ones_go_on_for_ever() {
    // Their rate is by another clock.
    let limits = Limits { messages_at_once: 1000, ..Limits::default() };
    let server = TestServer::start(tables(None), limits).await;
    let mut browser = server.browser().await;
    for _ in 0..30 {
        tokio::time::sleep(Duration::from_secs(5)).await;
        browser.knock().await;
    }
    browser.say(json!({"type": "ping", "sent_ms": 1})).await;
    browser.hear("pong").await;
    let begun = tokio::time::Instant::now();
    browser.say_first_part("{\"type\": ").await;
    while begun.elapsed() < Duration::from_secs(50) {
        tokio::time::sleep(Duration::from_secs(5)).await;
        browser.knock().await;
    }
    assert!(browser.refusal().await.contains("too long to arrive"));
    assert!(begun.elapsed() >= Duration::from_mins(1), "{:?}", begun.elapsed());
    assert!(browser.is_hung_up().await);
}

/// Limits for tests in which people hear nothing while many others connect, which takes its time.
fn patient() -> Limits {
    Limits { heartbeat: Duration::from_mins(10), ..Limits::default() }
}

/// Idle connections, far more than there is room for; wine takes half a minute for a thousand.
const IDLE: u128 = if cfg!(windows) { 200 } else { 1000 };

/// Time for a greeting: more than those who greet at once need on a busy machine.
const GREETING: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_are_closed_and_make_room() {
    let limits = Limits { connections: 40, of_one_address: 40, greeting: GREETING, ..patient() };
    let server = TestServer::start(tables(None), limits).await;
    let (mut people, table, _) = four(&server).await;
    let (mut idle, begun) = (JoinSet::new(), Instant::now());
    for _ in 0..IDLE {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        idle.spawn(async move {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.is_ok() && answer.contains("too many")
        });
    }
    // All places may have been free again after each time for a greeting.
    let taken = 40 * (1 + begun.elapsed().as_millis() / GREETING.as_millis());
    people[0].say(play(0, 0, "e2e4")).await;
    assert_eq!(people[1].hear("moved").await["plies"], 1);
    // Those for which there was room are closed for saying nothing, the others were told so.
    let told = idle.join_all().await.into_iter().filter(|&is_told| is_told).count() as u128;
    assert!(told + taken >= IDLE, "{told} and {taken}");
    let mut silent = Browser::connect(server.address).await.expect("there is room again");
    assert!(silent.refusal().await.contains("hello"));
    let mut onlooker = server.browser().await;
    onlooker.say(json!({"type": "watch", "table": table})).await;
    assert_eq!(onlooker.hear("table").await["phase"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_policy_and_no_file_is_outside_the_page() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    for path in ["/", "/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/ws"] {
        let answer = answer(&server, path).await;
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
        assert!(answer.contains("x-frame-options: DENY"), "{answer}");
        assert!(!answer.contains("[package]"), "{answer}");
    }
}

/// The head and the body of the answer to a request of a browser with these headers.
async fn get(server: &TestServer, path: &str, headers: &str) -> (String, Vec<u8>) {
    ask(server, &format!("GET {path}"), headers, "").await
}

/// The same for any method, and a request with a body.
async fn ask(server: &TestServer, what: &str, headers: &str, body: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let host = server.address;
    let request =
        format!("{what} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("it is taken");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8(answer[..end].to_vec()).expect("text");
    (head, answer[end..].to_vec())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_chess_com_hands_a_game_over_and_no_other_site_does() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let own = format!("http://{}", server.address);
    let site = "https://www.chess.com";
    let form = "application/x-www-form-urlencoded";
    for (origin, kind, body, status) in [
        (site, form, "games=%7B%22a%22%3A+1%7D%0D%0A%C3%A9", "303"),
        ("https://evil.example", form, "games=x", "403"),
        ("http://www.chess.com", form, "games=x", "403"),
        (own.as_str(), form, "games=x", "403"),
        ("null", form, "games=x", "403"),
        (site, form, "other=x", "422"),
        (site, form, "games=a&games=b", "422"),
        (site, "text/plain", "games=x", "415"),
        (site, form, &format!("games={}", "x".repeat(1 << 20)), "413"),
    ] {
        let length = body.len();
        let headers =
            format!("Origin: {origin}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n");
        let (head, text) = ask(&server, "POST /handed", &headers, body).await;
        let quoted = format!("{origin} {kind}: {head}{}", String::from_utf8_lossy(&text));
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{quoted}");
        let lines = String::from_utf8_lossy(&text).lines().count();
        assert!(lines <= 1, "one line: {quoted}");
        if let Some(secret) = header(&head, "location").strip_prefix("/#/review?handed=") {
            let path = format!("/handed/{secret}");
            let (head, games) = get(&server, &path, "").await;
            assert_eq!(String::from_utf8(games).expect("text"), "{\"a\": 1}\r\n\u{e9}");
            assert_eq!(header(&head, "cache-control"), "no-store");
            let (head, _) = get(&server, &path, &format!("Origin: {site}\r\n")).await;
            assert!(head.starts_with("HTTP/1.1 403"), "no other page reads it: {head}");
            let (head, _) = get(&server, "/handed/0", "").await;
            assert!(head.starts_with("HTTP/1.1 404"), "{head}");
        } else {
            assert_ne!(status, "303", "{quoted}");
        }
    }
}

/// The value of a header, or nothing.
fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(other, _)| *other == name).map_or("", |(_, value)| value)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_file_of_the_page_comes_packed_as_the_browser_wants_it_and_once() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let (_, front) = get(&server, "/", "").await;
    let front = String::from_utf8(front).expect("text");
    let assets = front.split('"').filter(|part| part.starts_with("assets/"));
    let assets: Vec<String> = assets.map(|name| format!("/{name}")).collect();
    assert!(assets.len() >= 2, "a script and styles: {front}");
    for path in assets.iter().map(String::as_str).chain(["/", "/report.html"]) {
        let (head, plain) = get(&server, path, "").await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert_eq!(header(&head, "content-encoding"), "");
        let lasts = match path.starts_with("/assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let mut tags = vec![header(&head, "etag").to_owned()];
        for (accepted, coding) in [("gzip, deflate", "gzip"), ("gzip;q=0.5, br", "br")] {
            let asked = format!("Accept-Encoding: {accepted}\r\n");
            let (head, packed) = get(&server, path, &asked).await;
            if header(&head, "content-encoding").is_empty() {
                assert_eq!(packed, plain, "{path} is no shorter in {coding}");
                continue;
            }
            assert_eq!(header(&head, "content-encoding"), coding, "{path}");
            assert!(packed.len() < plain.len(), "{path}");
            assert_eq!(header(&head, "vary"), "accept-encoding");
            assert_eq!(header(&head, "cache-control"), lasts, "{path}");
            assert!(header(&head, "content-security-policy").starts_with("default-src 'none'"));
            assert_eq!(header(&head, "x-content-type-options"), "nosniff");
            let tag = header(&head, "etag").to_owned();
            let known = format!("{asked}If-None-Match: \"x\", W/{tag}\r\n");
            let (head, body) = get(&server, path, &known).await;
            assert!(head.starts_with("HTTP/1.1 304"), "{head}");
            assert!(body.is_empty() && header(&head, "etag") == tag, "{head}");
            assert!(header(&head, "content-security-policy").starts_with("default-src 'none'"));
            // Of another form the browser knows nothing.
            let (head, _) = get(&server, path, &format!("If-None-Match: {tag}\r\n")).await;
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            tags.push(tag);
        }
        tags.sort();
        tags.dedup();
        assert!(tags.len() == 3 || plain.len() < 2000, "{path}: {tags:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_nobody_is_at_make_room_and_others_do_not() {
    let limits = Limits { tables_of_one_address: 128, ..patient() };
    let server = TestServer::start(tables(None), limits).await;
    let asked = create("Ann", ["me", "guest", "guest", "guest"]);
    let mut people = Vec::new();
    for _ in 0..128 {
        let mut person = server.browser().await;
        person.say(asked.clone()).await;
        let table = text(&person.hear("table").await["table"]);
        people.push((person, table));
    }
    let mut late = server.browser().await;
    late.say(asked.clone()).await;
    assert!(late.refusal().await.contains("128 tables"));
    let (person, left) = &mut people[5];
    person.say(json!({"type": "leave"})).await;
    person.hear("left").await;
    late.say(asked.clone()).await;
    late.hear("table").await;
    person.say(json!({"type": "watch", "table": left})).await;
    assert!(person.refusal().await.contains("no such table"));
    let (person, table) = &mut people[6];
    person.say(json!({"type": "watch", "table": table})).await;
    person.hear("table").await;
    // A table that its owner has closed counts no more, at once.
    let (person, _) = &mut people[7];
    person.say(json!({"type": "close"})).await;
    person.hear("left").await;
    person.say(asked).await;
    person.hear("table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_a_share_of_the_tables() {
    let limits = Limits { tables_of_one_address: 2, ..patient() };
    let server = TestServer::start(tables(None), limits).await;
    let asked = create("Ann", ["me", "guest", "guest", "guest"]);
    let mut people = [server.browser().await, server.browser().await];
    for person in &mut people {
        person.say(asked.clone()).await;
        person.hear("table").await;
    }
    let mut late = server.browser().await;
    late.say(asked.clone()).await;
    assert!(late.refusal().await.contains("your address has 2 tables"));
    people[0].say(json!({"type": "leave"})).await;
    people[0].hear("left").await;
    late.say(asked).await;
    late.hear("table").await;
}

/// The answer to a request without a WebSocket, headers and all.
async fn answer(server: &TestServer, path: &str) -> String {
    let (head, body) = get(server, path, "").await;
    head + &String::from_utf8(body).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_says_who_invites_to_what_and_no_secret() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    if answer(&server, "/").await.contains("404") {
        return; // this build has no page
    }
    let mut owner = server.browser().await;
    owner.say(create("<b>Ann\"", ["me", "guest", "tandem", "guest"])).await;
    let table = owner.hear("table").await;
    let name = text(&table["table"]);
    let invitation = text(&table["seats"][3]["standing"]["invitation"]);
    let general = answer(&server, "/join").await;
    for (seat, words) in [(3, "wants you as a partner"), (1, "wants to play against you")] {
        let shown = answer(&server, &format!("/join?t={name}&s={seat}")).await;
        let title = format!("&lt;b&gt;Ann&#39; {words}");
        assert!(shown.contains(&format!("<title>{title}</title>")), "{shown}");
        assert!(shown.contains(&format!("og:title\" content=\"{title}\"")), "{shown}");
        assert!(shown.contains("no-store") && shown.contains("script-src 'self'"), "{shown}");
        assert!(!shown.contains(&invitation) && !shown.contains("<b>"), "{shown}");
    }
    assert!(answer(&server, &format!("/join?t={name}&s=3")).await.contains("Black on B, 3+0"));
    let body = |answer: &str| answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    for query in [
        format!("t={name}&s=0"),
        format!("t={name}&s=2"),
        format!("t={name}&s=4"),
        format!("t={name}&s=-1"),
        format!("t={name}"),
        "t=nowhere&s=3".to_owned(),
        "t=%3Cscript%3E&s=3&<script>".replace('<', "%3C").replace('>', "%3E"),
        "&&==&".to_owned(),
    ] {
        let shown = answer(&server, &format!("/join?{query}")).await;
        assert_eq!(body(&shown), body(&general), "{query}");
    }
    owner.say(json!({"type": "fill_seats"})).await;
    owner.hear("table").await;
    let shown = answer(&server, &format!("/join?t={name}&s=3")).await;
    assert_eq!(body(&shown), body(&general));
}
