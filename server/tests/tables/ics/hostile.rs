//! Clients that mean no good, or know no better.

use tandem_server::{Archive, Limits};

use super::{Client, PROMPT};
use crate::client::TestServer;
use crate::players::tables;

#[tokio::test(flavor = "multi_thread")]
async fn names_are_plain_and_of_one_person_each() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut client = Client::connect(server.ics).await;
    client.hear("login: ").await;
    for (name, answer) in [
        ("An", "A name should be at least three characters long!"),
        ("An na", "names can only consist of lower and upper case letters."),
        ("Tandem", "That name is not given"),
        ("\u{1b}[2JAnna", "names can only consist of"),
    ] {
        client.say(name).await;
        client.hear(answer).await;
        client.hear("login: ").await;
    }
    client.say("Anna").await;
    client.hear("**** Starting FICS session as Anna ****").await;
    client.hear(PROMPT).await;
    // From the same address it is the same person.
    let _again = Client::log_in(server.ics, "ANNA").await;
    assert!(
        client
            .hear_end()
            .await
            .contains("**** Anna has arrived - you can't both be logged in. ****")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_the_name_of_somebody_who_plays() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut honest = super::four(&server).await;
    super::begun(&mut honest).await;
    let mut thief = Client::connect(server.ics).await;
    thief.hear("login: ").await;
    thief.say("Anna").await;
    thief.hear("Anna is logged in already.").await;
    honest[0].say("e2e4").await;
    honest[1].hear("P/e2-e4 ").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_nobody_asked_for_is_no_command() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut client = Client::connect(server.ics).await;
    client.hear("login: ").await;
    client.say_bytes(b"Anna\nsecret\n\xff\xfd\x01alias $ @\n").await;
    let told = client.hear("Alias set.").await;
    assert!(!told.contains("secret"), "{told}");
}

/// Words of commands, and things that clients should not send.
const WORDS: &[&str] = &[
    "match",
    "partner",
    "accept",
    "decline",
    "Anna",
    "Bert",
    "Tandem",
    "Tandem9999",
    "3",
    "0",
    "99999999999999999999",
    "-1",
    "bughouse",
    "zh",
    "seek",
    "play",
    "unseek",
    "observe",
    "1",
    "2",
    "pobserve",
    "moves",
    "games",
    "who",
    "ptell",
    "tell",
    "say",
    "e2e4",
    "P@h5",
    "o-o",
    "Nf3",
    "resign",
    "abort",
    "draw",
    "invite",
    "join",
    "/t/x/i/y",
    "set",
    "iset",
    "width",
    "block",
    "\u{0}",
    "\u{ff}",
    "$",
    "@",
    "%",
    "<12>",
    "{Game",
    "\u{202e}",
    "\r",
    "\\",
    "style",
    "refresh",
    "finger",
    "withdraw",
    "pending",
    "rematch",
    "unobserve",
    "alias",
    "date",
    "help",
    "1e99",
];

