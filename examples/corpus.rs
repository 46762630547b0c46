//! Writes many games in each format that Tandem reads, from a few games of `tandem match`:
//! `cargo run --release --example corpus -- GAMES.bpgn 1000000 FOLDER FORMAT…`, where a format is
//! `bpgn`, `gz`, `bz2`, `zst`, `callbacks` or `archives`; all of them without one.
//!
//! The number is that of boards. Each game is one of those given, in turn, with players, ratings, a date and
//! numbers of its own, so no two records are the same. In archives a board lies with its player of White,
//! every tenth one with Black as well, in shuffled order.
#![expect(clippy::print_stdout, reason = "an example reports to a person")]

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, Reader};
use tandem_rules::{BoardId, Move, MoveKind, Seat, Team};

/// A result of a function that may fail for any reason.
type Done<T = ()> = Result<T, Box<dyn Error>>;

const FORMATS: [&str; 6] = ["bpgn", "gz", "bz2", "zst", "callbacks", "archives"];
/// Players, each of whom has an archive.
const PLAYERS: u64 = 400;
/// The base time of all games, in seconds.
const BASE: i64 = 180;
/// Bytes of a frame of zstd.
const FRAME: usize = 8 << 20;

fn main() -> Done {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, boards, folder, formats @ ..] = &arguments[..] else {
        return Err("expected GAMES.bpgn BOARDS FOLDER FORMAT…".into());
    };
    let (count, folder) = (boards.parse::<u64>()? / 2, PathBuf::from(folder));
    let games = Reader::new(BufReader::new(File::open(games)?));
    let games: Vec<GameRecord> = games.filter_map(|game| Some(game.ok()?.record)).collect();
    if games.is_empty() {
        return Err("there is no game".into());
    }
    fs::create_dir_all(&folder)?;
    let all = FORMATS.map(str::to_owned);
    for format in if formats.is_empty() { &all[..] } else { formats } {
        let bytes = write(format, &games, count, &folder)?;
        println!("{format}: {} boards, {bytes} bytes", 2 * count);
    }
    Ok(())
}

/// Writes the corpus in a format and returns its bytes.
fn write(format: &str, games: &[GameRecord], count: u64, folder: &Path) -> Done<u64> {
    let create = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
    let each = |out: &mut dyn Write| -> Done {
        for number in 0..count {
            let record = Facts::of(number).bpgn(&games[number as usize % games.len()]);
            record.write_to(&mut &mut *out)?;
        }
        Ok(())
    };
    match format {
        "bpgn" => {
            let mut out = create("games.bpgn")?;
            each(&mut out)?;
            out.flush()?;
        }
        "gz" => {
            let mut out = GzEncoder::new(create("games.bpgn.gz")?, flate2::Compression::fast());
            each(&mut out)?;
            out.finish()?.flush()?;
        }
        "bz2" => {
            let out = create("games.bpgn.bz2")?;
            let mut out = bzip2::write::BzEncoder::new(out, bzip2::Compression::fast());
            each(&mut out)?;
            out.finish()?.flush()?;
        }
        "zst" => {
            let mut out = Frames { out: create("games.bpgn.zst")?, frame: Vec::new() };
            each(&mut out)?;
            out.flush()?;
        }
        "callbacks" => callbacks(games, count, create("callbacks.json")?)?,
        "archives" => archives(games, count, &folder.join("archives"))?,
        other => return Err(format!("`{other}` is no format, expected {FORMATS:?}").into()),
    }
    let name = match format {
        "bpgn" => "games.bpgn".to_owned(),
        "callbacks" => "callbacks.json".to_owned(),
        "archives" => return bytes_in(&folder.join("archives")),
        packed => format!("games.bpgn.{packed}"),
    };
    Ok(folder.join(name).metadata()?.len())
}

fn bytes_in(folder: &Path) -> Done<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

/// The texts of boards alone, a line each.
fn callbacks(games: &[GameRecord], count: u64, mut out: impl Write) -> Done {
    for number in 0..count {
        let facts = Facts::of(number);
        for board in BoardId::ALL {
            let record = &games[number as usize % games.len()];
            writeln!(out, "{}", facts.callback(record, board))?;
        }
    }
    Ok(out.flush()?)
}

