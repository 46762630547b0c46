//! The file of the archive.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction, params};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, ReadGame, Reader, ReplayRules};

use super::changes::{Changes, NumberedStep};
use super::entry::{Entry, field};
use super::error::ArchiveError;
use super::schema::{ANALYSES, BESIDE, FORGET_DELETED, GAMES, MARK, PUZZLES, VERSION};
use super::search::Search;
use super::step::Step;
use super::{PLAYED_HERE, SERVER_STOPPED};
use crate::message::{ArchiveQuery, ArchivedGame};

/// Most games of one answer.
const MOST_ROWS: i64 = 50;
/// Steps of SQLite's machine after which a question looks whether the archive closes.
const LOOK_AFTER: i32 = 10_000;
/// The facts of a game; the moves of a running one are partly steps.
const COLUMNS: &str = "game, date, player_0, player_1, player_2, player_3, result, reason, rules, clock, \
     plies + (SELECT count(*) FROM steps WHERE steps.game = games.game AND line LIKE '{\"ply\"%') AS plies, \
     (SELECT name FROM analyses WHERE analyses.game = games.game) AS name";

/// A game that was to be added, by its number in the archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inserted {
    New(i64),
    /// It was there already.
    Known(i64),
}

/// An open archive.
pub(crate) struct Store(Connection);

