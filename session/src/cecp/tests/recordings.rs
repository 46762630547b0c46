//! Recorded games, with the recorded engine in place of the search.
//!
//! A line of a recording is `SECONDS > TEXT|` to the engine, `<` from it, `!` a note.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tandem_protocol::cecp::{Command, Reply};

use super::Stage;

const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/cecp");

/// Recordings in which lines are refused because the recorded programs went astray, with the number
/// of these lines: echoes of the engine's own moves and half a clock line, in a game that was
/// announced as another one.
const ASTRAY: &[(&str, usize)] = &[("probe-server-says-wild", 3)];

#[derive(Default)]
struct Tally {
    moves: usize,
    refused: Vec<String>,
    unanswered: usize,
}

/// Replays a recording. The search finds the engine's recorded moves, if one is owed and they can
/// be read.
fn replay(text: &str) -> Tally {
    let mut stage = Stage::new();
    // The recorded engine moved whenever it was its turn, whatever its partner said.
    stage.tell("option Sitting=0");
    let mut tally = Tally::default();
    let lines = text.lines().filter_map(|line| {
        line.split_once(' ').and_then(|(_, rest)| Some((rest.get(..2)?, rest.get(2..)?)))
    });
    for (direction, line) in lines {
        let line = line.strip_suffix('|').unwrap_or(line);
        match direction {
            "> " => {
                let replies = stage.tell(line);
                let refused = |reply: &&Reply| {
                    matches!(reply, Reply::IllegalMove { .. } | Reply::Error { .. })
                };
                tally.refused.extend(replies.iter().filter(refused).map(ToString::to_string));
                if matches!(Command::parse(line), Command::Ping(_)) && replies.is_empty() {
                    tally.unanswered += 1;
                }
            }
            "< " => {
                if let Reply::Move(text) = Reply::parse(line)
                    && stage.owes_a_move()
                    && stage.session.record.read(&text).is_ok()
                {
                    tally.moves += usize::from(!stage.decide(&text).is_empty());
                }
            }
            _ => {}
        }
    }
    tally
}

#[test]
#[ignore = "needs ../shared"]
fn recorded_games_are_followed_to_the_end() {
    let mut tallies = BTreeMap::new();
    for entry in fs::read_dir(Path::new(RECORDINGS)).expect("the recordings are there") {
        let path = entry.expect("a folder can be listed").path();
        let bytes = fs::read(&path).expect("a recording can be read");
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        tallies.insert(name, replay(&String::from_utf8_lossy(&bytes)));
    }
    assert!(tallies.len() >= 10, "only {} recordings", tallies.len());
    for (name, tally) in &tallies {
        let expected = ASTRAY.iter().find(|(file, _)| file == name).map_or(0, |&(_, count)| count);
        assert_eq!(tally.refused.len(), expected, "{name}: {:?}", tally.refused);
        assert_eq!(tally.unanswered, 0, "{name}");
    }
    let moves: usize = tallies.values().map(|tally| tally.moves).sum();
    assert!(moves > 100, "only {moves} moves were found again");
}
