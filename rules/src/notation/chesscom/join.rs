//! Two boards joined to a game.

use crate::notation::bpgn::{
    BpgnResult, Comment, GameRecord, ReadGame, RecordedPly, Warning, WarningKind,
};
use crate::notation::{BfenWarning, Fen};
use crate::{BoardId, Boards, MoveRules, Position, Variant};

use super::board::GameBoard;
use super::error::ChesscomError;

/// Headers that are the same on both boards.
const COMMON: [&str; 3] = ["Event", "Site", "Date"];
/// Headers of the players, and the rest of their names in a record.
const OF_PLAYERS: [(&str, &str, &str); 4] = [
    ("White", "White", ""),
    ("WhiteElo", "White", "Elo"),
    ("Black", "Black", ""),
    ("BlackElo", "Black", "Elo"),
];

/// The beginning of the comment of a joined game, before the numbers of its boards.
const GAMES: &str = "chess.com, games ";
/// The end of the comment of a game without clocks.
const ORDER_UNKNOWN: &str = "; the order of moves across the boards is not known";

/// The numbers of the boards of a joined game, A and B, and whether the order of its moves across the
/// boards is known; `None` for other games.
pub fn joined(record: &GameRecord) -> Option<([u64; 2], bool)> {
    let text = record.preamble().iter().find_map(|comment| comment.text().strip_prefix(GAMES))?;
    let (numbers, is_known) = match text.strip_suffix(ORDER_UNKNOWN) {
        Some(numbers) => (numbers, false),
        None => (text, true),
    };
    let (a, b) = numbers.split_once(" and ")?;
    Some(([a.parse().ok()?, b.parse().ok()?], is_known))
}

/// A board whose moves are being played.
struct Score<'a> {
    board: &'a GameBoard,
    /// Number of moves played.
    played: usize,
    /// Milliseconds used by both players together after each move; empty if no time counts.
    used: Vec<i64>,
}

/// Joins the two boards of a game, given in any order; the one with the lower number is board A.
///
/// # Errors
/// [`ChesscomError`] if the boards do not belong together, or the rules refuse a move.
pub fn join(
    one: &GameBoard,
    other: &GameBoard,
    rules: MoveRules,
) -> Result<ReadGame, ChesscomError> {
    if !one.is_partner(other) {
        let partner = one.partner().to_owned();
        return Err(ChesscomError::Strangers(one.id, other.id, partner));
    }
    join_unlinked(one, other, rules)
}

/// Joins two boards that do not name each other.
///
/// # Errors
/// [`ChesscomError`] if the rules refuse a move.
pub(super) fn join_unlinked(
    one: &GameBoard,
    other: &GameBoard,
    rules: MoveRules,
) -> Result<ReadGame, ChesscomError> {
    let pair = if one.id < other.id { [one, other] } else { [other, one] };
    let mut warnings = Vec::new();
    let a = position(pair[0], BoardId::A, rules, &mut warnings)?;
    let b = position(pair[1], BoardId::B, rules, &mut warnings)?;
    let mut record = GameRecord::new(Boards::new(a, b));
    set_tags(&mut record, pair);
    let has_clocks = pair.iter().all(|board| !board.clocks.is_empty() || board.moves.is_empty());
    let order = if has_clocks { "" } else { ORDER_UNKNOWN };
    let games = format!("{GAMES}{} and {}{order}", pair[0].id, pair[1].id);
    record.comment(Comment::remark(&games));
    play(&mut record, pair, has_clocks)?;
    end(&mut record, pair, &mut warnings);
    Ok(ReadGame { record, line: 1, game: 1, warnings })
}

fn position(
    game: &GameBoard,
    board: BoardId,
    rules: MoveRules,
    warnings: &mut Vec<Warning>,
) -> Result<Position, ChesscomError> {
    let Some(fen) = &game.start else { return Ok(Position::start(Variant::Bughouse, rules)) };
    let (position, left_out) = Fen::position_leniently(fen, Variant::Bughouse, rules)
        .map_err(|error| ChesscomError::Start { game: game.id, error })?;
    let left_out = left_out.into_iter().map(|warning| BfenWarning { board, warning });
    warnings.extend(left_out.map(|warning| Warning { line: 1, kind: warning.into() }));
    Ok(position)
}

