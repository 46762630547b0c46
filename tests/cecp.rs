//! Tests of the program over CECP, as XBoard runs it.

#[expect(dead_code, reason = "searching plain lines is for other tests")]
mod piped;
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use program::Program;
use tandem_protocol::cecp::{Command, HoldingUpdate, Reply};
use tandem_rules::{Color, Handoff, Move, MoveKind, MoveRules, PieceType, Position, Variant};

/// A server that knows the rules: the program plays one color of a board, random moves play the
/// other one, and pieces arrive from nowhere.
struct Server {
    program: Program,
    position: Position,
    ours: Color,
    /// Time on each clock, which never changes.
    centiseconds: u32,
    random: u64,
}

impl Server {
    /// Begins a game.
    fn new(mut program: Program, ours: Color, centiseconds: u32) -> Self {
        program.tell_all(&["new", "random", "post", "hard", "ping 1"]);
        program.wait_for(&Reply::Pong(1));
        program.tell_all(&["variant bughouse", "level 0 1 0", "name Somebody", "rating 0 0"]);
        let position = Position::start(Variant::Bughouse, MoveRules::FICS);
        let random = 0x2545_f491_4f6c_dd1d ^ u64::from(centiseconds);
        let mut server = Self { program, position, ours, centiseconds, random };
        if ours == Color::White {
            server.tell_clocks();
            server.program.tell("go");
        }
        server
    }

    fn tell_clocks(&mut self) {
        self.program.tell(&format!("time {}", self.centiseconds));
        self.program.tell(&format!("otim {}", self.centiseconds));
    }

    /// Tells the holdings of both players.
    fn tell_holdings(&mut self, arrived: Option<(Color, PieceType)>) {
        let [white, black] = Color::ALL.map(|color| self.position.holdings(color));
        let update = HoldingUpdate { white, black, arrived };
        self.program.tell(&format!("holding {update}"));
    }

    /// Delivers a piece from the other board.
    fn deliver(&mut self, color: Color, piece: PieceType) {
        self.position.receive(Handoff { color, piece }, &mut ());
        self.tell_holdings(Some((color, piece)));
    }

    fn play(&mut self, m: Move) {
        let _partner_elsewhere = self.position.make(m, &mut ());
    }

