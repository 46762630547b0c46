//! The puzzles of the archive, and the answers to them.

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use tandem_arbiter::date;

use super::store::Store;
use crate::message::{PuzzleKind, PuzzleRecord, SeatNumber};
use crate::puzzles::{Answered, Day, KINDS, Outcome};
use crate::services::FoundPuzzle;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Each puzzle with its latest answer, `NULL` if there was none. Those of deleted games are left out.
const WITH_LATEST: &str = "
    SELECT puzzles.*, latest.answer, latest.solved
    FROM (SELECT * FROM puzzles WHERE game IN (SELECT game FROM games)) AS puzzles LEFT JOIN puzzle_answers AS latest ON latest.answer =
        (SELECT max(answer) FROM puzzle_answers WHERE puzzle_answers.puzzle = puzzles.puzzle)";
/// The puzzles from the games that a player lost, in which its team was asked.
const LOSSES: &str = "
    SELECT puzzle FROM puzzles JOIN games ON games.game = puzzles.game
    WHERE (?1 IS NULL OR kind = ?1) AND (
        (result = '0-1' AND seat IN (0, 3) AND (player_0 = ?2 COLLATE NOCASE OR player_3 = ?2 COLLATE NOCASE))
        OR (result = '1-0' AND seat IN (1, 2) AND (player_1 = ?2 COLLATE NOCASE OR player_2 = ?2 COLLATE NOCASE)))
    ORDER BY puzzles.game DESC, ply, puzzle";

/// A puzzle of the archive, or of the set of the program.
pub(crate) struct KeptPuzzle {
    pub(crate) puzzle: i64,
    /// `None` for one of the set.
    pub(crate) game: Option<i64>,
    /// `None` for one of the archive.
    pub(crate) rating: Option<u16>,
    pub(crate) found: FoundPuzzle,
    /// The names of the players, and the date of the game.
    pub(crate) players: Vec<String>,
    pub(crate) date: String,
}

impl Store {
    /// The games in which no puzzles were looked for, the newest first.
    pub(crate) fn unsearched(&self) -> rusqlite::Result<Vec<i64>> {
        let query = "SELECT game FROM games WHERE game NOT IN (SELECT game FROM searched_games) ORDER BY game DESC";
        let mut rows = self.connection().prepare(query)?;
        rows.query_map([], |row| row.get(0))?.collect()
    }

