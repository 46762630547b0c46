//! Test of games on the wall clock: no player stalls, and none loses on time with a legal move
//! left.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, Reader};
use tandem_rules::{BoardId, Color, Seat};

const GAMES: usize = 20;
const SECONDS: u64 = 4;
/// Length of the longest game: on each board one clock runs at any time, so that a game lasts no
/// longer than two of them.
const LONGEST: Duration = Duration::from_secs(2 * SECONDS);
/// Time between games, in which tables are cleared and the game is written.
const OVERHEAD: Duration = Duration::from_secs(2);

#[test]
#[ignore = "slow: two minutes on an idle machine"]
fn games_on_the_wall_clock_are_sound() {
    let folder = tempfile::TempDir::new().expect("a folder can be made");
    let path = folder.path().join("games.bpgn");
    let spent = play(path.to_str().expect("a path in UTF-8"));
    assert_eq!(spent.len(), GAMES);
    for (number, time) in (1..).zip(spent) {
        assert!(time < LONGEST + OVERHEAD, "game {number} took {time:?}");
    }
    let file = BufReader::new(File::open(&path).expect("the games are written"));
    let games: Vec<_> = Reader::new(file).collect();
    assert_eq!(games.len(), GAMES);
    for game in games {
        let game = game.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(game.warnings, [], "game {}", game.game);
        assert_sound(&game.record, game.game);
    }
}

/// Plays the match and returns how long each game took.
fn play(path: &str) -> Vec<Duration> {
    let (games, control) = (GAMES.to_string(), SECONDS.to_string());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["match", "--games", &games, "--tc", &control, "--bpgn", path])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let output = child.stdout.take().expect("a pipe");
    let mut begun = Instant::now();
    let mut spent = Vec::new();
    for line in BufReader::new(output).lines() {
        if line.expect("text").starts_with("game ") {
            spent.push(begun.elapsed());
            begun = Instant::now();
        }
    }
    assert!(child.wait().expect("it ends").success());
    spent
}

fn assert_sound(record: &GameRecord, number: usize) {
    let reason = record.reason().unwrap_or_else(|| panic!("game {number} ends for no reason"));
    assert_ne!(record.result(), BpgnResult::Unfinished, "game {number}: {reason}");
    assert!(!reason.contains("failed") && !reason.contains("illegal"), "game {number}: {reason}");
    assert!(record.plies().iter().all(|ply| ply.clock.is_some_and(|clock| clock >= 0)));
    let flagged = seats().find(|seat| reason == format!("{seat} forfeits on time"));
    if let Some(seat) = flagged {
        let position = record.boards().position(seat.board);
        let could_move = position.side_to_move() == seat.color && position.count_legal() > 0;
        assert!(!could_move, "game {number}: {reason}, {}", position.to_fen());
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    BoardId::ALL.into_iter().flat_map(|board| Color::ALL.map(|color| board.seat(color)))
}
