//! Tests of `tandem analyze`: text, JSON, annotated games and the page.

mod fed;
mod folder;
#[cfg(unix)]
mod interrupt;
mod tandem;

use std::fs;
use std::process::Command;

use fed::fed;
use folder::Folder;
use serde_json::Value;
use tandem::{command, tandem};

/// Two boards with clocks: one more knight mates the black king on A; B is quiet.
const BOARDS: &str = "6rk/6pp/8/8/8/8/8/6K1/ w - - 60 50 | \
                      rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 45 55";

const GAME: &str = r#"[Event "a short one"]
[WhiteA "Anna"]
[BlackA "Bert"]
[WhiteB "Carl"]
[BlackB "Dora"]
[TimeControl "60+0"]

1A. f3{59.000} 1B. e4{58.500} 1a. e5{57.000} 2A. g4{56.000} 2a. Qh4#{55.000}
{Anna checkmated} 0-1
"#;

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("a line of JSON")
}

#[test]
fn a_position_is_told_as_text() {
    let told = tandem(&["analyze", "--nodes", "2000", BOARDS]).done();
    for part in [
        "Board A: White to move. Depth ",
        "  White mates with one more knight\n",
        "Board B: White to move. Depth ",
        "White on A and Black on B would win ",
        "White on A can wait 15.0 s longer than White on B.\n",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let one = tandem(&["analyze", "--depth", "3", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1"]).done();
    assert!(one.contains("Black to move. Depth 0, ") && one.contains("no move"), "{one}");
    let chess = tandem(&["analyze", "--rules", "chess", "--depth", "2"]).done();
    assert!(!chess.contains("Board") && !chess.contains("mates"), "{chess}");
}

#[test]
fn a_game_that_is_over_is_told_with_its_winner_and_not_searched() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    const MATED: &str = "6rk/5Npp/8/8/8/8/5PPP/6K1[] b - - 0 1";
    for (arguments, sentence, wins) in [
        (vec![format!("{MATED} | {START}")], "White on A and Black on B have won.", Some(1.0)),
        (vec![format!("{START} | {MATED}")], "Black on A and White on B have won.", Some(0.0)),
        (vec![MATED.to_owned()], "Black is mated: White has won.", None),
    ] {
        let ask = |more: &[&str]| {
            let words = more.iter().copied().chain(arguments.iter().map(String::as_str));
            tandem(&words.collect::<Vec<_>>()).done()
        };
        let told = ask(&["analyze"]);
        assert!(told.contains(sentence) && !told.contains("sit"), "{told}");
        let told = json(&ask(&["analyze", "--json"]));
        assert_eq!(told["team_one_wins"].as_f64(), wins, "{told}");
        assert_eq!(told["boards"][0]["lines"], serde_json::json!([]), "{told}");
        let reason = told["outcome"]["reason"].as_str().unwrap_or_default();
        assert!(reason.ends_with("is mated"), "{told}");
    }
}

/// (turn and clocks on A, the same on B, the line on who can wait)
const CLOCKS: &[(&str, &str, &str)] = &[
    ("w - - 60 50", "w - - 45 55", "White on A can wait 15.0 s longer than White on B."),
    ("b - - 60 10", "b - - 61 100", "Black on B can wait 90.0 s longer than Black on A."),
    ("w - - 60 50", "b - - 45 55", "White on A and Black on B are on turn: waiting costs"),
    ("w - - 60 50", "w - - 60 50", ""),
];

#[test]
fn who_can_wait_is_told_by_the_clocks_of_those_on_turn() {
    for (a, b, expected) in CLOCKS {
        let even = "4k3/4p3/8/8/8/8/4P3/4K3/";
        let boards = format!("{even} {a} | {even} {b}");
        let told = tandem(&["analyze", "--nodes", "10", &boards]).done();
        let last = told.lines().last().unwrap_or_default();
        match expected.is_empty() {
            true => assert!(last.ends_with(" of 100 such games."), "{last}"),
            false => assert!(last.starts_with(expected), "{last}"),
        }
    }
}

#[test]
fn the_same_is_told_as_json() {
    let arguments = ["analyze", "--json", "--nodes", "2000", "--multipv", "3", BOARDS];
    let told = tandem(&arguments).done();
    let value = json(&told);
    assert_eq!(value["team_one_lead_ms"], 15_000);
    assert_eq!(value["boards"][0]["mates"]["white"]["with_one_more"], "N");
    assert_eq!(value["boards"][1]["fen"].as_str().map(|fen| fen.contains("[]")), Some(true));
    let lines = value["boards"][1]["lines"].as_array().expect("lines");
    let first: Vec<&Value> = lines.iter().map(|line| &line["moves"][0]).collect();
    assert!(first.len() == 3 && first[0] != first[1] && first[1] != first[2], "{first:?}");
    let mate = ["analyze", "--json", "--depth", "4", "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"];
    assert_eq!(json(&tandem(&mate).done())["boards"][0]["lines"][0]["score"]["mate_in"], 1);
}

/// The analysis without the times of its searches.
fn without_times(mut value: Value) -> Value {
    for board in value["boards"].as_array_mut().expect("boards") {
        for line in board["lines"].as_array_mut().expect("lines") {
            line["time_ms"] = Value::Null;
        }
    }
    value
}

#[test]
fn positions_come_from_standard_input_and_do_not_depend_on_those_before() {
    let [one, other] = [BOARDS, "4k3/8/8/8/8/8/8/4K2R[Q] w K - 0 1"];
    let analysis = command(&["analyze", "--json", "--nodes", "1000", "-"]);
    let output = fed(analysis, &format!("{one}\n\n{other}\n{one}\n"));
    let printed = String::from_utf8(output.stdout).expect("text");
    let told: Vec<Value> = printed.lines().map(|line| without_times(json(line))).collect();
    assert_eq!(told.len(), 3);
    assert_eq!(told[0], told[2]);
    let alone = tandem(&["analyze", "--json", "--nodes", "1000", other]).done();
    assert_eq!(told[1], without_times(json(&alone)));
}

#[test]
fn several_lines_are_in_the_order_of_searches_of_each_alone() {
    let position = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 4 4";
    let told = tandem(&["analyze", "--json", "--depth", "4", "--multipv", "40", position]).done();
    let value = json(&told);
    let lines = value["boards"][0]["lines"].as_array().expect("lines").clone();
    assert!(lines.len() >= 30, "{}", lines.len());
    // The first move mates; moves that do not mate follow in falling order.
    assert_eq!(lines[0]["san"][0], "Qxf7#");
    let worth = |line: &Value| line["score"]["centipawns"].as_i64();
    let worths: Vec<i64> = lines.iter().filter_map(worth).collect();
    assert!(worths.is_sorted_by(|a, b| a >= b), "{worths:?}");
}

#[test]
fn games_are_told_move_by_move_and_written_with_comments() {
    let folder = Folder::new();
    let [games, out] = ["games.bpgn", "out.bpgn"].map(|name| folder.path(name));
    fs::write(&games, GAME).expect("it can be written");
    let arguments = ["analyze", "--nodes", "2000", "--games", &games, "--annotate", &out];
    let text = tandem(&arguments).done();
    let players = "Anna and Dora against Bert and Carl, 0-1 (Anna checkmated), 5 plies";
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], format!("{games}:1: game 1: {players}"));
    let head: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(head, ["move", "player", "clock", "forecast"], "{text}");
    assert!(lines.iter().any(|line| line.starts_with("  2A. g4?")), "{text}");
    assert!(text.contains("Anna    0:56.0  "), "{text}");
    assert!(
        text.contains("  Bert    Black on A      2   0  0   0         0.0 %  0:00.0"),
        "{text}"
    );
    let written = fs::read_to_string(&out).expect("it was written");
    assert_eq!(written.matches("{A:").count(), 5, "{written}");
    assert!(written.contains(" ?! better "), "{written}");
    assert_eq!(tandem(&["bpgn", "check", &out]).number("games read"), 1);
    let told = json(&tandem(&[&arguments[..], &["--json"]].concat()).done());
    let plies = told["plies"].as_array().expect("plies");
    assert_eq!(
        (plies.len(), &plies[4]["san"], &plies[3]["clock_ms"]),
        (5, &"Qh4+".into(), &56_000.into())
    );
    assert!(plies[3]["lost"].as_f64() > Some(0.05) && plies[4].get("better").is_none(), "{told}");
}