    /// The number of games in which no puzzles were looked for.
    pub(crate) fn count_unsearched(&self) -> rusqlite::Result<usize> {
        let query =
            "SELECT count(*) FROM games WHERE game NOT IN (SELECT game FROM searched_games)";
        let count: i64 = self.connection().query_row(query, [], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// Keeps the puzzles of a game, and that it was searched.
    pub(crate) fn add_puzzles(&mut self, game: i64, found: &[FoundPuzzle]) -> rusqlite::Result<()> {
        let transaction = self.connection_mut().transaction()?;
        for puzzle in found {
            let FoundPuzzle { ply, seat, kind, moves, position, last, solution } = puzzle;
            transaction.execute(
                "INSERT INTO puzzles (game, ply, seat, kind, moves, position, last, solution) \
                 VALUES (?,?,?,?,?,?,?,?)",
                params![
                    game,
                    ply,
                    u8::from(SeatNumber::from(*seat)),
                    name_of(*kind),
                    moves,
                    text_of(position),
                    text_of(last),
                    text_of(solution),
                ],
            )?;
        }
        transaction.execute("INSERT OR IGNORE INTO searched_games VALUES (?)", [game])?;
        transaction.commit()
    }

    /// A puzzle.
    pub(crate) fn puzzle(&self, puzzle: i64) -> rusqlite::Result<Option<KeptPuzzle>> {
        let query = "SELECT * FROM puzzles WHERE puzzle = ? AND game IN (SELECT game FROM games)";
        let row = self.connection().query_row(query, [puzzle], puzzle_of).optional()?;
        row.map(|kept| self.with_game(kept)).transpose()
    }

    /// The puzzle to be asked next, of this kind or of any: those never asked first, the newest games
    /// first, then those that were not solved, then the others, the longest ago first. Another than
    /// `but`, if there is one.
    pub(crate) fn next_puzzle(
        &self,
        kind: Option<PuzzleKind>,
        but: Option<i64>,
    ) -> rusqlite::Result<Option<KeptPuzzle>> {
        let query = format!(
            "{WITH_LATEST} WHERE (?1 IS NULL OR kind = ?1) \
             ORDER BY puzzles.puzzle IS ?2, answer IS NOT NULL, \
                 CASE WHEN answer IS NULL THEN -game END, CASE WHEN answer IS NULL THEN ply END, \
                 solved, answer LIMIT 1"
        );
        let values = params![kind.map(name_of), but];
        let row = self.connection().query_row(&query, values, puzzle_of).optional()?;
        row.map(|kept| self.with_game(kept)).transpose()
    }

    /// The puzzles from the games that a player lost, of this kind or of any: the newest games first.
    pub(crate) fn losses(
        &self,
        kind: Option<PuzzleKind>,
        player: &str,
    ) -> rusqlite::Result<Vec<i64>> {
        let mut rows = self.connection().prepare(LOSSES)?;
        rows.query_map(params![kind.map(name_of), player], |row| row.get(0))?.collect()
    }

    /// Keeps the outcome of an answer, with its date.
    pub(crate) fn answered(
        &mut self,
        puzzle: i64,
        outcome: Outcome,
        date: &str,
    ) -> rusqlite::Result<()> {
        let transaction = self.connection_mut().transaction()?;
        let insert = "INSERT INTO puzzle_answers (puzzle, date, solved) VALUES (?,?,?)";
        transaction.execute(insert, params![puzzle, date, outcome != Outcome::Failed])?;
        if outcome == Outcome::SolvedWithHint {
            let answer = transaction.last_insert_rowid();
            transaction.execute("INSERT INTO hinted_answers VALUES (?)", [answer])?;
        }
        transaction.commit()
    }

    /// All answers, the oldest first.
    pub(crate) fn puzzle_answers(&self) -> rusqlite::Result<Vec<Answered>> {
        let query = "SELECT puzzle, date, solved, \
                     answer IN (SELECT answer FROM hinted_answers) AS hinted \
                     FROM puzzle_answers ORDER BY answer";
        let mut rows = self.connection().prepare(query)?;
        let answered = |row: &Row<'_>| {
            let outcome = match (row.get("solved")?, row.get("hinted")?) {
                (false, _) => Outcome::Failed,
                (true, true) => Outcome::SolvedWithHint,
                (true, false) => Outcome::Solved,
            };
            let date: String = row.get("date")?;
            Ok(Answered { puzzle: row.get("puzzle")?, day: day_of(&date), outcome })
        };
        rows.query_map([], answered)?.collect()
    }

    /// The puzzles of each kind in numbers.
    pub(crate) fn puzzle_records(&self) -> rusqlite::Result<Vec<PuzzleRecord>> {
        let query = format!(
            "SELECT count(*), count(CASE WHEN solved = 1 THEN 1 END), \
                 count(CASE WHEN solved = 0 THEN 1 END) FROM ({WITH_LATEST}) WHERE kind = ?"
        );
        let mut rows = self.connection().prepare(&query)?;
        let record = |kind: PuzzleKind| {
            rows.query_row([name_of(kind)], |row| {
                let (puzzles, solved, failed) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(PuzzleRecord { kind, puzzles, solved, failed })
            })
        };
        KINDS.into_iter().map(record).collect()
    }

    fn with_game(&self, kept: KeptPuzzle) -> rusqlite::Result<KeptPuzzle> {
        let Some(game) = kept.game else { return Ok(kept) };
        let game = self.load(game)?.map(|(game, _)| game);
        let (players, date) = game.map(|game| (game.players, game.date)).unwrap_or_default();
        Ok(KeptPuzzle { players, date, ..kept })
    }
}

fn puzzle_of(row: &Row<'_>) -> rusqlite::Result<KeptPuzzle> {
    let number: u8 = row.get("seat")?;
    let seat = SeatNumber::try_from(number).map_err(|error| unreadable(error.into()))?;
    let kind: String = row.get("kind")?;
    let kind = KINDS.into_iter().find(|known| name_of(*known) == kind);
    let found = FoundPuzzle {
        ply: row.get("ply")?,
        seat: seat.into(),
        kind: kind.ok_or_else(|| unreadable("unknown kind of puzzle".into()))?,
        moves: row.get("moves")?,
        position: value_of(&row.get::<_, String>("position")?)?,
        last: value_of(&row.get::<_, String>("last")?)?,
        solution: value_of(&row.get::<_, String>("solution")?)?,
    };
    let (puzzle, game) = (row.get("puzzle")?, row.get("game")?);
    let (players, date) = (Vec::new(), String::new());
    Ok(KeptPuzzle { puzzle, game: Some(game), rating: None, found, players, date })
}

/// The day of a date, as in `2026-01-31 18:30`; long ago if it is none.
pub(crate) fn day_of(date: &str) -> Day {
    let seconds = date.get(..10).and_then(|day| date::seconds(day, None));
    seconds.map_or(0, |seconds| seconds.div_euclid(DAY))
}

const fn name_of(kind: PuzzleKind) -> &'static str {
    match kind {
        PuzzleKind::Mate => "mate",
        PuzzleKind::Take => "take",
        PuzzleKind::Need => "need",
        PuzzleKind::Give => "give",
        PuzzleKind::Sit => "sit",
    }
}

fn text_of(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("all keys are texts")
}

fn value_of<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| unreadable(error.into()))
}

/// An error for a row that was not written by this program.
fn unreadable(error: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error)
}
