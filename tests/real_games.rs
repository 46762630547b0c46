//! Tests of `tandem bpgn` on games of a server.

mod tandem;

use tandem::tandem;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/bpgn/fics-64-games.bpgn");

#[test]
#[ignore = "needs ../shared"]
fn all_games_of_a_server_are_read_but_the_resumed_one() {
    let ran = tandem(&["bpgn", "check", GAMES]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let fault = format!(
        "{GAMES}:190: game 24: White on A: `Qe7+` is not legal here as the first move, so the \
         record begins in mid-game"
    );
    assert_eq!(ran.stdout.lines().next(), Some(fault.as_str()));
    let expected = [("games read", 63), ("plies", 7_679), ("faults", 1), ("warnings", 0)];
    for (name, number) in expected {
        assert_eq!(ran.number(name), number, "{name}");
    }
}

#[test]
#[ignore = "needs ../shared"]
fn the_strict_form_of_real_games_is_a_fixed_point() {
    let folder = tempfile::TempDir::new().expect("a folder can be made");
    let out = folder.path().join("strict.bpgn");
    let out = out.to_str().expect("a path in UTF-8");
    assert_eq!(tandem(&["bpgn", "convert", GAMES, "-o", out]).code, Some(1));
    let strict = std::fs::read_to_string(out).expect("it has been written");
    let checked = tandem(&["bpgn", "check", out]).done();
    assert!(checked.starts_with("games read         63\n"), "{checked}");
    let again = tandem(&["bpgn", "convert", out]);
    assert_eq!((again.code, again.number("warnings")), (Some(0), 0));
    assert!(again.stdout == strict, "written differently the second time");
}
