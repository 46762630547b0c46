//! Tests of `tandem train`: repeatable, resumable, and careful about its input.
#![cfg(feature = "train")]

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;
use std::path::Path;

use folder::Folder;
use tandem::{Ran, command, tandem};
use tandem_data::{GameRecord, Header, PlyRecord, Score, Writer};
use tandem_nets::Networks;
use tandem_rules::{
    BoardId, Boards, Ending, Millis, MoveRules, Outcome, PieceType, Position, Variant,
};

/// A batch size that is small enough to take many steps with few positions.
const SMALL: &[&str] = &["--batch", "256"];
const GAMES: u64 = 120;
const PLIES: usize = 80;

/// The material balance of a board with holdings for its side to move, in centipawns.
fn worth(position: &Position) -> i32 {
    let us = position.side_to_move();
    let values = PieceType::DROPPABLE.into_iter().zip([100, 200, 250, 300, 500]);
    let of = |(piece, value)| {
        let [ours, theirs] = [us, !us].map(|color| {
            let held = i32::from(position.holdings(color).count(piece));
            position.pieces(color, piece).count() as i32 + held
        });
        (ours - theirs) * value
    };
    values.map(of).sum()
}

/// A game of random moves, in which each score is the material balance.
fn game(number: u64, start: Boards) -> GameRecord {
    let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |bound: usize| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        (bits % bound as u64) as usize
    };
    let (mut boards, mut plies) = (start.clone(), Vec::new());
    for at in (0..).map(Millis).take(PLIES) {
        let in_play = boards.in_play();
        let board = in_play[below(in_play.len())];
        let position = boards.position(board);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let (m, score) = (moves[below(moves.len())], Some(Score::of_centipawns(worth(position))));
        plies.push(PlyRecord { board, m, score, depth: 1, nodes: 1, at, unseen: 0 });
        let _handed_over = boards.play(boards.on_turn(board), m).expect("a legal move");
    }
    // The side that is ahead on A wins, so that scores predict results.
    let (ahead, turn) = (worth(boards.position(BoardId::A)) >= 0, boards.on_turn(BoardId::A));
    let winner = if ahead { turn.team() } else { turn.team().other() };
    let ending = Ending::Mate(winner.other().seat(BoardId::A));
    let outcome = Some(Outcome { winner: Some(winner), ending });
    GameRecord { number, start, clocks: [Millis(60_000); 4], plies, outcome }
}

impl Folder {
    /// A folder with a file of games of bughouse.
    fn with_games() -> Self {
        let folder = Self::new();
        folder.write_games("games", "7", |_| Boards::start(MoveRules::FICS));
        folder
    }

    /// Writes a file of games from these starts.
    fn write_games(&self, name: &str, seed: &str, start: impl Fn(u64) -> Boards) {
        let lines = [("Rules", "fics"), ("TimeControl", "60"), ("Seed", seed)];
        let lines = lines.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let header = Header::new(lines.to_vec()).expect("a header");
        let writer = Writer::open(Path::new(&self.path(name)), &header, |_| {});
        let mut writer = writer.expect("a new file");
        let games = (0..GAMES).map(|number| game(number, start(number)));
        games.for_each(|game| writer.append(&game).expect("there is room"));
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file is there")
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("a text")
    }

    /// Trains a network of this name on the games.
    fn train(&self, name: &str, more: &[&str]) -> Ran {
        let (games, out) = (self.path("games"), self.path(&format!("{name}.nnue")));
        tandem(&[&["train", "--data", &games, "--out", &out], SMALL, more].concat())
    }

    /// Trains for one epoch; returns the number of positions, and what is printed after it.
    fn positions(&self, name: &str, more: &[&str]) -> (usize, String) {
        let printed = self.train(name, &[&["--epochs", "1"], more].concat()).done();
        let (count, rest) = printed.split_once(' ').expect("a count");
        (count.parse().expect("a number"), rest.to_owned())
    }
}

/// The losses in the line of an epoch: of training, and of the positions held out.
fn losses(line: &str) -> [f64; 2] {
    let number = |name: &str| {
        let (_, rest) = line.split_once(name).unwrap_or_else(|| panic!("{line}"));
        rest.split(',').next().and_then(|number| number.trim().parse().ok()).expect("a number")
    };
    [number("loss "), number("held out ")]
}

#[test]
fn a_network_comes_out_with_how_it_came_about_and_the_loss_falls() {
    let folder = Folder::with_games();
    let printed = folder.train("net", &["--epochs", "6"]).done();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 1 + 6 + 1, "{printed}");
    assert!(lines[0].contains(" quiet positions of 120 games, "), "{printed}");
    let (first, last) = (losses(lines[1]), losses(lines[6]));
    assert!(last[0] < first[0] && last[1] < first[1], "{printed}");
    let networks = Networks::open(Path::new(&folder.path("net.nnue"))).expect("a network");
    let hash = networks.name();
    assert!(lines[7].contains(&format!("`: hash {hash}, held out ")), "{printed}");
    let recipe = folder.text("net.toml");
    for line in [
        "features = 956",
        "threats = 78",
        "neurons = 256",
        "threat_neurons = 64",
        "seed = 1",
        "epochs = 6",
        "batch = 256",
        "file = \"games\"",
        "games = 120",
        "Seed = \"7\"",
        &format!("hash = \"{hash}\""),
    ] {
        assert!(recipe.lines().any(|known| known == line), "{line}: {recipe}");
    }
    assert!(!recipe.contains("\nparent"), "{recipe}");
}

