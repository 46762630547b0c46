//! Many tables at once: how long a move takes to the others, and how far clocks are off.
//!
//! `TANDEM_LOAD=TABLES,SECONDS` sets another size than 100 tables for 30 minutes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::client::Browser;
use super::process::ServerProcess;
use super::{four_at, play};

/// Base time of each player, in milliseconds.
const BASE_MS: i64 = 180_000;
/// Longest time that a player thinks.
const LONGEST_THOUGHT: Duration = Duration::from_millis(2500);

/// The moves of a table as they were sent, and what was measured.
#[derive(Default)]
struct Log {
    /// The moment of each move, by seat and number of moves on its board.
    sent: HashMap<(u64, usize), Instant>,
    relays: Vec<Duration>,
    clock_errors: Vec<i64>,
}

/// A number that looks random, from the state before.
const fn next(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// Plays a seat until the game or the time is over: any legal move after any time. Returns the player.
async fn play_seat(mut player: Browser, seat: u8, log: Arc<Mutex<Log>>, until: Instant) -> Browser {
    let board = usize::from(seat / 2);
    let (mut plies, mut on_board, mut legal) = (0, 0, Vec::new());
    let (mut used, mut turn_since) = (0_i64, None::<Instant>);
    // True while an own move is on its way: a piece that arrives meanwhile is no new turn.
    let mut is_moving = false;
    let mut random = next(u64::from(seat) + 1 + plies as u64);
    if seat.is_multiple_of(2) {
        legal = vec!["e2e4".to_owned()];
    }
    while Instant::now() < until {
        if !legal.is_empty() {
            random = next(random);
            sleep(LONGEST_THOUGHT * (random >> 40) as u32 / (1 << 24)).await;
            random = next(random);
            let m = legal[(random >> 33) as usize % legal.len()].clone();
            legal.clear();
            let now = Instant::now();
            log.lock().await.sent.insert((u64::from(seat), on_board), now);
            if let Some(since) = turn_since.take() {
                used += now.duration_since(since).as_millis() as i64;
            }
            is_moving = true;
            player.say(play(seat, plies, &m)).await;
        }
        let Ok(Some(message)) = timeout(Duration::from_secs(5), player.next()).await else {
            continue;
        };
        match message["type"].as_str() {
            Some("moved") => {
                let heard = Instant::now();
                plies += 1;
                let mover = message["ply"]["seat"].as_u64().expect("a seat");
                let is_here = mover as usize / 2 == board;
                let mut log = log.lock().await;
                if is_here {
                    let since = log.sent.get(&(mover, on_board)).copied().expect("it was sent");
                    if mover == u64::from(seat) {
                        is_moving = false;
                        // The first move is free by the rules of FICS.
                        let left = message["ply"]["clock_ms"].as_i64().expect("a clock");
                        log.clock_errors.push(left - (BASE_MS - used));
                    } else {
                        log.relays.push(heard.duration_since(since));
                        turn_since = (on_board > 0).then_some(since);
                    }
                    on_board += 1;
                }
                for board in message["boards"].as_array().expect("boards") {
                    if board["on_turn"] == seat && !is_moving {
                        let told = board["legal"].as_array().expect("moves").iter();
                        legal = told.filter_map(Value::as_str).map(str::to_owned).collect();
                    }
                }
            }
            Some("ended") => break,
            _ => {}
        }
    }
    player
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: 30 minutes of 100 tables"]
async fn many_tables_relay_moves_at_once_and_keep_their_clocks() {
    let asked = std::env::var("TANDEM_LOAD").unwrap_or_else(|_| "100,1800".to_owned());
    let (tables, seconds) = asked.split_once(',').expect("TABLES,SECONDS");
    let tables: usize = tables.parse().expect("a number");
    let seconds = Duration::from_secs(seconds.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let server = ServerProcess::start(&folder.path().join("games.sqlite"));
    let address = server.address;
    let until = Instant::now() + seconds;
    let mut running = Vec::new();
    let logs: Vec<Arc<Mutex<Log>>> = (0..tables).map(|_| Arc::default()).collect();
    for log in &logs {
        let log = Arc::clone(log);
        running.push(tokio::spawn(async move {
            while Instant::now() < until {
                let (people, _, _) = four_at(address).await;
                log.lock().await.sent.clear();
                let seats = (0..).zip(people).map(|(seat, person)| {
                    tokio::spawn(play_seat(person, seat, Arc::clone(&log), until))
                });
                let mut people = Vec::new();
                for seat in seats.collect::<Vec<_>>() {
                    people.push(seat.await.expect("a player plays on"));
                }
                // So that no table waits for another game.
                people[0].say(json!({"type": "close"})).await;
                while people[0].next().await.is_some_and(|message| message["type"] != "left") {}
            }
        }));
    }
    sleep(seconds / 4).await;
    let early = server.resident_kilobytes();
    for table in running {
        table.await.expect("a table goes on");
    }
    let late = server.resident_kilobytes();
    let [all, keeping] = server.processor_time("archive");
    let (mut relays, mut errors) = (Vec::new(), Vec::new());
    for log in &logs {
        let log = log.lock().await;
        relays.extend(log.relays.iter().map(Duration::as_micros));
        errors.extend(log.clock_errors.iter().map(|error| error.abs()));
    }
    relays.sort_unstable();
    let share = |permille: usize| relays[(relays.len() - 1) * permille / 1000] as f64 / 1000.0;
    let worst = errors.iter().max().copied().unwrap_or_default();
    let (moves, p50, p99) = (relays.len(), share(500), share(990));
    let a_move = |time: Duration| time.as_micros() / moves as u128;
    let figures = format!(
        "{tables} tables: {moves} moves relayed, p50 {p50:.2} ms, p99 {p99:.2} ms, \
         clocks off by {worst} ms at most, memory {early} then {late} kB, \
         processor time of the server {} µs a move, {} of it for the archive",
        a_move(all),
        a_move(keeping),
    );
    eprintln!("{figures}");
    assert!(moves > tables && p99 < 20.0 && worst <= 30, "{figures}");
    assert!(late < early + early / 4 + 50_000, "{figures}");
}
