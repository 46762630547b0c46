//! Tests of `tandem datagen`: the same command gives the same file, even after interruptions.
#![cfg(feature = "train")]

#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tandem::{Ran, command, tandem};
use tandem_data::{GameRecord, Header, Reader};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Variant};
use tandem_train::Weights;
use tempfile::TempDir;

/// Options for games of some hundredths of a second.
const SHORT: &[&str] = &["--nodes", "40", "--tc", "60"];

fn arguments<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = out.to_str().expect("a path in UTF-8");
    [&["datagen", "--out", out], SHORT, more].concat()
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).expect("the file is there")
}

fn games(path: &Path) -> (Header, Vec<GameRecord>) {
    let bytes = bytes(path);
    let mut reader = Reader::new(&bytes[..]).expect("a header");
    let games = reader.by_ref().collect::<Result<_, _>>().expect("whole games");
    (reader.header().clone(), games)
}

/// A folder for files of games.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Generates games into a file of this name and returns it.
    fn generate(&self, name: &str, more: &[&str]) -> PathBuf {
        let path = self.path(name);
        tandem(&arguments(&path, more)).done();
        path
    }
}

#[test]
fn however_many_games_are_played_at_once_the_file_is_the_same() {
    let folder = Folder::new();
    let generate = |name, more: [&str; 2]| {
        let usual = ["--games", "9", "--chosen", "40"];
        bytes(&folder.generate(name, &[&usual[..], &more].concat()))
    };
    let at_once = |n| generate(n, ["--concurrency", n]);
    let one = at_once("1");
    assert!(one == at_once("2") && one == at_once("5"));
    let other = generate("other", ["--seed", "2"]);
    assert_ne!(one[one.len() / 2..], other[other.len() / 2..]);
}

#[test]
fn records_are_numbered_begin_apart_have_scores_and_can_be_played() {
    let folder = Folder::new();
    let out = folder.path("games");
    let path = out.to_str().expect("a path in UTF-8");
    let nodes = ["--nodes", "400", "--rules", "wbn"];
    let printed =
        tandem(&[&["datagen", "--out", path, "--games", "8"], &nodes[..]].concat()).done();
    let (header, games) = games(&out);
    assert_eq!((header.value("Nodes"), header.value("Rules")), (Some("400"), Some("wbn")));
    assert_eq!(
        games.iter().map(|game| game.number).collect::<Vec<_>>(),
        (0..8).collect::<Vec<_>>()
    );
    let positions: usize = games.iter().map(|game| game.plies.len()).sum();
    let size = bytes(&out).len();
    let line = format!("8 games, {positions} positions, {size} bytes, ");
    assert!(printed.starts_with(&line) && printed.lines().count() == 1, "{printed}");
    for (at, game) in games.iter().enumerate() {
        assert!(games[..at].iter().all(|earlier| earlier.start != game.start));
        assert!(games[..at].iter().all(|earlier| earlier.clocks != game.clocks));
        let replay = game.replay(header.control()).expect("its moves are legal");
        for situation in replay.situations() {
            let ply = situation.ply;
            assert!(ply.nodes <= 8 * 400, "{ply:?}");
            assert_eq!(ply.score.is_some(), ply.depth > 0, "{ply:?}");
        }
    }
    let plies = || games.iter().flat_map(|game| &game.plies);
    let scored = plies().filter(|ply| ply.score.is_some()).count();
    assert!(scored > positions * 9 / 10, "{scored} of {positions} end an iteration");
    let full = plies().filter(|ply| ply.nodes >= 400).count();
    assert!(full > positions / 2, "{full} of {positions} take their nodes");
}

#[test]
fn games_are_of_the_kinds_that_are_asked_for() {
    let folder = Folder::new();
    let options = ["--crazyhouse", "--chess960", "--gifts"];
    for asked in options {
        let percent = |option| if option == asked { "100" } else { "0" };
        let mix = options.map(|option| [option, percent(option)]).concat();
        let (_, games) = games(&folder.generate(asked, &[&["--games", "4"], &mix[..]].concat()));
        let is_of_one_board = |game: &GameRecord| game.variant() == Variant::Crazyhouse;
        assert!(games.iter().all(|game| is_of_one_board(game) == (asked == "--crazyhouse")));
        let is_given = |game: &GameRecord| !is_of_one_board(game) && !game.start.is_two_sets();
        assert!(games.iter().all(|game| is_given(game) == (asked == "--gifts")));
        let mut positions = games.iter().map(|game| game.start.position(BoardId::A));
        let is_unusual = positions.any(|position| position.castling().is_chess960());
        assert_eq!(is_unusual, asked == "--chess960");
    }
}

#[test]
fn a_network_plays_other_games_and_is_told_by_its_hash() {
    let folder = Folder::new();
    let networks = Networks::from(Weights::random(1).to_network());
    let path = folder.path("random.nnue");
    fs::write(&path, networks.to_bytes()).expect("it can be written");
    let evaluated =
        |name: &str, by: &str| games(&folder.generate(name, &["--games", "2", "--eval-file", by]));
    let (by_hand, hand_games) = evaluated("hand", "hand");
    let (by_network, network_games) = evaluated("network", path.to_str().expect("UTF-8"));
    assert_eq!(by_hand.value("Evaluation"), Some("hand"));
    assert_eq!(by_network.value("Evaluation"), Some(&*networks.name()));
    assert_ne!(by_hand.value("Bench"), by_network.value("Bench"));
    assert!(hand_games != network_games);
}

