//! UBI conversations as data; scripts stand in for the two searches.

mod conversations;

use std::time::{Duration, Instant};

use tandem_engine::{Decision, Event, Info, Limits, Score, SearchId, Thinking, TimeShare, View};
use tandem_protocol::ubi::Command;
use tandem_rules::{BoardId, Color, Millis, PieceType, Position};

use super::Session;
use crate::seat::script::Script;

/// Each step begins with a sign, where need be followed by a board. `>` is a line to the session,
/// `<` a reply, and `*A` a call of the search of A; `!A` ends that search with a line of moves or
/// `sit`, and `#A` does so with a lost score; `+` lets this many seconds pass, or those until the alarm that is `due`.
const TRANSCRIPTS: &[&str] = &[
    // The single-board session of the specification: each position tells everything.
    "> setoption name Hash value 256 / *A resize 128 / *B resize 128
     > setoption name TeamMessageMode value full
     > ubinewgame / *A clear / *B clear
     > isready / *A settle / *B settle / < readyok
     > position startpos | startpos clock 180000 180000 180000 180000
     > go board A / *A start
     !A e2e4 e7e5 / < bestmove board A e2e4
     > position rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2 | startpos clock 177000 177000 180000 180000
     > partnermsg need n urgency medium
     > go board A / *A start
     !A g1f3 / < bestmove board A g1f3
     > position r1bqkb1r/pp1p1ppp/2n2n2/2p1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NNPp] w KQkq - 0 6 | rnbqkb1r/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR[Qbpp] b KQkq - 0 3 clock 165000 168000 170000 172000
     > go board A / *A start
     !A N@d5 / < bestmove board A n@d5",
    // The dual-board session: both boards are searched at once, and answered in any order.
    "> ubinewgame / *A clear / *B clear
     > position startpos | startpos clock 180000 180000 180000 180000
     > go board A / *A start
     > go board B / *B start
     !B d2d4 / < bestmove board B d2d4
     > isready / *B settle / < readyok
     !A e2e4 / < bestmove board A e2e4",
    // A stopped search is not answered, on one board or on both; the next question is.
    "> go board A / *A start
     > go board B infinite / *B start
     > stop board B / *B stop
     !B d2d4
     > stop board B
     > stop / *A stop
     !A e2e4
     > isready / *A settle / *B settle / < readyok
     > stop
     > go board A depth 3 / *A start
     !A e2e4 / < bestmove board A e2e4",
    // A second question about a board replaces the first, so that there is one answer.
    "> go board A / *A start
     > go board A / *A stop / *A start
     !A e2e4 / < bestmove board A e2e4
     > stop board A",
    // A changed board ends its search without an answer, also if only its holdings have changed; a
    // change of the clocks or of the other board does not.
    "> position startpos | startpos clock 60000 60000 60000 60000
     > go board A / *A start
     > position startpos | startpos clock 59000 60000 59000 60000
     > position startpos | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 clock 58000 60000 59000 60000 / *A update
     > position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 clock 57000 60000 59000 60000 / *A stop
     !A e2e4
     > go board A / *A start
     !A N@f3 / < bestmove board A n@f3",
    // Without a legal move there is none to tell.
    "> position 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1 | startpos clock 1000 1000 1000 1000
     > go board A / *A start
     !A sit / < info board A depth 0 seldepth 0 score cp 0 nodes 0 nps 0 time 0 / < bestmove board A (none)",
    // Mates and promotions are in lower case, too.
    "> position 7k/P7/8/8/8/8/8/K7[] w - - 0 1 | startpos clock 1000 1000 1000 1000
     > go board A movetime 100 / *A start
     !A a7a8q / < bestmove board A a7a8q",
    // Mated unless something arrives, a seat sits while its clock allows, and says so; what happens
    // on the other board makes it look again.
    "> position startpos | startpos clock 60000 60000 60000 60000
     > go board A / *A start
     #A e2e4 / *A start / < teammsg threat critical
     > position startpos | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 clock 50300 60000 59000 60000 / *A stop / *A start
     #A e2e4 / *A start
     + 49
     + 1 / *A stop / *A start
     #A e2e4 / < bestmove board A e2e4",
    // Woken so late that there is no time to search again, it plays what it has found.
    "> position startpos | startpos clock 60000 60000 60000 60000
     > go board A / *A start
     #A e2e4 / *A start / < teammsg threat critical
     + 60 / *A stop / < bestmove board A e2e4",
    // A search that gets no processor is not waited for until the flag; its end comes too late. Where
    // the clock does not limit it, it is.
    "> position 7k/8/8/8/8/8/7r/K7[] w - - 0 1 | startpos clock 60000 60000 60000 60000
     > go board A / *A start
     > go board B movetime 100 / *B start
     + 14
     + due / *A stop / < bestmove board A a1b1
     !A a1b1
     !B e2e4 / < bestmove board B e2e4",
    // A stop ends a wait, too.
    "> go board A / *A start
     #A e2e4 / *A start / < teammsg threat critical
     > stop board A / *A stop
     + 180",
    // With a limit of its own, or if that is not wanted, an answer does not wait.
    "> go board A movetime 500 / *A start
     #A e2e4 / < teammsg threat critical / < bestmove board A e2e4
     > setoption name Sitting value false
     > setoption name TeamMessageMode value consider
     > ubinewgame / *A clear / *B clear
     > go board A / *A start
     #A e2e4 / < bestmove board A e2e4
     > go board A infinite / *A start
     > stop / *A stop",
    // The partner's words change prices at once; those of a partner that is ignored do not.
    "> go board B / *B start
     > partnermsg need q urgency high / *B update
     > partnermsg stall duration 1 / *B update
     > partnermsg material -300
     > partnermsg threat high
     > setoption name TeamMessageMode value ignore
     > partnermsg need r
     !B e2e4 / < bestmove board B e2e4",
    // An engine that plays both boards of a team has nobody to talk to but itself.
    "> position startpos | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 clock 60000 60000 60000 60000
     > go board A / *A start
     > go board B movetime 100 / *B start
     > partnermsg need n urgency high
     #B e7e5 / < bestmove board B e7e5",
    // Rights that a position cannot have are left out, with a line each.
    "> position 4k3/8/8/8/8/8/8/4K3[] w Q - 0 1 | r5k1/8/8/8/8/8/8/4K3[] b q - 0 1 clock 60000 60000 60000 60000
     < info string board A: left out: White has a right to castle queenside but no king and rook for it on its back rank
     < info string board B: left out: Black has a right to castle queenside that only Chess960 has
     > go board A / *A start
     !A e1d1 / < bestmove board A e1d1",
    // Lines that are not UBI's are refused. A board that cannot be read has no position until the next one
    // is told, and a question is answered as far as it can be read.
    "> uci / < info string unknown command: uci
     > position startpos | startpos
     < info string bad command, expected position BFEN | BFEN clock WA BA WB BB, each BFEN possibly startpos: position startpos | startpos
     > position startpos | nonsense clock 1 2 3 4 / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > go / < info string bad command, expected go board A or go board B, and limits, each with a number: go
     > stop board C / < info string bad command, expected stop, stop board A or stop board B: stop board C
     > partnermsg sit / < info string bad command, expected partnermsg need PIECE, stall, play_fast, material NUMBER or threat LEVEL: partnermsg sit
     > setoption name Style value wild / < info string option `Style`: unknown option
     > setoption name Hash value 0 / < info string option `Hash`: `0` is not a number from 1 to 33554432
     > setoption name TeamMessageMode value loud / < info string option `TeamMessageMode`: invalid choice `loud`
     > go board A / *A start
     > position startpos | nonsense clock 1 2 3 4 / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     !A e2e4 / < bestmove board A e2e4
     > go board B / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last / < bestmove board B (none)
     > go board B infinite / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > stop
     > go board A depth / *A start / < info string bad command, expected go board A or go board B, and limits, each with a number: go board A depth
     !A e2e4 / < bestmove board A e2e4
     > position startpos | startpos clock 1 2 3 4
     > go board B / *B start
     !B d2d4 / < bestmove board B d2d4",
    // Notes for the log, and the remaining options.
    "> metadata match_id bench_20260318_001 / > metadata game_result win
     > setoption name Threads value 2 / *A threads 2 / *B threads 2
     > setoption name Clear Hash / *A clear / *B clear
     > setoption name Use NNUE value false / *A evaluate hand / *B evaluate hand
     > setoption name EvalFile value hand
     > setoption name Rules value wbn last-drop=no",
];

