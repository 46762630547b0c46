//! The position as a person asks to see it: `d`, `eval` and `flip`.

use tandem_protocol::text::Row;
use tandem_protocol::uci::Reply;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Color, Position, Team};

use super::Session;
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Draws the boards, then tells the FEN, the key and the checkers of each.
    pub(super) fn draw(&mut self) {
        let names = ["White", "Black"].map(str::to_owned);
        let near = self.settings.team.unwrap_or(Team::One);
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
            let view = self.view(board, None);
            if view.own.in_check() {
                return format!("Final evaluation: none (in check{on})");
            }
            let score = self.brain.evaluate(&view).value();
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

    /// The boards of the game.
    fn boards(&self) -> &'static [BoardId] {
        if self.game.is_team() { &BoardId::ALL } else { &[BoardId::A] }
    }

    fn show_rows(&mut self, rows: &[String]) {
        self.replies.extend(rows.iter().map(|row| Reply::Shown(Row::new(row))));
    }
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