/// A generator of numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// The lines of a session that nobody has thought of.
fn session(numbers: &mut Numbers, count: usize) -> String {
    let mut text = String::new();
    for _ in 0..count {
        for _ in 0..=numbers.below(4) {
            text.push_str(WORDS[numbers.below(WORDS.len())]);
            text.push_str(["", " ", " ", " ", "  "][numbers.below(5)]);
        }
        text.push_str(["\n", "\n", "\r\n", "\n\r", ""][numbers.below(5)]);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn no_session_ends_the_server_or_the_game_of_others() {
    random_sessions(60, 40).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: ten thousand sessions of very many"]
async fn no_session_of_very_many_ends_the_server_or_the_game_of_others() {
    random_sessions(10_000, 30).await;
}

/// Plays a game among random sessions, each of so many lines.
async fn random_sessions(count: usize, length: usize) {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut honest = super::four(&server).await;
    super::begun(&mut honest).await;
    let mut numbers = Numbers(7);
    for number in 0..count {
        let mut client = Client::connect(server.ics).await;
        client.hear("login: ").await;
        let name = ["Eve", "Mallory", "guest"][number % 3];
        client.say_bytes(format!("{name}\n").as_bytes()).await;
        client.hear(PROMPT).await;
        client.say_bytes(session(&mut numbers, length).as_bytes()).await;
        // Half of them go without a word.
        if number % 2 == 0 {
            client.say_bytes(b"\nquit\n").await;
            client.hear_end().await;
        }
    }
    honest[0].say("e2e4").await;
    for client in &mut honest[..2] {
        client.hear("P/e2-e4 ").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_waits_for_itself_and_a_line_without_an_end_takes_no_room() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut flood = Client::log_in(server.ics, "Flood").await;
    flood.say_bytes("who\n".repeat(5_000).as_bytes()).await;
    flood.say_bytes(&vec![b'x'; 1 << 20]).await;
    for _ in 0..20 {
        assert!(anna.ask("who").await.contains("players displayed"));
    }
}

/// Asks until the answer has a text, or lacks it.
async fn ask_until(client: &mut Client, line: &str, is_it: impl Fn(&str) -> bool) {
    let asking = async {
        while !is_it(&client.ask(line).await) {
            tokio::task::yield_now().await;
        }
    };
    let done = tokio::time::timeout(super::PATIENCE, asking).await;
    assert!(done.is_ok(), "{line}: {}", client.ask(line).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_at_once_leaves_neither_a_name_nor_a_game() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    for lines in [
        "Ghost\n",
        "Ghost\npartner Tandem\nmatch Tandem 3 0\nquit\n",
        "Ghost\nmatch Tandem 600 0 chess white\nquit\n",
        "Ghost\ninvite 3 0\nquit\n",
    ] {
        let mut ghost = Client::connect(server.ics).await;
        ghost.hear("login: ").await;
        ghost.say_bytes(lines.as_bytes()).await;
        drop(ghost);
        ask_until(&mut anna, "who", |told| !told.contains("Ghost")).await;
        ask_until(&mut anna, "games", |told| told.contains("0 games displayed.")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_in_another_spelling_takes_its_seeks_away() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    for name in ["Zora", "zOra", "zoRa"] {
        let mut client = Client::log_in(server.ics, name).await;
        client.ask("seek 3 0 crazyhouse").await;
        assert!(client.ask("sought").await.ends_with("1 ads displayed."));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_of_any_letters_is_a_short_line_of_plain_ones() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut bert = Client::log_in(server.ics, "Bert").await;
    anna.ask("iset nowrap 1").await;
    bert.say(&format!("tell Anna {}", "\u{e9}".repeat(480))).await;
    let told = anna.hear(PROMPT).await;
    let line = told.lines().find(|line| line.starts_with("Bert tells you: ")).expect("a line");
    assert!(line.len() < 480 && line.is_ascii(), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_fills_the_screens_of_others() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut bert = Client::log_in(server.ics, "Bert").await;
    for number in 0..60 {
        bert.say(&format!("tell Anna {number}")).await;
    }
    bert.hear("You say too much at once; wait a moment.").await;
    anna.hear("Bert tells you: 0\n").await;
    anna.hear(PROMPT).await;
    bert.say("finger").await;
    bert.hear("Finger of Bert:").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_at_this_door_is_hung_up_on() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut browser = Client::connect(server.ics).await;
    browser.say_bytes(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    browser.hear_end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_with_a_password_is_given_to_nobody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = Archive::open(&folder.path().join("games.sqlite")).expect("an archive");
    let server = TestServer::start(tables(Some(archive)), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    anna.say("password short").await;
    anna.hear("A password has 6 to 128 characters").await;
    anna.say("password a b c d e f").await;
    anna.hear("A password has 6 to 128 characters").await;
    anna.say("password rosebud").await;
    anna.hear("Your name has this password from now on.").await;
    anna.say("quit").await;
    anna.hear_end().await;

    let mut client = Client::connect(server.ics).await;
    client.hear("login: ").await;
    for wrong in ["Rosebud", ""] {
        client.say("ANNA").await;
        client.hear("password: ").await;
        client.say(wrong).await;
        client.hear("**** Invalid password! ****").await;
        client.hear("login: ").await;
    }
    client.say("Anna").await;
    client.hear("password: ").await;
    client.say("rosebud").await;
    client.hear("**** Starting FICS session as Anna ****").await;
    client.hear(PROMPT).await;
    client.say("password -").await;
    client.hear("Your name has no password any more.").await;
    client.say("quit").await;
    client.hear_end().await;
    let _free = Client::log_in(server.ics, "Anna").await;
}
