//! Processes that last from game to game, and their end after the last.

use std::process::Command;
use std::time::Instant;

use tandem_arbiter::Played;
use tandem_rules::{Millis, Seat, TimeControl};

use crate::support::{LONG, Match, Others, engine, fault};

const WHITE: Seat = Seat::ALL[0];

/// The process ids that a script has told its partner.
fn processes(played: &Played) -> Vec<String> {
    let words = played.messages.iter().flat_map(|told| told.text.split_whitespace());
    words.map(str::to_owned).collect()
}

/// Waits until a process is gone: one that has ended may take a moment to vanish, or stay as a
/// zombie.
fn assert_gone(process: &str) {
    let begun = Instant::now();
    let runs = || {
        let ps = Command::new("ps").args(["-o", "stat=", "-p", process]).output();
        let stat = String::from_utf8_lossy(&ps.expect("ps can be run").stdout).trim().to_owned();
        !stat.is_empty() && !stat.starts_with('Z')
    };
    while runs() {
        assert!(begun.elapsed() < LONG, "process {process} is left behind");
        std::thread::yield_now();
    }
}

#[test]
fn an_engine_plays_one_game_after_the_other() {
    let engine = engine("go) echo \"tellics ptell $$\"; echo resign ;;");
    let mut games = Match::new(WHITE, &engine, Others::default());
    let [first, second] = [games.play(), games.play()].map(|played| processes(&played));
    assert_eq!((first.len(), &first), (1, &second));
    drop(games);
    assert_gone(&first[0]);
}

#[test]
fn an_engine_that_has_failed_is_started_again() {
    for end in ["exit 1", "exec yes garbage", "echo move e2e5"] {
        let engine = engine(&format!("go) echo \"tellics ptell $$\"; {end} ;;"));
        let mut games = Match::new(WHITE, &engine, Others::default());
        let [first, second] = [games.play(), games.play()].map(|played| {
            assert!(!fault(&played, WHITE).is_empty());
            processes(&played)
        });
        assert_ne!(first, second);
        drop(games);
        for process in first.iter().chain(&second) {
            assert_gone(process);
        }
    }
}

#[test]
fn an_engine_that_hangs_after_a_game_is_replaced_and_the_match_goes_on() {
    let mut engine =
        engine("go) echo \"tellics ptell $$\"; echo resign; exec tail -f /dev/null ;;");
    engine.patience.ready = std::time::Duration::from_secs(5); // a new process needs some of it
    engine.patience.quit = std::time::Duration::from_millis(20);
    let mut games = Match::new(WHITE, &engine, Others::default());
    let [first, second] = [games.play(), games.play()].map(|played| processes(&played));
    assert_ne!(first, second);
    assert_eq!(second.len(), 1, "the second game was played");
    assert_gone(&first[0]);
}

#[test]
fn an_engine_that_plays_one_game_only_is_started_for_each() {
    let engine = engine(
        "protover*) echo 'feature ping=1 reuse=0 done=1' ;;
        go) echo \"tellics ptell $$\"; echo resign ;;",
    );
    let mut games = Match::new(WHITE, &engine, Others::default());
    let [first, second] = [games.play(), games.play()].map(|played| processes(&played));
    assert_ne!(first, second);
}

#[test]
fn output_of_an_engine_after_a_game_does_not_count_in_the_next() {
    let engine = engine("result*) echo move e2e5; echo resign ;; go) echo resign ;;");
    let mut games = Match::new(WHITE, &engine, Others::default());
    for _ in 0..3 {
        let played = games.play();
        assert!(played.close.to_string().contains("resigns"), "{}", played.close);
    }
}

#[test]
fn processes_started_by_an_engine_end_with_it() {
    let mut engine =
        engine("go) tail -f /dev/null & echo \"tellics ptell $$ $!\"; echo resign; wait ;;");
    engine.patience.quit = std::time::Duration::from_millis(20);
    let mut games = Match::new(WHITE, &engine, Others::default());
    let processes = processes(&games.play());
    assert_eq!(processes.len(), 2);
    drop(games);
    for process in &processes {
        assert_gone(process);
    }
}

#[test]
fn an_engine_that_is_to_be_restarted_plays_one_game_in_each_process() {
    let engine = engine("go) echo \"tellics ptell $$\"; echo resign ;;");
    let engine = tandem_arbiter::Engine { restarts: true, ..engine };
    let mut games = Match::new(WHITE, &engine, Others::default());
    let [first, second] = [games.play(), games.play()].map(|played| processes(&played));
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first, second);
    drop(games);
    assert_gone(&first[0]);
}

/// As current versions of Fairy-Stockfish do: a search that `result` or `force` breaks off stays
/// due, and any `holding` starts it again, whoever is to move.
#[test]
fn an_engine_that_holds_on_to_its_turn_after_a_game_does_not_move_in_the_next() {
    let engine = engine(
        "new) n=$((n + 1)) ;;
        go) if [ $n = 1 ]; then due=1; else echo move e2e4; fi ;;
        '?') if [ $due ]; then echo move e2e4; due=; fi ;;
        holding*) if [ $due ]; then echo move d2d4; fi ;;
        usermove*) echo resign ;;",
    );
    let mut games = Match::new(WHITE, &engine, Others::default());
    games.control = TimeControl::sudden_death(Millis(200));
    assert_eq!(games.play().close.to_string(), "White on A forfeits on time");
    games.control = TimeControl::sudden_death(LONG.into());
    assert_eq!(games.play().close.to_string(), "White on A resigns");
}