/// A game that ends in a mate that no piece could block, without a result.
const MATE: &str = r#"[Event "a mate"]
[TimeControl "60+0"]

1A. e4{59.000} 1B. e4{58.500} 1a. e5{57.000} 2A. Qh5{56.000} 2a. Nc6{55.000} 3A. Bc4{54.000}
3a. Nf6{53.000} 4A. Qxf7#{52.000} *
"#;

/// The analysis of the first game of a text.
fn analysis_of(text: &str, more: &[&str]) -> Value {
    let folder = Folder::new();
    let games = folder.path("games.bpgn");
    fs::write(&games, text).expect("it can be written");
    let arguments = ["analyze", "--nodes", "1000", "--json", "--games", &games];
    json(&tandem(&[&arguments, more].concat()).done())
}

#[test]
fn a_forecast_sees_both_boards_and_all_clocks() {
    let told = analysis_of(MATE, &[]);
    assert_eq!(told["result"], "*");
    assert_eq!(told["outcome"], serde_json::json!({ "result": "1-0", "by": "mate" }));
    assert_eq!(told["scale"], "people");
    let plies = told["plies"].as_array().expect("plies");
    // Before 2A. Qh5 board A has been played on for 4 seconds and board B for 1.5: White on B, who
    // has moved, has 58.5 s, and Black on B, on turn since then, 57.5 s.
    assert_eq!(plies[3]["clocks_ms"], serde_json::json!([59_000, 57_000, 58_500, 57_500]));
    assert!(plies[3]["elsewhere"]["centipawns"].is_i64(), "{told}");
    let wins = |at: usize| plies[at]["team_one_wins"].as_f64().expect("a share");
    assert!(wins(7) > 0.75 && wins(0) < 0.65, "{told}");
    // 3a. Nf6 allows the mate.
    let lost = plies[6]["lost"].as_f64().expect("a share");
    assert_eq!(plies[6]["mark"], "??", "{told}");
    assert!((wins(7) - wins(6) - lost).abs() < 0.1, "{told}");
}

