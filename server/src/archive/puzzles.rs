//! The puzzles of the archive, and the answers to them.

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use tandem_arbiter::date;

use super::store::Store;
use crate::message::{PuzzleKind, PuzzleRecord, SeatNumber};
use crate::services::FoundPuzzle;

/// Each puzzle with its latest answer, `NULL` if there was none. Those of deleted games are left out.
const WITH_LATEST: &str = "
    SELECT puzzles.*, latest.answer, latest.solved
    FROM (SELECT * FROM puzzles WHERE game IN (SELECT game FROM games)) AS puzzles LEFT JOIN puzzle_answers AS latest ON latest.answer =
        (SELECT max(answer) FROM puzzle_answers WHERE puzzle_answers.puzzle = puzzles.puzzle)";
/// All kinds, in the order of their records.
const KINDS: [PuzzleKind; 3] = [PuzzleKind::Mate, PuzzleKind::Need, PuzzleKind::Sit];

/// A puzzle of the archive.
pub(crate) struct KeptPuzzle {
    pub(crate) puzzle: i64,
    pub(crate) game: i64,
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

    /// Keeps the outcome of an answer.
    pub(crate) fn answered(&self, puzzle: i64, is_solved: bool) -> rusqlite::Result<()> {
        let insert = "INSERT INTO puzzle_answers (puzzle, date, solved) VALUES (?,?,?)";
        self.connection().execute(insert, params![puzzle, date::now(), is_solved])?;
        Ok(())
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
        let game = self.load(kept.game)?.map(|(game, _)| game);
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
    Ok(KeptPuzzle { puzzle, game, found, players: Vec::new(), date: String::new() })
}

const fn name_of(kind: PuzzleKind) -> &'static str {
    match kind {
        PuzzleKind::Mate => "mate",
        PuzzleKind::Need => "need",
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
