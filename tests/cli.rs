//! Tests of the command line: output, refused input and exit codes.

mod tandem;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tandem::{command, tandem};
use tandem_rules::notation::is_deceptive;
use tempfile::{NamedTempFile, TempDir};

const COMMANDS: &[&[&str]] = &[
    &["match"],
    &["analyze"],
    &["calibrate"],
    &["datagen"],
    &["tune"],
    &["tune", "evaluation"],
    &["tune", "search"],
    &["tune", "merge"],
    &["book"],
    &["perft"],
    &["bench"],
    &["show"],
    &["bpgn"],
    &["bpgn", "check"],
    &["bpgn", "convert"],
    &["completions"],
    &["manual"],
];

#[test]
fn every_command_explains_itself() {
    let overview = tandem(&["--help"]).done();
    for &words in COMMANDS {
        assert!(overview.lines().any(|line| line.trim_start().starts_with(words[0])), "{words:?}");
        let long = tandem(&[words, &["--help"]].concat()).done();
        let usage = format!("Usage: tandem{EXE_SUFFIX} {}", words.join(" "));
        assert!(long.contains(&usage), "{words:?}: {long}");
        let first = long.lines().next().expect("a line on what it does");
        assert!(first.len() > 20 && !first.starts_with("Usage"), "{words:?}: {first}");
        let short = tandem(&[words, &["-h"]].concat()).done();
        // Compared without the spaces that align the columns of the short form.
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        let is_shorter = letters(&short) <= letters(&long);
        assert!(short.contains(&usage) && is_shorter, "{words:?}: {short}");
    }
    assert!(tandem(&["--version"]).done().starts_with("tandem "));
}