#[test]
fn a_result_that_the_board_implies_is_told_and_one_board_has_no_letter() {
    let folder = Folder::new();
    let games = folder.path("games.pgn");
    let alone = "[Event \"alone\"]\n\n1. f3 e5 2. g4 Qh4# *\n";
    fs::write(&games, format!("{MATE}\n{alone}\n{}", alone.replace("Qh4#", "Nc6")))
        .expect("it can be written");
    let text = tandem(&["analyse", "--nodes", "1000", "--games", &games]).done();
    for part in [
        ", 1-0 (Black on A is mated), 8 plies\n",
        "  3a. Nf6??",
        "allows a mate in 1 instead of ",
        ", 0-1 (White is mated), 4 plies\n",
        "  2. g4??",
        ", *, 4 plies\n",
        "  2... Nc6??",
        "gives up a mate in 1 for ",
        "  ?       White      2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_lead_is_worth_more_among_engines() {
    let wins = |more: &[&str]| {
        let told = analysis_of(GAME, more);
        told["plies"][4]["team_one_wins"].as_f64().expect("a share")
    };
    assert!(wins(&["--scale", "engines"]) < wins(&["--scale", "people"]));
    let of_match = GAME.replace("a short one", "Tandem match");
    assert_eq!(analysis_of(&of_match, &[])["scale"], "engines");
}

/// Games whose record tells the variant: tags, moves, options, and the SAN of the last move.
const VARIANTS: &[(&str, &str, &[&str], &str)] = &[
    ("[Variant \"Crazyhouse\"]", "1. e4 d5 2. exd5 Qxd5 3. P@e4", &[], "P@e4"),
    ("[Rules \"crazyhouse\"]", "1. e4 d5 2. exd5 Qxd5 3. P@e4", &[], "P@e4"),
    ("[Event \"?\"]", "1. e4 d5 2. exd5 Qxd5 3. P@e4", &[], "P@e4"),
    ("[Event \"?\"]", "1. e4 d5 2. exd5", &[], "exd5"),
    ("[Event \"?\"]", "1. e4 d5 2. exd5", &["--variant", "crazyhouse"], "exd5"),
    ("[Event \"?\"]", "1A. e4 1a. d5 2A. exd5", &["--variant", "crazyhouse"], "exd5"),
    ("[Event \"?\"]", "1A. e4 1a. d5 2A. exd5", &[], "exd5"),
];

#[test]
fn the_rules_of_a_game_follow_from_its_record() {
    for (tags, moves, options, last) in VARIANTS {
        let told = analysis_of(&format!("{tags}\n\n{moves} *\n"), options);
        let plies = told["plies"].as_array().expect("plies");
        assert_eq!(plies.last().map(|ply| &ply["san"]), Some(&Value::from(*last)), "{told}");
        let has_letters = moves.contains("1A.") && options.is_empty();
        let scale = if has_letters { "people" } else { "one_board" };
        assert_eq!(told["scale"], scale, "{tags} {moves}");
    }
}

#[test]
fn results_from_strangers_are_legible_and_may_be_nonsense() {
    let folder = Folder::new();
    let [games, results, out] = ["games.bpgn", "a.jsonl", "out.bpgn"].map(|name| folder.path(name));
    fs::write(&games, GAME).expect("it can be written");
    let kept = ["analyze", "--nodes", "100", "--games", &games, "--results", &results];
    tandem(&kept).done();
    let honest = fs::read_to_string(&results).expect("it was written");
    let all = [&kept[..], &["--json", "--annotate", &out]].concat();
    // A comment too many, texts that a terminal obeys, and numbers out of any range.
    for (part, other) in [
        ("\"comments\":[", "\"comments\":[\"\\u001b[2J\",\"x\",\"x\",\"x\",\"x\",\"x\","),
        ("\"text\":\"", "\"text\":\"\\u001b[2J\u{9b}2J\u{202e}"),
        ("\"players\":[\"", "\"players\":[\"\\u001b]0;x\\u0007\u{9b}2J"),
        ("\"best\":{", "\"best\":{\"mate_in\":1073741825},\"unknown\":{"),
        ("\"best\":{", "\"best\":{\"mate_in\":-2147483648},\"unknown\":{"),
        ("\"depth\":", "\"depth\":4294967295,\"depth\":"),
    ] {
        assert!(honest.contains(part), "{part}: {honest}");
        fs::write(&results, honest.replacen(part, other, 1)).expect("it can be written");
        for arguments in [&kept[..], &all[..], &["calibrate", &results]] {
            let ran = tandem(arguments);
            let said = format!("{}{}", ran.stdout, ran.stderr);
            assert!(matches!(ran.code, Some(0 | 2)), "{part}: {said}");
            assert!(ran.stderr.lines().count() <= 1, "{part}: {said}");
            let is_obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!said.contains(is_obeyed), "{part}: {said:?}");
        }
    }
}