/// An archive for each player: boards go to their archives in the order of a shuffle of blocks of games.
fn archives(games: &[GameRecord], count: u64, folder: &Path) -> Done {
    fs::create_dir_all(folder)?;
    let path = |player: u64| folder.join(format!("{}.json", name(player)));
    let mut files = Vec::new();
    for player in 0..PLAYERS {
        let mut file = BufWriter::with_capacity(1 << 14, File::create(path(player))?);
        file.write_all(b"{\"games\":[")?;
        files.push((file, 0_u64));
    }
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    let mut dice = ChaCha8Rng::seed_from_u64(count);
    for at in (1..numbers.len()).rev() {
        numbers.swap(at, dice.next_u64() as usize % (at + 1));
    }
    for number in numbers.into_iter().map(u64::from) {
        let (facts, record) = (Facts::of(number), &games[number as usize % games.len()]);
        for board in BoardId::ALL {
            let entry = facts.entry(record, board).to_string();
            let [white, black] = facts.players_of(board);
            for player in [Some(white), (number % 10 == 0).then_some(black)].into_iter().flatten() {
                let (file, boards) = &mut files[player as usize];
                let comma = if *boards > 0 { "," } else { "" };
                write!(file, "{comma}{entry}")?;
                *boards += 1;
            }
        }
    }
    for (mut file, _) in files {
        file.write_all(b"]}")?;
        file.flush()?;
    }
    Ok(())
}

/// The facts of a game beside its moves.
struct Facts {
    number: u64,
    /// In the order of the seats.
    players: [u64; 4],
    ratings: [u64; 4],
    /// Seconds since 1970.
    ended: u64,
}

/// The name of a player.
fn name(player: u64) -> String {
    format!("player{player}")
}

impl Facts {
    fn of(number: u64) -> Self {
        let mut dice = ChaCha8Rng::seed_from_u64(number);
        let mut players = [0; 4];
        for seat in 0..4 {
            // Few players play much.
            let most = dice.next_u64() % PLAYERS + 1;
            players[seat] = dice.next_u64() % most;
            while players[..seat].contains(&players[seat]) {
                players[seat] = (players[seat] + 1) % PLAYERS;
            }
        }
        let ratings = [(); 4].map(|()| 1000 + dice.next_u64() % 1400);
        Self { number, players, ratings, ended: 1_400_000_000 + number * 97 }
    }

    fn players_of(&self, board: BoardId) -> [u64; 2] {
        let first = 2 * board.index();
        [self.players[first], self.players[first + 1]]
    }

    /// The number of a board at chess.com.
    fn id(&self, board: BoardId) -> u64 {
        100_000_000_000 + 8 * self.number + 2 * board.index() as u64
    }

    fn date(&self) -> String {
        let days = self.number * 97 / 86_400;
        format!("{}.{:02}.{:02}", 2014 + days / 336, days / 28 % 12 + 1, days % 28 + 1)
    }

    fn bpgn(&self, record: &GameRecord) -> GameRecord {
        let mut record = record.clone();
        for seat in Seat::ALL {
            let tag = format!("{:?}{:?}", seat.color, seat.board);
            record.set_tag(&tag, &name(self.players[seat.index()]));
            record.set_tag(&format!("{tag}Elo"), &self.ratings[seat.index()].to_string());
        }
        record.set_tag("BughouseDBGameNo", &(self.number + 1).to_string());
        record.set_tag("Date", &self.date());
        record
    }

