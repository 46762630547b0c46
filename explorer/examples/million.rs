//! Builds a file of synthetic games, asks it, and prints what it costs:
//! `cargo run --release -p tandem-explorer --example million -- 1000000 FOLDER`. With 0 boards it asks
//! the file of the last run.
//!
//! The boards branch as games of people do: of a million, one leaves all others after 13 moves on
//! average. Later moves are random, which compresses worse than games of people.
#![expect(clippy::print_stdout, reason = "an example reports to a person")]

mod dice;

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dice::Dice;
use tandem_explorer::{BoardNumber, BoardResult, Builder, Explorer, Filter, Key, PlayerFilter};
use tandem_rules::{Boards, Color, MoveRules, Position, Preset, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let boards = arguments.next().map_or(Ok(100_000), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join("million.explorer");
    if boards > 0 {
        build(boards, &folder, &path)?;
    }
    ask(&path)
}

fn build(boards: u32, folder: &Path, path: &Path) -> Result<(), Box<dyn Error>> {
    let (mut dice, mut builder) = (Dice::new(45), Builder::new(folder)?);
    let (mut making, mut adding) = (Duration::ZERO, Duration::ZERO);
    for first in (0..boards).step_by(2) {
        let began = Instant::now();
        let game = dice.game(first);
        making += began.elapsed();
        let began = Instant::now();
        for board in &game {
            builder.add(board)?;
        }
        adding += began.elapsed();
    }
    println!("made {boards} boards in {:.1} s", making.as_secs_f64());
    println!("added in {:.1} s, peak {} MB", adding.as_secs_f64(), peak_memory()?);
    let began = Instant::now();
    builder.finish(File::create(path)?)?;
    let finishing = began.elapsed();
    println!("finished in {:.1} s, peak {} MB", finishing.as_secs_f64(), peak_memory()?);
    let building = (adding + finishing).as_secs_f64();
    println!("built in {building:.1} s: {:.0} boards/s", f64::from(boards) / building);
    Ok(())
}

fn ask(path: &Path) -> Result<(), Box<dyn Error>> {
    let explorer = Explorer::open(path)?;
    let boards = f64::from(explorer.boards());
    let all = File::open(path)?.metadata()?.len();
    println!("{:.1} bytes/board:", all as f64 / boards);
    for (name, bytes) in explorer.sections().filter(|&(_, bytes)| bytes as f64 >= boards) {
        println!("    {name:15} {:6.1}", bytes as f64 / boards);
    }
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    for key in [Key::Structure, Key::WithHoldings] {
        let answer = explorer.look(&start, key, &Filter::default())?;
        println!("start {key:?}: {} games, {} moves", answer.games, answer.moves.len());
        let first = Filter::default();
        report("root", (0..200).map(|_| (start.clone(), first.clone())), &explorer, key)?;
        report("root, cold", filters(40).map(|_| (start.clone(), first.clone())), path, key)?;
        report("root, filtered", filters(300).map(|f| (start.clone(), f)), &explorer, key)?;
        let lines = positions(&explorer)?;
        let unfiltered = lines.iter().map(|position| (position.clone(), first.clone()));
        report("lines", unfiltered, &explorer, key)?;
        let filtered = lines.iter().cloned().zip(filters(lines.len()));
        report("lines, filtered", filtered, &explorer, key)?;
    }
    println!("pairs:");
    let (pairs, start) = (pairs(&explorer)?, Boards::start(MoveRules::FICS));
    let all = Filter::default();
    report_pairs("root", (0..200).map(|_| (start.clone(), all.clone())), &explorer)?;
    report_pairs("root, filtered", filters(300).map(|f| (start.clone(), f)), &explorer)?;
    report_pairs("lines", pairs.iter().map(|pair| (pair.clone(), all.clone())), &explorer)?;
    let filtered = pairs.iter().cloned().zip(filters(pairs.len()));
    report_pairs("lines, filtered", filtered, &explorer)?;
    println!("peak {} MB", peak_memory()?);
    Ok(())
}

/// An explorer that is open, or the path of one that is opened for each question.
trait Asked {
    fn look(&self, position: &Position, key: Key, filter: &Filter) -> Result<u64, Box<dyn Error>>;
}

impl Asked for Explorer {
    fn look(&self, position: &Position, key: Key, filter: &Filter) -> Result<u64, Box<dyn Error>> {
        Ok(Explorer::look(self, position, key, filter)?.games)
    }
}

impl Asked for Path {
    fn look(&self, position: &Position, key: Key, filter: &Filter) -> Result<u64, Box<dyn Error>> {
        Asked::look(&Explorer::open(self)?, position, key, filter)
    }
}

/// Asks all questions and prints the times.
fn report(
    name: &str,
    questions: impl Iterator<Item = (Position, Filter)>,
    explorer: &(impl Asked + ?Sized),
    key: Key,
) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for (position, filter) in questions {
        let began = Instant::now();
        explorer.look(&position, key, &filter)?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    print_times(name, times);
    Ok(())
}

/// The same for pairs of positions.
fn report_pairs(
    name: &str,
    questions: impl Iterator<Item = (Boards, Filter)>,
    explorer: &Explorer,
) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for (boards, filter) in questions {
        let began = Instant::now();
        explorer.look_at_both(&boards, &filter)?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    print_times(name, times);
    Ok(())
}

fn print_times(name: &str, mut times: Vec<f64>) {
    if times.is_empty() {
        return println!("    {name:15} nothing to ask for");
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let (median, p95, most) = (at(50), at(95), at(100));
    println!("    {name:15} median {median:7.3} ms, p95 {p95:7.3} ms, most {most:7.3} ms");
}

/// Filters of all kinds, alone and together; no two neighbours are the same.
fn filters(count: usize) -> impl Iterator<Item = Filter> {
    let mut dice = Dice::new(7);
    (0..count).map(move |number| {
        let mut filter = Filter::default();
        let kinds = if number % 7 == 6 { 0..6 } else { number % 7..number % 7 + 1 };
        for kind in kinds {
            let low = 1000 + dice.below(900) as u16;
            match kind {
                0 => {
                    let color = [None, Some(Color::White), Some(Color::Black)][number % 3];
                    let name = dice.name().to_uppercase();
                    filter.player = Some(PlayerFilter { name, color });
                }
                1 => filter.rating = Some(low..=low + 300),
                2 => filter.base_seconds = Some(61..=180 + u32::from(low)),
                3 => filter.ended = Some(1_500_000_000..=1_600_000_000 + u32::from(low) * 10_000),
                4 => filter.result = Some(BoardResult::Won(Color::ALL[usize::from(low) % 2])),
                _ => filter.rules = Some(Preset::Fics.rules()),
            }
        }
        filter
    })
}

/// Positions of some boards, of every ply of the index.
fn positions(explorer: &Explorer) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for number in (0..explorer.boards()).step_by(explorer.boards() as usize / 60 + 1) {
        let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
        for played in explorer.board(BoardNumber(number))?.moves.iter().take(20) {
            if !position.is_accepted(played.m) {
                break;
            }
            let _to_the_other_board = position.make(played.m, &mut ());
            positions.push(position.clone());
        }
    }
    Ok(positions)
}

/// Pairs of positions of some games, of every ply of the index.
fn pairs(explorer: &Explorer) -> Result<Vec<Boards>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    for number in (0..explorer.boards()).step_by(explorer.boards() as usize / 60 + 1) {
        let Some(game) = explorer.game(BoardNumber(number))? else { continue };
        let mut boards = Boards::start(MoveRules::FICS);
        let mut moves = game.boards.each_ref().map(|board| board.moves.iter());
        for &on in game.plies.iter().take(20) {
            let Some(played) = moves[on.index()].next() else { break };
            boards.play(boards.on_turn(on), played.m)?;
            pairs.push(boards.clone());
        }
    }
    Ok(pairs)
}

fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}