#[test]
fn forecasts_are_compared_with_results() {
    let folder = Folder::new();
    let [games, analyses] = ["games.bpgn", "games.jsonl"].map(|name| folder.path(name));
    fs::write(&games, format!("{GAME}\n{MATE}")).expect("it can be written");
    let kept = ["analyze", "--nodes", "300", "--games", &games, "--results", &analyses, "--json"];
    let printed = tandem(&kept).done();
    let by_results = tandem(&["calibrate", &analyses]).done();
    assert!(by_results.starts_with("games: 2, positions: 13\nBrier score 0."), "{by_results}");
    fs::write(&analyses, printed).expect("it can be written");
    assert_eq!(tandem(&["calibrate", &analyses]).done(), by_results);
    let fitted = tandem(&["calibrate", "--fit", &analyses]).done();
    assert!(fitted.starts_with("weights ["), "{fitted}");
    let refused = tandem(&["calibrate", "--scale", "engines", &analyses]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("no game of two boards"), "{}", refused.stderr);
}

#[test]
fn records_with_scores_are_compared_with_results_too() {
    let folder = Folder::new();
    let [games, other] = ["games.bpgn", "other.txt"].map(|name| folder.path(name));
    let scored = GAME
        .replace("a short one", "Tandem match")
        .replace("{56.000}", "{56.000} {A:-0.50/8}")
        .replace("{55.000}", "{55.000} {A:+M1/8}");
    fs::write(&games, scored).expect("it can be written");
    let told = tandem(&["calibrate", "--scale", "engines", &games]).done();
    assert!(told.starts_with("games: 1, positions: 5\n"), "{told}");
    fs::write(&games, GAME).expect("it can be written");
    assert!(tandem(&["calibrate", &games]).stderr.contains("no game of two boards with scores"));
    fs::write(&other, "{\"a\":1}\n").expect("it can be written");
    let refused = tandem(&["calibrate", &other]).stderr;
    assert!(refused.contains("line 1: expected an analyzed game, found `{\"a\":1}`"), "{refused}");
}

