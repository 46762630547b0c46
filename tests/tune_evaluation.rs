//! Tests of `tandem tune evaluation`: small, repeatable, and careful about its input.
#![cfg(feature = "train")]

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;
use std::path::{Path, PathBuf};

use folder::Folder;
use tandem::{Ran, command, tandem};

impl Folder {
    /// A folder with a file of games.
    fn with_games() -> Self {
        let folder = Self::new();
        let games = ["datagen", "--games", "40", "--nodes", "40", "--tc", "60"];
        let by_hand = ["--eval-file", "hand", "--out", &folder.path("games")];
        tandem(&[&games[..], &by_hand].concat()).done();
        folder
    }
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("the file is there")
}

#[test]
fn weights_come_out_as_source_and_the_loss_falls() {
    let folder = Folder::with_games();
    let (games, out) = (folder.path("games"), folder.path("weights.rs"));
    let printed =
        tandem(&["tune", "evaluation", "--data", &games, "--epochs", "60", "--out", &out]).done();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 1 + 61, "{printed}");
    assert!(lines[0].contains(" quiet positions of 40 games, "), "{printed}");
    let loss = |line: &str| -> f64 {
        let number = line.split(['=', ' ', ',']).nth(3).expect("a number");
        number.parse().unwrap_or_else(|_| panic!("{line}"))
    };
    assert!(loss(lines[61]) < loss(lines[1]), "{printed}");
    let present = text(concat!(env!("CARGO_MANIFEST_DIR"), "/engine/src/eval/weights.rs"));
    let shape = |source: &str| -> Vec<usize> {
        let lines = source.lines().skip_while(|line| line.starts_with("//!"));
        lines.map(|line| line.matches(',').count()).collect()
    };
    let fitted = text(out);
    assert_eq!(shape(&fitted), shape(&present));
    assert_ne!(fitted, present);
    let fit = "--epochs 60 --seed 1 --result 50";
    let games = "--games 40 --seed 1 --nodes 40 --noisy-nodes 40 --crazyhouse 20 --chess960 10 \
                 --gifts 10 --chosen 0 --random-plies 12 --balance 400 --hash 1 --tc 60+0 --rules fics --eval-file hand`";
    assert!([fit, games].into_iter().all(|note| fitted.contains(note)), "{fitted}");
}

#[test]
fn the_same_seed_gives_the_same_weights_with_any_number_of_threads() {
    let folder = Folder::with_games();
    let fitted = |threads: &str, more: &[&str]| {
        let games = folder.path("games");
        let arguments = [&["tune", "evaluation", "--data", &games, "--epochs", "3"], more].concat();
        let output = command(&arguments).env("RAYON_NUM_THREADS", threads).output();
        let output = output.expect("the program can be started");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("the program writes UTF-8")
    };
    let one = fitted("1", &[]);
    assert_eq!(one, fitted("3", &[]));
    assert_ne!(one, fitted("1", &["--positions", "400"]));
}

#[test]
fn a_file_without_games_is_refused_in_one_line() {
    let folder = Folder::with_games();
    let games = fs::read(folder.path("games")).expect("the file is there");
    let mut damaged = games.clone();
    damaged[games.len() / 2] ^= 1;
    let cut = &games[..games.len() - 1];
    let file = PathBuf::from(folder.path("file"));
    for (content, message) in [
        (&b"[Event \"a game\"]\n"[..], "not a file of game records"),
        (&games[..10], "incomplete from byte"),
        (cut, "incomplete from byte"),
        (&damaged, "is damaged: "),
    ] {
        fs::write(&file, content).expect("it can be written");
        let refused = tandem(&["tune", "evaluation", "--data", &folder.path("file")]);
        assert_refused(&refused, &file, message);
    }
    let missing = PathBuf::from(folder.path("missing"));
    assert_refused(
        &tandem(&["tune", "evaluation", "--data", &folder.path("missing")]),
        &missing,
        "cannot read",
    );
}

#[test]
fn too_few_positions_are_refused() {
    let folder = Folder::with_games();
    let refused =
        tandem(&["tune", "evaluation", "--data", &folder.path("games"), "--positions", "3"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    let expected = "tandem: the files hold `3` quiet positions, too few to fit the weights\n";
    assert_eq!(refused.stderr, expected);
}

fn assert_refused(ran: &Ran, path: &Path, message: &str) {
    let Ran { code, stdout, stderr } = ran;
    assert_eq!((*code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1), "{stderr}");
    assert!(stderr.starts_with(&format!("tandem: cannot read `{}`", path.display())), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
}
