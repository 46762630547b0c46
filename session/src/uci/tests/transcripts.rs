//! UCI conversations as data.

use super::check;

/// Steps as [`check`] reads them.
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
    // A move without a board is for each on which it can be played; of several moves those are searched that can.
    "> setoption name Team value white
     > position startpos moves 2e2e4
     > go depth 1 searchmoves e2e4 e7e5 / * start / ! e2e4 / * start / ! e7e5 / < bestmove (e2e4,e7e5)",
    "> position startpos moves d2d4
     > go nodes 100 searchmoves e7e5 e2e4 d7d5 / * start / < info string `e2e4` is not legal here
     ! d7d5 / < bestmove d7d5",
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

#[test]
fn conversations_go_as_written() {
    for transcript in TRANSCRIPTS {
        check(transcript);
    }
}
