//! Clients of internet chess servers at the tables.

mod hostile;
mod programs;
mod recorded;

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tandem_server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::TestServer;
use super::games::SCHOLARS_MATE;
use super::players::tables;
use super::{play, text};

/// Time after which a test that waits has failed.
const PATIENCE: Duration = Duration::from_mins(1);
const PROMPT: &str = "fics% ";
/// Names in the order of the seats: White and Black on A, White and Black on B.
const NAMES: [&str; 4] = ["Anna", "Cora", "Dora", "Bert"];

/// A client: it sends lines, and hears text.
pub(super) struct Client {
    stream: TcpStream,
    heard: String,
}

impl Client {
    /// Connects, without a name yet.
    async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("it listens");
        Self { stream, heard: String::new() }
    }

    /// Logs in as XBoard does.
    async fn log_in(address: SocketAddr, name: &str) -> Self {
        let mut client = Self::connect(address).await;
        client.hear("login: ").await;
        client.say(name).await;
        client.hear(PROMPT).await;
        for line in ["alias $ @", "$set interface xboard 4.9.1", "$iset lock 1", "$style 12"] {
            client.say(line).await;
            client.hear(PROMPT).await;
        }
        client
    }

    async fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes()).await;
    }

    async fn say_bytes(&mut self, bytes: &[u8]) {
        // A server that has hung up is noticed by what is heard next.
        let _ = self.stream.write_all(bytes).await;
    }

    /// All that comes up to this text, without returns.
    async fn hear(&mut self, text: &str) -> String {
        let heard = timeout(PATIENCE, async {
            loop {
                if let Some(at) = self.heard.find(text) {
                    let rest = self.heard.split_off(at + text.len());
                    return std::mem::replace(&mut self.heard, rest);
                }
                let is_there = self.read().await;
                assert!(is_there, "hung up before {text:?}: {}", self.heard);
            }
        });
        heard.await.unwrap_or_else(|_| panic!("no {text:?} in {}", self.heard))
    }

    /// Reads some text; false at the end.
    async fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let count = self.stream.read(&mut bytes).await.unwrap_or(0);
        self.heard.push_str(&String::from_utf8_lossy(&bytes[..count]).replace('\r', ""));
        count > 0
    }

    /// Waits until the server has hung up; returns the last words.
    async fn hear_end(&mut self) -> String {
        let end = async { while self.read().await {} };
        timeout(PATIENCE, end).await.unwrap_or_else(|_| panic!("no end: {}", self.heard));
        std::mem::take(&mut self.heard)
    }

    /// Says a line, and returns the answer before the prompt.
    async fn ask(&mut self, line: &str) -> String {
        self.say(line).await;
        let answer = self.hear(PROMPT).await;
        answer.trim_end_matches(PROMPT).trim().to_owned()
    }
}

/// Four clients in a game of bughouse, in the order of the seats.
async fn four(server: &TestServer) -> [Client; 4] {
    four_named(server, NAMES).await
}

/// Four clients with these names in the order of the seats.
async fn four_named(server: &TestServer, names: [&str; 4]) -> [Client; 4] {
    let mut clients = Vec::new();
    for name in names {
        clients.push(Client::log_in(server.ics, name).await);
    }
    let mut clients: [Client; 4] = clients.try_into().unwrap_or_else(|_| panic!("four clients"));
    for [one, other] in [[0, 3], [1, 2]] {
        assert_eq!(
            clients[one].ask(&format!("partner {}", names[other])).await,
            format!("Making a partnership offer to {}.", names[other])
        );
        let offer = format!(
            "{} offers to be your bughouse partner; type \"partner {}\" to accept.",
            names[one], names[one]
        );
        clients[other].hear(&offer).await;
        clients[other].hear(PROMPT).await;
        assert_eq!(
            clients[other].ask(&format!("$partner {}", names[one])).await,
            format!("You agree to be {}'s partner.", names[one])
        );
        clients[one].hear(&format!("{} agrees to be your partner.\n{PROMPT}", names[other])).await;
    }
    let issued = clients[0].ask(&format!("match {} 3 0 bughouse white", names[1])).await;
    let [one, other] = [names[0], names[1]];
    assert_eq!(issued, format!("Issuing: {one} (----) {other} (----) unrated bughouse 3 0."));
    let challenge =
        format!("\nChallenge: {one} (----) [white] {other} (----) unrated bughouse 3 0.\n");
    clients[1].hear(&challenge).await;
    clients[1].say(&format!("$accept {one}")).await;
    clients[0].hear(&format!("{other} accepts your challenge.\n")).await;
    clients
}

/// Waits until all have heard of the beginning of their game.
async fn begun(clients: &mut [Client]) {
    for client in clients {
        client.hear("Your partner is playing game ").await;
        client.hear(PROMPT).await;
    }
}