#[test]
fn a_network_that_is_trained_without_the_threats_has_no_weights_for_them() {
    let folder = Folder::with_games();
    let has_threats = |name: &str, more: &[&str]| {
        folder.train(name, &[&["--epochs", "1"], more].concat()).done();
        let networks = Networks::open(Path::new(&folder.path(&format!("{name}.nnue"))));
        let networks = networks.expect("a network");
        let network = networks.of(Variant::Bughouse).expect("one with drops");
        network.threats().iter().any(|row| row.0.iter().any(|&weight| weight != 0))
    };
    assert!(has_threats("with", &[]));
    let parent = folder.path("with.nnue");
    assert!(!has_threats("without", &["--no-threats", "--parent", &parent]));
    let recipe = folder.text("without.toml");
    assert!(
        recipe.contains("\nahead = 0.7\nnoisy = 0\ndistinct = false\nthreats = false\n"),
        "{recipe}"
    );
}

#[test]
fn the_same_seed_gives_the_same_network_with_any_number_of_threads() {
    let folder = Folder::with_games();
    let trained = |name: &str, more: &[&str]| {
        folder.train(name, &[&["--epochs", "2"], more].concat()).done();
        folder.bytes(&format!("{name}.nnue"))
    };
    let one = trained("one", &["--threads", "1"]);
    assert!(one == trained("three", &["--threads", "3"]));
    assert!(one != trained("other", &["--seed", "2"]));
    assert!(one != trained("result", &["--result", "100"]));
    assert!(one != trained("few", &["--positions", "5000"]));
}

#[test]
fn a_training_that_was_killed_ends_as_if_nothing_had_happened() {
    let folder = Folder::with_games();
    folder.train("whole", &["--epochs", "5"]).done();
    let (games, out) = (folder.path("games"), folder.path("killed.nnue"));
    let arguments = [&["train", "--data", &games, "--out", &out, "--epochs", "5"], SMALL].concat();
    let mut running = command(&arguments).spawn().expect("the program can be started");
    while !Path::new(&folder.path("killed.checkpoint")).exists() {
        assert!(running.try_wait().is_ok_and(|ended| ended.is_none()), "it leaves something first");
        std::thread::yield_now();
    }
    running.kill().expect("it can be killed");
    running.wait().expect("it was started");
    tandem(&arguments).done();
    assert!(folder.bytes("killed.nnue") == folder.bytes("whole.nnue"));
    assert_eq!(folder.text("killed.toml"), folder.text("whole.toml"));
    let again = tandem(&arguments).done();
    assert_eq!(again.lines().count(), 2, "nothing is left to do: {again}");
    assert!(folder.bytes("killed.nnue") == folder.bytes("whole.nnue"));
    let other = folder.train("whole", &["--epochs", "6"]);
    let message = "the training began with `epochs = 5`, not `epochs = 6`";
    assert_eq!((other.code, other.stderr.lines().count()), (Some(2), 1));
    assert!(other.stderr.contains(message), "{}", other.stderr);
}

#[test]
fn a_network_can_be_gone_on_with() {
    let folder = Folder::with_games();
    folder.train("parent", &["--epochs", "6"]).done();
    let parent = folder.path("parent.nnue");
    let printed = folder.train("child", &["--epochs", "1", "--parent", &parent]).done();
    let of_parent = folder.text("parent.toml");
    let hash = of_parent.lines().find_map(|line| line.strip_prefix("hash = ")).expect("its hash");
    assert!(folder.text("child.toml").contains(&format!("parent = {hash}")));
    let afresh = folder.train("afresh", &["--epochs", "1"]).done();
    let loss = |printed: &str| losses(printed.lines().nth(1).expect("an epoch"))[1];
    assert!(loss(&printed) < loss(&afresh), "{printed}{afresh}");
}

#[test]
fn some_or_all_noisy_positions_teach_too() {
    let folder = Folder::with_games();
    let positions = |name: &str, more: &[&str]| {
        let (count, kind) = folder.positions(name, more);
        let is_quiet = kind.starts_with("quiet positions of 120 games, ");
        assert!(is_quiet || kind.starts_with("positions of 120 games, "), "{kind}");
        assert_eq!(is_quiet, more.is_empty());
        count
    };
    let quiet = positions("quiet", &[]);
    let [half, all] = ["2", "1"].map(|interval| positions(interval, &["--noisy", interval]));
    let (noisy, taken) = (all - quiet, half - quiet);
    // Of an odd number of a game, the half is rounded down.
    assert!(taken <= noisy / 2 && 2 * taken + GAMES as usize >= noisy && taken > 0);
    assert!(folder.text("2.toml").contains("\nnoisy = 2\n"));
}

