//! Plans for both boards by UCI, as a front-end of `HiveMind` reads them: pairs of moves, five lines, a
//! `stop` at any time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;
use regex::Regex;
use tandem_engine::{Event, Searcher};
use tandem_protocol::uci::{Command, PositionSpec, Start};
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, Boards, MoveRules, Position, Variant};
use tandem_session::uci::Session;

/// A line of a search, with every field.
const LINE: &str = r"^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)(?: wdl (\d+) (\d+) (\d+))? nodes (\d+) nps \d+ hashfull \d+ tbhits 0 time \d+ pv (\(\S+\)(?: \(\S+\))*)$";
/// An answer, with or without the expected reply.
const ANSWER: &str = r"^bestmove (\([^ ]+\))(?: ponder (\([^ ]+\)))?$";
/// A pair of moves.
const PAIR: &str = r"^\((pass|[PNBRQ]@[a-h][1-8]|[a-h][1-8][a-h][1-8][qrbn]?),(pass|[PNBRQ]@[a-h][1-8]|[a-h][1-8][a-h][1-8][qrbn]?)\)$";

/// The lines before `go`.
const POSITIONS: &[&[&str]] = &[
    &["setoption name Team value white", "position startpos moves 2e2e4"],
    &["setoption name Team value white", "position startpos"],
    &[
        "setoption name Team value black",
        "setoption name TimeAdvantage value true",
        "setoption name RequireMoveOn value A",
        "setoption name UCI_ShowWDL value true",
        "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR[Pn] b KQkq - 0 4|rnbqkb1r/ppp1pppp/5n2/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR[Np] w KQkq - 0 3 moves 1f6e4",
    ],
    // A mate in one on A.
    &[
        "setoption name Team value white",
        "position fen 6k1/5ppp/7B/8/8/6Q1/8/4K3[] w - - 0 1|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1",
    ],
];

/// A row of the table that a front-end shows.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    depth: u32,
    /// A number that grows with the score.
    strength: i64,
    nodes: u64,
    pv: Vec<String>,
}

/// A front-end with one search: it keeps the last line of each rank.
struct FrontEnd {
    session: Session<Searcher>,
    events: Receiver<Event>,
    boards: Boards,
    patterns: [Regex; 3],
    rows: BTreeMap<usize, Row>,
    answer: Option<(String, Option<String>)>,
}

impl FrontEnd {
    fn new(lines: &[&str]) -> Self {
        let (searcher, events) = Searcher::new(1);
        let session = Session::new(searcher, None, Instant::now());
        let patterns = [LINE, ANSWER, PAIR].map(|text| Regex::new(text).expect("a pattern"));
        let boards = Boards::default();
        let (rows, answer) = (BTreeMap::new(), None);
        let mut front_end = Self { session, events, boards, patterns, rows, answer };
        front_end.say("setoption name MultiPV value 5");
        for line in lines {
            front_end.say(line);
        }
        front_end
    }

    fn say(&mut self, line: &str) {
        let command = Command::parse(line);
        if let Command::Position(spec) = &command {
            self.boards = boards(spec);
        }
        let replies = self.session.command(&command, Instant::now());
        self.read(replies.iter().map(ToString::to_string));
    }

    /// Waits for an event of the search, or for an alarm. False if the question is answered.
    fn wait(&mut self) -> bool {
        if self.answer.is_some() {
            return false;
        }
        let alarm = self.session.wakes_at();
        let end = alarm.unwrap_or_else(|| Instant::now() + Duration::from_mins(1));
        let replies = match self.events.recv_deadline(end) {
            Ok(event) => self.session.event(event, Instant::now()),
            Err(_) => self.session.wake(Instant::now()),
        };
        self.read(replies.iter().map(ToString::to_string));
        true
    }

    fn read(&mut self, lines: impl Iterator<Item = String>) {
        let [line, answer, _] = &self.patterns;
        for text in lines.filter(|text| !text.starts_with("info string")) {
            if let Some(found) = answer.captures(&text) {
                assert_eq!(self.answer, None, "a second answer: {text}");
                let ponder = found.get(2).map(|pair| pair.as_str().to_owned());
                self.answer = Some((found[1].to_owned(), ponder));
                continue;
            }
            let found = line.captures(&text).unwrap_or_else(|| panic!("not understood: {text}"));
            let number = |at: usize| found[at].parse::<i64>().expect("digits");
            let share: Option<i64> = found.get(6).map(|_| (6..9).map(number).sum());
            assert!(share.is_none_or(|games| games == 1000), "{text}");
            let strength = match (&found[4], number(5)) {
                ("mate", moves) if moves > 0 => 1_000_000 - moves,
                ("mate", moves) => -1_000_000 - moves,
                (_, score) => score,
            };
            let row = Row {
                depth: number(1) as u32,
                strength,
                nodes: number(9) as u64,
                pv: found[10].split(' ').map(str::to_owned).collect(),
            };
            self.rows.insert(number(3) as usize, row);
        }
    }

