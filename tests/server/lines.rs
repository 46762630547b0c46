//! Lines of the server: boards in style 12, holdings, the start and the end of games.

use std::fmt;

use tandem_rules::{
    BoardId, Bonus, CastlingSide, Color, Ending, File, Game, Handoff, Holdings, Millis, MoveKind,
    Outcome, Piece, PieceType, Ply, Position, Rank, Square,
};

/// The number of the game on a board.
pub(super) const fn number(board: BoardId) -> usize {
    board.index() + 1
}

/// The relation of a viewer to a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Plays(Color),
    Watches,
}

/// A board in style 12, as one of the clients sees it.
pub(super) struct Style12<'a> {
    pub(super) game: &'a Game,
    pub(super) board: BoardId,
    /// Names of White and Black.
    pub(super) names: [&'a str; 2],
    pub(super) relation: Relation,
    pub(super) now: Millis,
}

impl fmt::Display for Style12<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.game.position(self.board);
        f.write_str("<12> ")?;
        Rank::all().rev().try_for_each(|rank| write!(f, "{} ", rank_text(position, rank)))?;
        write!(f, "{} ", position.side_to_move().to_char().to_ascii_uppercase())?;
        let plies = self.plies();
        write!(f, "{} ", double_push(plies[0], position))?;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                write!(f, "{} ", u8::from(position.castling().rights().has(color, side)))?;
            }
        }
        write!(f, "{} {} ", position.halfmove_clock(), number(self.board))?;
        let [white, black] = self.names;
        write!(f, "{white} {black} {} {} ", self.relation(), self.initial())?;
        write!(f, "{} {} ", strength(position, Color::White), strength(position, Color::Black))?;
        for color in Color::ALL {
            write!(f, "{} ", self.clock(color).0)?;
        }
        write!(f, "{} ", position.fullmove_number())?;
        match plies[0] {
            None => f.write_str("none (0:00.000) none")?,
            Some(ply) => {
                let taken = ply.at - plies[1].map_or(Millis::ZERO, |earlier| earlier.at);
                let (minutes, rest) = (taken.0 / 60_000, Millis(taken.0 % 60_000));
                let [long, short] = [long_text(ply, position), ply.san()];
                write!(f, "{long} ({minutes}:{:06.3}) {short}", rest.seconds())?;
            }
        }
        let is_flipped = self.relation == Relation::Plays(Color::Black);
        let ticks = position.fullmove_number() > 1; // once both have moved
        write!(f, " {} {} 0", u8::from(is_flipped), u8::from(ticks))
    }
}

impl Style12<'_> {
    /// The last two moves on this board, the last one first.
    fn plies(&self) -> [Option<&Ply>; 2] {
        let mut plies = self.game.plies().iter().rev().filter(|ply| ply.seat.board == self.board);
        [plies.next(), plies.next()]
    }

    fn relation(&self) -> i8 {
        match self.relation {
            Relation::Watches => 0,
            Relation::Plays(color) if self.game.on_turn(self.board).color == color => 1,
            Relation::Plays(_) => -1,
        }
    }

    /// Base time in minutes and increment in seconds.
    fn initial(&self) -> String {
        let seat = self.board.seat(Color::White);
        let clock = self.game.clock(seat).expect("games here have clocks");
        let control = clock.control();
        let increment = match control.bonus {
            Bonus::Increment(increment) => increment.0 / 1000,
            _ => 0,
        };
        format!("{} {increment}", control.base.0 / 60_000)
    }

    fn clock(&self, color: Color) -> Millis {
        let seat = self.board.seat(color);
        self.game.time_left(seat, self.now).expect("games here have clocks")
    }
}

fn rank_text(position: &Position, rank: Rank) -> String {
    let piece = |file| position.piece_at(Square::new(file, rank));
    File::all().map(|file| piece(file).map_or('-', Piece::to_char)).collect()
}

/// The file of a pawn that has just advanced two squares, or -1.
fn double_push(last: Option<&Ply>, position: &Position) -> i8 {
    let Some(MoveKind::Normal { from, to }) = last.map(|ply| ply.m.kind()) else { return -1 };
    let is_pawn = position.piece_at(to).is_some_and(|piece| piece.piece_type == PieceType::Pawn);
    match is_pawn && from.rank().index().abs_diff(to.rank().index()) == 2 {
        true => to.file().index() as i8,
        false => -1,
    }
}

/// Material on the board, in pawns.
fn strength(position: &Position, color: Color) -> usize {
    let worth = PieceType::DROPPABLE.into_iter().zip([1, 3, 3, 5, 9]);
    let count = |piece| position.pieces(color, piece).count();
    worth.map(|(piece, worth)| worth * count(piece)).sum()
}

/// A move in long notation with both squares, as in `P/e2-e4`.
fn long_text(ply: &Ply, after: &Position) -> String {
    match ply.m.kind() {
        MoveKind::Castle { king, rook } => {
            if rook.file() > king.file() { "o-o" } else { "o-o-o" }.to_owned()
        }
        MoveKind::Drop { piece, to } => format!("{}/@@-{to}", piece.to_char()),
        MoveKind::Promotion { from, to, piece } => format!("P/{from}-{to}={}", piece.to_char()),
        MoveKind::Normal { from, to } | MoveKind::EnPassant { from, to } => {
            let mover = after.piece_at(to).map_or('P', |piece| piece.piece_type.to_char());
            format!("{mover}/{from}-{to}")
        }
    }
}

/// The line on the holdings of both players of a board.
pub(super) fn holdings(game: &Game, board: BoardId) -> String {
    let position = game.position(board);
    let [white, black] = Color::ALL.map(|color| letters(position.holdings(color)));
    format!("<b1> game {} white [{white}] black [{black}]", number(board))
}

