//! UCI conversations as data; a script stands in for the search.

mod conversations;
mod joint;
mod order;

use std::time::{Duration, Instant};

use tandem_engine::{Decision, Event, Info, Score, SearchId, Thinking};
use tandem_protocol::uci::Command;
use tandem_rules::{BoardId, Color, Millis};

use super::Session;
use crate::seat::script::Script;

/// Each step begins with a sign. `>` is a line to the session, `<` a reply, and `*` a call of the
/// search; `!` ends the search with a line of moves or `sit`, `#` does so with a lost score and `$`
/// with a mate, and `+` lets this many seconds pass, or those until the alarm that is `due`.
const TRANSCRIPTS: &[&str] = &[
    // A game on one board, with castling and a reply to ponder on.
    "> ucinewgame / * clear
     > isready / * settle / < readyok
     > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
     > go wtime 60000 btime 60000 winc 1000 binc 1000 / * start
     ! e1g1 g8f6 / < bestmove e1g1 ponder g8f6
     > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6
     > go ponder wtime 60000 btime 60000 / * ponder
     > ponderhit / * hit
     ! d2d3 / < bestmove d2d3",
    // An answer comes when the search has ended, which `stop` brings about.
    "> go infinite / * start
     > isready / < readyok
     > stop / * stop
     ! d2d4 / < bestmove d2d4
     > stop",
    // Drops and holdings.
    "> setoption name UCI_Variant value crazyhouse
     > position fen rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3 moves P@e4 P@d4
     > go depth 3 / * start
     ! d1h5 / < bestmove d1h5
     > setoption name UCI_Variant value bughouse
     > position fen r1b1kb1r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR/NNq w KQkq - 0 1
     > go movetime 500 / * start
     ! N@e6 / < bestmove N@e6",
    // In Chess960 the king takes its rook.
    "> setoption name UCI_Chess960 value true
     > position fen 1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1
     > go nodes 100 / * start
     ! g1h1 / < bestmove g1h1",
    // Options that bridges to sites set in every engine, and numbers with a fraction.
    "> setoption name Move Overhead value 100
     > setoption name SyzygyPath value ./syzygy/
     > setoption name Hash value 16.4 / * resize 16
     > setoption name Move Overhead value 10000.6 / < info string option `Move Overhead`: `10000.6` is not a number from 0 to 10000
     > go wtime 1000.5 btime 900 / * start
     ! e2e4 / < bestmove e2e4",
    // A position without moves.
    "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
     > go movetime 100 / * start
     ! sit / < info depth 0 seldepth 0 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 / < bestmove (none)",
    // Two boards: both are searched where the team is on turn on both, and what was captured on one
    // is in hand on the other.
    "> setoption name Team value white
     > setoption name Joint value off
     > position startpos
     > go movetime 1000 / * start
     ! e2e4 / < bestmove (e2e4,pass)
     > position startpos moves 1e2e4 1d7d5 1e4d5
     > go movetime 1000
     < bestmove (pass,pass)
     > go infinite
     > isready / * settle / < readyok
     > stop / < bestmove (pass,pass)
     > go ponder movetime 1000
     > ponderhit / < bestmove (pass,pass)
     > go infinite
     > position startpos moves 1e2e4 1e2e4 1d7d5 / < bestmove (pass,pass) / < info string `e2e4` is not legal here
     > go movetime 1000
     < bestmove (pass,pass)
     > position fen nonsense|8/8 / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > go movetime 1000 / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last / < bestmove (none)
     > setoption name Team value black
     > position fen rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 3|rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[PP] w KQkq - 0 3
     > go movetime 1000 / * start
     ! d7d5 / * start
     ! P@e6 / < bestmove (d7d5,P@e6)",
    // In an infinite search, both boards have turns, longer ones each time, until it is told to
    // stop; then the answer is there.
    "> setoption name Team value white
     > setoption name Joint value off
     > position startpos moves 2e2e4
     > go infinite / * start
     + 1 / * stop
     + 1
     ! e2e4 / * start
     + 1 / * stop
     ! d7d5 / * start
     > stop / * stop
     ! d2d4 / < bestmove (d2d4,d7d5)
     > go infinite / * start
     > stop / * stop
     ! e2e4 / * start
     ! e7e5 / < bestmove (e2e4,e7e5)",
    // A mate in one leaves nothing to be played on the other board.
    "> setoption name Team value white
     > setoption name Joint value off
     > position fen 6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1
     > go movetime 1000 / * start
     $ a1a8 / < bestmove (a1a8,pass)",
    // With time on its side, a team that is mated on a board waits.
    "> setoption name Joint value off
     > position fen rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] w KQkq - 0 3|rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] b KQkq - 0 3
     > go movetime 1000 / * start
     # e1e2 / * start
     ! e8e7 / < bestmove (e1e2,e8e7)
     > setoption name Mode value sit
     > go movetime 1000 / * start
     # e1e2 / * start
     ! e8e7 / < bestmove (pass,e8e7)",
    // The same under HiveMind's names of today; on a board where a move is required it does not sit.
    "> setoption name Team value white
     > setoption name Joint value off
     > setoption name TimeAdvantage value true
     > setoption name BatchSize value 32
     > setoption name RequireMoveOn value B
     > position fen rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] w KQkq - 0 3|rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] b KQkq - 0 3
     > go movetime 1000 / * start
     # e1e2 / * start
     # e8e7 / < bestmove (pass,e8e7)
     > setoption name RequireMoveOn value none
     > setoption name TimeAdvantage value false
     > go movetime 1000 / * start
     # e1e2 / * start
     # e8e7 / < bestmove (e1e2,e8e7)
     > setoption name RequireMoveOn value B
     > position fen 6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1
     > go movetime 1000 / * start
     $ a1a8 / * start
     ! e7e5 / < bestmove (a1a8,e7e5)
     > position startpos
     > go movetime 1000 / * start / < info string `RequireMoveOn` is B, where the team is not on turn
     ! e2e4 / < bestmove (e2e4,pass)
     > setoption name RequireMoveOn value C / < info string option `RequireMoveOn`: invalid choice `C`
     > setoption name BatchSize value 0 / < info string option `BatchSize`: `0` is not a number from 1 to 1024",
    // A conversation as HiveMind's clients hold it: a bit of time, MultiPV as an option, and a stop
    // after each answer.
    "> isready / * settle / < readyok
     > setoption name Team value black
     > setoption name Joint value off
     > setoption name TimeAdvantage value true
     > setoption name RequireMoveOn value none
     > setoption name MultiPV value 1
     > isready / * settle / < readyok
     > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 moves 1e2e4 1d7d5 1e4d5
     > go nodes 200 / * start
     ! d8d5 / * start
     ! d2d4 / < bestmove (d8d5,d2d4)
     > stop
     > go ponder movetime 1000 / * ponder
     > stop / * stop
     ! d8d5 / * start
     ! d2d4 / < bestmove (d8d5,d2d4)
     > policy / < info string unknown command: policy
     > ucinewgame / * clear",
    // A new question ends the search before it; each question has one answer, in order.
    "> go depth 20 / * start
     > setoption name MultiPV value 2 / * stop
     > position startpos moves e2e4
     > go depth 5
     ! d2d4 / * start / < bestmove d2d4
     > stop / * stop
     ! e7e5 / < bestmove e7e5",
    // A `stop` or a `ponderhit` belongs to the `go` before it, even if that one has to wait; and
    // `readyok` comes after the answer that was asked for before it.
    "> go infinite / * start
     > stop / * stop
     > position startpos moves e2e4
     > go infinite
     > stop
     > isready
     ! d2d4 / * start / * stop / < bestmove d2d4
     ! e7e5 / * settle / < bestmove e7e5 / < readyok
     > go infinite / * start
     > position startpos moves d2d4 / * stop
     > go ponder wtime 60000 btime 60000
     > ponderhit
     ! e7e5 / * ponder / * hit / < bestmove e7e5
     ! d7d5 / < bestmove d7d5",
    // Both boards of a team are pondered, then searched.
    "> setoption name Team value white
     > position startpos moves 2e2e4
     > go ponder awtime 60000 bbtime 60000 / * ponder
     > ponderhit / * hit
     ! e2e4 / * start
     ! d7d5 / < bestmove (e2e4,d7d5)
     > go movetime 1000 searchmoves 1e2e4 2e2e5 / < info string `e2e5` is not legal here / < bestmove (none)",
    // At a person's pace the answer is held back, but not where the question limits it otherwise.
    "> setoption name UCI_LimitStrength value true
     > setoption name UCI_Elo value 1200
     > position startpos
     > go wtime 60000 btime 60000 / * ponder
     + 0
     + 3 / * hit
     ! e2e4 e7e5 / < bestmove e2e4 ponder e7e5
     > go wtime 60000 btime 60000 / * ponder
     > stop / * stop
     ! e2e4 / < bestmove e2e4
     > go depth 5 / * start
     ! e2e4 / < bestmove e2e4
     > go nodes 50 wtime 60000 / * start
     ! e2e4 / < bestmove e2e4
     > go movetime 100 / * start
     ! e2e4 / < bestmove e2e4
     > go ponder wtime 60000 btime 60000 / * ponder
     > ponderhit
     + 3 / * hit
     ! d2d4 / < bestmove d2d4
     > go wtime 60 btime 60000 / * start
     ! e2e4 / < bestmove e2e4
     > setoption name Pace value engine
     > go wtime 60000 btime 60000 / * start
     ! e2e4 / < bestmove e2e4",
    // Of two boards, only the last answer is held back.
    "> setoption name Pace value human
     > setoption name Team value white
     > position startpos moves 2e2e4
     > go awtime 60000 bbtime 60000 / * start
     ! e2e4 / * ponder
     + 5 / * hit
     ! d7d5 / < bestmove (e2e4,d7d5)",
    // Rights that a position cannot have are left out, with a line each. In standard chess a king
    // castles from its square only.
    "> position startpos moves d2d4
     > position fen 4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1 moves e1g1
     < info string left out: White has a right to castle queenside but no king and rook for it on its back rank
     < info string left out: no pawn can just have passed `e6`
     > go depth 1 / * start
     ! e8d8 / < bestmove e8d8
     > position fen r5k1/8/8/8/8/8/8/4K3 b q - 0 1
     < info string left out: Black has a right to castle queenside that only Chess960 has
     > setoption name UCI_Chess960 value true
     > position fen r5k1/8/8/8/8/8/8/4K3 b q - 0 1
     > go depth 1 / * start
     ! g8a8 / < bestmove g8a8",
    "> setoption name Team value white
     > setoption name Joint value off
     > position fen 4k3/8/8/8/8/8/8/4K3[] w - - 0 1|4k3/8/8/8/8/8/8/R3K3[] b - e6 0 1 moves 1e1d1
     < info string board B: left out: no pawn can just have passed `e6`
     > go movetime 1000 / * start
     ! e8d8 / < bestmove (pass,e8d8)",
    // Wrong input is refused in one line. A list of moves counts up to the first that cannot be played;
    // without a position there is no move, and never one of the position before.
    "> position startpos moves e2e4 e2e5 d2d4 / < info string `e2e5` is not legal here
     > go depth 3 / * start
     ! e7e5 / < bestmove e7e5
     > position startpos moves 1e2e4 / < info string `e2e4` names a board, but there is only one
     > go depth 3 / * start
     ! e2e4 / < bestmove e2e4
     > position fen nonsense / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > go depth 3 / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last / < bestmove (none)
     > go infinite / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > isready / * settle / < readyok
     > stop / < bestmove (none)
     > d / < info string invalid position `nonsense`: 1 ranks, expected 8, or 9 with the holdings as the last
     > position startpos moves e2e4
     > go depth / * start / < info string bad command, expected go and limits, each with a number: go depth
     ! e7e5 / < bestmove e7e5
     > position
     < info string bad command, expected position startpos or position fen FEN, and moves MOVE...: position
     > go depth 3 / < info string no position: position / < bestmove (none)
     > position startpos moves e2e4
     > setoption name Hash value 0 / < info string option `Hash`: `0` is not a number from 1 to 33554432
     > setoption name UCI_Variant value shogi / < info string option `UCI_Variant`: invalid choice `shogi`
     > setoption name Style value wild / < info string option `Style`: unknown option
     > go searchmoves e2e4 / < info string `e2e4` is not legal here / < bestmove (none)
     > frobnicate / < info string unknown command: frobnicate
     > go / * start
     ! e7e5 / < bestmove e7e5",
    // Commands of other engines: refused in one line, or shown.
    "> load <<EOF / < info string variants cannot be defined: load <<EOF
     > bench 16 1 13 / < info string run `tandem bench` on the command line instead: bench 16 1 13
     > setoption name UCI_Variant value bughouse
     > position fen 4k2r/8/8/8/8/8/8/4K2R[Nq] w Kk - 3 9
     > eval / < Final evaluation: +0.31 (white side)
     > flip
     > eval / < Final evaluation: -0.31 (white side)
     > go depth 3 / * start
     > eval / < Final evaluation: -0.31 (white side)
     > flip / * stop
     > eval
     ! e8e7 / < bestmove e8e7 / < Final evaluation: +0.31 (white side)
     > position fen 4k3/8/8/8/8/8/8/4RK2[] b - - 0 1
     > eval / < Final evaluation: none (in check)
     > setoption name Team value white
     > position startpos moves 1e2e4
     > eval / < Final evaluation: -0.31 (white side, board A) / < Final evaluation: +0.31 (white side, board B)",
    // Leaves are counted below each move, where that takes no more than some seconds.
    "> setoption name UCI_Variant value crazyhouse
     > position fen 8/8/8/8/8/8/5q2/k6K[] w - - 0 1
     > go perft 1 / < Nodes searched: 0
     > go perft 0 / < Nodes searched: 1
     > position fen 8/8/8/8/8/8/6q1/k6K[] w - - 0 1
     > go perft 2 / < h1g2: 3 / < Nodes searched: 3
     > position fen 8/8/8/8/8/8/6q1/k6K[QRBNPqrbnp] w - - 0 1
     > go perft 30 / < info string `go perft 30` would take long; `tandem perft` counts on the command line
     > position startpos
     > go perft 7 / < info string `go perft 7` would take long; `tandem perft` counts on the command line
     > go perft 99 / < info string `go perft 99` would take long; `tandem perft` counts on the command line
     > go perft many / < info string bad command, expected go perft DEPTH, a number: go perft many
     > setoption name Team value white
     > position startpos
     > go perft 1 / < info string `go perft` counts on one board, and `Team` is set",
    // A search that gets no processor is not waited for until the flag; its end comes too late. Where
    // the clock does not limit it, it is. A program that was stopped gives it time once more.
    "> go wtime 6000 btime 6000 searchmoves e2e4 d2d4 / * start
     + 1
     + due / * stop / < bestmove d2d4
     ! g1f3
     > go wtime 6000 btime 6000 searchmoves e2e4 / * start
     + 3
     + due / * stop / < bestmove e2e4
     > go wtime 6000 btime 6000 searchmoves e2e4 / * start
     + 6 / * stop / < bestmove e2e4
     > go wtime 6000 btime 6000 movetime 9000 / * start
     + 3
     ! e2e4 / < bestmove e2e4
     > go ponder wtime 6000 btime 6000 searchmoves e2e4 / * ponder
     + 3
     > ponderhit / * hit
     + due / * stop / < bestmove e2e4
     > setoption name Team value white
     > position startpos moves 2e2e4
     > go awtime 6000 bbtime 6000 abtime 6000 bwtime 6000 searchmoves 1e2e4 2d7d5 / * start
     + due / * stop / * start
     + due / * stop / < bestmove (e2e4,d7d5)",
    // A bench is a new question: it ends the search before it.
    "> bench / < 3 nodes 1 nps
     > go infinite / * start
     > bench / * stop
     ! e2e4 / < bestmove e2e4 / < 3 nodes 1 nps",
    // The partner's messages count at once, and those to the partner come before the move.
    "> setoption name UCI_Variant value bughouse
     > setoption name Ptell value help x / < info string ptell Tandem on 'x': it forgets what you asked for.
     > go wtime 60000 btime 60000 / * start
     > setoption name Ptell value knight mates / * update
     > setoption name Ptell value have a beer
     # e2e4 / < info string ptell dead / < bestmove e2e4
     > setoption name Partner Talk value false
     > go wtime 60000 btime 60000 / * start
     ! d2d4 / < bestmove d2d4",
    // Told to sit, it searches on until it is told to go, the time for it is over or it is stopped.
    "> setoption name UCI_Variant value bughouse
     > setoption name Ptell value sit
     > go wtime 60000 btime 60000 / * start
     ! e2e4 / * start
     > isready / < readyok
     > setoption name Ptell value go / * stop / * start
     ! d2d4 / < bestmove d2d4
     > setoption name Ptell value please sit
     > go ponder wtime 60000 btime 60000 / * ponder
     > ponderhit / * hit
     ! e2e4 / * start
     + 19
     + 1 / * stop / * start
     ! d2d4 / < bestmove d2d4
     > setoption name Ptell value sit
     > go wtime 60000 btime 60000 / * start
     ! e2e4 / * start
     > stop / * stop
     ! d2d4 / < bestmove d2d4",
    // Without a known clock, or in an infinite search, an answer does not wait.
    "> setoption name UCI_Variant value bughouse
     > setoption name Ptell value sit
     > go movetime 500 / * start
     ! e2e4 / < bestmove e2e4
     > go infinite wtime 1000 / * start
     > stop / * stop
     # e2e4 / < bestmove e2e4",
    // The partner's suggestion is tried.
    "> setoption name UCI_Variant value bughouse
     > setoption name Ptell value play d4
     > go depth 3 / * start
     ! e2e4 / * start
     ! d2d4 / < info depth 3 seldepth 0 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv d2d4 / < bestmove d2d4
     > go depth 3 / * start
     ! e2e4 / < bestmove e2e4
     > setoption name Ptell value play d4
     > go depth 3 / * start
     ! e2e4 / * start
     # d2d4 / < bestmove e2e4",
    // With time on its side it sits of its own accord, as long as there is any.
    "> setoption name UCI_Variant value bughouse
     > setoption name Mode value sit
     > go wtime 59300 btime 60000 / * start
     # e2e4 / * start / < info string ptell dead
     + 58
     + 1 / * stop / * start
     # d2d4 / < bestmove d2d4",
    // A team that plays both boards, or a game of one board, has no partner.
    "> setoption name Ptell value sit
     > go wtime 60000 btime 60000 / * start
     ! e2e4 / < bestmove e2e4
     > setoption name Team value white
     > setoption name Ptell value sit
     > go awtime 60000 bbtime 60000 / * start
     # e2e4 / < bestmove (e2e4,pass)",
    "> debug on / > register later / > setoption name Ponder value true / > setoption name UCI_AnalyseMode value true
     > setoption name Threads value 2 / * threads 2
     > setoption name Hash value 64 / * resize 64
     > setoption name Clear Hash / * clear
     > setoption name EvalFile value hand / * evaluate hand
     > setoption name Rules value wbn last-drop=no",
];