impl Store {
    /// Opens the file, or creates it.
    pub(super) fn open(path: &Path) -> Result<Self, ArchiveError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let (mark, version): (i64, i64) = (number("application_id")?, number("user_version")?);
        let is_new: bool =
            connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
        // The tables that the file lacks.
        let tables: &[&str] = match (is_new, mark, version) {
            (true, ..) => &[GAMES, PUZZLES],
            (false, MARK, 1) => &[PUZZLES],
            (false, MARK, VERSION) => &[],
            (false, MARK, version) => return Err(ArchiveError::Version(version)),
            (false, ..) => return Err(ArchiveError::Foreign),
        };
        if !tables.is_empty() {
            let tables = tables.concat();
            connection.execute_batch(&format!(
                "BEGIN; {tables} PRAGMA application_id = {MARK}; PRAGMA user_version = {VERSION}; COMMIT;"
            ))?;
        }
        connection.execute_batch(BESIDE)?;
        if !connection.table_exists(None, "analyses")? {
            connection.execute_batch(&format!("BEGIN; {ANALYSES} COMMIT;"))?;
        }
        connection.execute_batch(&format!("BEGIN; {FORGET_DELETED} COMMIT;"))?;
        let mut store = Self(connection);
        store.recover()?;
        Ok(store)
    }

    /// Opens the file of an open archive once more, for questions. They end with an error once the
    /// archive `closes`.
    pub(super) fn reader(path: &Path, closes: &Arc<AtomicBool>) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let mut connection = Connection::open_with_flags(path, flags)?;
        let closes = Arc::clone(closes);
        let is_over = move || closes.load(Ordering::Relaxed);
        connection.progress_handler(LOOK_AFTER, Some(is_over))?;
        Ok(Self(connection))
    }

    /// Holds the archive still for a reader: until the transaction is dropped, its queries see one state,
    /// whatever is written meanwhile. A game whose steps become its record between two queries would
    /// lose moves, and a puzzle that is found between them would not be asked.
    pub(super) fn held_still(&self) -> Option<Transaction<'_>> {
        let begun = self.0.unchecked_transaction();
        begun.inspect_err(|error| log::error!("a question sees several states: {error}")).ok()
    }

    /// Makes the records of games whole that ran when the last program was killed. Of these, a game
    /// whose record was just written has no steps.
    fn recover(&mut self) -> rusqlite::Result<()> {
        let mut changes = Changes::default();
        {
            let mut games = self.0.prepare(
                "SELECT game, bpgn FROM games WHERE game IN (SELECT game FROM steps) \
                 OR (result = '*' AND reason = '' AND instr(bpgn, ?) > 0)",
            )?;
            let mut rows = games.query([format!("[Event \"{PLAYED_HERE}\"]")])?;
            while let Some(row) = rows.next()? {
                let (number, bpgn): (i64, String) = (row.get("game")?, row.get("bpgn")?);
                match whole(&bpgn, self.steps(number)?) {
                    Some(mut record) => {
                        record.end(BpgnResult::Unfinished, SERVER_STOPPED);
                        changes.records.insert(number, record);
                    }
                    None => log::error!("the last moves of game {number} are not readable"),
                }
            }
        }
        self.write(&changes)
    }

    /// The steps of a game since its record was stored.
    fn steps(&self, game: i64) -> rusqlite::Result<Vec<Step>> {
        let query = "SELECT line FROM steps WHERE game = ? ORDER BY number";
        let mut steps = self.0.prepare_cached(query)?;
        let lines = steps.query_map([game], |row| row.get::<_, String>("line"))?;
        let steps = lines.map(|line| Ok(Step::of_line(&line?)));
        steps.filter_map(Result::transpose).collect()
    }

    pub(super) const fn connection(&self) -> &Connection {
        &self.0
    }

    pub(super) const fn connection_mut(&mut self) -> &mut Connection {
        &mut self.0
    }

    /// The highest number that a game has or had; 0 if there was none.
    pub(super) fn last_number(&self) -> rusqlite::Result<i64> {
        let query = "SELECT coalesce(max(game), 0) FROM \
             (SELECT game FROM games UNION ALL SELECT game FROM searched_games)";
        self.0.query_row(query, [], |row| row.get(0))
    }

    /// Writes changes, records in place of earlier ones with their numbers and of steps, all or none.
    pub(super) fn write(&mut self, changes: &Changes) -> rusqlite::Result<()> {
        let Changes { steps, records } = changes;
        if steps.is_empty() && records.is_empty() {
            return Ok(());
        }
        let transaction = self.0.transaction()?;
        {
            let mut step = transaction.prepare_cached("INSERT INTO steps VALUES (?,?,?)")?;
            for NumberedStep { game, number, line } in steps {
                step.execute(params![game, number, line])?;
            }
            let mut whole = transaction.prepare_cached("DELETE FROM steps WHERE game = ?")?;
            for (number, record) in records {
                whole.execute([number])?;
                insert(&transaction, &Entry::of(*number, record))?;
            }
        }
        transaction.commit()
    }

    /// Stores whole games, all or none. Those that are there already are left out.
    pub(super) fn insert(&mut self, entries: &[Entry]) -> rusqlite::Result<Vec<Inserted>> {
        let transaction = self.0.transaction()?;
        let inserted = entries.iter().map(|entry| {
            if let Some(number) = known(&transaction, entry)? {
                return Ok(Inserted::Known(number));
            }
            insert(&transaction, entry)?;
            Ok(Inserted::New(entry.game.game))
        });
        let inserted = inserted.collect::<rusqlite::Result<_>>()?;
        transaction.commit()?;
        Ok(inserted)
    }

    /// Deletes a game until [`restore`](Self::restore) brings it back, or for good when the archive is
    /// opened again. False if there is no such game.
    pub(super) fn delete(&mut self, game: i64) -> rusqlite::Result<bool> {
        self.shift(game, "games", "deleted_games")
    }

    /// Brings a deleted game back. False if it was not deleted.
    pub(super) fn restore(&mut self, game: i64) -> rusqlite::Result<bool> {
        self.shift(game, "deleted_games", "games")
    }

    fn shift(&mut self, game: i64, from: &str, to: &str) -> rusqlite::Result<bool> {
        let transaction = self.0.transaction()?;
        let copy = format!("INSERT INTO {to} SELECT * FROM {from} WHERE game = ?");
        let is_there = transaction.execute(&copy, [game])? > 0;
        transaction.execute(&format!("DELETE FROM {from} WHERE game = ?"), [game])?;
        transaction.commit()?;
        Ok(is_there)
    }

    /// The games that a search finds, the newest first, and their number.
    pub(crate) fn search(
        &self,
        query: &ArchiveQuery,
    ) -> rusqlite::Result<(Vec<ArchivedGame>, i64)> {
        let Search { condition, values } = Search::of(query);
        let values = || rusqlite::params_from_iter(values.iter());
        let count = format!("SELECT count(*) FROM games WHERE {condition}");
        let total = self.0.query_row(&count, values(), |row| row.get(0))?;
        let rows = format!(
            "SELECT {COLUMNS} FROM games WHERE {condition} \
             ORDER BY date DESC, game DESC LIMIT {MOST_ROWS} OFFSET {}",
            query.skip
        );
        let mut rows = self.0.prepare(&rows)?;
        let games = rows.query_map(values(), game_of)?.collect::<Result<_, _>>()?;
        Ok((games, total))
    }

    /// A game and its record, up to the last move of one that runs.
    pub(crate) fn load(&self, number: i64) -> rusqlite::Result<Option<(ArchivedGame, String)>> {
        let query = format!("SELECT {COLUMNS}, bpgn FROM games WHERE game = ?");
        let game = |row: &Row<'_>| Ok((game_of(row)?, row.get("bpgn")?));
        let found: Option<(_, String)> = self.0.query_row(&query, [number], game).optional()?;
        let Some((game, bpgn)) = found else { return Ok(None) };
        let steps = self.steps(number)?;
        let record = if steps.is_empty() { None } else { whole(&bpgn, steps) };
        Ok(Some(match record {
            Some(record) => {
                let Entry { game, bpgn, .. } = Entry::of(number, &record);
                (game, bpgn)
            }
            None => (game, bpgn),
        }))
    }
}