#[test]
fn a_file_that_was_cut_anywhere_ends_as_if_nothing_had_happened() {
    let folder = Folder::new();
    let more = ["--games", "4"];
    let whole = bytes(&folder.generate("whole", &more));
    let one = bytes(&folder.generate("one", &["--games", "1"])).len();
    // Lengths within the header, around the end of the first game, in the head of the next one, and
    // near the end.
    for length in [0, 15, one - 1, one, one + 11, one + 100, whole.len() - 1] {
        let path = folder.path("cut");
        fs::write(&path, &whole[..length]).expect("it can be written");
        tandem(&arguments(&path, &more)).done();
        assert!(bytes(&path) == whole, "{length} bytes");
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_nothing_had_happened() {
    const KILLS: usize = 6;
    let folder = Folder::new();
    let more = ["--games", "60", "--concurrency", "2"];
    let whole = bytes(&folder.generate("whole", &more));
    let disturbed = folder.path("disturbed");
    let size = || fs::metadata(&disturbed).map_or(0, |file| file.len());
    for kill in 0..KILLS {
        let enough = (whole.len() * kill / KILLS) as u64;
        let mut running =
            command(&arguments(&disturbed, &more)).spawn().expect("the program can be started");
        let begun = Instant::now();
        while size() < enough && begun.elapsed() < Duration::from_mins(1) {
            std::thread::yield_now();
        }
        running.kill().expect("it can be killed");
        running.wait().expect("it was started");
    }
    tandem(&arguments(&disturbed, &more)).done();
    assert!(bytes(&disturbed) == whole);
}

#[test]
fn what_is_finished_is_left_alone_and_more_games_can_follow() {
    let folder = Folder::new();
    let path = folder.generate("games", &["--games", "3"]);
    let three = bytes(&path);
    let printed = tandem(&arguments(&path, &["--games", "2"])).done();
    assert!(printed.starts_with("3 games, ") && !printed.contains("/s"), "{printed}");
    assert_eq!(bytes(&path), three);
    folder.generate("games", &["--games", "5"]);
    assert_eq!(bytes(&path), bytes(&folder.generate("five", &["--games", "5"])));
}

#[test]
fn shards_together_hold_the_same_games() {
    let folder = Folder::new();
    let (_, whole) = games(&folder.generate("whole", &["--games", "7"]));
    let mut together = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let name = shard.replace('/', "of");
        let (_, part) = games(&folder.generate(&name, &["--games", "7", "--shard", shard]));
        together.extend(part);
    }
    together.sort_by_key(|game| game.number);
    assert!(together == whole);
}

#[test]
fn files_of_something_else_are_refused_in_one_line_and_left_alone() {
    let folder = Folder::new();
    let path = folder.generate("games", &["--games", "2"]);
    let sound = bytes(&path);
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 1;
    damaged.extend(&sound[sound.len() / 2..]);
    let mut newer = sound.clone();
    newer[8] = 9;
    for (content, more, message) in [
        (&sound, &["--seed", "2"][..], "it was made with Seed `1`, not `2`"),
        (&sound, &["--nodes", "41"], "it was made with Nodes `40`, not `41`"),
        (&sound, &["--gifts", "11"], "it was made with Gifts `10`, not `11`"),
        (&sound, &["--rule", "last-drop=no"], "it was made with Rules `fics`, not `fics last-dro"),
        (&sound, &["--shard", "1/2"], "it was made with Shard `1/1`, not `1/2`"),
        (&b"[Event \"a game\"]\n".to_vec(), &[], "not a file of game records"),
        (&newer, &[], "it has version `9` of the format, expected 1 to 2"),
        (&damaged, &[], "is damaged: "),
    ] {
        fs::write(&path, content).expect("it can be written");
        let out = path.to_str().expect("a path in UTF-8");
        let usual = ["datagen", "--out", out, "--games", "3", "--tc", "60"];
        let nodes = if more.contains(&"--nodes") { &[][..] } else { &["--nodes", "40"] };
        let Ran { code, stdout, stderr } = tandem(&[&usual, nodes, more].concat());
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1), "{stderr}");
        assert!(stderr.starts_with(&format!("tandem: `{out}`: ")), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
        assert!(bytes(&path) == *content, "{message}");
    }
}

#[test]
fn games_on_one_board_are_refused() {
    let folder = Folder::new();
    let path = folder.path("games");
    let ran = tandem(&arguments(&path, &["--games", "1", "--rules", "crazyhouse"]));
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
    assert!(ran.stderr.contains("`crazyhouse` is not a rule set of bughouse"), "{}", ran.stderr);
    assert!(!path.exists());
}

#[test]
fn a_file_that_is_being_written_is_refused() {
    let folder = Folder::new();
    let path = folder.generate("games", &["--games", "1"]);
    let (header, _) = games(&path);
    let _held = tandem_data::Writer::open(&path, &header, |_| {}).expect("nobody has it");
    let ran = tandem(&arguments(&path, &["--games", "1"]));
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.ends_with("another process is writing it\n"), "{}", ran.stderr);
}