#[test]
#[cfg(unix)]
fn games_that_were_analyzed_before_an_interrupt_are_written_whole() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let folder = Folder::new();
    let [games, out, page] = ["games.pgn", "out.pgn", "page.html"].map(|name| folder.path(name));
    // A short game, and one that would take minutes.
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(200);
    let long = format!("[Event \"long\"]\n\n{shuffle}*\n");
    fs::write(&games, format!("[Event \"short\"]\n\n1. e4 *\n\n{long}"))
        .expect("it can be written");
    let mut child = command(&["analyze", "--time", "500", "--rules", "chess"])
        .args(["--games", &games, "--annotate", &out, "--report", &page])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = BufReader::new(child.stdout.take().expect("its output")).lines();
    let first = said.next().expect("a line").expect("text");
    assert!(first.contains(":1: game 1: "), "{first}");
    interrupt::interrupt(&child);
    let rest: Vec<String> = said.map(|line| line.expect("text")).collect();
    let is_told = rest.iter().any(|line| line.contains(": game 2: "));
    assert!(!is_told, "of the second game nothing is told: {rest:?}");
    let mut reasons = String::new();
    let mut errors = child.stderr.take().expect("its errors");
    errors.read_to_string(&mut reasons).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(reasons.starts_with("interrupted after 1 game; "), "{reasons}");
    assert!(reasons.contains("can go on after a break only with --results FILE"), "{reasons}");
    let written = fs::read_to_string(&out).expect("it was written");
    assert!(written.contains("short") && !written.contains("long"), "{written}");
    assert_eq!(tandem(&["bpgn", "check", "--variant", "chess", &out]).number("games read"), 1);
    let page = fs::read_to_string(&page).expect("it was written");
    assert_eq!(page.matches("class=\"game\"").count(), 1);
}

/// The moves of a game on one board, as JSON.
fn plies_of(rules: &[&str], text: &str) -> Vec<Value> {
    let folder = Folder::new();
    let games = folder.path("games.pgn");
    fs::write(&games, text).expect("it can be written");
    let arguments = ["analyze", "--nodes", "100000", "--json", "--games", &games];
    json(&tandem(&[&arguments, rules].concat()).done())["plies"].as_array().expect("plies").clone()
}

