//! The file of the archive.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tandem_rules::notation::bpgn::{ReadGame, Reader, ReplayRules};

use super::ArchiveError;
use super::entry::Entry;
use super::keeper::{Changes, NumberedStep};
use super::puzzles;
use super::search::Search;
use super::step::Step;
use crate::message::{ArchiveQuery, ArchivedGame};

/// Version of the tables.
pub(super) const VERSION: i64 = 2;
/// The mark of an archive among databases: `tdmG`.
const MARK: i64 = 0x7464_6d47;
/// Most games of one answer.
const MOST_ROWS: i64 = 50;
/// The tables of version 1.
const TABLES: &str = "
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, date TEXT NOT NULL,
        player_0 TEXT NOT NULL, player_1 TEXT NOT NULL, player_2 TEXT NOT NULL, player_3 TEXT NOT NULL,
        result TEXT NOT NULL, reason TEXT NOT NULL, rules TEXT NOT NULL, clock TEXT NOT NULL,
        plies INTEGER NOT NULL, opening_a TEXT NOT NULL, opening_b TEXT NOT NULL, bpgn TEXT NOT NULL
    ) STRICT;";
/// The steps of running games since their records were stored. Every archive gets this table when it
/// is opened.
const STEPS: &str = "
    CREATE TABLE IF NOT EXISTS steps (
        game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;";
const COLUMNS: &str =
    "game, date, player_0, player_1, player_2, player_3, result, reason, rules, clock, plies";

/// An open archive.
pub(crate) struct Store(Connection);

impl Store {
    /// Opens the file, or creates it.
    pub(super) fn open(path: &Path) -> Result<Self, ArchiveError> {
        let connection = Connection::open(path)?;
        // One program at a time: two would give the same number to two games.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let (mark, version): (i64, i64) = (number("application_id")?, number("user_version")?);
        let is_new: bool =
            connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
        // The tables that the file lacks.
        let tables: &[&str] = match (is_new, mark, version) {
            (true, ..) => &[TABLES, puzzles::TABLES],
            (false, MARK, 1) => &[puzzles::TABLES],
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
        connection.execute_batch(STEPS)?;
        let mut store = Self(connection);
        store.recover()?;
        Ok(store)
    }

    /// Makes the records of games whole that ran when the last program was killed.
    fn recover(&mut self) -> rusqlite::Result<()> {
        let mut changes = Changes::default();
        {
            let mut games = self
                .0
                .prepare("SELECT game, bpgn FROM games WHERE game IN (SELECT game FROM steps)")?;
            let mut steps =
                self.0.prepare("SELECT line FROM steps WHERE game = ? ORDER BY number")?;
            let mut rows = games.query([])?;
            while let Some(row) = rows.next()? {
                let (number, bpgn): (i64, String) = (row.get("game")?, row.get("bpgn")?);
                let read = Reader::with_options(bpgn.as_bytes(), ReplayRules::Recorded).next();
                let Some(Ok(ReadGame { mut record, .. })) = read else {
                    log::error!("the last moves of game {number} are not readable");
                    continue;
                };
                for line in steps.query_map([number], |row| row.get::<_, String>("line"))? {
                    if let Some(step) = Step::of_line(&line?) {
                        step.add_to(&mut record);
                    }
                }
                changes.records.insert(number, record);
            }
        }
        self.write(&changes)
    }

    pub(super) const fn connection(&self) -> &Connection {
        &self.0
    }

    pub(super) const fn connection_mut(&mut self) -> &mut Connection {
        &mut self.0
    }

    /// The highest number of a game; 0 if there is none.
    pub(super) fn last_number(&self) -> rusqlite::Result<i64> {
        self.0.query_row("SELECT coalesce(max(game), 0) FROM games", [], |row| row.get(0))
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
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            )?;
            for (number, record) in records {
                whole.execute([number])?;
                let Entry { game, openings, bpgn } = Entry::of(*number, record);
                let player = |at: usize| game.players.get(at).map_or("", String::as_str);
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
            }
        }
        transaction.commit()
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

    /// A game and its record.
    pub(crate) fn load(&self, number: i64) -> rusqlite::Result<Option<(ArchivedGame, String)>> {
        let query = format!("SELECT {COLUMNS}, bpgn FROM games WHERE game = ?");
        let game = |row: &Row<'_>| Ok((game_of(row)?, row.get("bpgn")?));
        self.0.query_row(&query, [number], game).optional()
    }
}

fn game_of(row: &Row<'_>) -> rusqlite::Result<ArchivedGame> {
    let mut players = Vec::with_capacity(4);
    for at in 0..4 {
        players.push(row.get(2 + at)?);
    }
    while players.last().is_some_and(String::is_empty) && players.len() > 2 {
        players.pop(); // a game on one board
    }
    Ok(ArchivedGame {
        game: row.get("game")?,
        date: row.get("date")?,
        players,
        result: row.get("result")?,
        reason: row.get("reason")?,
        rules: row.get("rules")?,
        clock: row.get("clock")?,
        plies: row.get("plies")?,
    })
}
