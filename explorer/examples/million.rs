//! Builds a file of synthetic boards, asks it, and prints what it costs:
//! `cargo run --release -p tandem-explorer --example million -- 1000000 FOLDER`. With 0 boards it asks
//! the file of the last run.
//!
//! The boards branch as games of people do: of a million, one leaves all others after 13 moves on
//! average. Later moves are random, which compresses worse than games of people.
#![expect(clippy::print_stdout, reason = "an example reports to a person")]

use std::error::Error;
use std::fs::File;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_explorer::{
    Arrival, Arrivals, Board, BoardNumber, BoardResult, Builder, Explorer, Filter, Key, PlayedMove,
    Player, PlayerFilter,
};
use tandem_rules::{
    Color, Handoff, Millis, Move, MoveRules, PieceType, Position, Preset, TimeControl, Variant,
};

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
    for number in 0..boards {
        let began = Instant::now();
        let board = dice.board(number);
        making += began.elapsed();
        let began = Instant::now();
        builder.add(&board)?;
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
    println!("{:.1} bytes/board, {} players:", all as f64 / boards, explorer.players());
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
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let (median, p95, most) = (at(50), at(95), at(100));
    println!("    {name:15} median {median:7.3} ms, p95 {p95:7.3} ms, most {most:7.3} ms");
    Ok(())
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

fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}

/// Boards that a seed gives.
struct Dice(ChaCha8Rng);

impl Dice {
    const PLAYERS: f64 = 2000.0;

    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to below 1.
    fn part(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, sides: usize) -> usize {
        (self.part() * sides as f64) as usize
    }

    /// One of 2,000 names, by Zipf's law: the first is the most frequent.
    fn name(&mut self) -> String {
        let rank = (Self::PLAYERS.ln() * self.part()).exp();
        format!("Player{}", rank as u32)
    }

    fn board(&mut self, number: u32) -> Board {
        let player = |dice: &mut Self| Player {
            name: dice.name(),
            rating: Some(1000 + dice.below(1400) as u16),
        };
        let seconds = Millis::from_seconds([60, 120, 180][self.below(3)]);
        let mut board = Board {
            players: [player(self), player(self)],
            ended: Some(1_500_000_000 + self.below(200_000_000) as u32),
            clock: Some(TimeControl::sudden_death(seconds)),
            result: Some(match self.below(50) {
                0 => BoardResult::Drawn,
                even_or_odd => BoardResult::Won(Color::ALL[even_or_odd % 2]),
            }),
            source: NonZeroU64::new(u64::from(number) * 2 + 1_000_000_000),
            partner: (number % 2 == 1).then(|| BoardNumber(number - 1)),
            ..Board::between("", "")
        };
        self.play(&mut board);
        board
    }

    fn play(&mut self, board: &mut Board) {
        let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
        let mut arrivals = Vec::new();
        for ply in 0..30 + self.below(31) as u16 {
            if ply > 5 && self.below(4) == 0 {
                let color = Color::ALL[self.below(2)];
                let piece = PieceType::DROPPABLE[[0, 0, 0, 1, 2, 3, 4][self.below(7)]];
                position.receive(Handoff { color, piece }, &mut ());
                arrivals.push(Arrival { ply, piece: Handoff { color, piece } });
            }
            let Some(m) = self.chosen(&position, ply) else { break };
            let time = Some(Millis((-self.part().ln() * 2_500.0) as i64));
            board.moves.push(PlayedMove { m, time });
            let _to_the_other_board = position.make(m, &mut ());
        }
        arrivals.retain(|arrival| usize::from(arrival.ply) < board.moves.len());
        if self.below(5) > 0 {
            board.arrivals = Arrivals::Known(arrivals);
        }
    }

    /// In the opening a move of a weighted tree, in which a position's first move is played in two
    /// games of three, its second in two of the rest, and so on.
    fn chosen(&mut self, position: &Position, ply: u16) -> Option<Move> {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let rank = match ply {
            0..24 => (self.part().ln() / (1.0_f64 / 3.0).ln()) as usize % moves.len(),
            _ => self.below(moves.len()),
        };
        let placement = position.placement_key().0;
        let order =
            |m: &Move| (placement ^ u64::from(m.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        moves.sort_unstable_by_key(order);
        Some(moves[rank])
    }
}
