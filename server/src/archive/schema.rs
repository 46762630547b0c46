//! The tables of the file, and its version.

/// Version of the tables.
pub(super) const VERSION: i64 = 2;
/// The mark of an archive among databases: `tdmG`.
pub(super) const MARK: i64 = 0x7464_6d47;
/// The tables of version 1.
pub(super) const GAMES: &str = "
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, date TEXT NOT NULL,
        player_0 TEXT NOT NULL, player_1 TEXT NOT NULL, player_2 TEXT NOT NULL, player_3 TEXT NOT NULL,
        result TEXT NOT NULL, reason TEXT NOT NULL, rules TEXT NOT NULL, clock TEXT NOT NULL,
        plies INTEGER NOT NULL, opening_a TEXT NOT NULL, opening_b TEXT NOT NULL, bpgn TEXT NOT NULL
    ) STRICT;";
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
/// The steps of running games since their records were stored. Every archive gets this table when it
/// is opened.
pub(super) const STEPS: &str = "
    CREATE TABLE IF NOT EXISTS steps (
        game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;";