#[test]
fn a_move_that_repeats_a_position_for_the_third_time_is_a_draw_however_the_boards_stand() {
    // Black is a queen for a rook up.
    let game = r#"[SetUp "1"]
[FEN "8/6pk/7p/3q4/8/8/PP6/1KR5 w - - 0 1"]

1. Rc2 Qd4 2. Rc1 Qd5 3. Rc2 Qd4 4. Rc1 Qd5 1/2-1/2
"#;
    let plies = plies_of(&["--rules", "chess"], game);
    let centipawns = |at: usize, what: &str| plies[at][what]["centipawns"].as_i64();
    assert_eq!(centipawns(7, "played"), Some(0), "{plies:?}");
    assert!(centipawns(7, "best") > Some(200), "{plies:?}");
    assert!(plies[7]["lost"].as_f64() > Some(0.2), "{plies:?}");
}

#[test]
fn what_tandem_would_not_play_is_judged_by_what_comes_of_it() {
    // A server lets a king castle with a rook that was dropped, and Tandem does not rely on that.
    let game = r#"[Variant "crazyhouse"]
[SetUp "1"]
[FEN "rnbqk3/pppppppp/8/8/8/8/PPPPPPbP/RNBQK2R[R] b KQq - 0 1"]

1... Bxh1 2. Nc3 Bd5 3. R@h1 Be6 4. O-O Nc6 *
"#;
    let plies =
        plies_of(&["--rules", "crazyhouse", "--rule", "castling-with-dropped-rook=accepted"], game);
    let castles = &plies[5];
    assert_eq!(castles["san"], "O-O");
    let played = castles["played"]["centipawns"].as_i64().expect("no mate");
    let after = plies[6]["best"]["centipawns"].as_i64().expect("no mate");
    assert!((played + after).abs() < 150 && played != 0, "{plies:?}");
}

#[test]
fn a_page_has_every_game_and_no_text_of_theirs_breaks_it() {
    let folder = Folder::new();
    let [games, page] = ["games.bpgn", "page.html"].map(|name| folder.path(name));
    let spoken = GAME.replace("{59.000}", "{59.000} {C:Anna says </script><b>hello}");
    fs::write(&games, format!("{spoken}\n{GAME}")).expect("it can be written");
    let arguments = ["analyze", "--nodes", "100", "--games", &games, "--report", &page];
    let printed = tandem(&arguments).done();
    let players = ": Anna and Dora against Bert and Carl, 0-1 (Anna checkmated), 5 plies";
    assert_eq!(printed.matches(players).count(), 2);
    let written = fs::read_to_string(&page).expect("it was written");
    let scripts: Vec<&str> = written
        .lines()
        .filter(|line| line.starts_with("<script type=\"application/json\""))
        .collect();
    assert_eq!(scripts.len(), 2);
    let inside = |script: &str| {
        let (_, rest) = script.split_once('>').expect("a script");
        rest.strip_suffix("</script>").expect("its end").to_owned()
    };
    let texts: Vec<String> = scripts.into_iter().map(inside).collect();
    for text in &texts {
        assert!(!text.contains('<'), "{text}");
        let counts =
            ["start", "after", "said"].map(|name| json(text)[name].as_array().map(Vec::len));
        assert_eq!(counts, [Some(2), Some(5), Some(6)]);
        let squares = &json(text)["squares"];
        assert_eq!(squares[0], serde_json::json!(["f2", "f3"]));
        assert_eq!(squares.as_array().map(Vec::len), Some(5));
        let named = ["event", "time_control", "reason"].map(|name| json(text)[name].clone());
        assert_eq!(named, ["a short one", "60+0", "Anna checkmated"]);
    }
    assert_eq!(json(&texts[0])["said"][1][0], "Anna says </script><b>hello");
}