    /// Plays a random move of the program's opponent; false if it has none.
    fn move_opponent(&mut self) -> bool {
        let moves = self.position.legal_moves();
        let Some(choice) = self.next_random().checked_rem(moves.len() as u64) else { return false };
        let m = moves[choice as usize];
        let text = self.position.coordinate(m).to_string();
        self.tell_clocks();
        self.program.tell(&format!("usermove {text}"));
        self.play(m);
        self.tell_holdings(None);
        true
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Waits for the move of the program, checks it and plays it.
    fn take_move(&mut self) -> Move {
        let text = self.program.wait_for_move();
        let m = self.position.parse_coordinate(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(self.position.is_legal(m), "{text} is only accepted");
        assert_eq!(self.position.coordinate(m).to_string(), text);
        self.play(m);
        self.tell_holdings(None);
        m
    }

    /// Plays 20 moves of the program, or until a side has no move. Pieces arrive while the program
    /// thinks, or while its move is on its way. Returns the piece types that it dropped.
    fn play_on(&mut self) -> BTreeSet<PieceType> {
        let mut dropped = BTreeSet::new();
        for number in 0..20 {
            let opponent_moves = self.position.side_to_move() != self.ours;
            if opponent_moves && !self.move_opponent() || self.position.count_legal() == 0 {
                break;
            }
            let piece = PieceType::DROPPABLE[number % PieceType::DROPPABLE.len()];
            self.deliver(self.ours, piece);
            self.deliver(!self.ours, piece);
            if let MoveKind::Drop { piece, .. } = self.take_move().kind() {
                dropped.insert(piece);
            }
        }
        dropped
    }

    fn end(mut self) -> Program {
        self.program.tell_all(&["result 1-0 {Nobody resigns}", "force", "ping 2"]);
        self.program.wait_for(&Reply::Pong(2));
        self.program
    }
}

#[test]
fn games_are_played_by_the_rules_while_pieces_arrive() {
    let mut program = Program::start();
    program.tell_all(&["xboard", "protover 2"]);
    let features = program.wait_for_line("feature done=1");
    assert!(features.iter().any(|line| line.contains("bughouse")), "{features:?}");
    program.tell_all(&["accepted ping", "accepted done", "memory 8"]);
    // With next to no time on the clocks, most moves cross with an arrival.
    for centiseconds in [300, 60, 20, 1] {
        for ours in Color::ALL {
            let mut server = Server::new(program, ours, centiseconds);
            let dropped = server.play_on();
            assert!(!dropped.is_empty(), "no piece that arrived is dropped by {ours}");
            program = server.end();
        }
    }
    program.quit();
}

#[test]
fn a_piece_that_arrives_in_mid_search_mates() {
    let mut program = Program::start();
    program.tell_all(&["new", "variant bughouse", "post", "st 60"]);
    program.tell("setboard r5rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    program.tell("go");
    program.wait_for_thinking();
    program.tell("holding [N] [] WN");
    assert_eq!(program.wait_for_move(), "N@f7");
    program.quit();
}

#[test]
fn a_player_who_sits_moves_when_a_piece_comes() {
    let mut program = Program::start();
    program.tell_all(&["new", "variant bughouse", "level 0 1 0"]);
    program.tell("setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1");
    // The pong comes when the search has found that there is no move.
    program.tell_all(&["go", "ping 1"]);
    let said = program.wait_for(&Reply::Pong(1));
    assert!(!said.iter().any(|reply| matches!(reply, Reply::Move(_))), "{said:?}");
    program.tell("holding [] [N] BN");
    assert_eq!(program.wait_for_move(), "N@f8");
    program.quit();
}

#[test]
fn no_bytes_kill_it_or_make_it_deaf() {
    let mut program = Program::start();
    program.tell_all(&["new", "variant bughouse"]);
    program.tell_bytes(b"\xff\xfe\x00\x80 garbage\n\r\n\n\t\n\x1b[31m\nusermove \xc3\x28\n");
    program.tell_bytes(&[b"holding [".as_slice(), &b"P".repeat(1 << 20), b"] []\n"].concat());
    program.tell_bytes(&[b"x".repeat(60_000), b"\r\nping 1\n".to_vec()].concat());
    let replies = program.wait_for(&Reply::Pong(1));
    let complaints = replies
        .iter()
        .filter(|reply| matches!(reply, Reply::Error { .. } | Reply::IllegalMove { .. }));
    assert_eq!(complaints.count(), 5, "one for each line that is not blank: {replies:?}");
    program.tell_bytes(b"usermove e2");
    program.tell_bytes(b"e4\r\n");
    program.wait_for_move();
    program.tell("ping 3");
    program.wait_for(&Reply::Pong(3));
    program.quit();
}

#[test]
fn the_end_of_input_ends_it_at_once_whatever_it_does() {
    let conversations: &[&[&str]] = &[
        &[],
        &["new", "level 0 60 0", "go"],
        &["new", "st 1000", "go"],
        &["new", "variant bughouse", "analyze"],
        &["setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", "go"],
        &["post", "new", "sd 99", "go", "pause"],
    ];
    for conversation in conversations {
        let mut program = Program::start();
        program.tell_all(conversation);
        program.tell_bytes(b"half a li");
        program.end_input();
    }
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut program = Program::start();
    program.tell_all(&["new", "post", "analyze"]);
    program.wait_for_thinking();
    program.stop_listening();
}

#[test]
#[ignore = "needs ../shared"]
fn recorded_conversations_are_answered_to_the_last_ping() {
    let recordings = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/cecp");
    for entry in fs::read_dir(Path::new(recordings)).expect("the recordings are there") {
        let bytes = fs::read(entry.expect("a folder can be listed").path()).expect("a recording");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut program = Program::start();
        for line in text.lines().filter_map(|line| line.split_once(" > ")) {
            let line = line.1.strip_suffix('|').unwrap_or(line.1);
            match Command::parse(line) {
                Command::Quit => break,
                // The memory that the recorded front-end grants is more than a test should take.
                Command::Memory(_) => continue,
                _ => program.tell(line),
            }
            if let Command::Ping(number) = Command::parse(line) {
                program.wait_for(&Reply::Pong(number));
            }
        }
        program.quit();
    }
}
