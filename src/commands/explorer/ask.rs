//! `tandem explorer FILE`.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use tandem_arbiter::date;
use tandem_explorer::{Answer, Board, BoardNumber, BoardResult, Explorer, Key, MoveStats};
use tandem_rules::{Color, MoveKind, PieceTypes, Position, Variant};

use super::question::QuestionArgs;

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
    let position = args.question.position()?;
    let (key, filter) = (args.question.key(), args.question.filter()?);
    let answer = explorer.look(&position, key, &filter)?;
    if args.json {
        writeln!(stdout(), "{}", answer_json(&answer, &position))?;
        return Ok(());
    }
    write!(stdout(), "{}", answer_text(&answer, &position))?;
    if key == Key::WithHoldings {
        let all = explorer.look(&position, Key::Structure, &filter)?.games;
        if all > answer.games {
            writeln!(stdout(), "{all} boards whatever the players hold: --structure")?;
        }
    }
    Ok(())
}

/// A table of the moves, the most frequent first.
fn answer_text(answer: &Answer, position: &Position) -> String {
    let mut text = format!("{} boards\n", answer.games);
    if answer.moves.is_empty() {
        return text;
    }
    let _infallible = writeln!(
        text,
        "{:<8} {:>8} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  examples",
        "move", "boards", "share", "won", "drawn", "lost", "seconds", "rating"
    );
    for stats in &answer.moves {
        let ended = stats.wins + stats.draws + stats.losses;
        let share = |count: u64, all: u64| match all {
            0 => "-".to_owned(),
            all => format!("{:.0} %", 100.0 * count as f64 / all as f64),
        };
        let seconds =
            stats.mean_seconds.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
        let rating = stats.mean_rating.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.0}"));
        let examples: Vec<String> =
            stats.examples.iter().map(|BoardNumber(number)| number.to_string()).collect();
        let _infallible = writeln!(
            text,
            "{:<8} {:>8} {:>6} {:>6} {:>6} {:>6} {seconds:>8} {rating:>7}  {}",
            position.san(stats.m, PieceTypes::NONE),
            stats.games,
            share(stats.games, answer.games),
            share(stats.wins, ended),
            share(stats.draws, ended),
            share(stats.losses, ended),
            examples.join(" ")
        );
    }
    text
}

fn answer_json(answer: &Answer, position: &Position) -> Value {
    let of_move = |stats: &MoveStats| {
        json!({
            "move": position.coordinate(stats.m).to_string(),
            "san": position.san(stats.m, PieceTypes::NONE),
            "boards": stats.games,
            "won": stats.wins,
            "drawn": stats.draws,
            "lost": stats.losses,
            "seconds": stats.mean_seconds,
            "rating": stats.mean_rating,
            "examples": stats.examples.iter().map(|number| number.0).collect::<Vec<_>>(),
        })
    };
    let moves: Vec<Value> = answer.moves.iter().map(of_move).collect();
    json!({ "boards": answer.games, "moves": moves })
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
        tag("Date", &date::day(i64::from(ended)));
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
    text.push('\n');
    for word in moves_text(board) {
        text.push_str(&word);
        text.push(' ');
    }
    text + result + "\n"
}

/// The moves in SAN, with their numbers.
fn moves_text(board: &Board) -> Vec<String> {
    let start = match &board.start {
        None => Some(Position::start(Variant::Bughouse, board.rules.moves)),
        Some(setup) => Position::from_setup(setup, Variant::Bughouse, board.rules.moves).ok(),
    };
    let Some(mut position) = start else { return Vec::new() };
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