/// Opens a page in a browser; returns the document it makes of it, and its log.
fn browse(page: &str, place: &str) -> (String, String) {
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"])
        .args(["--virtual-time-budget=3000", "--dump-dom", &format!("file://{page}#{place}")])
        .output()
        .expect("there is a browser");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_steps_through_a_page_without_complaint() {
    let folder = Folder::new();
    let [games, page] = ["games.bpgn", "page.html"].map(|name| folder.path(name));
    fs::write(&games, GAME).expect("it can be written");
    let arguments = ["analyze", "--nodes", "100", "--games", &games, "--report", &page];
    assert!(tandem(&arguments).done().contains(": game 1: "));
    let (seen, said) = browse(&page, "game=1&ply=3");
    assert!(!said.contains("CONSOLE"), "{said}");
    for part in
        ["id=\"board-A\"", "id=\"board-B\"", ">3 of 5<", ">0:57.0<", "1a. e5", "Bert, Black on A"]
    {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    // Two boards, and the squares of the last move on each.
    let shades = ["class=\"light\"", "class=\"dark\"", " moved\""];
    assert_eq!(shades.map(|shade| seen.matches(shade).count()), [2, 2, 4]);
    // Keys of the keyboard step to the end of the page and back.
    let keys = "<script>addEventListener('load', () => ['End', 'ArrowRight', 'ArrowLeft'].forEach(
                (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key }))));</script>";
    let stepped = folder.path("stepped.html");
    let whole = fs::read_to_string(&page).expect("it was written");
    fs::write(&stepped, whole + keys).expect("it can be written");
    let (seen, said) = browse(&stepped, "");
    assert!(seen.contains(">4 of 5<") && !said.contains("CONSOLE"), "{seen}{said}");
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_shows_a_game_of_crazyhouse_on_one_board() {
    let folder = Folder::new();
    let [games, page] = ["games.pgn", "page.html"].map(|name| folder.path(name));
    let game = "[White \"Ida\"]\n[WhiteElo \"2000\"]\n[Variant \"Crazyhouse\"]\n\n\
                1. e4 d5 2. exd5 Qxd5 3. P@e4 1-0\n";
    fs::write(&games, game).expect("it can be written");
    let arguments = ["analyze", "--nodes", "100", "--rules", "crazyhouse", "--games", &games];
    let printed = tandem(&[&arguments[..], &["--report", &page]].concat()).done();
    assert!(printed.contains(":1: game 1: Ida against ?, 1-0, 5 plies"), "{printed}");
    let (seen, said) = browse(&page, "ply=5");
    assert!(!said.contains("CONSOLE"), "{said}");
    for part in [">5 of 5<", "3. P@e4", "Ida", "2000", "White won"] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    assert!(!seen.contains("id=\"board-B\""), "{seen}");
}

/// White is on turn on A, and Black on B: both of team one.
const TEAM_ONE_MOVES: &str =
    "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 | 4k3/p7/8/8/8/8/P7/4K3[] b - - 0 1";
/// White is on turn on both boards, a player of each team.
const DIAGONAL: &str = "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 | 4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1";

