//! Parser tests on recordings of real programs: XBoard on one side, three engines on the other.
//!
//! A line of a recording is `SECONDS > TEXT|` to the engine, `<` from it, or `!` for a note.

use std::fs;
use std::path::{Path, PathBuf};

use tandem_protocol::cecp::{Command, Feature, GameResult, Reply, Switch};
use tandem_protocol::ptell::{Dialect, Heard, hear};
use tandem_rules::talk::PartnerMessage;

const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/cecp");

/// Meaningless lines that XBoard sent: half a clock line, after a server had announced the wrong
/// variant.
const NONSENSE: &[&str] = &["usermove time 5000"];

/// All lines of one direction, each with the file that contains it.
fn lines(direction: char) -> Vec<(PathBuf, String)> {
    let mut files: Vec<PathBuf> = fs::read_dir(Path::new(RECORDINGS))
        .expect("the recordings are there")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "log"))
        .collect();
    files.sort();
    let in_file = |path: &PathBuf| {
        let bytes = fs::read(path).expect("a recording can be read");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let texts = text.lines().filter_map(|line| {
            let (_, rest) = line.split_once(' ')?;
            rest.strip_prefix(direction)?.strip_prefix(' ')?.strip_suffix('|').map(str::to_owned)
        });
        texts.map(|text| (path.clone(), text)).collect::<Vec<_>>()
    };
    files.iter().flat_map(in_file).collect()
}

#[test]
#[ignore = "needs ../shared"]
fn every_line_to_an_engine_is_understood() {
    let lines = lines('>');
    assert!(lines.len() > 1000, "only {} lines", lines.len());
    for (path, text) in lines {
        let command = Command::parse(&text);
        let understood = command.complaint().is_none();
        assert_eq!(understood, !NONSENSE.contains(&text.as_str()), "{}: {text}", path.display());
        assert_eq!(command.to_string().trim_end(), text.trim_end());
    }
}

/// True if the reply is of the kind that the line's first word requires.
fn is_as_expected(text: &str, reply: &Reply) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    match (first, reply) {
        ("feature", Reply::Features(features)) => !features.is_empty(),
        ("move", Reply::Move(word)) => text.ends_with(word.as_str()),
        ("pong", Reply::Pong(number)) => text.ends_with(&number.to_string()),
        ("tellics" | "tellicsnoalias", Reply::Ptell(_)) => text.contains(" ptell "),
        ("tellics" | "tellicsnoalias", Reply::Tell { .. }) => !text.contains("ptell"),
        ("telluser" | "tellopponent" | "tellothers" | "tellall", Reply::Tell { .. })
        | ("resign", Reply::Resign)
        | ("offer", Reply::OfferDraw)
        | ("0-1", Reply::Result { result: GameResult::BlackWins, .. }) => true,
        ("Error", Reply::Error { reason, .. }) => *reason == "unkown command",
        // Banners, boards and statistics, which must not be taken for any other reply.
        (_, Reply::Other(_)) => !BELONG_SOMEWHERE.contains(&first),
        _ => false,
    }
}

/// First words of lines that must not end as [`Reply::Other`].
const BELONG_SOMEWHERE: &[&str] = &[
    "feature",
    "move",
    "pong",
    "tellics",
    "tellicsnoalias",
    "telluser",
    "tellopponent",
    "tellothers",
    "tellall",
    "resign",
    "offer",
    "0-1",
    "Error",
];

#[test]
#[ignore = "needs ../shared"]
fn every_line_from_an_engine_is_of_the_kind_it_looks() {
    let lines = lines('<');
    assert!(lines.len() > 200, "only {} lines", lines.len());
    for (path, text) in lines {
        let reply = Reply::parse(&text);
        assert!(is_as_expected(&text, &reply), "{}: {text}: {reply:?}", path.display());
    }
}

#[test]
#[ignore = "needs ../shared"]
fn recorded_features_are_known_ones_and_end_with_done() {
    let replies: Vec<Reply> = lines('<').iter().map(|(_, text)| Reply::parse(text)).collect();
    let features: Vec<&Feature> = replies
        .iter()
        .filter_map(|reply| match reply {
            Reply::Features(features) => Some(features),
            _ => None,
        })
        .flatten()
        .collect();
    let unknown = features.iter().find(|feature| matches!(feature, Feature::Other { .. }));
    assert_eq!(unknown, None);
    let dones = features.iter().filter(|&&feature| *feature == Feature::Switch(Switch::Done, true));
    assert!(dones.count() >= 10, "one for each recording");
}

#[test]
#[ignore = "needs ../shared"]
fn what_partners_told_each_other_is_heard() {
    let is_courteous = ["ptell hello there", "ptell bye"];
    for (path, text) in lines('>') {
        let Command::Ptell(told) = Command::parse(&text) else { continue };
        let expected = match text.trim_end() {
            "ptell sit please" => vec![Heard::Message(PartnerMessage::Sit(None))],
            "ptell go fast" => {
                [PartnerMessage::Go(None), PartnerMessage::Fast].map(Heard::Message).to_vec()
            }
            text if text.starts_with("ptell partner Fairy") => {
                vec![Heard::Greeting(Dialect::FairyStockfish)]
            }
            text if is_courteous.contains(&text) => vec![Heard::Courtesy],
            _ => Vec::new(),
        };
        assert_eq!(hear(&told), expected, "{}: {text}", path.display());
    }
}

#[test]
#[ignore = "needs ../shared"]
fn of_what_players_said_in_games_only_sit_is_a_wish() {
    let path = Path::new(RECORDINGS).join("../bpgn/fics-64-games.bpgn");
    let bytes = fs::read(path).expect("the games are there");
    let text = String::from_utf8_lossy(&bytes);
    let said: Vec<&str> = text
        .split(['{', '}', '\u{fffd}'])
        .filter_map(|comment| comment.split_once("kibitzes: ").or(comment.split_once("whispers: ")))
        .map(|(_, said)| said)
        .collect();
    assert!(said.len() > 20, "only {} lines", said.len());
    for said in said {
        let is_wish = hear(said).iter().any(|heard| *heard != Heard::Courtesy);
        assert_eq!(is_wish, said == "SIT", "{said}");
    }
}
