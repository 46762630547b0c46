//! Answers to the commands of people: `d`, `eval`, `flip`, `go perft`, `bench` and `help`.

use tandem_protocol::text::Row;
use tandem_protocol::uci::Reply;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::perft::{perft_counting, perft_split};
use tandem_rules::{BoardId, Color, Position, Team};

use super::Session;
use crate::seat::brain::Brain;

/// About the most leaves that `go perft` counts, in some seconds.
const MOST_LEAVES: u64 = 1_000_000_000;
/// The number of moves that a position may be expected to have, if another one has fewer.
const USUAL_MOVES: u64 = 40;
/// The greatest depth that `go perft` counts to, where each position has a move or two.
const DEEPEST_COUNT: u32 = 64;

/// The answer to `help`.
const HELP: &str = "\
Tandem plays chess, crazyhouse and bughouse, and speaks UCI with a front-end.
uci, isready, ucinewgame, quit       as in the protocol; `uci` lists the options
setoption name NAME value VALUE      UCI_Variant chess, crazyhouse or bughouse, and others
position startpos moves e2e4         or: position fen FEN moves ...; hands in brackets: [QNp]
go movetime 1000                     or: depth, nodes, mate, wtime and btime, infinite, searchmoves
go perft 4                           counts the leaves below each move
stop, ponderhit                      end a search, or pondering
d, eval, flip                        draw the position, evaluate it, exchange the colors
bench                                searches fixed positions; their node count identifies the search
`tandem --help` lists what the program does without a front-end, `tandem play` is a game.";

impl<B: Brain> Session<B> {
    /// Draws the boards, then tells the FEN, the key and the checkers of each.
    pub(super) fn draw(&mut self) {
        let names = ["White", "Black"].map(str::to_owned);
        let near = self.options.team.unwrap_or(Team::One);
        let drawn = |board: BoardId| {
            let bottom = if self.game.is_team() { near.seat(board).color } else { Color::White };
            diagram::one(self.game.board(board).position(), bottom, &names, Ink::Plain)
        };
        let mut rows = match self.game.is_team() {
            true => diagram::side_by_side(BoardId::ALL.map(drawn)),
            false => drawn(BoardId::A),
        };
        rows.push(String::new());
        for &board in self.boards() {
            rows.extend(facts(self.game.board(board).position()));
        }
        self.show_rows(&rows);
    }

    /// Tells the static evaluation of each board, in pawns from White's point of view.
    pub(super) fn evaluate(&mut self) {
        let rows = self.boards().iter().map(|&board| {
            let on = match self.game.is_team() {
                true => format!(", board {board}"),
                false => String::new(),
            };
            let view = self.view_of(board, None);
            if view.own.in_check() {
                return format!("Final evaluation: none (in check{on})");
            }
            let score = self.mind.evaluate(&view).value();
            let score = if view.seat.color == Color::White { score } else { -score };
            format!("Final evaluation: {:+.2} (white side{on})", f64::from(score) / 100.0)
        });
        let rows: Vec<String> = rows.collect();
        self.show_rows(&rows);
    }

    /// Exchanges the colors on each board.
    pub(super) fn flip(&mut self) {
        match self.game.flipped() {
            Some(game) => self.game = game,
            None => self.complain("`flip`: the position is not possible with colors exchanged"),
        }
    }

    /// Counts the leaves below each move, and all of them.
    pub(super) fn perft(&mut self, depth: u32) {
        if self.game.is_team() {
            return self.complain("`go perft` counts on one board, and `Team` is set");
        }
        let position = self.game.board(BoardId::A).position();
        if !is_soon_counted(position, depth) {
            let text = format!(
                "`go perft {depth}` would take long; `tandem perft` counts on the command line"
            );
            return self.complain(&text);
        }
        let split = if depth == 0 { Vec::new() } else { perft_split(position, depth) };
        let rows = split.iter().map(|&(m, count)| format!("{}: {count}", position.coordinate(m)));
        let mut rows: Vec<String> = rows.collect();
        let total: u64 = if depth == 0 { 1 } else { split.iter().map(|(_, count)| count).sum() };
        rows.push(format!("Nodes searched: {total}"));
        self.show_rows(&rows);
    }

    /// Searches the bench positions, if the owner of the session can.
    pub(super) fn bench(&mut self) {
        let rows = self.bench.map(|rows| rows()).unwrap_or_default();
        self.show_rows(&rows);
    }

    /// Names the commands.
    pub(super) fn help(&mut self) {
        self.show_rows(&HELP.lines().map(str::to_owned).collect::<Vec<_>>());
    }

    /// The boards of the game.
    fn boards(&self) -> &'static [BoardId] {
        if self.game.is_team() { &BoardId::ALL } else { &[BoardId::A] }
    }

    fn show_rows(&mut self, rows: &[String]) {
        self.replies.extend(rows.iter().map(|row| Reply::Shown(Row::new(row))));
    }
}

/// True if the leaves at this depth are counted in some seconds. No command is heard meanwhile.
///
/// The number of moves here does not tell that: a check may have one answer, and each ply after it many.
fn is_soon_counted(position: &Position, depth: u32) -> bool {
    let moves = position.legal_moves().len() as u64;
    if moves == 0 {
        return true;
    }
    let is_few = moves.checked_pow(depth).is_some_and(|about| about <= MOST_LEAVES);
    let mut before = 1;
    let mut grows_slowly = |leaves: u64| {
        let factor = leaves.checked_div(before).unwrap_or(0).max(USUAL_MOVES);
        before = leaves;
        leaves.saturating_mul(factor) <= MOST_LEAVES
    };
    let counts = || (1..depth).map(|fewer| perft_counting(position, fewer));
    is_few && depth <= DEEPEST_COUNT && counts().all(&mut grows_slowly)
}

/// The position as text: FEN, key and the squares of the checkers.
fn facts(position: &Position) -> [String; 3] {
    let checkers: Vec<String> = position.checkers().into_iter().map(|at| at.to_string()).collect();
    [
        format!("Fen: {}", position.to_fen()),
        format!("Key: {:016X}", position.key().0),
        format!("Checkers: {}", checkers.join(" ")),
    ]
}