    /// Checks the table after the answer. Each line can be played, pair by pair.
    fn check(&self, what: &str) {
        let (best, ponder) = self.answer.as_ref().expect("an answer");
        self.replay(std::slice::from_ref(best), what);
        let ranks: Vec<usize> = self.rows.keys().copied().collect();
        assert_eq!(ranks, (1..=self.rows.len()).collect::<Vec<_>>(), "{what}: complete");
        let rows: Vec<&Row> = self.rows.values().collect();
        assert!(rows.is_sorted_by(|a, b| a.strength >= b.strength), "{what}: {rows:?}");
        let Some(first) = rows.first() else { return };
        assert_eq!(&first.pv[0], best, "{what}: the answer is the first plan's");
        assert_eq!(first.pv.get(1).filter(|_| ponder.is_some()), ponder.as_ref(), "{what}");
        for (at, row) in rows.iter().enumerate() {
            assert!(row.depth > 0 && row.nodes > 1, "{what}: {row:?}");
            assert!(rows[..at].iter().all(|other| other.pv[0] != row.pv[0]), "{what}: {rows:?}");
            self.replay(&row.pv, what);
        }
    }

    fn replay(&self, pairs: &[String], what: &str) {
        let mut boards = self.boards.clone();
        for pair in pairs {
            let found = self.patterns[2].captures(pair).unwrap_or_else(|| panic!("{what}: {pair}"));
            for (board, half) in BoardId::ALL.into_iter().zip([&found[1], &found[2]]) {
                if half != "pass" {
                    let m = boards.position(board).parse_coordinate(half).expect("a move");
                    let seat = boards.on_turn(board);
                    boards.play(seat, m).unwrap_or_else(|error| panic!("{what}: {pair}: {error}"));
                }
            }
        }
    }
}

/// The boards of a position.
fn boards(spec: &PositionSpec) -> Boards {
    let board = |text: &str| {
        let setup = Fen::parse(text).expect("a FEN").setup;
        Position::from_setup(&setup, Variant::Bughouse, MoveRules::default()).expect("possible")
    };
    let mut boards = match &spec.start {
        Start::Fens([a, b]) => Boards::new(board(a), board(b)),
        Start::Usual | Start::Fen(_) => Boards::default(),
    };
    for told in &spec.moves {
        let board = told.board.expect("two boards");
        let m = boards.position(board).parse_coordinate(&told.text).expect("a move");
        let seat = boards.on_turn(board);
        let _handoff = boards.play(seat, m).expect("it can be played");
    }
    boards
}

#[test]
fn the_table_of_a_front_end_is_complete_and_in_order() {
    for lines in POSITIONS {
        for go in ["go nodes 4000", "go depth 1", "go movetime 300"] {
            let mut front_end = FrontEnd::new(lines);
            front_end.say(go);
            while front_end.wait() {}
            front_end.check(&format!("{lines:?} {go}"));
            if !go.contains("movetime") {
                assert!(!front_end.rows.is_empty(), "{lines:?} {go}");
            }
        }
    }
}

#[test]
fn a_stop_at_any_time_is_answered_by_a_move_that_can_be_played() {
    for lines in POSITIONS {
        for events in [0, 1, 3, 9, 20, 60, 200, 500] {
            let mut front_end = FrontEnd::new(lines);
            front_end.say("go infinite");
            for _ in 0..events {
                front_end.wait();
            }
            assert_eq!(front_end.answer, None, "before `stop`");
            front_end.say("stop");
            while front_end.wait() {}
            front_end.check(&format!("{lines:?}, after {events} events"));
        }
    }
}

#[test]
fn a_mate_now_is_the_first_plan() {
    let mut front_end = FrontEnd::new(POSITIONS[3]);
    front_end.say("go nodes 10000");
    while front_end.wait() {}
    let first = &front_end.rows[&1];
    assert_eq!(first.strength, 1_000_000 - 1, "{first:?}");
    assert!(first.pv[0].starts_with("(g3g7,") && first.pv.len() == 1, "{first:?}");
}

#[test]
fn about_as_many_nodes_are_searched_as_asked() {
    for nodes in [4_000, 20_000, 70_000] {
        let mut front_end = FrontEnd::new(POSITIONS[0]);
        front_end.say(&format!("go nodes {nodes}"));
        while front_end.wait() {}
        let searched = front_end.rows[&1].nodes;
        assert!(searched * 10 > nodes * 9 && searched * 10 < nodes * 11, "{nodes}: {searched}");
    }
}