/// A session with a script as its search.
struct Stage {
    session: Session<Script>,
    now: Instant,
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        let session = Session::new(Script::default(), None, now);
        Self { session: session.with_bench(|| vec!["3 nodes 1 nps".to_owned()]), now }
    }

    fn tell(&mut self, line: &str) -> Vec<String> {
        self.session
            .command(&Command::parse(line), self.now)
            .iter()
            .map(ToString::to_string)
            .collect()
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

    /// Ends the last search with this line of moves.
    fn decide(&mut self, text: &str, score: Score) -> Vec<String> {
        let (view, _) =
            self.session.mind.script().last.as_ref().expect("a search has been started");
        let mut own = view.own.clone();
        let mut pv = Vec::new();
        for word in text.split(' ').filter(|&word| word != "sit") {
            let m = own.parse_coordinate(word).expect("legal where it was sought");
            let _nothing = own.make(m, &mut ());
            pv.push(m);
        }
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let depth = if pv.is_empty() { 0 } else { 3 };
        let info = Info { depth, rank: 1, score, pv, ..Info::default() };
        let event = Event::Done(SearchId(self.session.mind.script().searches), decision, info);
        self.session.event(event, self.now).iter().map(ToString::to_string).collect()
    }
}

fn steps(transcript: &str) -> impl Iterator<Item = &str> {
    transcript.lines().flat_map(|line| line.trim().split(" / ")).map(str::trim)
}

