//! `tandem explorer FILE`.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use tandem_arbiter::date;
use tandem_explorer::{Answer, Board, BoardNumber, BoardResult, Explorer, Key, MoveStats};
use tandem_rules::{Boards, Color, MoveKind, PieceTypes, Position, Variant};

use super::question::QuestionArgs;
use crate::explored::{Judge, Judged, Scores};
use crate::wrapping;

#[derive(Args)]
pub(super) struct AskArgs {
    /// A file that `tandem explorer build` has made
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>, // `build` stands without it
    #[command(flatten)]
    question: QuestionArgs,
    /// Prints a board of the file by its number, with its moves
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["moves", "fen"])]
    board: Option<u32>,
    /// Lets the engine judge each move by so many nodes of each board: the share of such games that the
    /// team of the mover wins. Scores are kept in `FILE.scores`, so that a position is searched once
    #[arg(long, value_name = "N", conflicts_with = "board")]
    nodes: Option<NonZeroU64>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &AskArgs) -> anyhow::Result<()> {
    let file = args.file.as_deref().context("no file is named")?;
    let name = file.display();
    let explorer = Explorer::open(file).with_context(|| format!("cannot read `{name}`"))?;
    if let Some(number) = args.board {
        let board =
            explorer.board(BoardNumber(number)).with_context(|| format!("board {number}"))?;
        write!(stdout(), "{}", board_text(number, &board))?;
        return Ok(());
    }
    let asked = match args.question.both {
        true => Asked::Both(Box::new(args.question.both_positions()?)),
        false => Asked::One(Box::new(args.question.position()?)),
    };
    let (key, filter) = (args.question.key(), args.question.filter()?);
    let answer = match &asked {
        Asked::One(position) => explorer.look(position, key, &filter)?,
        Asked::Both(boards) => explorer.look_at_both(boards, &filter)?,
    };
    let scores = args.nodes.map(|nodes| judged(&answer, &asked, file, nodes.get()));
    if args.json {
        writeln!(stdout(), "{}", answer_json(&answer, &asked, scores.as_deref()))?;
        return Ok(());
    }
    let text = answer_text(&answer, &asked, scores.as_deref());
    writeln!(stdout(), "{}", wrapping::for_terminal(text.trim_end()))?;
    if let (Asked::One(position), Key::WithHoldings) = (&asked, key) {
        let all = explorer.look(position, Key::Structure, &filter)?.games;
        if all > answer.games {
            writeln!(stdout(), "{all} boards whatever the players hold: --structure")?;
        }
    }
    Ok(())
}

/// The share of such games that the team of the mover wins after each move; `None` for a move that cannot
/// be made with what is held.
fn judged(answer: &Answer, asked: &Asked, file: &Path, nodes: u64) -> Vec<Option<f64>> {
    let (mut scores, mut judge) = (Scores::beside(file), None);
    let score = |stats: &MoveStats| {
        let judged = asked.after(stats)?;
        let key = judged.key(nodes);
        let known = scores.get(&key);
        let wins = known.or_else(|| {
            let judge = judge.get_or_insert_with(|| Judge::new(nodes));
            judge.team_one_wins(&judged).inspect(|&wins| scores.keep(key, wins))
        });
        wins.map(|wins| judged.for_mover(wins))
    };
    answer.moves.iter().map(score).collect()
}

/// The position or the positions that are asked for.
enum Asked {
    One(Box<Position>),
    Both(Box<Boards>),
}

impl Asked {
    /// The position in which a move was played.
    const fn position(&self, stats: &MoveStats) -> &Position {
        match self {
            Self::One(position) => position,
            Self::Both(boards) => boards.position(stats.on),
        }
    }

    /// The position after a move.
    fn after(&self, stats: &MoveStats) -> Option<Judged> {
        match self {
            Self::One(position) => Judged::of_one(position, stats.m),
            Self::Both(boards) => Judged::of_both(boards, stats.on, stats.m),
        }
    }

    /// The move in SAN, of two boards with its board.
    fn name(&self, stats: &MoveStats) -> String {
        let san = self.position(stats).san(stats.m, PieceTypes::NONE);
        match self {
            Self::One(_) => san,
            Self::Both(_) => format!("{} {san}", stats.on),
        }
    }

    /// The things that are counted.
    const fn unit(&self) -> &'static str {
        match self {
            Self::One(_) => "boards",
            Self::Both(_) => "games",
        }
    }
}

/// A table of the moves, the most frequent first.
fn answer_text(answer: &Answer, asked: &Asked, scores: Option<&[Option<f64>]>) -> String {
    let text = format!("{} {}\n", answer.games, asked.unit());
    if answer.moves.is_empty() {
        return text;
    }
    let engine = scores.map(|_| "engine");
    let heads = ["move", asked.unit(), "share", "won", "drawn", "lost", "seconds", "rating"];
    let heads = heads.into_iter().chain(engine).chain(["examples"]).map(str::to_owned);
    let mut rows = vec![heads.collect()];
    for (number, stats) in answer.moves.iter().enumerate() {
        let mut cells = cells(stats, answer.games, asked);
        if let Some(scores) = scores {
            let engine = scores[number].map(|wins| format!("{:.0} %", 100.0 * wins));
            cells.push(engine.unwrap_or_else(|| "-".to_owned()));
        }
        let examples = stats.examples.iter().map(|BoardNumber(number)| number.to_string());
        cells.push(examples.collect::<Vec<_>>().join(" "));
        rows.push(cells);
    }
    text + &aligned(&rows)
}

