//! Positions to open: a few examples of each habit.

use serde::Serialize;
use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Boards, Color, Millis, Move, Seat};

use crate::record::players;
use crate::text::notation::move_number;

/// The most positions that are kept of a habit.
const MOST: usize = 3;

/// A position of a game, with both boards before a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Example {
    /// The file and the line of the game.
    pub place: String,
    /// The players in the order of [`Seat::ALL`].
    pub players: [String; 4],
    /// The date that the record tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The result as the record has it.
    pub result: String,
    /// Number of moves before the position, on both boards.
    pub ply: usize,
    /// The board of the seat that it is about.
    #[serde(serialize_with = "as_text")]
    pub board: BoardId,
    /// The color of this seat.
    #[serde(serialize_with = "in_small_letters")]
    pub color: Color,
    /// The move that was played, with its number; `None` at the end of the game.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The squares of this move, origin first.
    pub squares: Vec<String>,
    /// The FEN of each board.
    pub fens: [String; 2],
    /// The clocks in milliseconds in the order of [`Seat::ALL`], if the record has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks_ms: Option<[i64; 4]>,
    /// Sentence on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn as_text<S: serde::Serializer>(shown: &impl ToString, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&shown.to_string())
}

fn in_small_letters<S: serde::Serializer>(
    shown: &impl ToString,
    out: S,
) -> Result<S::Ok, S::Error> {
    out.serialize_str(&shown.to_string().to_lowercase())
}

/// A game that examples are taken from, and where it is.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) place: &'a str,
}

impl Origin<'_> {
    /// The position before a move, for the seat that the example is about.
    pub(super) fn example(
        &self,
        seat: Seat,
        ply: usize,
        boards: &Boards,
        clocks: Option<[Millis; 4]>,
    ) -> Example {
        let next = self.record.plies().get(ply);
        let played = next.map(|next| self::played(next.seat, next.m, boards));
        Example {
            place: self.place.to_owned(),
            players: players(self.record),
            date: self.record.tag("Date").map(str::to_owned),
            result: self.record.result().to_string(),
            ply,
            board: seat.board,
            color: seat.color,
            played,
            squares: next
                .iter()
                .flat_map(|next| next.m.squares())
                .map(|to| to.to_string())
                .collect(),
            fens: BoardId::ALL.map(|board| boards.position(board).to_fen()),
            clocks_ms: clocks.map(|clocks| clocks.map(|clock| clock.0)),
            note: None,
        }
    }

    /// The boards before a move.
    pub(super) fn boards_before(&self, ply: usize) -> Boards {
        let mut boards = self.record.start().clone();
        for played in self.record.plies().iter().take(ply) {
            let _handoff = boards.play(played.seat, played.m); // a record has accepted moves only
        }
        boards
    }
}

/// A move as records write it, as in `17a. Bxc6`.
fn played(seat: Seat, m: Move, boards: &Boards) -> String {
    let number = move_number(boards.position(seat.board).fullmove_number(), seat, boards);
    format!("{number} {}", boards.san(seat.board, m))
}

/// The best examples so far.
#[derive(Clone, Default)]
pub(super) struct Examples {
    /// The best one first.
    kept: Vec<((u64, u64), Example)>,
}

impl Examples {
    /// Keeps an example if it is among the best: by its weight, then by its rank in the lottery. It is
    /// made only then.
    pub(super) fn offer(&mut self, worth: (u64, u64), make: impl FnOnce() -> Example) {
        let at = self.kept.partition_point(|(kept, _)| *kept >= worth);
        if at < MOST {
            self.kept.insert(at, (worth, make()));
            self.kept.truncate(MOST);
        }
    }

    /// The examples, the best one first.
    pub(super) fn all(&self) -> Vec<Example> {
        self.kept.iter().map(|(_, example)| example.clone()).collect()
    }
}