/// The line on the holdings with a piece that has just come from the other board.
pub(super) fn arrival(game: &Game, board: BoardId, handoff: Handoff) -> String {
    let color = handoff.color.to_char().to_ascii_uppercase();
    format!("{} <- {color}{}", holdings(game, board), handoff.piece.to_char())
}

fn letters(holdings: Holdings) -> String {
    let letters = holdings
        .iter()
        .flat_map(|(piece, count)| std::iter::repeat_n(piece.to_char(), usize::from(count)));
    letters.collect()
}

/// A remark about the game on a board, in the braces that programs look for.
pub(super) fn remark(board: BoardId, [white, black]: [&str; 2], text: &str) -> String {
    format!("{{Game {} ({white} vs. {black}) {text}}}", number(board))
}

/// The line on the end of a match for one of its boards: the text is that of the board on which the
/// match ended, with the name of the loser on this one.
pub(super) fn end(board: BoardId, names: [&str; 2], outcome: Outcome) -> String {
    let (loser, result) = match outcome.winner {
        None => ("", "1/2-1/2"),
        Some(team) => match team.seat(board).color {
            Color::White => (names[1], "1-0"),
            Color::Black => (names[0], "0-1"),
        },
    };
    let text = match outcome.ending {
        Ending::Mate(_) => format!("{loser} checkmated"),
        Ending::Resignation(_) => format!("{loser} resigns"),
        Ending::Flag(_) => format!("{loser} forfeits on time"),
        Ending::Agreement => "Game drawn by mutual agreement".to_owned(),
        Ending::Repetition(_) => "Game drawn by repetition".to_owned(),
        Ending::FiftyMoves(_) => "Game drawn by the 50 move rule".to_owned(),
        Ending::Stalemate(_) => "Game drawn by stalemate".to_owned(),
        ending => ending.to_string(),
    };
    format!("{} {result}", remark(board, names, &text))
}

/// A line wrapped to `columns`; continuation lines begin with a backslash.
pub(super) fn wrapped(text: &str, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the start");
        if !line.is_empty() && line.len() + 1 + word.len() > columns {
            lines.push(format!("\\   {word}"));
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n\r")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{Preset, Team, TimeControl};

    const NAMES: [&str; 2] = ["Anna", "Cora"];

    /// A game with these moves on board A, a second each.
    fn game(moves: &[&str]) -> Game {
        let control: TimeControl = "60".parse().expect("a time control");
        let mut game = Game::start(&Preset::Fics.rules(), Some(control));
        for (text, second) in moves.iter().zip(1..) {
            let seat = game.on_turn(BoardId::A);
            let m = game.position(BoardId::A).parse_coordinate(text).expect("a legal move");
            game.play(seat, m, Millis::from_seconds(second)).expect("a legal move");
        }
        game
    }

    #[test]
    fn boards_are_in_style_12() {
        let start = "rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR";
        let table = [
            (
                &[][..],
                format!("{start} W -1 1 1 1 1 0 1 Anna Cora 1 1 0 39 39 60000 60000 1 none (0:00.000) none 0 0 0"),
            ),
            (
                &["e2e4"],
                "rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 1 Anna Cora -1 1 0 39 39 59000 60000 1 P/e2-e4 (0:01.000) e4 0 0 0".to_owned(),
            ),
            (
                &["e2e4", "d7d5", "f1b5"],
                "rnbqkbnr ppp-pppp -------- -B-p---- ----P--- -------- PPPP-PPP RNBQK-NR B -1 1 1 1 1 1 1 Anna Cora -1 1 0 39 39 58000 59000 2 B/f1-b5 (0:01.000) Bb5+ 0 1 0".to_owned(),
            ),
        ];
        for (moves, expected) in table {
            let game = game(moves);
            let now = Millis::from_seconds(moves.len() as i64);
            let relation = Relation::Plays(Color::White);
            let board = Style12 { game: &game, board: BoardId::A, names: NAMES, relation, now };
            assert_eq!(board.to_string(), format!("<12> {expected}"));
        }
    }

    #[test]
    fn holdings_and_arrivals_are_told_by_board() {
        let game = game(&["e2e4", "d7d5", "e4d5", "d8d5"]);
        assert_eq!(holdings(&game, BoardId::A), "<b1> game 1 white [] black []");
        let handoff = game.plies()[3].handoff.expect("a pawn was taken");
        let line = arrival(&game, BoardId::B, handoff);
        assert_eq!(line, "<b1> game 2 white [P] black [P] <- WP");
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        for (text, expected) in [
            ("", ""),
            ("a bc", "a bc"),
            ("four five six", "four five\n\r\\   six"),
            ("far too long alone", "far too\n\r\\   long\n\r\\   alone"),
            ("unbroken-whatever", "unbroken-whatever"),
        ] {
            assert_eq!(wrapped(text, 9), expected);
        }
    }

    #[test]
    fn the_end_is_mirrored_on_the_other_board() {
        let mate = Ending::Mate(BoardId::A.seat(Color::Black));
        let outcome = Outcome { winner: Some(Team::One), ending: mate };
        let table = [
            (BoardId::A, NAMES, "{Game 1 (Anna vs. Cora) Cora checkmated} 1-0"),
            (BoardId::B, ["Dora", "Bert"], "{Game 2 (Dora vs. Bert) Dora checkmated} 0-1"),
        ];
        for (board, names, line) in table {
            assert_eq!(end(board, names, outcome), line);
        }
        let outcome = Outcome { winner: None, ending: Ending::Agreement };
        let line = "{Game 1 (Anna vs. Cora) Game drawn by mutual agreement} 1/2-1/2";
        assert_eq!(end(BoardId::A, NAMES, outcome), line);
    }
}
