//! A law of reading: games of chess and crazyhouse in the signs of many writers are the games that
//! python-chess reads.

use std::process::Command;

/// Number of games in CI; `TANDEM_ODD_GAMES` asks for more, `TANDEM_ODD_SEED` for others.
const GAMES: &str = "400";

#[test]
#[ignore = "needs python-chess"]
fn games_of_odd_writers_are_read_as_python_chess_reads_them() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/odd_pgn.py");
    let set = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    let [games, seed] = [set("TANDEM_ODD_GAMES", GAMES), set("TANDEM_ODD_SEED", "1")];
    let mut python = Command::new("python3");
    python.args([script, env!("CARGO_BIN_EXE_tandem"), &games, &seed]);
    let output = python.output().expect("there is a python");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(printed.trim_end(), format!("games {games}"));
}