/// A session with scripts as its searches.
struct Stage {
    session: Session<Script>,
    now: Instant,
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        Self { session: Session::new([Script::default(), Script::default()], None, now), now }
    }

    fn tell(&mut self, line: &str) -> Vec<String> {
        let replies = self.session.command(&Command::parse(line), self.now);
        replies.iter().map(ToString::to_string).collect()
    }

    /// Lets this many seconds pass.
    fn pass(&mut self, seconds: &str) -> Vec<String> {
        let alarm = self.session.wakes_at();
        self.now = match seconds {
            "due" => alarm.expect("an alarm"),
            _ => self.now + Duration::from_secs(seconds.parse().expect("a number")),
        };
        let is_due = alarm.is_some_and(|at| at <= self.now);
        let replies = if is_due { self.session.wake(self.now) } else { Vec::new() };
        replies.iter().map(ToString::to_string).collect()
    }

    /// The calls of both searches since they were last looked at.
    fn calls(&mut self) -> Vec<String> {
        let mut calls = Vec::new();
        for board in BoardId::ALL {
            let brain = self.session.sides[board.index()].mind.script_mut();
            calls.extend(brain.calls.drain(..).map(|call| format!("*{board} {call}")));
        }
        calls
    }

    /// The view and the limits of the last search of a board.
    fn last(&self, board: BoardId) -> &(View, Limits) {
        self.session.sides[board.index()]
            .mind
            .script()
            .last
            .as_ref()
            .expect("a search has been started")
    }

    /// Ends the last search of a board with this line of moves.
    fn decide(&mut self, text: &str, score: Score) -> Vec<String> {
        let (board, moves) = text.split_once(' ').expect("a board and moves");
        let board: BoardId = board.parse().expect("a board");
        let mut own = self.last(board).0.own.clone();
        let mut pv = Vec::new();
        for word in moves.split(' ').filter(|&word| word != "sit") {
            let m = own.parse_coordinate(word).expect("legal where it was sought");
            let _nothing = own.make(m, &mut ());
            pv.push(m);
        }
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let depth = if pv.is_empty() { 0 } else { 3 };
        let info = Info { depth, rank: 1, score, pv, ..Info::default() };
        let search = SearchId(self.session.sides[board.index()].mind.script().searches);
        let replies = self.session.event(board, Event::Done(search, decision, info), self.now);
        replies.iter().map(ToString::to_string).collect()
    }
}

