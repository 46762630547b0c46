//! Tests of Tandem behind a real XBoard: against another engine, and in all four seats of a server.

mod screen;
mod server;

use std::fs::{self, File};
use std::io::BufReader;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use screen::{Screen, XBoard};
use server::{Entry, Server};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, ReadOptions, Reader};
use tandem_rules::{Game, MoveKind, Preset, Seat, Variant};
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

/// Repeats a question of a player until it is agreed to: an XBoard declines while its engine is not
/// ready.
fn ask(server: &mut Server, xboard: &mut XBoard, question: &str, agreed: &str) {
    let is_agreed = |entry: &Entry| match entry {
        Entry::Told { text, .. } if text.contains(agreed) => Some(true),
        Entry::Told { text, .. } if text.contains(" declines the ") => Some(false),
        Entry::Told { .. } | Entry::Heard { .. } | Entry::Over(_) => None,
    };
    let begun = Instant::now();
    xboard.type_line(question);
    while !server.wait_for(MOMENT, is_agreed) {
        assert!(begun.elapsed() < MOMENT, "{question}:\n{}", server.log());
        xboard.type_line(question);
    }
}

/// Lets a player ask the partner's engine for help. Once it answers, it has heard all that was said
/// to it before.
fn ask_for_help(server: &mut Server, xboard: &mut XBoard, seat: Seat) {
    let [player, partner] = [seat, seat.partner()].map(|seat| NAMES[seat.index()]);
    let answer = format!("{partner} (your partner) tells you: Tandem understands: ");
    xboard.type_line("ptell help");
    server.wait_for(MOMENT, |entry| match entry {
        Entry::Told { to, text } => (to == player && text.starts_with(&answer)).then_some(()),
        Entry::Heard { .. } | Entry::Over(_) => None,
    });
}

/// Waits for the end of a match, and until all four have taken it in.
fn wait_for_end(server: &mut Server) -> Game {
    let game = server.wait_for(GAME, |entry| match entry {
        Entry::Over(game) => Some(game.clone()),
        Entry::Heard { .. } | Entry::Told { .. } => None,
    });
    for name in NAMES {
        wait_for_entry(server, &format!("{name} > gameend"));
    }
    *game
}

/// Waits for an entry that may have been logged already.
fn wait_for_entry(server: &mut Server, expected: &str) {
    if !server.entries().iter().any(|entry| entry.to_string() == expected) {
        server.wait_for(MOMENT, |entry| (entry.to_string() == expected).then_some(()));
    }
}

/// Fails if a move was refused, or a command was not known.
fn assert_nothing_refused(server: &Server) {
    for entry in server.entries() {
        let Entry::Told { text, .. } = entry else { continue };
        let is_refused = text.starts_with("Illegal move")
            || text.contains("not your move")
            || text.contains("Command not found") && !text.starts_with("gameend");
        assert!(!is_refused, "{entry}:\n{}", server.log());
    }
}

/// Fails if a message of a partner has not reached the engine.
fn assert_partners_heard(entries: &[Entry], xboards: &[XBoard; 4]) {
    for entry in entries {
        let Entry::Heard { from, line } = entry else { continue };
        let Some(text) = line.strip_prefix("ptell ") else { continue };
        let seat = Seat::ALL.into_iter().find(|seat| NAMES[seat.index()] == from);
        let partner = seat.expect("one of the four speaks").partner();
        let told = format!(" >first : ptell {text}");
        let debug = xboards[partner.index()].debug();
        assert!(debug.contains(&told), "{told}:\n{debug}");
    }
}

/// Fails if the engine in a seat has not heard of the game, or of another one: XBoard shows the
/// partner's board too.
fn assert_game_heard(game: &Game, seat: Seat, debug: &str) {
    assert_no_complaint(debug);
    let heard = |command: &str| debug.matches(&format!(" >first : {command} ")).count();
    assert_eq!([heard("variant"), heard("result")], [1, 1], "{seat}\n{debug}");
    let by_opponent = game.plies().iter().filter(|ply| ply.seat == seat.opponent()).count();
    assert_eq!(heard("usermove"), by_opponent, "{seat}\n{debug}");
    let on_board = game.plies().iter().filter(|ply| ply.seat.board == seat.board).count();
    let arrived = game.plies().iter().filter(|ply| ply.seat.board != seat.board);
    let arrived = arrived.filter(|ply| ply.handoff.is_some()).count();
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
fn assert_linked(folder: &Path, entries: &[Entry]) {
    for name in ["Anna", "Bert"] {
        let log = fs::read_to_string(folder.join(format!("{name}.log"))).expect("it has a log");
        assert!(log.contains("link > ~1 "), "nothing has come over the link:\n{log}");
        assert_doubts_end(&log);
    }
    for name in ["Cora", "Dora"] {
        let is_board = |entry: &&Entry| match entry {
            Entry::Heard { from, line } => from == name && line.starts_with("ptell ~1 "),
            Entry::Told { .. } | Entry::Over(_) => false,
        };
        let count = entries.iter().filter(is_board).count();
        assert!(count > SETTLED, "{count} boards of {name}");
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

#[test]
#[ignore = "needs xboard"]
fn a_game_of_bughouse_is_played_by_four_on_a_server() {
    let _alone = machine();
    let folder = TempDir::new().expect("a folder can be made");
    let screen = Screen::start();
    let mut server = Server::open();
    let port = server.port().to_string();
    let link = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
    let ports = (port.as_str(), link.expect("there is a free port").port());
    let mut xboards = NAMES.map(|name| log_in(&screen, folder.path(), name, ports));
    for name in NAMES {
        let entered = format!("{name} < **** Starting FICS session as {name} ****");
        wait_for_entry(&mut server, &entered);
    }
    ask(&mut server, &mut xboards[0], "partner Bert", "agrees to be your partner");
    ask(&mut server, &mut xboards[1], "partner Dora", "agrees to be your partner");
    ask_for_help(&mut server, &mut xboards[0], Seat::ALL[0]);
    ask(&mut server, &mut xboards[0], "match Cora 1 0 bughouse", "accepts the match offer");
    let game = wait_for_end(&mut server);
    let said = server.entries().len();
    for (seat, xboard) in Seat::ALL.into_iter().zip(&mut xboards) {
        ask_for_help(&mut server, xboard, seat);
    }

    assert!(game.outcome().is_some(), "it is broken off:\n{}", server.log());
    let plies = game.plies();
    assert!(plies.iter().any(|ply| ply.handoff.is_some()), "no piece changes boards");
    assert!(plies.iter().any(|ply| matches!(ply.m.kind(), MoveKind::Drop { .. })), "no drop");
    assert_nothing_refused(&server);
    assert_linked(folder.path(), server.entries());
    assert_partners_heard(&server.entries()[..said], &xboards);
    for (seat, xboard) in Seat::ALL.into_iter().zip(&xboards) {
        assert_game_heard(&game, seat, &xboard.debug());
    }
}
