//! Tests of Tandem behind a real XBoard: against another engine, and in all four seats of a server.

#[expect(dead_code, reason = "other tests use the rest")]
mod page;
mod screen;
#[expect(dead_code, reason = "other tests use the rest")]
mod tandem;

use std::fs::{self, File};
use std::io::BufReader;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use page::{Page, Served};
use screen::{Screen, XBoard};
use serde_json::{Value, json};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, ReadOptions, Reader};
use tandem_rules::{Preset, Seat, Variant};
use tempfile::TempDir;

const TANDEM: &str = env!("CARGO_BIN_EXE_tandem");
const FAIRY: &str = "/usr/games/fairy-stockfish";
/// Command by which XBoard runs an engine that speaks UCI.
const ADAPTER: &str = "/usr/games/polyglot -noini -ec \"%fcp\" -ed \"%fd\"";
/// The longest wait for a short step.
const MOMENT: Duration = Duration::from_mins(1);
/// The longest wait for a whole game with clocks of a minute, and what comes before and after.
const GAME: Duration = Duration::from_mins(3);
/// Names of the players in the order of the seats: White and Black on the first board, then on the
/// second.
const NAMES: [&str; 4] = ["Anna", "Cora", "Dora", "Bert"];

/// Locks the machine for one game at a time: games run on the wall clock, and a machine may have
/// two cores.
fn machine() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails if XBoard or its first engine has reported an error.
fn assert_no_complaint(debug: &str) {
    let complains = |line: &&str| {
        let from_engine = line.split_once(" <first : ").map(|(_, said)| said);
        let to_engine = line.split_once(" >first : ").map(|(_, told)| told);
        from_engine.is_some_and(|said| said.starts_with("Error") || said.starts_with("telluser"))
            // XBoard shows no engine the other board.
            || to_engine.is_some_and(|told| {
                told.starts_with("rejected") && told.trim_end() != "rejected otherboard"
            })
            || line.contains("llegal move")
            || line.contains("Couldn't parse")
            || line.contains("Failed to")
    };
    let found: Vec<_> = debug.lines().filter(complains).collect();
    assert!(found.is_empty(), "{found:#?}\n{debug}");
}

/// The one game in a file.
fn saved_game(path: &Path, variant: Variant) -> GameRecord {
    let file = BufReader::new(File::open(path).expect("a game is saved"));
    let rules = Preset::Crazyhouse.rules().moves;
    let options = ReadOptions { variant, rules };
    let mut games = Reader::with_options(file, options);
    let game = games.next().expect("there is a game").unwrap_or_else(|fault| panic!("{fault}"));
    assert!(games.next().is_none(), "there is one game only");
    game.record
}

/// Lets an XBoard play a game of Tandem, which is given with these options, against another engine;
/// fails unless it is played to its end and saved.
fn assert_played_and_saved(variant: (&str, Variant), tandem: &[&str]) {
    let _alone = machine();
    let folder = TempDir::new().expect("a folder can be made");
    let screen = Screen::start();
    let arguments = ["-variant", variant.0, "-matchGames", "1", "-tc", "0:10", "-inc", "0.1"];
    let files = ["-saveGameFile", "games.pgn", "-popupExitMessage", "false"];
    let all = [&arguments[..], tandem, &["-scp", FAIRY], &files].concat();
    let mut xboard = screen.xboard(folder.path(), "match", &all);
    let status = xboard.wait_for_end(GAME);
    assert!(status.success(), "{status}");
    assert_no_complaint(&xboard.debug());
    let game = saved_game(&folder.path().join("games.pgn"), variant.1);
    assert_ne!(game.result(), BpgnResult::Unfinished);
    assert!(game.plies().len() >= 4, "{} plies", game.plies().len());
}

#[test]
#[ignore = "needs xboard"]
fn a_game_of_crazyhouse_against_another_engine_is_played_and_saved() {
    assert_played_and_saved(("crazyhouse", Variant::Crazyhouse), &["-fcp", TANDEM]);
}

/// By the adapter that XBoard has for UCI, which knows chess only.
#[test]
#[ignore = "needs xboard and polyglot"]
fn a_game_of_chess_by_uci_is_played_and_saved() {
    let by_uci = ["-fcp", TANDEM, "-fUCI", "-adapterCommand", ADAPTER];
    assert_played_and_saved(("normal", Variant::Chess), &by_uci);
}

/// The command of a player's engine; the engines of Anna and Bert have a link of their own.
fn engine(folder: &Path, name: &str, link: u16) -> String {
    if !["Anna", "Bert"].contains(&name) {
        return TANDEM.to_owned();
    }
    let token = folder.join("team.token");
    fs::write(&token, "the token of the team").expect("the folder is there");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(token, private).expect("the file is ours");
    }
    let link = format!("--link {link} --link-token-file team.token");
    format!("env RUST_LOG=debug {TANDEM} {link} --log {name}.log")
}

