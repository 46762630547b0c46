//! Tests of the link between partners: two programs with a connection of their own, each behind a
//! front-end that the test plays.

#[expect(dead_code, reason = "the exit status is for other tests")]
mod piped;

use std::fs;
use std::io::{BufRead, BufReader, PipeReader, pipe};
use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;
use std::time::Duration;

use crossbeam::channel::{Receiver, unbounded};
use piped::Piped;
use tempfile::NamedTempFile;

/// The longest wait for a line: long enough for any machine, so that only a program that hangs
/// takes it.
const PATIENCE: Duration = Duration::from_mins(1);
const TOKEN: &str = "the token of the team";
/// Prefix of a line that tells the partner a board by way of the server.
const TALK: &str = "tellics ptell ~1 ";

/// Beginning of a line that greets the partner.
const GREETING: &str = "tellics ptell Tandem is an engine.";

/// A program at a board, and its diagnostics.
struct Player {
    program: Piped,
    log: Receiver<String>,
    /// The lines that it has printed so far.
    printed: Vec<String>,
}

impl Player {
    /// Starts a program that seeks its partner at this port, with this token.
    fn start(port: u16, token: &str) -> Self {
        let (reader, writer) = pipe().expect("there are pipes");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(["--link", &port.to_string(), "--nodes", "500"]);
        command.args(["--option", "OwnBook=0"]);
        command.env("TANDEM_LINK_TOKEN", token).env("RUST_LOG", "debug").stderr(writer);
        let mut program = Piped::run(&mut command);
        program.tell("xboard");
        drop(command); // and with it the end of the pipe that is not the program's
        Self { program, log: lines(reader), printed: Vec::new() }
    }

    /// Begins a game with a partner that has said to be a Tandem.
    fn begin_game(&mut self) {
        for line in ["new", "variant bughouse", "partner Mate", "ptell Tandem is an engine."] {
            self.program.tell(line);
        }
        for line in ["level 0 1 0", "time 6000", "otim 6000", "ping 1"] {
            self.program.tell(line);
        }
        self.wait_for("pong 1");
    }

    /// Sends a command, and returns the move that the program plays.
    fn play(&mut self, command: &str) -> String {
        self.program.tell(command);
        let line = self.wait_for("move ");
        line.trim_start_matches("move ").to_owned()
    }

    /// Waits for a printed line that begins with `start`.
    fn wait_for(&mut self, start: &str) -> String {
        loop {
            let line = self.program.next_line();
            self.printed.push(line.clone());
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Waits for a line of diagnostics that contains `part`.
    fn wait_for_log(&self, part: &str) -> String {
        let mut seen = String::new();
        loop {
            let line = self.log.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} for `{part}` after {seen}"));
            if line.contains(part) {
                return line;
            }
            seen = seen + &line + "\n";
        }
    }

    /// Ends the program; fails if it has told a board by way of the server or does not end
    /// successfully.
    fn quit(mut self) {
        self.program.tell("quit");
        let status = self.program.wait_for_end();
        assert!(status.success(), "{status}");
        let printed = self.printed.join("\n") + &self.program.rest();
        assert!(!printed.contains(TALK), "{printed}");
    }
}

/// The lines that come out of a pipe, as they come.
fn lines(reader: PipeReader) -> Receiver<String> {
    let (sender, lines) = unbounded();
    std::thread::spawn(move || {
        for line in BufReader::new(reader).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break; // the pipe closes with this thread
            }
        }
    });
    lines
}

/// A free port of this machine.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("it is bound").port()
}

/// Two linked partners in a game: the one that listens and the one that connects.
fn team(port: u16) -> [Player; 2] {
    let listens = Player::start(port, TOKEN);
    listens.wait_for_log("waiting for the partner");
    let calls = Player::start(port, TOKEN);
    let mut team = [listens, calls];
    for player in &mut team {
        player.wait_for_log("linked with the partner");
        player.begin_game();
    }
    team
}

#[test]
fn boards_are_told_over_the_link_and_nothing_of_it_by_the_server() {
    let [mut white, mut black] = team(free_port());
    white.play("go");
    black.wait_for_log("link > ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000");
    black.wait_for_log(" b KQkq "); // and what the move has made of it
    black.play("usermove e2e4");
    white.wait_for_log("link > ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1");
    white.quit();
    black.wait_for_log("the link is closed");
    black.printed.clear(); // from now on, it may
    black.program.tell("quit");
    assert!(black.program.wait_for_end().success());
}