#[test]
fn the_games_of_the_examples_are_read_without_a_fault() {
    for (file, variant, games) in [("bughouse.bpgn", "bughouse", 1), ("lines.pgn", "crazyhouse", 4)]
    {
        let path = format!("{}/docs/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        let checked = tandem(&["bpgn", "check", "--variant", variant, &path]);
        assert_eq!((checked.code, checked.number("games read")), (Some(0), games), "{file}");
    }
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = tandem(&["completions", shell]).done();
        for &words in COMMANDS {
            assert!(script.contains(words[words.len() - 1]), "{shell}: {words:?}");
        }
        assert!(script.contains("annotate"), "{shell}: an option of `analyze`");
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = TempDir::new().expect("a directory");
    let pages = folder.path().join("man").join("man1");
    let path = pages.to_str().expect("a path in UTF-8");
    for _ in 0..2 {
        assert_eq!(tandem(&["manual", path]).done(), "");
        for &words in [&[][..]].iter().chain(COMMANDS) {
            let name = format!("{}.1", [&["tandem"][..], words].concat().join("-"));
            let page = fs::read_to_string(pages.join(&name)).expect(&name);
            assert!(page.contains(".TH ") && page.contains("OPTIONS"), "{name}: {page}");
        }
    }
}

/// (arguments, a part of the one line that refuses them)
const REFUSED: &[(&[&str], &str)] = &[
    (&["--link", "7777"], "`TANDEM_LINK_TOKEN`"),
    (&["--link", "7777", "--link-token-file", "no-such-file"], "`no-such-file`"),
    (&["--link", "7777", "--link-token-file", "."], "`.`"),
    (&["--link", "somewhere"], "`somewhere`"),
    (&["--link", "localhost:0"], "`localhost:0`"),
    (&["perft", "--depth", "1", "--fen", "8/8 w - -"], "2 ranks"),
    (&["perft", "--depth", "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
    (&["perft", "--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K2X w - - 0 1"], "`X`"),
    (&["perft", "--depth", "1", "--fen", "x | y"], "board A"),
    (&["perft", "--depth", "1", "--boards", "C"], "`C`"),
    (&["perft", "--depth", "1", "--boards", "A", "--variant", "chess"], "two boards"),
    (&["manual", "Cargo.toml"], "cannot write the manual to `Cargo.toml`"),
    (&["show", "nonsense"], "1 ranks"),
    (&["show", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 |"], "board B"),
    (&["match", "--bfen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "expected two"),
    (&["match", "--chess960", "960"], "`960`"),
    (&["match", "--rule", "mate"], "`mate`"),
    (&["match", "--rule", "mates=no"], "`mates`"),
    (&["match", "--rule", "last-drop=maybe"], "`maybe`"),
    (&["match", "--bpgn", "no/such/folder/match.bpgn"], "`no/such/folder/match.bpgn`"),
    (&["tune", "search", "--results", "no.jsonl", "--params", "lmr_bas"], "`lmr_bas`"),
    (&["tune", "search", "--results", "no.jsonl", "--params", "delta,x*"], "`x*`"),
    (&["tune", "search", "--results", "no.jsonl", "--params", "time_*"], "`time_*`"),
    (&["tune", "search", "--results", "no.jsonl", "--c-end", "lmr_*"], "`lmr_*`"),
    (&["tune", "search", "--results", "no.jsonl", "--c-end", "delta=-1"], "`-1`"),
    (&["tune", "search", "--results", "no.jsonl", "--c-end", "delat=1"], "`delat`"),
    (&["tune", "search", "--results", "no.jsonl", "--param", "delta=99999"], "`99999`"),
    (&["tune", "search", "--results", "no.jsonl", "--rule", "mates=no"], "`mates`"),
    (&["tune", "search", "--results", "no.jsonl", "--patch", "no.jsonl"], "`no.jsonl`"),
    (&["tune", "search", "--results", "no.jsonl", "--rules", "chess", "--linked"], "`chess`"),
    (&["tune", "search", "--results", "no/folder/no.jsonl"], "`no/folder/no.jsonl`"),
    (&["tune", "merge", "no-such-file.jsonl"], "`no-such-file.jsonl`"),
    (&["bpgn", "check", "no-such-file.bpgn"], "`no-such-file.bpgn`"),
    (&["bpgn", "check", "docs/images"], "`docs/images`"), // a folder without games
    (&["bpgn", "check", "-", "--rule", "mates=no"], "`mates`"),
    (&["bpgn", "convert", "no-such-file.bpgn"], "`no-such-file.bpgn`"),
    (&["bpgn", "convert", "-", "-o", "no/such/folder/out.bpgn"], "`no/such/folder/out.bpgn`"),
];

#[test]
fn wrong_input_is_one_line_that_quotes_it() {
    for &(arguments, expected) in REFUSED {
        let ran = tandem(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let [line] = lines.as_slice() else { panic!("{arguments:?}: {}", ran.stderr) };
        assert!(line.starts_with("tandem: ") && line.contains(expected), "{arguments:?}: {line}");
    }
    assert!(!Path::new("no.jsonl").exists(), "nothing is written before all is checked");
}

/// (arguments that the command line itself refuses, a part of its message)
const MISUSED: &[(&[&str], &str)] = &[
    (&["dance"], "'dance'"),
    (&["--link-token-file", "token"], "--link"),
    (&["perft"], "--depth"),
    (&["perft", "--depth", "21"], "0..=20"),
    (&["perft", "--depth", "-1"], "'-1'"),
    (&["perft", "--depth", "1", "--rules", "checkers"], "`checkers`"),
    (&["perft", "--depth", "1", "--count"], "--single"),
    (&["perft", "--depth", "1", "--variant", "shogi"], "'shogi'"),
    (&["bench", "--depth", "0"], "1..=60"),
    (&["bench", "--depth", "61"], "1..=60"),
    (&["bench", "--hash", "0"], "1..=4096"),
    (&["bench", "--threads", "0"], "1..=256"),
    (&["bench", "--compare", "0"], "1..=99"),
    (&["match", "--tc", "soon"], "`soon`"),
    (&["match", "--tc", "5+"], "`5+`"),
    (&["match", "--tc", "-5"], "'-5'"),
    (&["match", "--clock", "sun"], "`sun`"),
    (&["match", "--clock", "nodes:0"], "`nodes:0`"),
    (&["match", "--rules", "nobody"], "`nobody`"),
    (&["match", "--games", "few"], "'few'"),
    (&["match", "--hash", "0"], "1..=4096"),
    (&["match", "--chess960", "1", "--bfen", "x"], "--bfen"),
    (&["tune", "search", "--results", "no.jsonl", "--r-end", "0"], "above 0"),
    (&["tune", "search", "--results", "no.jsonl", "--nodes", "0"], "'0'"),
    (&["tune", "search", "--results", "no.jsonl", "--pairs", "0"], "1..=10000"),
    (&["tune", "search"], "--results"),
    (&["tune"], "evaluation"),
    (&["analyze", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "--report", "no.html"], "--report"),
    (&["analyze", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "--plans"], "--plans"),
    (&["bpgn"], "check"),
    (&["bpgn", "check"], "<FILE>"),
    (&["bpgn", "check", "-", "--variant", "shogi"], "'shogi'"),
    (&["bpgn", "check", "-", "--rules", "nobody"], "`nobody`"),
];

/// Files without an end, or that cannot be read twice.
#[cfg(unix)]
#[test]
fn a_device_in_place_of_a_file_is_refused_unread() {
    for arguments in [
        &["analyze", "--eval-file", "/dev/zero", KIWIPETE][..],
        &["match", "--results", "/dev/zero"],
        &["match", "merge", "/dev/zero"],
        &["tune", "search", "--results", "/dev/zero"],
        &["tune", "merge", "/dev/zero"],
        &["analyze", "--games", "-", "--results", "/dev/zero"],
        &["--option", "EvalFile=/dev/zero"],
    ] {
        let ran = tandem(arguments);
        assert_eq!(
            (ran.code, ran.stderr.lines().count()),
            (Some(2), 1),
            "{arguments:?}: {}",
            ran.stderr
        );
        assert!(ran.stderr.contains("not a regular file"), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn wrong_usage_is_told_and_exits_alike() {
    for &(arguments, expected) in MISUSED {
        let ran = tandem(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const DROPS: &str = "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1";
const MANY: &str = "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20";
/// Black is in check along the last rank; a knight can be dropped between.
const KNIGHT_BLOCKS: &str = "3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1";

/// (arguments, total). Counts on one board are those of the Chess Programming Wiki and, with
/// holdings, of Fairy-Stockfish. Counts on two boards from the start are sums of products of the
/// counts on one, since nothing is captured before the last ply.
const TOTALS: &[(&[&str], u64)] = &[
    (&["--depth", "0"], 1),
    (&["--depth", "4"], 197_281),
    (&["--depth", "4", "--single"], 197_281),
    (&["--depth", "4", "--single", "--count"], 197_281),
    (&["--depth", "3", "--fen", KIWIPETE, "--variant", "chess"], 97_862),
    (&["--depth", "3", "--fen", KIWIPETE, "--rules", "chess"], 97_862),
    (&["--depth", "3", "--fen", MANY], 53_756),
    (&["--depth", "3", "--fen", MANY, "--variant", "crazyhouse"], 62_884),
    (&["--depth", "3", "--fen", MANY, "--rules", "crazyhouse"], 62_884),
    (&["--depth", "2", "--fen", DROPS, "--rules", "fics"], 75_353),
    (&["--depth", "3", "--fen", KNIGHT_BLOCKS], 320),
    (&["--depth", "0", "--boards", "AB"], 1),
    (&["--depth", "2", "--boards", "AB"], 1_600),
    (&["--depth", "3", "--boards", "AB"], 2 * 8_902 + 6 * 8_000),
    (&["--depth", "3", "--boards", "b"], 8_902),
];

#[test]
fn perft_counts_leaves() {
    for &(arguments, expected) in TOTALS {
        let printed = tandem(&[&["perft"], arguments].concat()).done();
        let total = printed.lines().find_map(|line| line.strip_prefix("total "));
        assert_eq!(total, Some(expected.to_string().as_str()), "{arguments:?}");
        let split = printed.lines().filter_map(|line| line.split_once(": "));
        let sum: u64 = split.map(|(_, leaves)| leaves.parse::<u64>().expect("a count")).sum();
        let is_split = !arguments.contains(&"--single") && !arguments.contains(&"0");
        assert_eq!(sum, if is_split { expected } else { 0 }, "{arguments:?}");
    }
}

#[test]
fn the_readmes_of_libraries_ask_for_this_version() {
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').expect("three numbers").0;
    for (name, readme) in [
        ("tandem-rules", include_str!("../rules/README.md")),
        ("tandem-protocol", include_str!("../protocol/README.md")),
    ] {
        assert!(readme.contains(&format!("\n{name} = \"{version}\"\n")), "{name}");
    }
}

#[test]
fn show_draws_boards_and_says_how_they_stand() {
    for (arguments, expected) in [
        (
            &["show"][..],
            &["A: White to move, 20 legal moves", "B: White to move, 20 legal moves"][..],
        ),
        (
            &["show", KNIGHT_BLOCKS],
            &[
                "Black to move, in check, 2 legal moves",
                "[n]",
                "   3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1",
            ],
        ),
        (
            &["show", "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"],
            &["Black is in check and waits for a piece to block it"],
        ),
        (
            &["show", "6Rk/5ppp/8/4n3/8/8/8/6K1[] b - - 0 1 | 7k/5KQ1/8/8/8/8/8/8 b - - 0 1"],
            &["A: Black to move, in check, 1 legal move", "B: Black is mated"],
        ),
        (
            &["show", "7k/5K2/6Q1/8/8/8/8/8", "b", "-", "-"],
            &["Black has no legal move and waits for a piece"],
        ),
        (
            &["show", "--rules", "chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"],
            &["Black is stalemated", "   7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"],
        ),
        (
            &["show", "--rules", "crazyhouse", "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"],
            &["Black is mated"],
        ),
        (&["show", "--rules", "chess"], &["White to move, 20 legal moves"]),
    ] {
        let printed = tandem(arguments).done();
        for line in expected {
            assert!(printed.lines().any(|printed| printed.contains(line)), "{line} in\n{printed}");
        }
        assert!(!printed.contains('\x1b'), "no color where there is no terminal");
    }
}

#[test]
fn a_right_that_a_position_cannot_have_is_left_out_with_a_warning() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
    let both = format!("{fen} | {fen}");
    for (arguments, expected, warnings) in [
        (&["show", "--rules", "chess", fen][..], "4K2R w K - 0 1", 1),
        (&["show", &both], "4K2R[] w K - 0 1", 2),
        (&["perft", "--depth", "1", "--variant", "chess", "--fen", fen], "total 15", 1),
        (&["analyze", "--nodes", "100", "--rules", "chess", fen], "Depth", 1),
    ] {
        let ran = tandem(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.contains(expected), "{arguments:?}: {}", ran.stdout);
        let told = ran.stderr.matches("left out: White has a right to castle queenside").count();
        assert_eq!(told, warnings, "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn show_draws_board_b_as_seen_from_the_other_side() {
    let start = tandem(&["show"]).done();
    let ranks: Vec<&str> = start.lines().skip(2).take(8).collect();
    assert_eq!(ranks[0], "8  r  n  b  q  k  b  n  r           1  R  N  B  K  Q  B  N  R");
    assert_eq!(ranks[7], "1  R  N  B  Q  K  B  N  R           8  r  n  b  k  q  b  n  r");
}

#[test]
fn bench_compares_threads() {
    let printed = tandem(&["bench", "--depth", "1", "--threads", "2", "--compare", "1"]).done();
    let lines: Vec<&str> = printed.lines().collect();
    let Some((last, positions)) = lines.split_last() else { panic!("nothing is printed") };
    assert_eq!(positions.len(), 40);
    assert!(last.starts_with("2 threads: ") && last.ends_with("at depth 1"), "{last}");
}

#[test]
fn bench_counts_the_same_nodes_each_time() {
    let counts = || {
        let printed = tandem(&["bench", "--depth", "3"]).done();
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        let arithmetic = lines.remove(0);
        assert!(arithmetic.starts_with("arithmetic: "), "{arithmetic}");
        let total = lines.pop().expect("the signature comes last");
        let [nodes, "nodes", rate, "nps"] = total.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{total}")
        };
        let of = |line: &String| line.split_whitespace().next().and_then(|n| n.parse::<u64>().ok());
        let sum: Option<u64> = lines.iter().map(of).sum();
        assert_eq!(sum, nodes.parse().ok(), "{printed}");
        assert!(rate.parse::<u64>().is_ok(), "OpenBench reads whole numbers: {total}");
        lines
    };
    assert_eq!(counts(), counts());
}

#[test]
fn bench_counts_the_same_nodes_with_each_set_of_instructions() {
    let bench = |instructions: &str| {
        let output = command(&["bench", "--depth", "3"]).env("TANDEM_SIMD", instructions).output();
        String::from_utf8(output.expect("the program can be started").stdout).expect("UTF-8")
    };
    let nodes = |printed: &str| {
        let last = printed.lines().last().expect("a total");
        last.split(' ').next().expect("a number").to_owned()
    };
    let first = bench("scalar");
    let (_, had) = first.lines().next().and_then(|line| line.split_once(" has ")).expect("a list");
    let had: Vec<&str> = had.trim_end_matches(')').split(", ").collect();
    assert_eq!(had[0], "scalar");
    for instructions in had {
        let printed = bench(instructions);
        assert!(printed.starts_with(&format!("arithmetic: {instructions} (")), "{printed}");
        assert_eq!(nodes(&printed), nodes(&first), "{instructions}");
    }
}

#[test]
fn instructions_that_the_machine_lacks_are_refused_in_one_line() {
    let output = command(&["bench"]).env("TANDEM_SIMD", "mmx").stderr(Stdio::piped()).output();
    let output = output.expect("the program can be started");
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
    assert!(line.starts_with("tandem: TANDEM_SIMD: `mmx` is not among scalar"), "{line}");
}

const GOOD: &str = "[Event \"good\"]\n[Result \"1-0\"]\n\n\
                    1A. e4 {59} 1a. e5 {59.5} 2A. Qh5 2a. Nc6 \
                    3A. Bc4 3a. Nf6 4A. Qxf7# {C:well, well} {done} 1-0\n\n";
const BAD: &str = "[Event \"bad\"]\n\n1A. e4 1a. e5\n2A. Ke3 1-0\n\n";
const ODD: &str = "[Event \"odd\"]\n[Result \"0-1\"]\n\n1A. e4 1/2-1/2\n\n";
const OPEN: &str = "[Event \"open\"]\n\n1B. d4 1b. d5\n\n";
const LOST: &str = "[Event \"lost\"]\n\n1A. e4 0-1\n\n";

/// A folder with the files of one test.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, games: &[&str]) -> String {
        let path = self.path(name);
        fs::write(&path, games.concat()).expect("a file can be written");
        text(&path)
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn check_counts_games_and_exits_with_zero() {
    let files = Files::new();
    let (one, two) = (files.write("one.bpgn", &[GOOD, OPEN]), files.write("two.bpgn", &[LOST]));
    let ran = tandem(&["bpgn", "check", &one, &two]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for (name, expected) in [
        ("games read", 3),
        ("plies", 10),
        ("1-0", 1),
        ("0-1", 1),
        ("draws", 0),
        ("no result", 1),
        ("end in mate", 1),
        ("faults", 0),
        ("warnings", 0),
    ] {
        assert_eq!(ran.number(name), expected, "{name}");
    }
}

#[test]
fn check_names_file_line_and_game_and_reads_on() {
    let files = Files::new();
    let path = files.write("mixed.bpgn", &[GOOD, BAD, ODD, OPEN]);
    let ran = tandem(&["bpgn", "check", &path]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let notes: Vec<&str> = ran.stdout.lines().take(2).collect();
    let expected = [
        format!("{path}:9: game 2: White on A, move 2: `Ke3` is not legal here"),
        format!("{path}:14: game 3: warning: results 0-1 and 1/2-1/2 disagree"),
    ];
    assert_eq!(notes, expected);
    let counts = ["games read", "draws", "faults", "warnings"].map(|name| ran.number(name));
    assert_eq!(counts, [3, 1, 1, 1]);
}

#[test]
fn check_reads_standard_input() {
    let mut child = command(&["bpgn", "check", "-"]).stdin(Stdio::piped()).spawn().expect("starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all([BAD, GOOD].concat().as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.starts_with("-:4: game 1: White on A, move 2: `Ke3`"), "{printed}");
}

#[test]
fn an_empty_file_holds_no_games_and_no_faults() {
    let files = Files::new();
    let ran = tandem(&["bpgn", "check", &files.write("empty.bpgn", &[])]);
    assert_eq!((ran.code, ran.number("games read")), (Some(0), 0));
}

#[test]
fn rules_and_variant_say_what_may_be_moved() {
    let files = Files::new();
    let crazyhouse = "1A. e4 1a. d5 2A. exd5 2a. Qxd5 3A. P@e4 1-0";
    let path = files.write("crazyhouse.bpgn", &[crazyhouse]);
    assert_eq!(tandem(&["bpgn", "check", &path]).code, Some(1));
    for option in ["--variant", "--rules"] {
        assert_eq!(tandem(&["bpgn", "check", &path, option, "crazyhouse"]).code, Some(0));
    }
    let rook = "[FEN \"4k3/8/8/7b/8/8/7P/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n";
    let promotion = rook.replace("4k3/8/8/7b/8/8/7P", "4k3/7P/8/8/8/8/8") + "1A. h8=R+ 1-0\n";
    let path = files.write("promotion.bpgn", &[&promotion]);
    assert_eq!(tandem(&["bpgn", "check", &path]).code, Some(0));
    assert_eq!(tandem(&["bpgn", "check", &path, "--rule", "promotions=qn"]).code, Some(1));
}

#[test]
fn what_convert_writes_is_read_and_written_alike() {
    let files = Files::new();
    let wild = "[Event \"wild\"]\n1A. e4{59} (1A. d4) 1a. d7-d5 $1 2A. exd5 1B. Nb1c3 {[%clk 0:58]} 0-1\n\n";
    let path = files.write("wild.bpgn", &[GOOD, BAD, ODD, wild, OPEN]);
    let out = text(&files.path("out.bpgn"));
    let first = tandem(&["bpgn", "convert", &path, "-o", &out]);
    assert_eq!((first.code, first.stdout.as_str()), (Some(1), ""));
    assert!(first.stderr.starts_with(&format!("{path}:9: game 2: White on A")), "{}", first.stderr);
    assert_eq!(["games read", "faults", "warnings"].map(|name| first.number(name)), [4, 1, 1]);
    let strict = fs::read_to_string(&out).expect("it has been written");
    assert!(
        strict.contains("1A. e4 {59.000} (1A. d4) 1a. d5 $1 2A. exd5 1B. Nc3 {58.000}\n0-1\n"),
        "{strict}"
    );
    let second = tandem(&["bpgn", "convert", &out]);
    assert_eq!((second.code, second.stdout.as_str()), (Some(0), strict.as_str()));
    assert_eq!(["games read", "warnings"].map(|name| second.number(name)), [4, 0]);
}

#[test]
fn games_of_one_board_are_converted_to_pgn() {
    let files = Files::new();
    let letters = "[WhiteA \"Ann\"]\n\n1A. e4 {59} 1a. d5 2A. exd5 2a. Qxd5 3A. P@e4 1-0\n";
    let path = files.write("crazyhouse.bpgn", &[letters]);
    let pgn = tandem(&["bpgn", "convert", &path, "--variant", "crazyhouse"]).stdout;
    assert!(
        pgn.contains("[White \"Ann\"]\n") && pgn.contains("[Variant \"Crazyhouse\"]\n"),
        "{pgn}"
    );
    let moves = "1. e4 {[%clk 0:00:59.000]} 1... d5 2. exd5 Qxd5 3. P@e4\n1-0\n";
    assert!(pgn.contains(moves), "{pgn}");
    let path = files.write("crazyhouse.pgn", &[&pgn]);
    assert_eq!(tandem(&["bpgn", "convert", &path, "--rules", "crazyhouse"]).stdout, pgn);
}

#[test]
fn convert_does_not_write_over_what_it_reads() {
    let files = Files::new();
    let path = files.write("games.bpgn", &[GOOD]);
    for arguments in [[path.as_str(), path.as_str()], ["no-such-file.bpgn", path.as_str()]] {
        let ran = tandem(&["bpgn", "convert", arguments[0], "--output", arguments[1]]);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{arguments:?}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), GOOD);
    }
}

#[test]
fn an_output_that_is_closed_ends_a_command_quietly() {
    let files = Files::new();
    let path = files.write("many.bpgn", &[&ODD.repeat(4_000)]);
    for arguments in [
        &["bpgn", "check", &path][..],
        &["bpgn", "convert", &path],
        &["perft", "--depth", "2", "--fen", DROPS],
        &["bench", "--depth", "2"],
        &["show"],
    ] {
        let mut child = command(arguments).stderr(Stdio::piped()).spawn().expect("starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("tandem: ") && !errors.contains("panicked"), "{errors}");
    }
}

/// Controls, an escape sequence and a right-to-left override, in all places of a record.
const HOSTILE: &str = "[Event \"\u{1b}[31m\u{7}\"]\n[WhiteA \"\u{202e}nna\"]\n\n\
    1A. e4 {C:\u{1b}]0;owned\u{7}} 1a. e5 {\u{9b}2J} 2A. \u{1b}[2J * \n";

#[test]
fn nothing_that_a_terminal_obeys_is_printed_or_copied() {
    let file = NamedTempFile::new().expect("a file can be made");
    let out = NamedTempFile::new().expect("a file can be made");
    fs::write(&file, [HOSTILE, &HOSTILE.replace("2A. \u{1b}[2J", "2A. Nf3")].concat())
        .expect("it is ours");
    let [path, copy] = [&file, &out].map(|file| file.path().to_str().expect("a path in UTF-8"));
    for arguments in [
        &["bpgn", "check", path][..],
        &["bpgn", "convert", path],
        &["analyze", "--nodes", "10", "--games", path, "--annotate", copy],
        &["analyze", "--nodes", "10", "--json", "--games", path],
        &["match", "explain", path],
    ] {
        let ran = tandem(arguments);
        let copied = fs::read_to_string(copy).expect("it is text");
        for text in [ran.stdout, ran.stderr, copied] {
            let unsafe_char = text.chars().find(|&c| c != '\n' && is_deceptive(c));
            assert_eq!(unsafe_char, None, "{arguments:?}: {text}");
        }
    }
    assert!(
        fs::read_to_string(copy).expect("it is text").contains("Nf3"),
        "the other game is there"
    );
}

#[test]
fn a_suite_seeks_a_mate_as_short_as_its_line_says() {
    // A longer mate by checks alone is proved first; without the length it would end the search.
    const LINE: &str = "r7/2pb1qpk/5n1p/2PnP3/p2N2Pb/P2P2rP/1P1BP2K/R4B1R[BPPrpp] b - - 1 30 ";
    for (operations, is_solved) in [("dm 3;", true), ("dm 1;", false)] {
        let file = NamedTempFile::with_suffix(".epd").expect("a file");
        fs::write(file.path(), format!("{LINE}{operations}\n")).expect("the file is there");
        let path = file.path().to_str().expect("a path");
        let told = tandem(&["suite", path, "--nodes", "200000"]).done();
        let last = format!("{} of 1 solved", u8::from(is_solved));
        assert!(told.contains(&last), "{operations}: {told}");
    }
}