#[test]
fn invalid_input_to_analyze_is_refused_in_one_line() {
    let folder = Folder::new();
    let games = folder.path("games.bpgn");
    fs::write(&games, GAME).expect("it can be written");
    let to_games = format!("is no position; games are read by `tandem analyze --games {games}`\n");
    for (arguments, said) in [
        (
            &["analyze", "nonsense"][..],
            "tandem: invalid position `nonsense`: \
            1 ranks, expected 8, or 9 with the holdings as the last\n",
        ),
        (
            &["analyze", "a|b|c"],
            "tandem: invalid position `a|b|c`: 3 boards, expected two, divided by `|`\n",
        ),
        (
            &["analyze", "8/8/8/8/8/8/8/4K3[] w - - 0 1"],
            "tandem: invalid position `8/8/8/8/8/8/8/4K3[] w - - 0 1`: \
            Black has 0 kings, expected one\n",
        ),
        (&["analyze", "--games", "none.bpgn"], "none.bpgn"),
        (&["analyze", &games], &to_games),
        (&["show", &games], &to_games),
        (&["analyze", "a.pgn", "b.pgn.gz"], "`tandem analyze --games a.pgn b.pgn.gz`\n"),
        (&["analyze", "[Event \"e\"]"], "`tandem analyze --games -`\n"),
        (&["analyze", "--games", &games, "--annotate", &games], "is both input and output"),
        (
            &["analyze", "--games", &games, "--annotate", "none", "--report", "./none"],
            "outputs need different files, found `./none`",
        ),
        (
            &["analyze", "--team", "two", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"],
            "`--team` is about both",
        ),
        (&["analyze", "--team", "two", TEAM_ONE_MOVES], "`--team` is on turn on neither board"),
        (
            &["analyze", "--team", "one", "--must-move", "B", DIAGONAL],
            "`--must-move B`: the team of `--team` is not on turn there",
        ),
        (&["analyze", "--eval-file", "none.nnue"], "cannot read the network"),
    ] {
        let ran = tandem(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(said) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
}

/// Checks lines of JSON with an independent validator, and returns their number.
fn validated(lines: &str) -> usize {
    const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/analyze.schema.json");
    const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/schema.py");
    let mut validator = Command::new("python3");
    validator.args([SCRIPT, SCHEMA]);
    let output = fed(validator, lines);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
}

#[test]
#[ignore = "needs ../shared and jsonschema"]
fn all_games_of_a_server_are_annotated_and_told_by_the_schema() {
    const GAMES: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/bpgn/fics-64-games.bpgn");
    let folder = Folder::new();
    let out = folder.path("out.bpgn");
    let arguments = ["analyze", "--nodes", "300", "--json", "--games", GAMES, "--annotate", &out];
    let ran = tandem(&arguments);
    assert_eq!(ran.code, Some(1), "one of them begins in mid-game");
    assert_eq!(validated(&ran.stdout), 63);
    assert_eq!(tandem(&["bpgn", "check", &out]).number("games read"), 63);
    let plies: usize =
        ran.stdout.lines().map(|line| json(line)["plies"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(plies, 7_679);
    let position = tandem(&["analyze", "--json", "--nodes", "1000", BOARDS]).done();
    assert_eq!(validated(&position), 1);
}

/// The printed lines, the annotated games and the page of an analysis.
fn outputs(folder: &Folder, arguments: &[&str]) -> (String, String, String) {
    let [annotated, page] = ["out.bpgn", "page.html"].map(|name| folder.path(name));
    let outputs = ["--json", "--annotate", &annotated, "--report", &page];
    let printed = tandem(&[arguments, &outputs].concat()).done();
    let text = |path| fs::read_to_string(path).expect("it was written");
    (printed, text(&annotated), text(&page))
}

#[test]
fn a_torn_analysis_continues_to_the_same_bytes_and_shards_are_its_parts() {
    let folder = Folder::new();
    let [games, results] = ["games.bpgn", "results.jsonl"].map(|name| folder.path(name));
    let of = |first: &str| GAME.replace("1A. f3", first).replace("2a. Qh4#{55.000}\n", "\n");
    let all = ["1A. f3", "1A. e3", "1A. a4", "1A. h3", "1A. c3"].map(of).concat();
    fs::write(&games, all).expect("it can be written");
    let arguments = ["analyze", "--nodes", "300", "--hash", "1", "--games", &games];
    let plain = outputs(&folder, &arguments);
    let kept = [&arguments[..], &["--results", &results]].concat();
    assert_eq!(outputs(&folder, &[&kept[..], &["--concurrency", "3"]].concat()), plain);
    let whole = fs::read(&results).expect("it was written");
    for length in [0, 9, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&results, &whole[..length]).expect("it can be written");
        assert_eq!(outputs(&folder, &kept), plain, "{length}");
        assert_eq!(fs::read(&results).expect("it was written"), whole, "{length}");
    }
    let shard = |shard| outputs(&folder, &[&arguments[..], &["--shard", shard]].concat()).0;
    let [one, two] = [shard("1/2"), shard("2/2")];
    let [mut one, mut two] = [one.lines(), two.lines()];
    let joined = plain.0.lines().enumerate();
    for (at, line) in joined {
        let part = if at % 2 == 0 { one.next() } else { two.next() };
        assert_eq!(part, Some(line));
    }
    let other = [&["analyze", "--nodes", "301"], &kept[3..]].concat();
    let refused = tandem(&other).stderr;
    assert!(refused.contains("another analysis: nodes was `300`, not `301`"), "{refused}");
}