#[test]
fn who_sits_looks_again_when_the_partners_board_comes_over_the_link() {
    let [mut sits, mut plays] = team(free_port());
    sits.program.tell("ptell sit");
    sits.program.tell("post");
    sits.program.tell("go");
    sits.program.tell("ping 2");
    sits.wait_for("pong 2"); // it sits
    plays.play("go");
    let thought = sits.program.next_line();
    assert!(thought.starts_with(|depth: char| depth.is_ascii_digit()), "{thought}");
    sits.quit();
    drop(plays);
}

#[test]
fn a_partner_that_dies_leaves_partner_talk_at_once_and_may_come_back() {
    for dies in [0, 1] {
        let port = free_port();
        let mut team = team(port).map(Some);
        let mut stays = team[1 - dies].take().expect("both are there");
        stays.program.tell("ptell sit");
        stays.program.tell("go");
        stays.wait_for_log("link < ~1 ");
        drop(team); // kills the other one
        stays.wait_for(TALK);
        stays.program.tell("ptell go");
        stays.wait_for(TALK);
        stays.wait_for("move ");
        let mut back = Player::start(port, TOKEN);
        stays.wait_for_log("linked with the partner");
        back.wait_for_log("linked with the partner");
        back.begin_game();
        stays.program.tell("force");
        stays.begin_game();
        stays.printed.clear();
        stays.play("go");
        back.wait_for_log("link > ~1 ");
        stays.quit();
    }
}

/// The one that is new has greeted its partner, but of this or the answer nothing has arrived: it
/// asks when a board comes over the link.
#[test]
fn a_partner_that_is_started_again_in_mid_game_is_linked_again_whichever_line_is_lost() {
    for dies in [0, 1] {
        let port = free_port();
        let mut team = team(port).map(Some);
        let mut stays = team[1 - dies].take().expect("both are there");
        stays.play("go");
        drop(team); // kills the other one
        let mut back = Player::start(port, TOKEN);
        stays.wait_for_log("linked with the partner");
        back.wait_for_log("linked with the partner");
        back.program.tell("new");
        back.program.tell("variant bughouse");
        back.program.tell("partner Mate");
        back.wait_for(GREETING);
        stays.play("usermove e7e5");
        back.wait_for(GREETING);
        stays.program.tell("ptell Tandem is an engine.");
        stays.wait_for(GREETING);
        back.program.tell("ptell Tandem is an engine.");
        back.play("go");
        stays.wait_for_log("link > ~1 ");
        stays.quit();
    }
}

#[test]
fn a_partner_with_a_wrong_token_is_rejected() {
    let port = free_port();
    let mut waits = Player::start(port, TOKEN);
    waits.wait_for_log("waiting for the partner");
    let stranger = Player::start(port, "the token of a neighbour");
    waits.wait_for_log("it does not know the token");
    let complaint = stranger.wait_for_log("no link with");
    assert!(complaint.contains("its token may be another one"), "{complaint}");
    let mut partner = Player::start(port, TOKEN);
    partner.wait_for_log("linked with the partner");
    waits.wait_for_log("linked with the partner");
    waits.begin_game();
    partner.begin_game();
    waits.wait_for_log("the partner is already connected"); // it tries again
    waits.play("go");
    partner.wait_for_log("link > ~1 ");
    stranger.quit();
    waits.quit();
    drop(partner);
}

#[test]
fn a_token_comes_from_a_file_and_is_not_quoted() {
    let file = NamedTempFile::new().expect("a file can be made");
    let path = file.path().to_str().expect("a path in UTF-8");
    let port = free_port().to_string();
    let arguments = ["--link", &port, "--link-token-file", path];
    fs::write(&file, "sesame\n").expect("the file can be written");
    let refused = Command::new(env!("CARGO_BIN_EXE_tandem")).args(arguments).output();
    let refused = refused.expect("the program can be started");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!((refused.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains(path) && !said.contains("sesame"), "{said}");
    fs::write(&file, format!("  {TOKEN}\n")).expect("the file can be written");
    #[cfg(unix)]
    for (mode, reason) in [(0o620, "other users can change it"), (0o604, "other users can read it")]
    {
        use std::os::unix::fs::PermissionsExt;
        let to = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
        to(mode).expect("the file is ours");
        let refused = Command::new(env!("CARGO_BIN_EXE_tandem")).args(arguments).output();
        let refused = refused.expect("the program can be started");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!((refused.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(path) && said.contains(reason), "{said}");
        to(0o640).expect("the file is ours"); // its group may read it
    }
    let mut program = Piped::start(&arguments);
    program.tell("ping 1");
    program.wait_for("pong 1");
    program.tell("quit");
    assert!(program.wait_for_end().success());
}