/// The lines of the text without prompts and empty ones.
fn lines(text: &str) -> Vec<String> {
    let lines = text.replace(PROMPT, "");
    lines.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// A line with stars for its clocks and the time of the move.
fn without_times(line: &str) -> String {
    let mut fields: Vec<&str> = line.split(' ').collect();
    if fields[0] == "<12>" {
        for field in [24, 25, 28] {
            fields[field] = "*";
        }
    }
    fields.join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_four_clients_is_told_as_a_server_of_this_family_does() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut clients = four(&server).await;
    for (client, title) in clients.iter_mut().zip([1, 1, 2, 2]) {
        let players = ["Anna vs. Cora", "Dora vs. Bert"][title - 1];
        client
            .hear(&format!("\n{{Game {title} ({players}) Creating unrated bughouse match.}}\n"))
            .await;
        client.hear("Your partner is playing game ").await;
        client.hear(PROMPT).await;
    }
    for &(seat, m) in SCHOLARS_MATE {
        clients[usize::from(seat)].say(m).await;
        // Both players of the board hear of each move.
        let first = usize::from(seat) / 2 * 2;
        for client in &mut clients[first..first + 2] {
            let board = client.hear("<12>").await;
            let rest = client.hear("<b1>").await;
            assert!(!rest.contains("{Game"), "{board}{rest}");
        }
    }
    let told = clients[1].hear("} 1-0\n").await;
    assert!(told.ends_with("{Game 1 (Anna vs. Cora) Cora checkmated} 1-0\n"), "{told}");
    let told = clients[3].hear("} 0-1\n").await;
    let ends = "{Game 1 (Anna vs. Cora) Cora checkmated} 1-0\n\n\
                {Game 2 (Dora vs. Bert) Bert's partner won} 0-1\n";
    assert!(told.ends_with(ends), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_hears_each_board_its_holdings_and_what_arrives() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut clients = four(&server).await;
    begun(&mut clients).await;
    let seen = clients[1].ask("$pobserve").await;
    assert!(
        seen.starts_with(
            "You are now observing game 2.\nGame 2: Dora (----) Bert (----) unrated bughouse 3 0"
        ),
        "{seen}"
    );
    let mut told = String::new();
    for &(seat, m) in &SCHOLARS_MATE[..4] {
        clients[usize::from(seat)].say(m).await;
        told = clients[1].hear("/").await + &clients[1].hear(PROMPT).await;
        let first = usize::from(seat) / 2 * 2;
        for at in [first, first + 1].into_iter().filter(|&at| at != 1) {
            clients[at].hear("/").await;
            clients[at].hear(PROMPT).await;
        }
    }
    assert!(
        told.contains("<- BP\n\n<12>"),
        "XBoard drops holdings with a board on the next line: {told}"
    );
    let told: Vec<String> = lines(&told).iter().map(|line| without_times(line)).collect();
    let boards = [
        "<b1> game 1 white [] black [P] <- BP",
        "<12> rnbqkbnr ppp-pppp -------- ---P---- -------- -------- PPPP-PPP RNBQKBNR B -1 1 1 1 1 0 2 Dora Bert 0 \
         3 0 39 38 * * 2 P/e4-d5 * exd5 0 1 0",
        "<b1> game 2 white [] black []",
    ];
    assert_eq!(told, boards);
    // Cora's opponent is told of the pawn as well, though it does not see the other board.
    clients[0].hear("<b1> game 1 white [] black [P] <- BP").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_refused_in_the_words_that_clients_know() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    assert_eq!(anna.ask("e2e4").await, "You are not playing or examining a game.");
    assert_eq!(
        anna.ask("match Tandem 3 0").await,
        "You have no partner for bughouse; \"partner Tandem\" gives you one."
    );
    anna.say("partner Tandem").await;
    anna.hear("Tandem agrees to be your partner.").await;
    anna.hear(PROMPT).await;
    anna.say("match Tandem1500 3 0 white").await;
    anna.hear("{Game 1 (Anna vs. Tandem1500) Creating unrated bughouse match.}").await;
    anna.hear("Your partner is playing game 2 (Tandem1500 vs. Tandem).").await;
    anna.hear(PROMPT).await;
    for (line, answer) in [
        ("e2e5", "Illegal move (e2e5)."),
        ("P@e4", "Illegal move (P@e4)."),
        ("flag", "Opponent is not out of time, wait for server autoflag."),
        ("takeback", "Takeback is not possible here."),
        ("gamestart", "gamestart: Command not found."),
        ("gameend", ""),
        ("match Tandem 3 0", "Anna is playing a game."),
    ] {
        let told = anna.ask(line).await;
        assert!(told.ends_with(answer), "{line}: {told}");
    }
    let clocks = anna.ask("time").await;
    assert!(clocks.contains("Game 1: Anna 3:00, Tandem1500 3:00\nGame 2: "), "{clocks}");
    anna.say("e2e4").await;
    anna.hear("P/e2-e4 ").await;
    anna.say("resign").await;
    anna.hear("{Game 1 (Anna vs. Tandem1500) Anna resigns} 0-1\n").await;
    anna.hear(PROMPT).await;
    assert_eq!(anna.ask("resign").await, "You are not playing a game.");
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_tell_each_other_what_they_like_before_and_in_a_game() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut clients = four(&server).await;
    begun(&mut clients).await;
    assert_eq!(clients[0].ask("ptell need n").await, "(told Bert, who is playing)");
    clients[3].hear("\nAnna (your partner) tells you: need n\n").await;
    // A program behind a client tells of its board, which no person at a page is shown.
    assert_eq!(clients[0].ask("ptell ~1 0 60.0 60.0").await, "(told Bert, who is playing)");
    clients[3].hear("\nAnna (your partner) tells you: ~1 0 60.0 60.0\n").await;
    assert_eq!(clients[0].ask("say hello").await, "(told Cora, who is playing)");
    clients[1].hear("\nAnna says: hello\n").await;
    assert_eq!(clients[0].ask("tell dora <12> {Game 1 % hi").await, "(told Dora, who is playing)");
    clients[2].hear("\nAnna tells you: (12> (Game 1 %_hi\n").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_ends_by_a_draw_by_agreement_or_when_somebody_goes() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut clients = four(&server).await;
    begun(&mut clients).await;
    assert_eq!(clients[0].ask("abort").await, "Abort request sent.");
    clients[1].hear("Anna would like to abort the game; type \"abort\" to accept.").await;
    clients[1].say("abort").await;
    for (client, game) in clients.iter_mut().zip([1, 1, 2, 2]) {
        let players = ["Anna vs. Cora", "Dora vs. Bert"][game - 1];
        client
            .hear(&format!(
                "{{Game {game} ({players}) Game aborted by mutual agreement}} *\n{PROMPT}"
            ))
            .await;
    }
    for end in ["draw", "quit"] {
        assert!(clients[0].ask("match Cora 3 0 white").await.starts_with("Issuing:"));
        clients[1].hear("Challenge: ").await;
        clients[1].say("accept").await;
        begun(&mut clients).await;
        clients[0].say(end).await;
        if end == "draw" {
            clients[1].hear("Anna offers you a draw.").await;
            clients[1].say("draw").await;
            for client in &mut clients {
                client.hear("Game drawn by mutual agreement} 1/2-1/2\n").await;
                client.hear(PROMPT).await;
            }
        }
    }
    assert!(clients[0].hear_end().await.contains("Thank you for playing."));
    clients[1].hear("{Game 1 (Anna vs. Cora) Anna forfeits by disconnection} 0-1\n").await;
    clients[3].hear("Your bughouse partner has disconnected.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_with_a_browser_partners_a_client() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    anna.say("invite Tandem1500 3 0").await;
    let link = anna.hear("/i/").await;
    let (_, rest) = link.split_once("/t/").expect("a table");
    let table = rest.trim_end_matches("/i/").to_owned();
    let secret = anna.hear("/3").await.trim_end_matches("/3").to_owned();
    let mut bert = server.browser().await;
    bert.say(json!({"type": "accept", "table": table, "invitation": secret, "name": "Bert B."}))
        .await;
    bert.hear("table").await;
    bert.say(json!({"type": "ready", "ready": true})).await;
    anna.hear("{Game 1 (Anna vs. Tandem1500) Creating unrated bughouse match.}").await;
    anna.hear("Your partner is playing game 2 (Tandem1500 vs. BertB).").await;
    bert.hear_phase("playing").await;
    bert.say(json!({"type": "tell", "seat": 3, "text": "need q"})).await;
    anna.hear("BertB (your partner) tells you: need q").await;
    anna.say("ptell ok").await;
    loop {
        let told = bert.hear("told").await;
        if told["word"]["text"] == "ok" {
            break;
        }
    }
    anna.say("e2e4").await;
    let moved = bert.hear("moved").await;
    let plies = usize::try_from(moved["plies"].as_u64().expect("a number")).expect("a small one");
    assert!(plies >= 1, "{}", text(&moved["type"]));
    anna.say("resign").await;
    assert_eq!(bert.hear("ended").await["result"]["result"], "0-1");

    // They stay together, and play again.
    anna.hear("You are still at the table with BertB: ").await;
    anna.hear(PROMPT).await;
    bert.say(json!({"type": "tell", "seat": 3, "text": "good game"})).await;
    anna.hear("BertB (your partner) tells you: good game").await;
    anna.hear(PROMPT).await;
    assert_eq!(anna.ask("ptell thanks").await, "(told BertB)");
    assert_eq!(anna.ask("say sorry").await, "(told all at the table)");
    while bert.hear("told").await["word"]["text"] != "sorry" {}
    bert.say(json!({"type": "ask_rematch", "turn": "colors"})).await;
    anna.hear("BertB asks for another game: \"rematch\" accepts.").await;
    anna.hear(PROMPT).await;
    assert_eq!(anna.ask("rematch").await, "The next game begins when all are ready.");
    anna.hear("{Game 1 (Tandem1500 vs. Anna) Creating unrated bughouse match.}").await;
    anna.hear(PROMPT).await;
    anna.say("abort").await;
    anna.hear("Not all players of this game can be asked").await;
    anna.say("resign").await;
    anna.hear("You are still at the table with BertB: ").await;
    anna.hear(PROMPT).await;
    // Another game with others ends that.
    assert_eq!(anna.ask("partner Tandem").await.lines().count(), 2);
    anna.say("match Tandem1500 3 0").await;
    anna.hear("{Game 3 (Tandem1500 vs. Anna) Creating unrated bughouse match.}").await;
    anna.hear(PROMPT).await;
    loop {
        let seats = bert.hear("seats").await;
        if seats["seats"][1]["standing"]["connected"] == false {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_takes_a_seat_that_a_page_has_opened_and_watches_other_games() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut owner = server.browser().await;
    owner.say(super::create("Ann", ["me", "tandem", "tandem", "guest"])).await;
    let table = owner.hear("table").await;
    let (name, secret) =
        (text(&table["table"]), text(&table["seats"][3]["standing"]["invitation"]));
    let mut bert = Client::log_in(server.ics, "Bert").await;
    let link = format!("join http://localhost:8080/join?t={name}&s=3#/t/{name}/i/{secret}/3");
    assert!(bert.ask(&link).await.contains("You have a seat."));
    owner.say(json!({"type": "ready", "ready": true})).await;
    bert.hear("{Game 2 (Tandem vs. Bert) Creating unrated bughouse match.}").await;
    bert.hear(PROMPT).await;
    bert.say("join /t/x/i/").await;
    bert.hear("You are at a table already.").await;

    let mut carl = Client::log_in(server.ics, "Carl").await;
    let games = carl.ask("games").await;
    assert!(games.contains("1 ---- Ann         ---- Tandem     [ Bu  3   0]"), "{games}");
    assert!(games.ends_with("2 games displayed."), "{games}");
    let seen = carl.ask("observe 1").await;
    assert!(
        seen.contains("You are now observing game 1.\nGame 1: Ann (----) Tandem (----)"),
        "{seen}"
    );
    assert_eq!(carl.ask("observe 1").await, "You are already observing game 1.");
    owner.say(play(0, 0, "e2e4")).await;
    carl.hear(" 0 3 0 39 39 ").await;
    carl.hear("P/e2-e4 ").await;
    carl.hear(PROMPT).await;
    carl.say("moves 1").await;
    carl.hear("  1.  e4      (0:00.000)").await;
    carl.say("unobserve").await;
    carl.hear("Removing game 1 from observation list.").await;
    carl.say("observe 9").await;
    carl.hear("There is no such game.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_one_board_are_sought_and_played_with_holdings() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut guest = Client::log_in(server.ics, "guest").await;
    assert!(anna.ask("seek 3 0 crazyhouse white").await.contains("posted with index 1."));
    guest.hear("Anna (----) seeking 3 0 unrated crazyhouse (\"play 1\" to respond)").await;
    guest.say("play 1").await;
    for client in [&mut anna, &mut guest] {
        client.hear("{Game 1 (Anna vs. GuestAAAA) Creating unrated crazyhouse match.}").await;
        client.hear(PROMPT).await;
    }
    for (white, m) in [(true, "e4"), (false, "d5"), (true, "exd5"), (false, "Qxd5")] {
        let mover = if white { &mut anna } else { &mut guest };
        mover.say(m).await;
        let both = [anna.hear("<b1>").await, guest.hear("<b1>").await];
        assert!(both.iter().all(|told| told.contains("<12>")), "{both:?}");
    }
    guest.hear(" game 1 white [P] black [P]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_for_blocks_gets_each_answer_in_one() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut client = Client::log_in(server.ics, "Anna").await;
    assert_eq!(client.ask("iset block 1").await, "block set.");
    assert_eq!(client.ask("7 who I").await.split('\u{16}').next(), Some("\u{15}7"));
    assert_eq!(
        client.ask("8 stored").await,
        "\u{15}8\u{16}512\u{16}stored: Command not found.\n\u{17}"
    );
}