fn steps(transcript: &str) -> impl Iterator<Item = &str> {
    transcript.lines().flat_map(|line| line.trim().split(" / ")).map(str::trim)
}

#[test]
fn conversations_go_as_written() {
    for transcript in TRANSCRIPTS {
        let mut stage = Stage::new();
        let mut played = Vec::new();
        for step in steps(transcript) {
            let replies = match step.split_at_checked(1) {
                Some((">", line)) => stage.tell(line),
                Some(("+", seconds)) => stage.pass(seconds.trim()),
                Some(("!", moves)) => stage.decide(moves, Score::DRAW),
                Some(("#", moves)) => stage.decide(moves, Score::mated(4)),
                _ => continue,
            };
            played.push(step.to_owned());
            played.extend(stage.calls());
            played.extend(replies.iter().map(|reply| format!("< {reply}")));
        }
        assert_eq!(played, steps(transcript).collect::<Vec<_>>());
    }
}

#[test]
fn the_name_and_all_options_come_before_ubiok() {
    let lines = Stage::new().tell("ubi");
    assert!(lines[0].starts_with("id name Tandem ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last().map(String::as_str), Some("ubiok"));
    for option in [
        "option name Hash type spin default 32 min 1 max 33554432",
        "option name Threads type spin default 1 min 1 max 256",
        "option name TeamMessageMode type combo default full var full var consider var ignore",
        "option name Sitting type check default true",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
}

#[test]
fn a_search_knows_both_boards_and_four_clocks() {
    let mut stage = Stage::new();
    stage.tell(
        "position startpos | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Qn] b KQkq - 0 1 \
         clock 60000 50000 40000 30000",
    );
    stage.pass("2");
    stage.tell("go board B");
    let (view, limits) = stage.last(BoardId::B);
    assert_eq!(view.seat, BoardId::B.seat(Color::Black));
    assert!(view.own.holdings(Color::White).has(PieceType::Queen));
    assert_eq!(view.other.as_ref().map(Position::side_to_move), Some(Color::White));
    let shown = view.clocks.map(|clock| clock.map(|clock| clock.remaining().0));
    assert_eq!(shown, [Some(58_000), Some(50_000), Some(40_000), Some(28_000)]);
    assert_eq!(limits.thinking, Thinking::Clock);
}

#[test]
fn limits_are_what_was_asked() {
    let (fixed, infinite) = (|ms| Thinking::Fixed(Millis(ms)), Thinking::Infinite);
    for (line, thinking, depth, nodes) in [
        ("go board A", Thinking::Clock, None, None),
        ("go board A movetime 1000", fixed(990), None, None),
        ("go board A movetime 1000 depth 3", fixed(990), Some(3), None),
        ("go board A depth 0", infinite, Some(1), None),
        ("go board A nodes 500", infinite, None, Some(500)),
        ("go board A infinite depth 3 nodes 500", infinite, None, None),
        ("go board A wtime 9000 btime 8000 winc 100", Thinking::Clock, None, None),
    ] {
        let mut stage = Stage::new();
        stage.tell(line);
        let (_, limits) = stage.last(BoardId::A);
        assert_eq!(
            (limits.thinking, limits.depth, limits.nodes),
            (thinking, depth, nodes),
            "{line}"
        );
    }
    let mut stage = Stage::new();
    stage.tell("partnermsg play_fast reason time");
    stage.tell("go board A wtime 9000 btime 8000 winc 100");
    let (view, limits) = stage.last(BoardId::A);
    assert_eq!(
        (limits.time_share, view.clock().map(|clock| clock.remaining())),
        (TimeShare::Half, Some(Millis(9000)))
    );
}

#[test]
fn positions_that_were_there_can_be_repeated_until_the_game_goes_back() {
    let mut stage = Stage::new();
    let game = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[] b KQkq - 1 1", 1),
        ("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R[] w KQkq - 2 2", 2),
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[] b KQkq - 1 1", 0),
    ];
    for (fen, keys) in game {
        stage.tell(&format!("position {fen} | startpos clock 1 1 1 1"));
        assert_eq!(stage.session.sides[0].keys.len(), keys, "{fen}");
    }
}

#[test]
fn a_stall_is_over_after_its_moves() {
    let mut stage = Stage::new();
    stage.tell("partnermsg stall duration 2");
    let mut prices = Vec::new();
    for _ in 0..3 {
        stage.tell("go board A");
        prices.push(stage.last(BoardId::A).0.prices);
        stage.decide("A e2e4", Score::DRAW);
    }
    assert!(prices[0] == prices[1] && prices[1] != prices[2], "{prices:?}");
    assert_eq!(prices[2], tandem_engine::Prices::NEUTRAL);
}