    fn callback(&self, record: &GameRecord, board: BoardId) -> Value {
        let plies = || record.plies().iter().filter(|ply| ply.seat.board == board);
        let moves: String = plies().map(|ply| code(ply.m)).collect();
        let tenths = |clock: Option<i64>| (clock.unwrap_or(BASE * 1000) / 100).to_string();
        let clocks: Vec<String> = plies().map(|ply| tenths(ply.clock)).collect();
        let [white, black] = self.players_of(board).map(name);
        let elo = |color: usize| self.ratings[2 * board.index() + color];
        let winner = winner(record, board);
        json!({ "game": {
            "id": self.id(board),
            "partnerGameId": self.id(board.other()),
            "type": "bughouse",
            "plyCount": clocks.len(),
            "moveList": moves,
            "moveTimestamps": clocks.join(","),
            "baseTime1": BASE * 10,
            "timeIncrement1": 0,
            "initialSetup": "",
            "colorOfWinner": winner,
            "endTime": self.ended,
            "gameEndReason": if board == BoardId::A { "resigned" } else { "bughousepartnerlose" },
            "pgnHeaders": {
                "White": white,
                "Black": black,
                "WhiteElo": elo(0),
                "BlackElo": elo(1),
                "Date": self.date(),
                "TimeControl": BASE.to_string(),
                "Result": match winner { Some("white") => "1-0", Some(_) => "0-1", None => "1/2-1/2" },
            },
        }})
    }

    fn entry(&self, record: &GameRecord, board: BoardId) -> Value {
        let plies = record.plies().iter().filter(|ply| ply.seat.board == board);
        let moves: String = plies.map(|ply| code(ply.m)).collect();
        let winner = winner(record, board);
        let lost = if board == BoardId::A { "resigned" } else { "bughousepartnerlose" };
        let player = |color: usize, name_of: &str| {
            let result = match winner {
                None => "agreed",
                Some(winner) if winner == name_of => "win",
                Some(_) => lost,
            };
            let rating = self.ratings[2 * board.index() + color];
            json!({ "username": name(self.players_of(board)[color]), "rating": rating, "result": result })
        };
        json!({
            "url": format!("https://www.chess.com/game/live/{}", self.id(board)),
            "rules": "bughouse",
            "tcn": moves,
            "initial_setup": "",
            "time_control": BASE.to_string(),
            "end_time": self.ended,
            "white": player(0, "white"),
            "black": player(1, "black"),
        })
    }
}

/// The color that has won on a board; `None` for a draw. A game without a result counts as one.
fn winner(record: &GameRecord, board: BoardId) -> Option<&'static str> {
    let team = match record.result() {
        BpgnResult::TeamOne => Team::One,
        BpgnResult::TeamTwo => Team::Two,
        BpgnResult::Draw | BpgnResult::Unfinished => return None,
    };
    Some(if team.seat(board).color == tandem_rules::Color::White { "white" } else { "black" })
}

/// A move in the two letters of chess.com.
fn code(m: Move) -> String {
    const CODE: &[u8; 85] =
        b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*++=";
    let letter = |index: usize| char::from(CODE[index]);
    match m.kind() {
        MoveKind::Drop { piece, to } => {
            let place = "qnrbkp".find(piece.to_char().to_ascii_lowercase()).unwrap_or_default();
            [letter(79 + place), letter(to.index())].iter().collect()
        }
        MoveKind::Castle { king, rook } => {
            let to = if rook.index() > king.index() { king.index() + 2 } else { king.index() - 2 };
            [letter(king.index()), letter(to)].iter().collect()
        }
        MoveKind::Promotion { from, to, piece } => {
            let place = "qnrbkp".find(piece.to_char().to_ascii_lowercase()).unwrap_or_default();
            let step = (to.index() % 8 + 1) - from.index() % 8;
            [letter(from.index()), letter(64 + 3 * place + step)].iter().collect()
        }
        MoveKind::Normal { from, to } | MoveKind::EnPassant { from, to } => {
            [letter(from.index()), letter(to.index())].iter().collect()
        }
    }
}

/// Output as frames of zstd, one after the other.
struct Frames<W> {
    out: W,
    frame: Vec<u8>,
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.frame.extend(bytes);
        if self.frame.len() >= FRAME {
            self.end_frame()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.end_frame()?;
        self.out.flush()
    }
}

impl<W: Write> Frames<W> {
    fn end_frame(&mut self) -> std::io::Result<()> {
        if !self.frame.is_empty() {
            self.out.write_all(&compress_to_vec(&self.frame[..], CompressionLevel::Fastest))?;
            self.frame.clear();
        }
        Ok(())
    }
}
