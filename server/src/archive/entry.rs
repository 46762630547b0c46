//! The facts of a game by which it is found.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Preset};

use crate::message::ArchivedGame;
use crate::plain::line_of;

/// Most moves of a board by which a game is found.
const OPENING: usize = 40;

/// Most characters of a field of a list.
const LONGEST_FIELD: usize = 200;

/// A game as a row of the archive, but for its number.
pub(super) struct Entry {
    pub(super) game: ArchivedGame,
    /// The first moves of each board in SAN, with a blank after each.
    pub(super) openings: [String; 2],
    pub(super) bpgn: String,
}

impl Entry {
    pub(super) fn of(number: i64, record: &GameRecord) -> Self {
        let boards = record.start().in_play().len();
        let names: &[&str] = match boards {
            2 => &["WhiteA", "BlackA", "WhiteB", "BlackB"],
            _ => &["White", "Black"],
        };
        let tag = |name: &str| field(record.tag(name).unwrap_or_default());
        let rules = match record.tag("Rules") {
            Some(rules) => field(rules),
            None => Preset::usual(record.start().position(BoardId::A).variant()).name().to_owned(),
        };
        let game = ArchivedGame {
            game: number,
            date: date_of(record),
            players: names.iter().map(|name| tag(name)).collect(),
            result: record.result().to_string(),
            reason: field(record.reason().unwrap_or_default()),
            rules,
            clock: tag("TimeControl"),
            plies: u32::try_from(record.plies().len()).unwrap_or(u32::MAX),
            name: name_of(record),
        };
        Self { game, openings: openings(record), bpgn: record.to_string() }
    }
}

/// A text as a field of a list: one line, and not a long one. The record has it whole.
pub(super) fn field(text: &str) -> String {
    line_of(text, LONGEST_FIELD)
}

/// The name of a kept analysis; `None` for a game. Lichess has it in the same tag.
fn name_of(record: &GameRecord) -> Option<String> {
    let named = record.tag("StudyName").map(field).filter(|name| !name.is_empty());
    let is_analysis = || record.tag("Event") == Some("Analysis");
    named.or_else(|| is_analysis().then(|| "Analysis".to_owned()))
}

/// The date of a record, as in `2026-01-31 18:30` as far as it is known.
fn date_of(record: &GameRecord) -> String {
    let is_known = |date: &&str| date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let Some(date) = record.tag("Date").filter(is_known) else { return String::new() };
    let time = record.tag("Time").and_then(|time| time.get(..5));
    let time = time.map(|time| format!(" {time}")).unwrap_or_default();
    format!("{}{time}", date.replace('.', "-"))
}

fn openings(record: &GameRecord) -> [String; 2] {
    let mut boards = record.start().clone();
    let mut openings = [String::new(), String::new()];
    let mut counts = [0; 2];
    for ply in record.plies() {
        let board = ply.seat.board;
        if counts[board.index()] < OPENING {
            counts[board.index()] += 1;
            let san = boards.san(board, ply.m);
            openings[board.index()].extend([san.trim_end_matches(['+', '#']), " "]);
        }
        let _handoff = boards.play(ply.seat, ply.m); // a record has accepted moves only
    }
    openings
}