/// Cells of a move: its name, how often it was played of all games, the results, the mean time and the mean
/// rating.
fn cells(stats: &MoveStats, games: u64, asked: &Asked) -> Vec<String> {
    let ended = stats.wins + stats.draws + stats.losses;
    let share = |count: u64, all: u64| match all {
        0 => "-".to_owned(),
        all => format!("{:.0} %", 100.0 * count as f64 / all as f64),
    };
    let mean = |mean: Option<f64>, digits: usize| {
        mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.digits$}"))
    };
    vec![
        asked.name(stats),
        stats.games.to_string(),
        share(stats.games, games),
        share(stats.wins, ended),
        share(stats.draws, ended),
        share(stats.losses, ended),
        mean(stats.mean_seconds, 1),
        mean(stats.mean_rating, 0),
    ]
}

/// Rows of as many cells each, in columns as wide as their longest one. Between the first and the last
/// column the cells end at the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let last = rows.first().map_or(0, |row| row.len().saturating_sub(1));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..=last).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _infallible = match column {
                0 => write!(text, "{cell:<width$}"),
                _ if column == last => writeln!(text, " {cell}"),
                _ => write!(text, " {cell:>width$}"),
            };
        }
    }
    text
}

fn answer_json(answer: &Answer, asked: &Asked, scores: Option<&[Option<f64>]>) -> Value {
    let of_move = |(number, stats): (usize, &MoveStats)| {
        let position = asked.position(stats);
        let mut of_move = json!({
            "move": position.coordinate(stats.m).to_string(),
            "san": position.san(stats.m, PieceTypes::NONE),
            asked.unit(): stats.games,
            "won": stats.wins,
            "drawn": stats.draws,
            "lost": stats.losses,
            "seconds": stats.mean_seconds,
            "rating": stats.mean_rating,
            "examples": stats.examples.iter().map(|number| number.0).collect::<Vec<_>>(),
        });
        if let Some(scores) = scores {
            of_move["engine"] = scores[number].into();
        }
        if let Asked::Both(_) = asked {
            of_move["board"] = stats.on.to_string().into();
        }
        of_move
    };
    let moves: Vec<Value> = answer.moves.iter().enumerate().map(of_move).collect();
    json!({ asked.unit(): answer.games, "moves": moves })
}

/// A board with what is known of it, as the tags and moves of PGN.
fn board_text(number: u32, board: &Board) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _infallible = writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\\'], "'"));
    };
    tag("Board", &number.to_string());
    for (color, player) in ["White", "Black"].into_iter().zip(&board.players) {
        tag(color, &player.name);
        if let Some(rating) = player.rating {
            tag(&format!("{color}Elo"), &rating.to_string());
        }
    }
    if let Some(ended) = board.ended {
        tag("Date", &date::tag(i64::from(ended)));
    }
    if let Some(clock) = board.clock {
        tag("TimeControl", &clock.to_string());
    }
    if let Some(source) = board.source.filter(|source| source.get() >> 63 == 0) {
        tag("Link", &format!("https://www.chess.com/game/live/{source}"));
    }
    if let Some(BoardNumber(partner)) = board.partner {
        tag("PartnerBoard", &partner.to_string());
    }
    let result = match board.result {
        Some(BoardResult::Won(Color::White)) => "1-0",
        Some(BoardResult::Won(Color::Black)) => "0-1",
        Some(BoardResult::Drawn) => "1/2-1/2",
        None => "*",
    };
    tag("Result", result);
    tag("Variant", "bughouse");
    if let Some(start) = start_of(board).filter(|_| board.start.is_some()) {
        tag("SetUp", "1");
        tag("FEN", &start.to_fen());
    }
    text.push('\n');
    for word in moves_text(board) {
        text.push_str(&word);
        text.push(' ');
    }
    text + result + "\n"
}

/// The position before the moves; `None` if there is none such.
fn start_of(board: &Board) -> Option<Position> {
    match &board.start {
        None => Some(Position::start(Variant::Bughouse, board.rules.moves)),
        Some(setup) => Position::from_setup(setup, Variant::Bughouse, board.rules.moves).ok(),
    }
}

/// The moves in SAN, with their numbers.
fn moves_text(board: &Board) -> Vec<String> {
    let Some(mut position) = start_of(board) else { return Vec::new() };
    let mut words = Vec::new();
    for played in &board.moves {
        // Which pieces had come does not matter to a move's name.
        if let MoveKind::Drop { piece, .. } = played.m.kind() {
            position.supply(piece, &mut ());
        }
        if position.side_to_move() == Color::White {
            words.push(format!("{}.", position.fullmove_number()));
        }
        words.push(position.san(played.m, PieceTypes::NONE));
        let _to_the_other_board = position.make(played.m, &mut ());
    }
    words
}
