//! Tests of the server without XBoard: commands and the lines sent in return.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tandem_rules::{Ending, Game};

use super::parlour::{Guest, Parlour};
use super::{Entry, Server};

/// Names of the players: White and Black on the first board, then on the second.
const NAMES: [&str; 4] = ["Anna", "Cora", "Dora", "Bert"];

/// A parlour with four clients.
struct House {
    parlour: Parlour,
    opened: Instant,
}

impl House {
    /// Logs four clients in.
    fn new() -> Self {
        let mut house = Self { parlour: Parlour::default(), opened: Instant::now() };
        for name in NAMES {
            let (guest, _) = house.parlour.enter();
            house.parlour.hear(guest, name, house.opened);
            house.parlour.hear(guest, "secret", house.opened);
        }
        house
    }

    /// Begins a match between the four clients.
    fn playing() -> Self {
        let mut house = Self::new();
        for line in [
            "Anna: partner Bert",
            "Bert: partner Anna",
            "Cora: partner Dora",
            "Dora: partner Cora",
            "Anna: match Cora 1 0 bughouse",
            "Cora: accept Anna",
        ] {
            house.hear(line);
        }
        house
    }

    /// Handles a line, as in `Anna: e2e4`; returns the lines that are sent to all clients.
    fn hear(&mut self, line: &str) -> Vec<String> {
        self.hear_after(0, line)
    }

    /// Handles a line a number of seconds after the house was opened.
    fn hear_after(&mut self, seconds: u64, line: &str) -> Vec<String> {
        let (name, line) = line.split_once(": ").expect("somebody speaks");
        let index = NAMES.iter().position(|&other| other == name).expect("one of the four");
        let now = self.opened + Duration::from_secs(seconds);
        let said = self.parlour.hear(Guest(index), line, now);
        said.iter().map(|said| format!("{}: {}", NAMES[said.to.0], said.text)).collect()
    }

    /// Handles lines; fails if one is refused.
    fn hear_all(&mut self, lines: &[&str]) {
        for line in lines {
            let told = self.hear(line);
            let refused = |text: &String| text.contains("llegal") || text.contains("not");
            assert!(!told.iter().any(refused), "{line}: {told:?}");
        }
    }

    fn finished(&mut self) -> Game {
        self.parlour.take_finished().expect("the match is over")
    }
}

/// The remarks on the end of both games, as sent to White on each board.
fn ends(told: &[String]) -> Vec<&str> {
    let to_white = |text: &&String| text.starts_with("Anna: {") || text.starts_with("Dora: {");
    told.iter()
        .filter(to_white)
        .filter_map(|text| text.split_once(") "))
        .map(|(_, end)| end)
        .collect()
}

#[test]
fn partners_find_each_other_and_part() {
    let mut house = House::new();
    let offer = "Bert: Anna offers to be your bughouse partner; type \"partner Anna\" to accept.";
    for (line, first_told) in [
        ("Anna: ptell go", "Anna: You do not have a partner at present."),
        ("Anna: partner Anna", "Anna: You can't be your own bughouse partner."),
        ("Anna: partner Eve", "Anna: Eve is not logged in."),
        ("Anna: $partner bert", offer),
        ("Bert: decline Anna", "Anna: Bert declines the partnership request."),
        ("Anna: partner Bert", offer),
        ("Bert: partner Anna", "Anna: Bert agrees to be your partner."),
        ("Bert: ptell sit now", "Anna: Bert (your partner) tells you: sit now"),
        ("Cora: tell Anna hello", "Anna: Cora tells you: hello"),
        ("Bert: partner", "Anna: You no longer have a bughouse partner."),
        ("Bert: partner", "Bert: You do not have a bughouse partner."),
        ("Bert: gameend", "Bert: gameend: Command not found."),
    ] {
        assert_eq!(house.hear(line).first().map(String::as_str), Some(first_told), "{line}");
    }
}

#[test]
fn a_match_begins_when_a_challenge_is_accepted() {
    let mut house = House::new();
    house.hear_all(&["Anna: partner Bert", "Bert: partner Anna", "Cora: partner Dora"]);
    let told = house.hear("Anna: match Cora 1 0 bughouse");
    assert_eq!(told, ["Anna: Both you and your opponent need a partner for bughouse."]);
    house.hear_all(&["Dora: partner Cora"]);
    let told = house.hear("Anna: match Cora 1 0 bughouse");
    let challenge = "Cora: Challenge: Anna (----) Cora (----) unrated bughouse 1 0.";
    assert!(told.iter().any(|text| text == challenge), "{told:?}");
    let told = house.hear("Cora: accept Anna");
    for text in [
        "Anna: Creating: Anna (----) Cora (----) unrated bughouse 1 0",
        "Cora: {Game 1 (Anna vs. Cora) Creating unrated bughouse match.}",
        "Bert: {Game 2 (Dora vs. Bert) Creating unrated bughouse match.}",
        "Dora: Your partner is playing game 1 (Anna vs. Cora).",
    ] {
        assert!(told.iter().any(|told| told == text), "{text}: {told:?}");
    }
    let boards = told.iter().filter(|text| text.contains(": <12> "));
    assert_eq!(boards.count(), 4);
}