/// Starts an XBoard that logs in under a name and lets Tandem play.
fn log_in(screen: &Screen, folder: &Path, name: &str, (port, link): (&str, u16)) -> XBoard {
    let logon = folder.join(format!("{name}.logon"));
    fs::write(&logon, format!("{name}\nsecret\n")).expect("the folder can be written");
    let logon = logon.to_str().expect("a path in UTF-8");
    let server = ["-ics", "-icshost", "127.0.0.1", "-icsport", port, "-icslogon", logon];
    let engine = engine(folder, name, link);
    let bughouse = ["-zp", "-zippyBughouse", "2", "-fcp", &engine];
    let boards = ["-backgroundObserve", "true", "-dualBoard", "true"];
    screen.xboard(folder, name, &[&server[..], &bughouse, &boards].concat())
}

/// Interval between two looks at what an XBoard has printed.
const LOOK: Duration = Duration::from_millis(50);

/// Waits until an XBoard has printed a text so many times.
fn wait_for(xboard: &XBoard, text: &str, count: usize) {
    let begun = Instant::now();
    while xboard.debug().matches(text).count() < count {
        assert!(begun.elapsed() < MOMENT, "no {text:?}:\n{}", xboard.debug());
        thread::sleep(LOOK);
    }
}

/// Repeats a question of a player until it is agreed to: an XBoard declines while its engine is not
/// ready.
fn ask(xboard: &mut XBoard, question: &str, agreed: &str) {
    let (begun, declined) = (Instant::now(), " declines the ");
    let refusals = |xboard: &XBoard| xboard.debug().matches(declined).count();
    let mut before = refusals(xboard);
    xboard.type_line(question);
    while !xboard.debug().contains(agreed) {
        assert!(begun.elapsed() < MOMENT, "{question}:\n{}", xboard.debug());
        if refusals(xboard) > before {
            before = refusals(xboard);
            xboard.type_line(question);
        }
        thread::sleep(LOOK);
    }
}

/// Lets a player ask the partner's engine for help. Once it answers, it has heard all that was said
/// to it before.
fn ask_for_help(xboard: &mut XBoard, seat: Seat) {
    let answer = format!("{} (your partner) tells you: Tandem", NAMES[seat.partner().index()]);
    let before = xboard.debug().matches(&answer).count();
    xboard.type_line("ptell help");
    wait_for(xboard, &answer, before + 1);
}

/// A move of the game as a page that watches it is told.
struct Seen {
    seat: Seat,
    is_drop: bool,
    hands_over: bool,
}

/// Watches the game from its first board to its end; returns the moves and the result.
fn watch(page: &mut Page) -> (Vec<Seen>, String) {
    let begun = Instant::now();
    let table = loop {
        page.say(&json!({"type": "tables"}));
        let tables = page.hear("tables");
        if let Some(table) = tables["tables"][0]["table"].as_str() {
            break table.to_owned();
        }
        assert!(begun.elapsed() < MOMENT, "no table");
        thread::sleep(LOOK);
    };
    page.say(&json!({"type": "watch", "table": table}));
    let mut seen = Vec::new();
    loop {
        let message = page.next();
        let ply = |ply: &Value| Seen {
            seat: Seat::ALL[ply["seat"].as_u64().expect("a seat") as usize],
            is_drop: ply["coordinates"].as_str().is_some_and(|m| m.contains('@')),
            hands_over: !ply["handed"].is_null(),
        };
        match message["type"].as_str() {
            Some("table") => {
                let plies = message["game"]["plies"].as_array();
                seen = plies.into_iter().flatten().map(ply).collect();
            }
            Some("moved") => seen.push(ply(&message["ply"])),
            Some("ended") => {
                return (seen, message["result"]["result"].as_str().expect("a text").to_owned());
            }
            _ => {}
        }
    }
}

/// Fails if a move was refused, or a command was not known.
fn assert_nothing_refused(debug: &str) {
    for line in debug.lines() {
        let is_refused = line.contains("Illegal move")
            || line.contains("not your move")
            || line.contains("Command not found");
        assert!(!is_refused, "{line}:\n{debug}");
    }
}

/// Fails if a message of an engine has not reached its partner's.
fn assert_partners_heard(xboards: &[XBoard; 4]) {
    for (seat, xboard) in Seat::ALL.into_iter().zip(xboards) {
        let debug = xboards[seat.partner().index()].debug();
        for line in xboard.debug().lines() {
            let Some((_, text)) = line.split_once("<first : tellics ptell ") else { continue };
            let told = format!(" >first : ptell {}", text.trim_end());
            assert!(debug.contains(&told), "{told}:\n{debug}");
        }
    }
}

