//! Tests of `tandem data`: no command loses a game, and only `relabel` changes any.
#![cfg(feature = "train")]

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::collections::BTreeSet;
use std::fs;

use folder::Folder;
use tandem::{Ran, tandem};
use tandem_data::{GameRecord, Header, Reader};
use tandem_nets::Networks;

impl Folder {
    /// Generates `games` games into a file of this name, and returns them.
    fn generate(&self, name: &str, games: &str, more: &[&str]) -> Vec<GameRecord> {
        let path = self.path(name);
        let usual = ["datagen", "--out", &path, "--games", games, "--nodes", "40"];
        tandem(&[&usual, more].concat()).done();
        self.games(name).1
    }

    fn games(&self, name: &str) -> (Header, Vec<GameRecord>) {
        let bytes = fs::read(self.path(name)).expect("the file is there");
        let mut reader = Reader::new(&bytes[..]).expect("a header");
        let games = reader.by_ref().collect::<Result<_, _>>().expect("whole games");
        (reader.header().clone(), games)
    }

    /// Runs a `tandem data` command on files of the folder.
    fn data(&self, command: &str, files: &[&str], more: &[&str]) -> Ran {
        let files: Vec<String> = files.iter().map(|name| self.path(name)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let out = self.path("out");
        let out = if command == "stat" { vec![] } else { vec!["--out", &out] };
        tandem(&[&["data", command], &files[..], &out, more].concat())
    }
}

#[test]
fn numbers_are_those_of_all_files() {
    let folder = Folder::new();
    let mut games = folder.generate("one", "12", &["--tc", "60"]);
    games.extend(folder.generate("two", "5", &["--tc", "60", "--seed", "2"]));
    let printed = folder.data("stat", &["one", "two"], &[]);
    assert_eq!(first(&printed, "games"), 17);
    let positions: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(first(&printed, "positions"), positions);
    assert!(first(&printed, "to learn from") < first(&printed, "with a score"));
    let names = ["team one won", "team two won", "drawn", "broken off"];
    assert_eq!(names.map(|name| first(&printed, name)).iter().sum::<usize>(), 17);
    let scores: usize = {
        let lines = printed.stdout.lines().filter(|line| line.starts_with("scores "));
        lines.map(|line| line[20..32].trim().parse::<usize>().expect("a number")).sum()
    };
    assert_eq!(scores, first(&printed, "with a score"));
}

#[test]
fn relabelled_games_are_the_same_with_the_scores_of_another_search() {
    let folder = Folder::new();
    let games = folder.generate("games", "6", &["--crazyhouse", "50"]);
    let more = ["--nodes", "90", "--concurrency"];
    folder.data("relabel", &["games"], &[&more[..], &["1"]].concat()).done();
    let (header, relabelled) = folder.games("out");
    let told = ["LabelEvaluation", "LabelNodes", "Nodes"].map(|name| header.value(name));
    assert_eq!(told, [Some(&*Networks::embedded().name()), Some("90"), Some("40")]);
    let plies = |games: &[GameRecord]| games.iter().flat_map(|game| game.plies.clone()).collect();
    let [old, new]: [Vec<_>; 2] = [plies(&games), plies(&relabelled)];
    assert!(old.iter().zip(&new).all(|(old, new)| (old.m, old.at) == (new.m, new.at)));
    let others = old.iter().zip(&new).filter(|(old, new)| old.score != new.score).count();
    assert!(old.len() == new.len() && others > old.len() / 2, "{others} of {}", old.len());
    // The file is the same with more threads, and after it was cut.
    let whole = fs::read(folder.path("out")).expect("the file is there");
    for length in [0, whole.len() / 2] {
        fs::write(folder.path("out"), &whole[..length]).expect("it can be written");
        folder.data("relabel", &["games"], &[&more[..], &["3"]].concat()).done();
        assert!(fs::read(folder.path("out")).expect("the file is there") == whole, "{length}");
    }
}

/// The first number on the line that begins with `name`; 0 if there is none.
fn first(ran: &Ran, name: &str) -> usize {
    let line = ran.stdout.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.map_or(0, |number| number.parse().expect("a number"))
}

#[test]
fn joined_files_hold_all_games_and_say_where_they_come_from() {
    let folder = Folder::new();
    let mut games = folder.generate("one", "4", &["--tc", "60"]);
    games.extend(folder.generate("two", "3", &["--tc", "60", "--seed", "2"]));
    folder.data("merge", &["one", "two"], &[]).done();
    let (header, joined) = folder.games("out");
    let renumbered = (0..).zip(games).map(|(number, game)| GameRecord { number, ..game });
    assert!(renumbered.eq(joined));
    let source = |n: &str| header.value(n).unwrap_or_default().to_owned();
    assert!(source("Source1").starts_with("4 games of Engine Tandem"), "{header:?}");
    assert!(source("Source1").contains(", Seed 1, ") && source("Source2").contains(", Seed 2, "));
    // What was joined can be joined again.
    folder.generate("three", "2", &["--tc", "60", "--seed", "3"]);
    fs::rename(folder.path("out"), folder.path("joined")).expect("it can be renamed");
    folder.data("merge", &["three", "joined"], &[]).done();
    let (header, games) = folder.games("out");
    assert_eq!(games.len(), 9);
    let numbers =
        ["Source1", "Source2", "Source3"].map(|n| header.value(n).map(|value| &value[..1]));
    assert_eq!(numbers, [Some("2"), Some("4"), Some("3")]);
}

#[test]
fn a_shuffled_file_holds_the_same_games() {
    let folder = Folder::new();
    let games = folder.generate("one", "20", &["--tc", "60"]);
    let shuffled = |seed| {
        folder.data("shuffle", &["one"], &["--seed", seed]).done();
        let (header, games) = folder.games("out");
        assert_eq!(header.value("Shuffled"), Some(seed));
        fs::remove_file(folder.path("out")).expect("it was written");
        games
    };
    let [one, again, other] = ["1", "1", "2"].map(shuffled);
    assert!(one == again && one != other && one != games);
    let bytes = |games: &[GameRecord]| -> BTreeSet<Vec<u8>> {
        games.iter().map(GameRecord::to_bytes).collect()
    };
    assert!(bytes(&one) == bytes(&games) && bytes(&other) == bytes(&games));
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let folder = Folder::new();
    folder.generate("one", "2", &["--tc", "60"]);
    folder.generate("more", "3", &["--tc", "60"]);
    folder.generate("slow", "1", &["--tc", "90", "--seed", "2"]);
    folder.generate("wbn", "1", &["--tc", "60", "--seed", "2", "--rules", "wbn"]);
    fs::write(folder.path("text"), "[Event \"a game\"]\n").expect("it can be written");
    for (command, files, message) in [
        ("stat", &["text"][..], "not a file of game records"),
        ("stat", &["one", "missing"], "cannot read `"),
        ("shuffle", &["text"], "not a file of game records"),
        ("merge", &["one", "text"], "not a file of game records"),
        ("merge", &["one", "slow"], "its TimeControl is `90+0`, that of the first file `60+0`"),
        ("merge", &["one", "wbn"], "its Rules is `wbn`, that of the first file `fics`"),
        ("merge", &["one", "more"], "another file holds games of Engine Tandem"),
    ] {
        let ran = folder.data(command, files, &[]);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert!(fs::metadata(folder.path("out")).is_err(), "{message}");
    }
    folder.data("shuffle", &["one"], &[]).done();
    let ran = folder.data("shuffle", &["one"], &[]);
    assert!(ran.stderr.ends_with("already exists\n"), "{}", ran.stderr);
}