#[test]
fn a_taken_piece_is_told_to_the_other_board_first() {
    let mut house = House::playing();
    house.hear_all(&["Anna: e2e4", "Cora: d7d5", "Bert: $pobserve"]);
    let told = house.hear("Anna: e4d5");
    let kinds: Vec<_> = told.iter().map(|text| text.get(..10).unwrap_or(text)).collect();
    assert_eq!(
        kinds,
        [
            "Dora: <b1>",
            "Bert: <b1>", // the pawn arrives
            "Anna: <12>",
            "Cora: <12>",
            "Bert: <12>", // a watcher sees the board too
            "Anna: <b1>",
            "Cora: <b1>",
            "Bert: <b1>",
        ]
    );
    assert_eq!(told[0], "Dora: <b1> game 2 white [] black [P] <- BP");
    assert_eq!(told[5], "Anna: <b1> game 1 white [] black []");
    house.hear_all(&["Dora: g1f3", "Bert: P@h3"]);
    assert_eq!(house.hear("Dora: g2h3").len(), 7, "nobody watches this board");
}

#[test]
fn an_illegal_move_is_refused_by_the_server() {
    let mut house = House::playing();
    for (line, told) in [
        ("Anna: e2e5", "Anna: Illegal move (e2e5)."),
        ("Anna: P@h3", "Anna: Illegal move (P@h3)."),
        ("Cora: e7e5", "Cora: It is not your move."),
        ("Anna: hello", "Anna: hello: Command not found."),
        ("Anna: flag", "Anna: Your opponent is not out of time."),
        ("Anna: match Cora 1 0 bughouse", "Anna: That match cannot be played now."),
    ] {
        assert_eq!(house.hear(line), [told], "{line}");
    }
    house.hear_all(&["Anna: e2e4", "Cora: e7e5", "Anna: g1f3"]);
}

#[test]
fn every_end_is_told_on_both_boards() {
    let moved =
        ["Anna: e2e4", "Cora: e7e5", "Anna: d1h5", "Cora: b8c6", "Anna: f1c4", "Cora: g8f6"];
    let table: [(&[&str], u64, &str, [&str; 2]); 5] = [
        (&moved, 0, "Anna: h5f7", ["Cora checkmated} 1-0", "Dora checkmated} 0-1"]),
        (&moved, 0, "Bert: resign", ["Anna resigns} 0-1", "Bert resigns} 1-0"]),
        (&moved, 61, "Dora: flag", ["Anna forfeits on time} 0-1", "Bert forfeits on time} 1-0"]),
        (&["Anna: draw"], 0, "Cora: draw", ["Game drawn by mutual agreement} 1/2-1/2"; 2]),
        (&["Dora: abort"], 0, "Bert: abort", ["Game aborted by mutual agreement} *"; 2]),
    ];
    for (before, seconds, last, expected) in table {
        let mut house = House::playing();
        house.hear_all(before);
        let told = house.hear_after(seconds, last);
        assert_eq!(ends(&told), expected, "{last}");
        house.finished();
        let told = house.hear("Dora: g1f3");
        assert_eq!(told, ["Dora: You are not playing a game."], "{last}");
    }
}

#[test]
fn a_player_that_leaves_ends_its_match_and_partnership() {
    let mut house = House::playing();
    let told = house.parlour.leave(Guest(1));
    let told: Vec<_> = told.into_iter().map(|said| (NAMES[said.to.0], said.text)).collect();
    assert_eq!(
        told.iter().map(|(name, text)| (*name, text.as_str())).collect::<Vec<_>>(),
        [
            ("Anna", "{Game 1 (Anna vs. Cora) Cora lost connection; game aborted} *"),
            ("Dora", "{Game 2 (Dora vs. Bert) Cora lost connection; game aborted} *"),
            ("Bert", "{Game 2 (Dora vs. Bert) Cora lost connection; game aborted} *"),
            ("Dora", "Your partner has disconnected."),
            ("Dora", "You no longer have a bughouse partner."),
        ]
    );
    assert_eq!(house.finished().outcome(), None);
}

#[test]
fn a_flag_falls_without_a_line_from_any_player() {
    let mut house = House::playing();
    assert_eq!(house.parlour.next_flag(), None, "the first moves are free");
    house.hear_all(&["Anna: e2e4", "Cora: e7e5"]);
    let flag = house.parlour.next_flag().expect("a clock runs");
    assert_eq!(flag, house.opened + Duration::from_mins(1));
    house.parlour.tick(flag);
    let ending = house.finished().outcome().expect("it is decided").ending;
    assert!(matches!(ending, Ending::Flag(_)), "{ending}");
}

#[test]
fn a_connection_is_asked_for_a_name_and_admitted() {
    let mut server = Server::open();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).expect("the server is open");
    stream.write_all(b"Anna\r\nsecret\r\n$style 12\r\n").expect("somebody reads");
    let patience = Duration::from_mins(1);
    let noted = |entry: &Entry| (entry.to_string() == "Anna < Your style is noted.").then_some(());
    server.wait_for(patience, noted);
    assert!(server.log().contains("**** Starting FICS session as Anna ****"), "{}", server.log());
    drop(stream);
}
