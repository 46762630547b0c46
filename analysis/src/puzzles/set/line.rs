//! A puzzle as a line of a set.

use std::fmt::Write;

use tandem_rules::notation::legible;
use tandem_rules::{Boards, Millis, MoveRules, Seat, Square};

use super::SetPuzzle;
use crate::puzzles::{Kind, Puzzle, Setting, SettingError, Solution, Theme};

/// Number of fields.
const FIELDS: usize = 14;

/// Error for a line that is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The number of fields is another one.
    #[error("{0} fields, expected {FIELDS}")]
    Fields(usize),
    /// A field cannot be read.
    #[error("`{}` is no {what}", legible(.text))]
    Field {
        /// What it should be.
        what: &'static str,
        /// What it is.
        text: String,
    },
    /// The boards are no setting of a question.
    #[error("{}", legible(&.0.to_string()))]
    Setting(SettingError),
}

/// Appends the line of a puzzle, with its end.
pub(super) fn write(text: &mut String, SetPuzzle { rating, puzzle }: &SetPuzzle) {
    let Puzzle { ply, seat, kind, moves, nodes, theme, fens, clocks, last, solution } = puzzle;
    let clocks = clocks.iter().flatten().map(|clock| clock.0.to_string());
    let clocks = or_dash(clocks.collect::<Vec<_>>().join(","));
    let last: Vec<_> = last.iter().map(|squares| squares.join(" ")).collect();
    let lines: Vec<_> = solution.lines.iter().map(|line| line.join(" ")).collect();
    let (seat, kind, theme) = (seat.index(), kind.name(), theme.name());
    let fens = fens.join("\t");
    let last = or_dash(last.join("/"));
    let answers = or_dash(solution.answers.join(","));
    let lines = or_dash(lines.join(","));
    let pieces = or_dash(solution.pieces.join(","));
    let written = writeln!(
        text,
        "{kind}\t{seat}\t{rating}\t{moves}\t{nodes}\t{theme}\t{ply}\t{fens}\t{clocks}\t{last}\t\
         {answers}\t{lines}\t{pieces}"
    );
    written.expect("memory takes it");
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Reads a line, without its end.
pub(super) fn read(line: &str) -> Result<SetPuzzle, LineError> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [kind, seat, rating, moves, nodes, theme, ply, a, b, clocks, last, answers, lines, pieces] =
        fields[..]
    else {
        return Err(LineError::Fields(fields.len()));
    };
    let solution = Solution {
        answers: items(answers, "answer")?,
        lines: items(lines, "line")?.iter().map(|line| words(line)).collect::<Result<_, _>>()?,
        pieces: items(pieces, "piece")?,
    };
    let puzzle = Puzzle {
        ply: number(ply)?,
        seat: seat_of(seat)?,
        kind: named(&Kind::ALL, Kind::name, kind, "kind")?,
        moves: number(moves)?,
        nodes: number(nodes)?,
        theme: named(&Theme::ALL, Theme::name, theme, "theme")?,
        fens: vec![a.to_owned(), b.to_owned()],
        clocks: clocks_of(clocks)?,
        last: last_of(last)?,
        solution,
    };
    let setting = Setting::of(&puzzle, MoveRules::default()).map_err(LineError::Setting)?;
    is_written_so(&setting.boards, &puzzle.fens)?;
    Ok(SetPuzzle { rating: number(rating)?, puzzle })
}

/// Refuses positions in another form than that in which they are written.
fn is_written_so(boards: &Boards, fens: &[String]) -> Result<(), LineError> {
    for (&board, fen) in boards.in_play().iter().zip(fens) {
        if boards.position(board).to_fen() != *fen {
            return Err(fault("position as it is written", fen));
        }
    }
    Ok(())
}

fn fault(what: &'static str, text: &str) -> LineError {
    LineError::Field { what, text: text.to_owned() }
}

/// A number as it is written: without a sign, and without zeros in front.
fn number<N: std::str::FromStr + ToString>(text: &str) -> Result<N, LineError> {
    let number = text.parse::<N>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| fault("number", text))
}

fn seat_of(text: &str) -> Result<Seat, LineError> {
    let at: usize = number(text)?;
    Seat::ALL.get(at).copied().ok_or_else(|| fault("seat", text))
}

fn named<T: Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
    text: &str,
    what: &'static str,
) -> Result<T, LineError> {
    all.iter().copied().find(|&one| name(one) == text).ok_or_else(|| fault(what, text))
}

/// The items of a list; none may be empty.
fn items(text: &str, what: &'static str) -> Result<Vec<String>, LineError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let items: Vec<_> = text.split(',').map(str::to_owned).collect();
    let is_sound = items.iter().all(|item| !item.is_empty() && item.is_ascii());
    if is_sound { Ok(items) } else { Err(fault(what, text)) }
}

fn words(line: &str) -> Result<Vec<String>, LineError> {
    let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
    if words.iter().all(|word| !word.is_empty()) { Ok(words) } else { Err(fault("line", line)) }
}

fn clocks_of(text: &str) -> Result<Option<Vec<Millis>>, LineError> {
    if text == "-" {
        return Ok(None);
    }
    let clocks: Vec<_> =
        text.split(',').map(|clock| number(clock).map(Millis)).collect::<Result<_, _>>()?;
    if clocks.len() == Seat::ALL.len() { Ok(Some(clocks)) } else { Err(fault("clocks", text)) }
}

/// The squares of the last move on each board.
fn last_of(text: &str) -> Result<Vec<Vec<String>>, LineError> {
    let Some((a, b)) = text.split_once('/') else { return Err(fault("last moves", text)) };
    let squares = |side: &str| -> Result<Vec<String>, LineError> {
        if side.is_empty() {
            return Ok(Vec::new());
        }
        let squares = words(side)?;
        let is_sound = squares.iter().all(|square| square.parse::<Square>().is_ok());
        if is_sound { Ok(squares) } else { Err(fault("last moves", text)) }
    };
    Ok(vec![squares(a)?, squares(b)?])
}