fn set_tags(record: &mut GameRecord, pair: [&GameBoard; 2]) {
    for name in COMMON {
        if let Some(value) = pair[0].header(name) {
            record.set_tag(name, &value);
        }
    }
    for (board, letter) in pair.into_iter().zip(BoardId::ALL) {
        for (header, color, rest) in OF_PLAYERS {
            if let Some(value) = board.header(header) {
                record.set_tag(&format!("{color}{letter}{rest}"), &value);
            }
        }
    }
    if let Some(control) = pair[0].time_control() {
        record.set_tag("TimeControl", &control);
    }
}

/// Plays all moves in the order of the time used. A move that cannot be played yet waits for the
/// other board, since the clocks of two boards may differ by some tenths. To wait is never wrong:
/// what happens on the other board can only add to the holdings. Unless both boards have clocks, moves
/// count in place of time.
fn play(
    record: &mut GameRecord,
    pair: [&GameBoard; 2],
    has_clocks: bool,
) -> Result<(), ChesscomError> {
    let used = |board| if has_clocks { used(board) } else { Vec::new() };
    let mut scores = pair.map(|board| Score { board, played: 0, used: used(board) });
    loop {
        let [a, b] = &scores;
        let order = match (a.next_used(), b.next_used()) {
            (None, None) => return Ok(()),
            (Some(_), None) => [Some(BoardId::A), None],
            (None, Some(_)) => [Some(BoardId::B), None],
            (Some(a), Some(b)) if a <= b => [Some(BoardId::A), Some(BoardId::B)],
            (Some(_), Some(_)) => [Some(BoardId::B), Some(BoardId::A)],
        };
        let mut fault = None;
        for board in order.into_iter().flatten() {
            match scores[board.index()].play_next(record, board) {
                Ok(()) => {
                    fault = None;
                    break;
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
}

impl Score<'_> {
    /// The time used after the next move, or the number of moves before it if no time is known; `None` if
    /// there is none.
    fn next_used(&self) -> Option<i64> {
        let is_left = self.played < self.board.moves.len();
        is_left.then(|| self.used.get(self.played).copied().unwrap_or(self.played as i64))
    }

    fn play_next(&mut self, record: &mut GameRecord, board: BoardId) -> Result<(), ChesscomError> {
        let seat = record.boards().on_turn(board);
        let fault = |error| ChesscomError::Move { seat, number: self.played / 2 + 1, error };
        let text = &self.board.moves[self.played];
        let m = record.boards().position(board).parse_coordinate(text).map_err(fault)?;
        let mut ply = RecordedPly::new(seat, m);
        ply.clock = self.board.clocks.get(self.played).copied();
        if record.push(ply).is_err() {
            return Err(fault(crate::notation::MoveTextError::Illegal(text.clone())));
        }
        self.played += 1;
        Ok(())
    }
}

/// The time used on a board after each move: what both players have had, less what they have left.
fn used(board: &GameBoard) -> Vec<i64> {
    let Some(start) = board.base.or_else(|| board.clocks.first().copied()) else {
        return Vec::new();
    };
    let mut left = [start; 2];
    let after = board.clocks.iter().enumerate().map(|(ply, &clock)| {
        left[ply % 2] = clock;
        2 * start + board.increment.saturating_mul(ply as i64 + 1) - left[0] - left[1]
    });
    after.collect()
}

/// Sets the result: that of the board which decided. Where none or both say so, board A's counts
/// first, and a disagreement is warned of.
fn end(record: &mut GameRecord, pair: [&GameBoard; 2], warnings: &mut Vec<Warning>) {
    let [a, b] = pair.map(GameBoard::result);
    let b = b.mirrored();
    let follows = pair[1].end.decided && !pair[0].end.decided;
    let (result, other, decisive) = if follows { (b, a, pair[1]) } else { (a, b, pair[0]) };
    if other != result {
        warnings.push(Warning { line: 1, kind: WarningKind::ResultsDisagree(a, b) });
    }
    record.end(result, &decisive.end.message);
}

impl BpgnResult {
    /// The result with the teams exchanged.
    const fn mirrored(self) -> Self {
        match self {
            Self::TeamOne => Self::TeamTwo,
            Self::TeamTwo => Self::TeamOne,
            other => other,
        }
    }
}