#[test]
fn a_position_teaches_once_if_asked_however_many_games_repeat_it() {
    let folder = Folder::with_games();
    folder.write_games("again", "8", |_| Boards::start(MoveRules::FICS));
    let again = folder.path("again");
    let (once, _) = folder.positions("once", &["--distinct"]);
    assert_eq!(folder.positions("distinct", &["--distinct", "--data", &again]).0, once);
    let (twice, _) = folder.positions("twice", &["--data", &again]);
    assert!(2 * once <= twice && once > twice / 3, "{once} {twice}");
    assert!(folder.text("once.toml").contains("\ndistinct = true\n"));
}

#[test]
fn a_network_of_one_variant_learns_from_its_games_and_leaves_the_other_as_it_is() {
    let folder = Folder::with_games();
    folder.train("parent", &["--epochs", "2"]).done();
    folder.write_games("both", "8", |number| match number % 3 {
        0 => Boards::start(MoveRules::FICS),
        _ => Boards::start_of(Variant::Crazyhouse, MoveRules::default()),
    });
    let (both, child) = (folder.path("both"), folder.path("child.nnue"));
    let arguments = ["train", "--data", &both, "--out", &child, "--epochs", "1", "--batch", "256"];
    let parent = folder.path("parent.nnue");
    let of_crazyhouse = ["--parent", &parent, "--variant", "crazyhouse"];
    let printed = tandem(&[&arguments[..], &of_crazyhouse[..]].concat()).done();
    assert!(printed.contains(" quiet positions of 80 games, "), "{printed}");
    let recipe = folder.text("child.toml");
    assert!(recipe.contains("\nvariant = \"crazyhouse\"\n"), "{recipe}");
    let open = |path: &str| Networks::open(Path::new(path)).expect("networks").name();
    let (parent, child) = (open(&parent), open(&child));
    let trained = child.strip_prefix(&format!("{parent}+")).expect("the parent's for bughouse");
    assert!(recipe.contains(&format!("\nhash = \"{trained}\"\n")), "{recipe}");
    let refused = tandem(&[&arguments[..], &of_crazyhouse[2..]].concat());
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--parent <NET>"), "{}", refused.stderr);
}

#[test]
fn crazyhouse_takes_over_the_changes_of_bughouse_since_another_network() {
    let folder = Folder::with_games();
    folder.train("base", &["--epochs", "2"]).done();
    let (base, parent) = (folder.path("base.nnue"), folder.path("parent.nnue"));
    folder.train("parent", &["--epochs", "1", "--parent", &base]).done();
    folder.write_games("crazyhouse", "8", |_| {
        Boards::start_of(Variant::Crazyhouse, MoveRules::default())
    });
    let games = folder.path("crazyhouse");
    let of = |name: &str, more: &[&str]| {
        let out = folder.path(&format!("{name}.nnue"));
        let arguments = ["train", "--data", &games, "--out", &out, "--epochs", "1"];
        let variant = ["--parent", &parent, "--variant", "crazyhouse"];
        tandem(&[&arguments[..], SMALL, &variant, more].concat()).done();
        Networks::open(Path::new(&out)).expect("networks").name()
    };
    let plain = of("plain", &[]);
    assert_eq!(of("unchanged", &["--rebase", &parent]), plain);
    assert_ne!(of("rebased", &["--rebase", &base]), plain);
    let name = Networks::open(Path::new(&base)).expect("networks").name();
    assert!(folder.text("rebased.toml").contains(&format!("\nrebased_from = \"{name}\"\n")));
}

#[test]
fn invalid_arguments_of_train_are_refused_in_one_line() {
    let folder = Folder::with_games();
    let games = folder.bytes("games");
    fs::write(folder.path("text"), "[Event \"a game\"]\n").expect("it can be written");
    fs::write(folder.path("torn"), &games[..games.len() - 1]).expect("it can be written");
    fs::write(folder.path("bad.checkpoint"), "x").expect("it can be written");
    let path = |name: &str| folder.path(name);
    for (data, out, more, message) in [
        ("text", "net.nnue", vec![], "not a file of game records"),
        ("torn", "net.nnue", vec![], "incomplete from byte"),
        ("missing", "net.nnue", vec![], "cannot read `"),
        ("games", "net", vec![], "should be a name that ends in .nnue"),
        ("games", "bad.nnue", vec![], "not a checkpoint of a training"),
        ("games", "net.nnue", vec!["--positions", "9"], "`9` quiet positions, too few to train on"),
        ("games", "net.nnue", vec!["--parent", &path("games")], "not a network of Tandem"),
        (
            "games",
            "net.nnue",
            vec!["--parent", &path("net"), "--variant", "bughouse", "--rebase", &path("net")],
            "`--rebase` is for `--variant crazyhouse`",
        ),
        ("games", "net.nnue", vec!["--data", &path("games")], "another file holds the same games"),
    ] {
        let (data, out) = (path(data), path(out));
        let ran = tandem(&[&["train", "--data", &data, "--out", &out], &more[..]].concat());
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert!(!Path::new(&path("net.nnue")).exists());
    }
}
