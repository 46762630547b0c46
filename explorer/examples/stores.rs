//! The same games in two embedded stores, SQLite and redb, beside the crate's own file:
//! `cargo run --release -p tandem-explorer --example stores -- 1000000 FOLDER`.
//!
//! Each store has what answers a question: the visits of positions, sorted before they are written, and the
//! facts of boards. The moves of the boards, the pairs of positions and the names of players are left out, so
//! the stores do less than the file.
#![expect(clippy::print_stdout, reason = "an example reports to a person")]

mod dice;

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Instant;

use dice::Dice;
use redb::{Database, ReadableDatabase, TableDefinition};
use rusqlite::{Connection, params};
use tandem_explorer::{Arrivals, Board, BoardResult, Builder, DEPTH, Explorer, Filter, Key};
use tandem_rules::{Color, MoveKind, MoveRules, Position, Variant};

/// A result of a function that may fail for any reason.
type Done<T = ()> = Result<T, Box<dyn Error>>;

/// The visits by placement and by move with holdings; a value has five bytes for each board.
const VISITS: TableDefinition<(u64, u64), &[u8]> = TableDefinition::new("visits");
/// Ratings and outcomes, five bytes a board, in chunks of 4096 boards.
const FACTS: TableDefinition<u32, &[u8]> = TableDefinition::new("facts");
const CHUNK: usize = 4096;
/// Questions of each kind.
const QUESTIONS: usize = 20;
/// The lowest mean rating of the filter.
const STRONG: u16 = 2000;

/// A move of a board: placement, move and holdings, board, and seconds.
type Visit = (u64, u64, u32, u8);
/// White's rating, Black's, and the outcome.
type Facts = (u16, u16, u8);

