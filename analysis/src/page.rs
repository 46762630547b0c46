//! Analyzed games as the page of reports shows them.

use serde::Serialize;
use tandem_rules::notation::bpgn::{Comment, GameRecord};
use tandem_rules::{Boards, Move};

use crate::json::GameJson;

/// A game as the page needs it: its analysis, positions and comments.
#[derive(Serialize)]
pub struct GameOnPage<'a> {
    #[serde(flatten)]
    analysis: &'a GameJson,
    /// The FEN of each board at the start.
    start: Vec<String>,
    /// The FEN of each board after each move.
    after: Vec<Vec<String>>,
    /// The squares that each move touches, origin first; a drop has one.
    squares: Vec<Vec<String>>,
    /// The comments before the first move, and after each move.
    said: Vec<Vec<&'a str>>,
    #[serde(flatten)]
    heading: Heading<'a>,
}

/// The tags of a game that the page shows, and the reason of its end.
#[derive(Serialize)]
struct Heading<'a> {
    /// The ratings of the players, in their order.
    ratings: Vec<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_control: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// An analyzed game as a page shows it.
pub fn of_game<'a>(record: &'a GameRecord, analysis: &'a GameJson) -> GameOnPage<'a> {
    let mut boards = record.start().clone();
    let start = fens(&boards);
    let mut after = Vec::with_capacity(record.plies().len());
    let squares = record.plies().iter().map(|ply| touched(ply.m)).collect();
    for ply in record.plies() {
        let _handoff = boards.play(ply.seat, ply.m); // a record has accepted moves only
        after.push(fens(&boards));
    }
    let of_plies = record.plies().iter().map(|ply| texts(&ply.comments));
    let said = std::iter::once(texts(record.preamble())).chain(of_plies).collect();
    let heading = heading(record);
    GameOnPage { analysis, start, after, squares, said, heading }
}

fn heading(record: &GameRecord) -> Heading<'_> {
    let names: &[&str] = match record.start().in_play() {
        [_, _] => &["WhiteAElo", "BlackAElo", "WhiteBElo", "BlackBElo"],
        _ => &["WhiteElo", "BlackElo"],
    };
    Heading {
        ratings: names.iter().map(|name| record.tag(name)).collect(),
        event: record.tag("Event"),
        date: record.tag("Date"),
        time_control: record.tag("TimeControl"),
        reason: record.reason(),
    }
}

fn touched(m: Move) -> Vec<String> {
    m.squares().map(|square| square.to_string()).collect()
}

fn fens(boards: &Boards) -> Vec<String> {
    boards.in_play().iter().map(|&board| boards.position(board).to_fen()).collect()
}

fn texts(comments: &[Comment]) -> Vec<&str> {
    comments.iter().map(Comment::text).collect()
}
