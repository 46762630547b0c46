//! Clients that show offers and games in windows of their own, as pychess and the seek graph of XBoard.

use tandem_server::Limits;

use super::{Client, PROMPT};
use crate::client::TestServer;
use crate::players::tables;

#[tokio::test(flavor = "multi_thread")]
async fn a_program_hears_of_offers_by_their_numbers_and_answers_them_so() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut bert = Client::log_in(server.ics, "Bert").await;
    for client in [&mut anna, &mut bert] {
        assert_eq!(client.ask("iset pendinfo 1").await, "pendinfo set.");
    }
    let terms = "p=Bert (----) [white] Anna (----) unrated crazyhouse 5 0\n";
    for answer in ["decline 1", "accept 1"] {
        bert.say("match Anna 5 0 u w crazyhouse").await;
        bert.hear(&format!("<pt> 1 w=Anna t=match {terms}")).await;
        anna.hear(&format!("<pf> 1 w=Bert t=match {terms}")).await;
        anna.hear(PROMPT).await;
        let list = anna.ask("pending").await;
        assert_eq!(list, "1: Bert is offering Anna: unrated crazyhouse 5 0.");
        anna.say(answer).await;
        for client in [&mut anna, &mut bert] {
            client.hear("<pr> 1\n").await;
        }
    }
    for client in [&mut anna, &mut bert] {
        client.hear("{Game 1 (Bert vs. Anna) Creating unrated crazyhouse match.}").await;
        client.hear(PROMPT).await;
    }
    anna.say("abort").await;
    bert.hear("<pf> 1 w=Anna t=abort p=#\n").await;
    bert.say("decline t abort").await;
    anna.hear("Bert declines the abort request.").await;
    // A draw that was declined is not agreed to later.
    anna.say("draw").await;
    bert.hear("<pf> 1 w=Anna t=draw p=#\n").await;
    bert.say("decline 1").await;
    anna.hear("Bert declines the draw request.").await;
    bert.hear("<pr> 1\n").await;
    bert.hear(PROMPT).await;
    bert.say("draw").await;
    anna.hear("<pf> 1 w=Bert t=draw p=#\n").await;
    anna.say("decline").await;
    bert.hear("Anna declines the draw request.").await;
    anna.say("draw").await;
    bert.hear("<pf> 1 w=Anna t=draw p=#\n").await;
    bert.say("accept t draw").await;
    for client in [&mut anna, &mut bert] {
        client.hear("Game drawn by mutual agreement} 1/2-1/2\n").await;
        client.hear("<pr> 1\n").await;
    }
    bert.hear(PROMPT).await;
    // The game that is over is asked for again as it was.
    bert.say("rematch").await;
    anna.hear("Challenge: Bert (----) Anna (----) unrated crazyhouse 5 0.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_hears_of_all_seeks_and_of_their_ends() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    let mut bert = Client::log_in(server.ics, "Bert").await;
    let seek = "w=Bert ti=00 rt=0P t=3 i=2 r=u tp=crazyhouse c=W rr=0-9999 a=t f=f\n";
    assert_eq!(anna.ask("set seek 0").await, "You will not see seek ads.");
    assert!(bert.ask("seek 3 2 crazyhouse white 0-9999").await.contains("index 1."));
    let told = anna.ask("iset seekinfo 1").await;
    assert_eq!(told, format!("seekinfo set.\n<sc>\n<s> 1 {}", seek.trim()));
    bert.say("unseek").await;
    assert!(!anna.hear("<sr> 1\n").await.contains("seeking"));
    bert.hear(PROMPT).await;
    bert.say("seek 3 2 zh w").await;
    anna.hear(&format!("<s> 1 {seek}")).await;
    anna.hear(PROMPT).await;
    anna.say("play 1").await;
    let told = anna.hear("{Game 1 (Bert vs. Anna) Creating unrated crazyhouse match.}").await;
    assert!(told.contains("<sr> 1\n"), "{told}");
}

/// Lines that pychess reads, by its own patterns: names of letters, a date with `UTC`, chess where it names
/// no game, the count of games in the plural.
#[tokio::test(flavor = "multi_thread")]
async fn pychess_reads_all_that_it_is_told() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut anna = Client::log_in(server.ics, "Anna").await;
    anna.ask("set interface PyChess 1.0.3").await;
    assert_eq!(anna.ask("games").await, "0 games displayed.");
    let issued = anna.ask("match tandem1500 5 0 u w").await;
    assert_eq!(issued, "Issuing: Anna (----) TandemMD (----) unrated standard 5 0.");
    anna.hear("{Game 1 (Anna vs. TandemMD) Creating unrated standard match.}").await;
    anna.hear(PROMPT).await;
    let moves = anna.ask("moves").await;
    let date = moves.lines().find(|line| line.contains(" --- ")).expect("names and a date");
    assert!(date.starts_with("Anna (UNR) vs. TandemMD (UNR) --- "), "{date}");
    assert!(date.contains(" UTC 2"), "{date}");
    anna.say("resign").await;
    anna.hear("{Game 1 (Anna vs. TandemMD) Anna resigns} 0-1\n").await;
    anna.hear(PROMPT).await;
    let issued = anna.ask("match TandemMD 5 0 u w crazyhouse").await;
    assert_eq!(issued, "Issuing: Anna (----) TandemMD (----) unrated crazyhouse 5 0.");
}

/// pychess seals its lines unless it is told otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_with_a_timeseal_logs_in() {
    const GREETING: &[u8] =
        b"\xae\x61\x79\x8b\x9f\x9d\x8a\xd3\x77\x9f\x60\x99\x7c\x95\xd1\x81\x7d\x7d\
          \x61\x68\x71\x6c\x71\xa6\xd7\xdd\xd2\xc5\x78\x99\xa7\x66\x7f\x65\x71\x7e\xa5\n";
    const NAME: &[u8] = b"\xad\x6f\xb4\x71\x73\x79\xd4\xb1\xd7\x9d\x70\xc1\xa7\x60\x7f\x61\x71\x7c\
          \x71\xa1\xa3\xbe\xb6\xcb\x85\n";
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut client = Client::connect(server.ics).await;
    client.say_bytes(GREETING).await;
    client.hear("login: ").await;
    client.say_bytes(NAME).await;
    client.hear("**** Starting FICS session as Anna ****").await;
}