fn main() -> Done {
    let mut arguments = std::env::args().skip(1);
    let boards: u32 = arguments.next().map_or(Ok(100_000), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let (mut visits, mut facts) = (Vec::new(), Vec::new());
    let mut dice = Dice::new(45);
    let mut builder = Builder::new(&folder)?;
    let mut building = 0.0;
    for first in (0..boards).step_by(2) {
        for (number, board) in (first..).zip(&dice.game(first)) {
            collect(number, board, &mut visits);
            facts.push(facts_of(board));
            let began = Instant::now();
            builder.add(board)?;
            building += began.elapsed().as_secs_f64();
        }
    }
    let path = folder.join("stores.explorer");
    let began = Instant::now();
    builder.finish(File::create(&path)?)?;
    building += began.elapsed().as_secs_f64();
    println!("file: built in {building:.1} s, {}", size(&path, boards)?);
    ask_file(&path)?;
    let began = Instant::now();
    visits.sort_unstable();
    println!("{} visits sorted in {:.1} s", visits.len(), began.elapsed().as_secs_f64());
    sqlite(&folder.join("stores.sqlite"), &visits, &facts)?;
    redb(&folder.join("stores.redb"), &visits, &facts)
}

fn size(path: &Path, boards: u32) -> Done<String> {
    let bytes = path.metadata()?.len();
    Ok(format!("{bytes} bytes, {:.0} a board", bytes as f64 / f64::from(boards)))
}

fn collect(number: u32, board: &Board, visits: &mut Vec<Visit>) {
    let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
    let arrivals = match &board.arrivals {
        Arrivals::Known(arrivals) => arrivals.as_slice(),
        Arrivals::Unknown => &[],
    };
    let mut arrivals = arrivals.iter().peekable();
    for (ply, played) in board.moves.iter().enumerate().take(DEPTH) {
        while let Some(arrival) = arrivals.next_if(|arrival| usize::from(arrival.ply) <= ply) {
            position.receive(arrival.piece, &mut ());
        }
        if let MoveKind::Drop { piece, .. } = played.m.kind() {
            position.supply(piece, &mut ());
        }
        let holdings = u64::from(position.holdings_key().0 as u32);
        let edge = holdings << 16 | u64::from(played.m.bits());
        let seconds = played.time.map_or(255, |time| (time.0 / 1000).min(254) as u8);
        visits.push((position.placement_key().0, edge, number, seconds));
        let _to_the_other_board = position.make(played.m, &mut ());
    }
}

fn facts_of(board: &Board) -> Facts {
    let [white, black] = board.players.each_ref().map(|player| player.rating.unwrap_or(0));
    let outcome = match board.result {
        None => 0,
        Some(BoardResult::Won(Color::White)) => 1,
        Some(BoardResult::Drawn) => 2,
        Some(BoardResult::Won(Color::Black)) => 3,
    };
    (white, black, outcome)
}

/// Asks many times and prints the slowest of nineteen in twenty.
fn report(name: &str, mut ask: impl FnMut() -> Done<u64>) -> Done {
    let (mut times, mut games) = (Vec::new(), 0);
    for _ in 0..QUESTIONS {
        let began = Instant::now();
        games = ask()?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("    {name:16} p95 {:9.3} ms, {games} games", times[QUESTIONS * 95 / 100]);
    Ok(())
}

fn ask_file(path: &Path) -> Done {
    let explorer = Explorer::open(path)?;
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let look = |filter: &Filter| Ok(explorer.look(&start, Key::Structure, filter)?.games);
    report("root", || look(&Filter::default()))?;
    let mut rating = STRONG;
    report("root, filtered", || {
        rating += 1; // the last filter is kept, so each is another one
        look(&Filter { rating: Some(rating..=u16::MAX), ..Filter::default() })
    })
}

fn start() -> u64 {
    Position::start(Variant::Bughouse, MoveRules::FICS).placement_key().0
}

fn sqlite(path: &Path, visits: &[Visit], facts: &[Facts]) -> Done {
    let _there_may_be_none = fs::remove_file(path);
    let began = Instant::now();
    let mut store = Connection::open(path)?;
    store.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
         CREATE TABLE boards (number INTEGER PRIMARY KEY, white INTEGER, black INTEGER, outcome INTEGER);
         CREATE TABLE visits (placement INTEGER, edge INTEGER, board INTEGER, seconds INTEGER,
             PRIMARY KEY (placement, edge, board)) WITHOUT ROWID;",
    )?;
    let all = store.transaction()?;
    {
        let mut board = all.prepare("INSERT INTO boards VALUES (?, ?, ?, ?)")?;
        for (number, (white, black, outcome)) in facts.iter().enumerate() {
            board.execute(params![number as i64, white, black, outcome])?;
        }
        let mut visit = all.prepare("INSERT OR IGNORE INTO visits VALUES (?, ?, ?, ?)")?;
        for &(placement, edge, number, seconds) in visits {
            visit.execute(params![placement as i64, edge as i64, number, seconds])?;
        }
    }
    all.commit()?;
    let built = began.elapsed().as_secs_f64();
    println!("SQLite: written in {built:.1} s, {}", size(path, facts.len() as u32)?);
    let sum = |least: u16| -> Done<u64> {
        let mut question = store.prepare_cached(
            "SELECT edge & 65535 AS m, count(*), sum(outcome = 1), sum(outcome = 2), avg(seconds), avg(white)
             FROM visits JOIN boards ON number = board
             WHERE placement = ? AND white + black >= ? GROUP BY m",
        )?;
        let rows = question
            .query_map(params![start() as i64, 2 * i64::from(least)], |row| row.get::<_, i64>(1))?;
        Ok(rows.sum::<rusqlite::Result<i64>>()? as u64)
    };
    report("root", || sum(0))?;
    report("root, filtered", || sum(STRONG))
}

fn redb(path: &Path, visits: &[Visit], facts: &[Facts]) -> Done {
    let _there_may_be_none = fs::remove_file(path);
    let began = Instant::now();
    let store = Database::create(path)?;
    let all = store.begin_write()?;
    {
        let mut table = all.open_table(VISITS)?;
        let mut value = Vec::new();
        for same in visits.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            value.clear();
            for (_, _, board, seconds) in same {
                value.extend(board.to_le_bytes());
                value.push(*seconds);
            }
            table.insert((same[0].0, same[0].1), &value[..])?;
        }
        let mut table = all.open_table(FACTS)?;
        for (number, chunk) in (0..).zip(facts.chunks(CHUNK)) {
            let bytes = |(white, black, outcome): &Facts| {
                let [a, b] = white.to_le_bytes();
                let [c, d] = black.to_le_bytes();
                [a, b, c, d, *outcome]
            };
            let value: Vec<u8> = chunk.iter().flat_map(bytes).collect();
            table.insert(number, &value[..])?;
        }
    }
    all.commit()?;
    let built = began.elapsed().as_secs_f64();
    println!("redb: written in {built:.1} s, {}", size(path, facts.len() as u32)?);
    let sum = |least: u16| -> Done<u64> {
        let read = store.begin_read()?;
        let (visits, facts) = (read.open_table(VISITS)?, read.open_table(FACTS)?);
        let mut columns = Vec::new();
        for entry in facts.range(0..)? {
            columns.extend_from_slice(entry?.1.value());
        }
        let (mut games, mut won) = (0, 0);
        for entry in visits.range((start(), 0)..=(start(), u64::MAX))? {
            for posting in entry?.1.value().chunks_exact(5) {
                let board = u32::from_le_bytes([posting[0], posting[1], posting[2], posting[3]]);
                let fact = &columns[board as usize * 5..][..5];
                let white = u16::from_le_bytes([fact[0], fact[1]]);
                let black = u16::from_le_bytes([fact[2], fact[3]]);
                if white.midpoint(black) >= least {
                    games += 1;
                    won += u64::from(fact[4] == 1);
                }
            }
        }
        std::hint::black_box(won);
        Ok(games)
    };
    report("root", || sum(0))?;
    report("root, filtered", || sum(STRONG))
}
