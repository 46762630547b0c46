//! The tables of the file, and its version.

/// Version of the tables.
pub(super) const VERSION: i64 = 2;
/// The mark of an archive among databases: `tdmG`.
pub(super) const MARK: i64 = 0x7464_6d47;
/// The columns of a game.
macro_rules! columns {
    () => {
        "(
        game INTEGER PRIMARY KEY, date TEXT NOT NULL,
        player_0 TEXT NOT NULL, player_1 TEXT NOT NULL, player_2 TEXT NOT NULL, player_3 TEXT NOT NULL,
        result TEXT NOT NULL, reason TEXT NOT NULL, rules TEXT NOT NULL, clock TEXT NOT NULL,
        plies INTEGER NOT NULL, opening_a TEXT NOT NULL, opening_b TEXT NOT NULL, bpgn TEXT NOT NULL
    ) STRICT;"
    };
}

/// The tables of version 1.
pub(super) const GAMES: &str = concat!("CREATE TABLE games ", columns!());
/// The tables of version 2.
pub(super) const PUZZLES: &str = "
    CREATE TABLE puzzles (
        puzzle INTEGER PRIMARY KEY, game INTEGER NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, moves INTEGER NOT NULL, position TEXT NOT NULL, last TEXT NOT NULL,
        solution TEXT NOT NULL
    ) STRICT;
    CREATE TABLE puzzle_answers (
        answer INTEGER PRIMARY KEY, puzzle INTEGER NOT NULL, date TEXT NOT NULL, solved INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX answers_of_puzzles ON puzzle_answers (puzzle);
    CREATE TABLE searched_games (game INTEGER PRIMARY KEY) STRICT;";
/// The tables that every archive gets when it is opened; older programs do without them: the steps of
/// running games since their records were stored, the passwords of clients, the names of analyses, the
/// answers to puzzles that took a hint, the games that were deleted since then, and an index by which a game that is added twice is found.
pub(super) const BESIDE: &str = concat!(
    "
    CREATE TABLE IF NOT EXISTS steps (
        game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS client_passwords (name TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS hinted_answers (answer INTEGER PRIMARY KEY) STRICT;
    CREATE INDEX IF NOT EXISTS games_by_date ON games (date, plies);
    CREATE TABLE IF NOT EXISTS deleted_games ",
    columns!()
);
/// The names of analyses, with those of an archive that has none yet.
pub(super) const ANALYSES: &str = "
    CREATE TABLE analyses (game INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    INSERT INTO analyses SELECT game, 'Analysis' FROM games WHERE bpgn LIKE '[Event \"Analysis\"]%';";
/// Forgets the games that were deleted, with their puzzles. Their numbers are not given again.
pub(super) const FORGET_DELETED: &str = "
    INSERT OR IGNORE INTO searched_games SELECT game FROM deleted_games;
    DELETE FROM hinted_answers WHERE answer IN (SELECT answer FROM puzzle_answers WHERE puzzle IN
        (SELECT puzzle FROM puzzles WHERE game IN (SELECT game FROM deleted_games)));
    DELETE FROM puzzle_answers WHERE puzzle IN
        (SELECT puzzle FROM puzzles WHERE game IN (SELECT game FROM deleted_games));
    DELETE FROM puzzles WHERE game IN (SELECT game FROM deleted_games);
    DELETE FROM analyses WHERE game IN (SELECT game FROM deleted_games);
    DELETE FROM deleted_games;";