/// The record of a text with the steps that followed it; `None` if it is not readable.
fn whole(bpgn: &str, steps: Vec<Step>) -> Option<GameRecord> {
    let read = Reader::with_options(bpgn.as_bytes(), ReplayRules::Recorded).next();
    let Some(Ok(ReadGame { mut record, .. })) = read else { return None };
    for step in steps {
        step.add_to(&mut record);
    }
    Some(record)
}

/// The number of a game that is the same: with its players, date, result and moves. An analysis has to
/// have its comments and variations as well.
fn known(transaction: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<Option<i64>> {
    let Entry { game, openings, bpgn } = entry;
    let player = |at: usize| game.players.get(at).map_or("", String::as_str);
    let mut alike = transaction.prepare_cached(
        "SELECT game, bpgn FROM games WHERE date = ? AND plies = ? AND result = ? AND player_0 = ? \
         AND player_1 = ? AND player_2 = ? AND player_3 = ? AND opening_a = ? AND opening_b = ?",
    )?;
    let mut rows = alike.query(params![
        game.date,
        game.plies,
        game.result,
        player(0),
        player(1),
        player(2),
        player(3),
        openings[0],
        openings[1],
    ])?;
    while let Some(row) = rows.next()? {
        let other: String = row.get("bpgn")?;
        if other == *bpgn || game.name.is_none() && has_same_moves(&other, bpgn) {
            return row.get("game").map(Some);
        }
    }
    Ok(None)
}

/// True if two records have the same start and the same moves.
fn has_same_moves(one: &str, other: &str) -> bool {
    let read = |bpgn: &str| {
        let read = Reader::with_options(bpgn.as_bytes(), ReplayRules::Recorded).next();
        let record = read.and_then(Result::ok)?.record;
        let moves: Vec<_> = record.plies().iter().map(|ply| (ply.seat, ply.m)).collect();
        Some((record.start().clone(), moves))
    };
    read(one).is_some_and(|one| read(other) == Some(one))
}

/// Stores a game in place of an earlier one with its number.
fn insert(transaction: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let Entry { game, openings, bpgn } = entry;
    let player = |at: usize| game.players.get(at).map_or("", String::as_str);
    let mut insert = transaction
        .prepare_cached("INSERT OR REPLACE INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)")?;
    insert.execute(params![
        game.game,
        game.date,
        player(0),
        player(1),
        player(2),
        player(3),
        game.result,
        game.reason,
        game.rules,
        game.clock,
        game.plies,
        openings[0],
        openings[1],
        bpgn,
    ])?;
    if let Some(name) = &game.name {
        let mut named =
            transaction.prepare_cached("INSERT OR REPLACE INTO analyses VALUES (?,?)")?;
        named.execute(params![game.game, name])?;
    }
    Ok(())
}

/// The facts of a game. Each is a line, also where an earlier version has stored it.
fn game_of(row: &Row<'_>) -> rusqlite::Result<ArchivedGame> {
    let text = |name: &str| -> rusqlite::Result<String> { Ok(field(row.get_ref(name)?.as_str()?)) };
    let mut players = Vec::with_capacity(4);
    for name in ["player_0", "player_1", "player_2", "player_3"] {
        players.push(text(name)?);
    }
    while players.last().is_some_and(String::is_empty) && players.len() > 2 {
        players.pop(); // a game on one board
    }
    Ok(ArchivedGame {
        game: row.get("game")?,
        date: text("date")?,
        players,
        result: text("result")?,
        reason: text("reason")?,
        rules: text("rules")?,
        clock: text("clock")?,
        plies: row.get("plies")?,
        name: row.get::<_, Option<String>>("name")?.map(|name| field(&name)),
    })
}
