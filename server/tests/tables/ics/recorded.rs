//! A recorded game of four real clients on a real server, played again: each of the four is told the
//! same boards, holdings and ends as then.

use std::fs;
use std::path::Path;

use tandem_server::Limits;

use super::{PROMPT, four_named};
use crate::client::TestServer;
use crate::players::tables;

/// Players in the order of the seats.
const NAMES: [&str; 4] = ["Cora", "Anna", "Bert", "Dora"];

/// The lines that a client was told, with their times.
fn told_to(name: &str) -> Vec<(f64, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/ics");
    let log = fs::read_to_string(folder.join(format!("one-game-{name}.log"))).expect("a recording");
    let line = |line: &str| {
        let (time, rest) = line.split_once(' ')?;
        let text = rest.strip_prefix("< ")?.trim_start_matches("\\r").trim_start_matches(PROMPT);
        let is_of_game = ["<12>", "<b1>"].iter().any(|mark| text.starts_with(mark));
        is_of_game.then(|| Some((time.parse().ok()?, text.to_owned())))?
    };
    log.lines().filter_map(line).collect()
}

/// A line in the form that both servers have: without clocks, the time of the move, the mark of a clock
/// that runs, the lag, material (which counts what is in hand), and the garbage of the recorded server
/// after drops.
fn plain(line: &str) -> String {
    let mut fields: Vec<&str> = line.split_whitespace().collect();
    if fields.first() == Some(&"<12>") {
        for at in [22, 23, 24, 25, 28, 31] {
            fields[at] = "*";
        }
        fields.truncate(32);
        if fields[10].len() > 2 {
            fields[10] = "-1";
        }
    }
    // The recorded server had no mark of mate, and no piece of a promotion beside the squares.
    fields.join(" ").replace('#', "+").replace("e7-e8=Q", "e7-e8")
}

/// The moves of a game in SAN as they stand in the boards of a player, each with its seat and time.
fn moves(name: &str, first: usize) -> Vec<(f64, usize, String)> {
    let boards = told_to(name).into_iter().filter(|(_, line)| line.starts_with("<12>"));
    let played = |(time, line): (f64, String)| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (to_move, san) = (fields[9], fields[29]);
        let seat = if to_move == "B" { first } else { first + 1 };
        (san != "none").then(|| (time, seat, san.to_owned()))
    };
    boards.filter_map(played).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs ../shared"]
async fn a_recorded_game_is_told_as_the_recorded_server_did() {
    let server = TestServer::start(tables(None), Limits::default()).await;
    let mut clients = four_named(&server, NAMES).await;
    let mut heard = vec![String::new(); 4];
    for (client, heard) in clients.iter_mut().zip(&mut heard) {
        heard.push_str(&client.hear("Your partner is playing game ").await);
    }
    let mut all = [moves("Anna", 0), moves("Bert", 2)].concat();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert!(all.len() > 120, "{} moves", all.len());
    for (number, (_, seat, san)) in all.iter().enumerate() {
        clients[*seat].say(san).await;
        for at in [*seat, *seat ^ 1] {
            let board = format!(" {}", san.trim_end_matches('+'));
            heard[at].push_str(&clients[at].hear(&board).await);
            heard[at].push_str(&clients[at].hear(PROMPT).await);
        }
        // A piece that is handed over has to be there before it is dropped; the last capture hands none.
        if san.contains('x') && number + 1 < all.len() {
            for at in [*seat ^ 2, *seat ^ 3] {
                heard[at].push_str(&clients[at].hear(" <- ").await);
                heard[at].push_str(&clients[at].hear(PROMPT).await);
            }
        }
    }
    for (at, name) in NAMES.iter().enumerate() {
        let rest = clients[at].hear("} ").await + &clients[at].hear(PROMPT).await;
        heard[at].push_str(&rest);
        let ours: Vec<String> = heard[at]
            .lines()
            .map(|line| line.trim_start_matches(PROMPT))
            .filter(|line| line.starts_with("<12>") || line.starts_with("<b1>"))
            .map(plain)
            .collect();
        let theirs: Vec<String> = told_to(name).iter().map(|(_, line)| plain(line)).collect();
        // The order of what came at the same millisecond is not known, nor what was held between.
        let boards = |lines: &[String]| -> Vec<String> {
            lines.iter().filter(|line| line.starts_with("<12>")).cloned().collect()
        };
        for (number, (ours, theirs)) in boards(&ours).iter().zip(&boards(&theirs)).enumerate() {
            assert_eq!(ours, theirs, "{name}, board {number}");
        }
        let arrivals = |lines: &[String]| -> Vec<String> {
            let all = lines.iter().filter_map(|line| line.split_once(" <- "));
            all.map(|(_, piece)| piece.to_owned()).collect()
        };
        assert_eq!(arrivals(&ours), arrivals(&theirs), "{name}");
        assert_eq!(ours.len(), theirs.len(), "{name}");
        let ended = "{Game 1 (Cora vs. Anna) Anna checkmated} 1-0";
        assert!(heard[at].contains(ended), "{name}: {}", heard[at]);
    }
}