/// Fails if the engine in a seat has not heard of the game, or of another one: XBoard shows the
/// partner's board too.
fn assert_game_heard(game: &[Seen], seat: Seat, debug: &str) {
    assert_no_complaint(debug);
    let heard = |command: &str| debug.matches(&format!(" >first : {command} ")).count();
    assert_eq!([heard("variant"), heard("result")], [1, 1], "{seat}\n{debug}");
    let by_opponent = game.iter().filter(|ply| ply.seat == seat.opponent()).count();
    assert_eq!(heard("usermove"), by_opponent, "{seat}\n{debug}");
    let on_board = game.iter().filter(|ply| ply.seat.board == seat.board).count();
    let arrived = game.iter().filter(|ply| ply.seat.board != seat.board && ply.hands_over).count();
    assert_eq!(heard("holding"), on_board + arrived, "{seat}\n{debug}");
}

/// Boards by the server after which a partner in doubt that reports back is doubted no more: the constant
/// of this name in `session/src/seat/acquaintance.rs`.
const ENOUGH: usize = 2;

/// Boards over the link after [`ENOUGH`] by the server that settle a doubt: one does, the others may have
/// crossed with boards of ours.
const SETTLED: usize = 10;

/// Fails if no board has come over the link of Anna and Bert, or if theirs go by the server without
/// end, as those of the other team do. Some may: XBoard names the partner once more when the game
/// begins, so that each has to doubt that the other still knows it, more than once on a slow machine.
fn assert_linked(folder: &Path, xboards: &[XBoard; 4]) {
    for (name, xboard) in NAMES.into_iter().zip(xboards) {
        if ["Anna", "Bert"].contains(&name) {
            let log = fs::read_to_string(folder.join(format!("{name}.log"))).expect("it has a log");
            assert!(log.contains("link > ~1 "), "nothing has come over the link:\n{log}");
            assert_doubts_end(&log);
        } else {
            let count = xboard.debug().matches("<first : tellics ptell ~1 ").count();
            assert!(count > SETTLED, "{count} boards of {name}");
        }
    }
}

/// Fails if the engine that wrote this log still tells boards by the server after its partner was
/// told enough of them and reported back, without having been greeted again.
fn assert_doubts_end(log: &str) {
    let (mut told, mut reported) = (0, 0);
    for line in log.lines() {
        if line.contains("> ptell Tandem is an engine") {
            (told, reported) = (0, 0);
        } else if line.contains("< tellics ptell ~1 ") {
            assert!(reported < SETTLED, "{line}\n{log}");
            told += 1;
        } else if line.contains("link > ~1 ") && told >= ENOUGH {
            reported += 1;
        }
    }
}

/// Four times `XBoard`, with an engine of Tandem behind each, at the door of `tandem serve`.
#[test]
#[ignore = "needs xboard"]
fn a_game_of_bughouse_is_played_by_four_on_a_server() {
    let _alone = machine();
    let folder = TempDir::new().expect("a folder can be made");
    let screen = Screen::start();
    let mut server = Served::start(&["--ics", "0", "--no-archive"]);
    let port = server.ics_port().to_string();
    let link = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
    let ports = (port.as_str(), link.expect("there is a free port").port());
    let mut xboards = NAMES.map(|name| log_in(&screen, folder.path(), name, ports));
    for (name, xboard) in NAMES.into_iter().zip(&xboards) {
        wait_for(xboard, &format!("**** Starting FICS session as {name} ****"), 1);
    }
    ask(&mut xboards[0], "partner Bert", "agrees to be your partner");
    ask(&mut xboards[1], "partner Dora", "agrees to be your partner");
    ask_for_help(&mut xboards[0], Seat::ALL[0]);
    let mut page = server.page();
    ask(&mut xboards[0], "match Cora 1 0 bughouse white", "accepts your challenge");
    let (game, result) = watch(&mut page);
    for (seat, xboard) in Seat::ALL.into_iter().zip(&mut xboards) {
        wait_for(xboard, " >first : result ", 1);
        ask_for_help(xboard, seat);
    }

    assert_ne!(result, "*", "it is broken off");
    assert!(game.iter().any(|ply| ply.hands_over), "no piece changes boards");
    assert!(game.iter().any(|ply| ply.is_drop), "no drop");
    assert_linked(folder.path(), &xboards);
    assert_partners_heard(&xboards);
    for (seat, xboard) in Seat::ALL.into_iter().zip(&xboards) {
        assert_nothing_refused(&xboard.debug());
        assert_game_heard(&game, seat, &xboard.debug());
    }
}