#[test]
fn conversations_go_as_written() {
    for transcript in TRANSCRIPTS {
        check(transcript);
    }
}

/// Plays a transcript, and checks that it goes as written.
fn check(transcript: &str) {
    let mut stage = Stage::new();
    let mut played = Vec::new();
    for step in steps(transcript) {
        let replies = match step.split_at_checked(1) {
            Some((">", line)) => stage.tell(line),
            Some(("+", seconds)) => stage.pass(seconds.trim()),
            Some(("!", moves)) => stage.decide(moves.trim(), Score::DRAW),
            Some(("$", moves)) => stage.decide(moves.trim(), -Score::mated(1)),
            Some(("#", moves)) => stage.decide(moves.trim(), Score::mated(4)),
            _ => continue,
        };
        played.push(step.to_owned());
        played.extend(
            stage.session.mind.script_mut().calls.drain(..).map(|call| format!("* {call}")),
        );
        played.extend(replies.iter().map(|reply| format!("< {reply}")));
    }
    assert_eq!(played, steps(transcript).collect::<Vec<_>>());
}

#[test]
fn the_name_and_all_options_come_before_uciok() {
    let lines = Stage::new().tell("uci");
    assert!(lines[0].starts_with("id name Tandem ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    assert!(lines[2].starts_with("option name UCI_Variant "), "clients of variants look for it");
    for option in [
        "option name UCI_Variant type combo default chess var chess var crazyhouse var bughouse",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Ptell type string default <empty>",
        "option name Use NNUE type check default true",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1350 min 500 max 2850",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name Pace type combo default auto var auto var engine var human",
        "option name Mode type combo default go var go var sit",
        "option name TimeAdvantage type check default false",
        "option name RequireMoveOn type combo default none var none var A var B",
        "option name Joint type combo default auto var auto var on var off",
        "option name BatchSize type spin default 1 min 1 max 1024",
        "option name Team type combo default none var none var white var black",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
}

#[test]
fn the_board_is_drawn_with_its_fen_key_and_checkers() {
    let mut stage = Stage::new();
    stage.tell("setoption name UCI_Variant value crazyhouse");
    stage.tell("position fen r~3k3/8/8/8/8/8/4q3/4K2R[Nq] w K - 3 9");
    let key = format!("Key: {:016X}", stage.session.game.board(BoardId::A).position().key().0);
    let expected = [
        "  Black",
        "  [q]",
        "8  r~ .     .  k  .     .",
        "7  .     .     .     .",
        "6     .     .     .     .",
        "5  .     .     .     .",
        "4     .     .     .     .",
        "3  .     .     .     .",
        "2     .     .  q  .     .",
        "1  .     .     K     .  R",
        "   a  b  c  d  e  f  g  h",
        "  [N]",
        "> White",
        "",
        "Fen: r~3k3/8/8/8/8/8/4q3/4K2R[Nq] w K - 3 9",
        &key,
        "Checkers: e2",
    ];
    assert_eq!(stage.tell("d"), expected);
    stage.tell("flip");
    let flipped = "Fen: 4k2r/4Q3/8/8/8/8/8/R~3K3[Qn] b k - 3 9".to_owned();
    assert!(stage.tell("d").contains(&flipped), "{:?}", stage.tell("d"));
    stage.tell("setoption name Team value black");
    stage.tell("position startpos moves 2e2e4");
    let rows = stage.tell("d");
    assert_eq!(rows[2], "1  R  N  B  K  Q  B  N  R           8  r  n  b  q  k  b  n  r");
    assert_eq!(rows.iter().filter(|row| row.starts_with("Fen: ")).count(), 2);
}

#[test]
fn a_network_chosen_while_none_is_used_is_kept() {
    let embedded = format!("evaluate {}", tandem_nets::Networks::embedded().name());
    let hand = "evaluate hand".to_owned();
    let (none, nnue, file) = (None, "Use NNUE", "EvalFile");
    let rows: [(&str, &str, Option<&String>); 10] = [
        (nnue, "true", none),
        (nnue, "false", Some(&hand)),
        (nnue, "false", none),
        (nnue, "true", Some(&embedded)),
        (file, "hand", Some(&hand)),
        (nnue, "false", Some(&hand)),
        (file, "<empty>", none),
        (nnue, "true", Some(&embedded)),
        (file, "no-such-file", none),
        (nnue, "maybe", none),
    ];
    let mut stage = Stage::new();
    for (at, (name, value, called)) in rows.into_iter().enumerate() {
        let replies = stage.tell(&format!("setoption name {name} value {value}"));
        assert_eq!(replies.len(), usize::from(at >= 8), "{at}: {replies:?}");
        assert_eq!(
            stage.session.mind.script_mut().calls.drain(..).next().as_ref(),
            called,
            "{at}: {name}"
        );
    }
}

#[test]
fn a_search_is_given_what_was_asked() {
    let mut stage = Stage::new();
    stage.tell("setoption name MultiPV value 3");
    stage.tell("position startpos moves g1f3 g8f6 f3g1");
    stage.tell(
        "go wtime 60000 btime 50000 winc 100 binc 200 searchmoves f6g8 e7e5 depth 9 nodes 70",
    );
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!((view.seat, view.keys.len()), (BoardId::A.seat(Color::Black), 3));
    let shown = |seat: tandem_rules::Seat| view.clocks[seat.index()].map(|clock| clock.remaining());
    let clocks = (shown(view.seat), shown(view.seat.opponent()));
    assert_eq!(clocks, (Some(Millis(50_000)), Some(Millis(60_000))));
    assert_eq!((limits.thinking, limits.multi_pv), (Thinking::Clock, 3));
    assert_eq!((limits.depth, limits.nodes, limits.search_moves.len()), (Some(9), Some(70), 2));
    for (line, thinking) in [
        ("go movetime 1000", Thinking::Fixed(Millis(990))),
        ("go infinite wtime 1 btime 1 depth 3 nodes 100 mate 2", Thinking::Infinite),
        ("go depth 4", Thinking::Infinite),
        ("go mate 2", Thinking::Infinite),
    ] {
        stage.decide("e7e5", Score::DRAW);
        stage.tell(line);
        let (_, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
        assert_eq!(limits.thinking, thinking, "{line}");
        let has_limits = limits.depth.or(limits.mate).is_some() || limits.nodes.is_some();
        assert!(!(line.contains("infinite") && has_limits), "{limits:?}");
    }
}

#[test]
fn each_board_of_a_team_is_searched_with_the_other_in_view() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("setoption name Joint value off");
    stage.tell("position startpos moves 2e2e4 2d7d5 2e4d5 1e2e4 1e7e5");
    stage.tell("go movetime 1000");
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!(view.seat, BoardId::A.seat(Color::White));
    assert_eq!(limits.thinking, Thinking::Fixed(Millis(490)), "two moves in the time of one");
    let other = view.other.as_ref().expect("both are known");
    assert_eq!(other.side_to_move(), Color::Black);
    assert_eq!(view.clocks, [None; 4]);
    // White on B has taken a pawn, which went to Black on A.
    assert_eq!(view.own.holdings(Color::Black).letters(Color::Black), "p");
}

#[test]
fn a_team_is_told_four_clocks() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("position startpos moves 2e2e4");
    stage.tell("go awtime 60000 abtime 9223372036854775807 bwtime -9223372036854775808 bbtime 7000 bbinc 100");
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!(
        (limits.thinking, limits.time_share),
        (Thinking::Clock, tandem_engine::TimeShare::Half)
    );
    let shown = view.clocks.map(|clock| clock.map(|clock| clock.remaining().0));
    let far = 1_000_000_000_000;
    assert_eq!(shown, [Some(60_000), Some(far), Some(-far), Some(7_000)]);
}

#[test]
fn wins_and_losses_are_shown_where_they_are_wanted() {
    let mut stage = Stage::new();
    stage.tell("setoption name UCI_ShowWDL value true");
    stage.tell("go infinite");
    let own = &stage.session.mind.script().last.as_ref().expect("it was started").0.own;
    let pv = vec![own.parse_coordinate("e2e4").expect("legal")];
    for (score, shown) in [
        (Score::evaluation(100), "score cp 100 wdl 400 450 150"),
        (-Score::mated(3), "score mate 2 wdl 1000 0 0"),
        (Score::mated(2), "score mate -1 wdl 0 0 1000"),
    ] {
        let info = Info {
            depth: 5,
            selective_depth: 11,
            rank: 1,
            score,
            nodes: 5000,
            time: Millis(10),
            table_use: 7,
            margin: None,
            gives_mate: false,
            pv: pv.clone(),
        };
        let replies = stage.session.event(Event::Info(SearchId(1), info), stage.now);
        let expected = format!(
            "info depth 5 seldepth 11 multipv 1 {shown} nodes 5000 nps 500000 hashfull 7 tbhits 0 \
             time 10 pv e2e4"
        );
        assert_eq!(replies.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn the_last_line_of_a_pondering_is_said_again_when_the_expected_move_is_played() {
    let mut stage = Stage::new();
    stage.tell("go ponder wtime 9000 btime 9000");
    let own = &stage.session.mind.script().last.as_ref().expect("it was started").0.own;
    let pv = vec![own.parse_coordinate("e2e4").expect("legal")];
    let info = Info { depth: 5, rank: 1, score: Score::evaluation(20), pv, ..Info::default() };
    let said = stage.session.event(Event::Info(SearchId(1), info), stage.now);
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert!(said[0].starts_with("info depth 5 "), "{said:?}");
    assert_eq!(stage.tell("ponderhit"), said);
    assert_eq!(stage.tell("ponderhit"), [""; 0]);
    assert_eq!(
        stage.decide("e2e4", Score::evaluation(20)).last().map(String::as_str),
        Some("bestmove e2e4")
    );
}
