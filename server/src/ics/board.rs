//! Boards, holdings and clocks in the lines of style 12.

use std::fmt::Write;

use tandem_rules::{BoardId, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Square};

/// The relation of the receiver to a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// The receiver plays with this color.
    Plays(Color),
    Observes,
}

/// The last move of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LastMove {
    pub(super) coordinates: String,
    pub(super) san: String,
    /// The time that it took in milliseconds.
    pub(super) took_ms: i64,
}

/// A board as a line says it.
pub(super) struct Shown<'a> {
    pub(super) number: usize,
    pub(super) position: &'a Position,
    /// White's and Black's.
    pub(super) names: [&'a str; 2],
    pub(super) relation: Relation,
    pub(super) minutes: i64,
    pub(super) increment: i64,
    /// White's and Black's time left in milliseconds.
    pub(super) left_ms: [i64; 2],
    /// True if the clock of the side to move runs.
    pub(super) runs: bool,
    pub(super) last: Option<LastMove>,
    /// True if clocks are told in milliseconds (`iset ms 1`).
    pub(super) in_ms: bool,
}

impl Shown<'_> {
    /// The line `<12> …`: placement, side to move, file of a double step, castling rights, moves since
    /// the last irreversible one, number, names, relation, time control, material, clocks, number of
    /// the next move, last move, its time, the same in SAN, flip, whether the clock runs, lag.
    pub(super) fn board_line(&self) -> String {
        let Self { position, names: [white, black], .. } = self;
        let (side, flip) = match self.relation {
            Relation::Plays(color) if color == position.side_to_move() => {
                (1, color == Color::Black)
            }
            Relation::Plays(color) => (-1, color == Color::Black),
            Relation::Observes => (0, false),
        };
        let rights = position.castling().rights();
        let right = |color, side| i32::from(rights.has(color, side));
        let double = self.last.as_ref().and_then(double_step).map_or(-1, i32::from);
        let (verbose, san) = self.last.as_ref().map_or_else(
            || ("none".to_owned(), "none".to_owned()),
            |last| (verbose(last), san(&last.san)),
        );
        let mut line = "<12>".to_owned();
        for rank in Rank::all().rev() {
            line.push(' ');
            let pieces = File::all().map(|file| position.piece_at(Square::new(file, rank)));
            line.extend(pieces.map(|piece| piece.map_or('-', Piece::to_char)));
        }
        let [white_left, black_left] = self.left_ms.map(|left| self.time(left));
        let _infallible = write!(
            line,
            " {} {double} {} {} {} {} {} {} {white} {black} {side} {} {} {} {} {white_left} {black_left} \
             {} {verbose} ({}) {san} {} {} 0",
            if position.side_to_move() == Color::White { 'W' } else { 'B' },
            right(Color::White, CastlingSide::King),
            right(Color::White, CastlingSide::Queen),
            right(Color::Black, CastlingSide::King),
            right(Color::Black, CastlingSide::Queen),
            position.halfmove_clock(),
            self.number,
            self.minutes,
            self.increment,
            strength(position, Color::White),
            strength(position, Color::Black),
            position.fullmove_number(),
            self.elapsed(),
            i32::from(flip),
            i32::from(self.runs),
        );
        line
    }

    fn time(&self, left_ms: i64) -> i64 {
        if self.in_ms { left_ms } else { left_ms.div_euclid(1000) }
    }

    /// The time of the last move. Clients know by its point that clocks are in milliseconds.
    fn elapsed(&self) -> String {
        let took = self.last.as_ref().map_or(0, |last| last.took_ms.max(0));
        let (minutes, rest) = (took / 60_000, took % 60_000);
        match self.in_ms {
            true => format!("{minutes}:{:02}.{:03}", rest / 1000, rest % 1000),
            false => format!("{minutes}:{:02}", rest / 1000),
        }
    }
}

/// The line `<b1> …` with all pieces in hand; `arrival` has just come from the other board.
pub(super) fn holdings_line(
    number: usize,
    position: &Position,
    arrival: Option<(Color, PieceType)>,
) -> String {
    let [white, black] = Color::ALL.map(|color| {
        let letters = position.holdings(color).letters(Color::White);
        letters.chars().rev().collect::<String>() // pawns first
    });
    let arrival = arrival.map_or_else(String::new, |(color, piece)| {
        let color = if color == Color::White { 'W' } else { 'B' };
        format!(" <- {color}{}", piece.to_char().to_ascii_uppercase())
    });
    format!("<b1> game {number} white [{white}] black [{black}]{arrival}")
}

/// The numbers of both boards of a game, of which a line of one may tell the other's.
pub(super) fn number_of(first: usize, board: BoardId) -> usize {
    match board {
        BoardId::A => first,
        BoardId::B => first + 1,
    }
}

/// The material of a color on the board and in hand: pawns 1, knights and bishops 3, rooks 5, queens 9.
pub(super) fn strength(position: &Position, color: Color) -> usize {
    let values = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    let held = |piece| usize::from(position.holdings(color).count(piece));
    let worth = |(piece, value)| (position.pieces(color, piece).count() + held(piece)) * value;
    values.map(worth).into_iter().sum()
}

/// The file of a pawn that has gone two steps.
fn double_step(last: &LastMove) -> Option<u8> {
    let [file, from, to_file, to] = last.coordinates.as_bytes() else { return None };
    let is_pawn = last.san.starts_with(|letter: char| letter.is_ascii_lowercase());
    (is_pawn && file == to_file && from.abs_diff(*to) == 2).then(|| file - b'a')
}

/// A move as `P/e2-e4`, `B/@@-h5`, `P/e7-e8=Q` or `o-o`.
fn verbose(last: &LastMove) -> String {
    let LastMove { coordinates, san, .. } = last;
    if san.starts_with("O-O-O") {
        return "o-o-o".to_owned();
    }
    if san.starts_with("O-O") {
        return "o-o".to_owned();
    }
    if let Some((piece, to)) = coordinates.split_once('@') {
        return format!("{piece}/@@-{to}");
    }
    let piece = san.chars().next().filter(char::is_ascii_uppercase).unwrap_or('P');
    let (Some(from), Some(to)) = (coordinates.get(..2), coordinates.get(2..4)) else {
        return coordinates.clone();
    };
    let promotion = coordinates.get(4..).filter(|letter| !letter.is_empty());
    let promotion =
        promotion.map_or_else(String::new, |letter| format!("={}", letter.to_uppercase()));
    format!("{piece}/{from}-{to}{promotion}")
}

/// SAN in which the drop of a pawn has its letter: clients take `@f5` for an illegal move.
pub(super) fn san(text: &str) -> String {
    if text.starts_with('@') { format!("P{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, Variant};

    use super::*;

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect(fen)
    }

    fn last(coordinates: &str, san: &str, took_ms: i64) -> LastMove {
        LastMove { coordinates: coordinates.to_owned(), san: san.to_owned(), took_ms }
    }

    /// Lines of a server of this family, but for its garbage after drops.
    #[test]
    fn boards_are_told_as_on_the_wire_of_a_real_server() {
        for (fen, relation, last, left_ms, runs, line) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
                Relation::Plays(Color::Black),
                None,
                [180_000, 180_000],
                false,
                "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 \
                 Cora Anna -1 3 0 39 39 180 180 1 none (0:00) none 1 0 0",
            ),
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq e6 0 2",
                Relation::Plays(Color::White),
                Some(last("e7e5", "e5", 1_400)),
                [179_999, 178_600],
                true,
                "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 1 \
                 Cora Anna 1 3 0 39 39 179 178 2 P/e7-e5 (0:01) e5 0 1 0",
            ),
            (
                "4k3/8/8/8/8/8/8/R4RK1[P] b - - 3 17",
                Relation::Observes,
                Some(last("e1g1", "O-O", 61_000)),
                [-1, 0],
                true,
                "<12> ----k--- -------- -------- -------- -------- -------- -------- R----RK- B -1 0 0 0 0 3 1 \
                 Cora Anna 0 3 0 11 0 -1 0 17 o-o (1:01) O-O 0 1 0",
            ),
        ] {
            let position = position(fen);
            let shown = Shown {
                number: 1,
                position: &position,
                names: ["Cora", "Anna"],
                relation,
                minutes: 3,
                increment: 0,
                left_ms,
                runs,
                last,
                in_ms: false,
            };
            assert_eq!(shown.board_line(), line);
        }
    }

    #[test]
    fn clocks_are_told_in_milliseconds_with_a_point_in_the_time_of_the_move() {
        let position = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1");
        let shown = Shown {
            number: 7,
            position: &position,
            names: ["Cora", "Anna"],
            relation: Relation::Plays(Color::White),
            minutes: 1,
            increment: 2,
            left_ms: [59_123, 60_000],
            runs: true,
            last: Some(last("e2e4", "e4", 2_877)),
            in_ms: true,
        };
        let line = shown.board_line();
        let end = "7 Cora Anna -1 1 2 39 39 59123 60000 1 P/e2-e4 (0:02.877) e4 0 1 0";
        assert!(line.ends_with(end), "{line}");
    }

    #[test]
    fn moves_are_told_in_the_ways_of_the_wire() {
        for (coordinates, san_text, verbose_text, san_told) in [
            ("g1f3", "Nf3", "N/g1-f3", "Nf3"),
            ("P@d7", "@d7+", "P/@@-d7", "P@d7+"),
            ("B@h5", "B@h5+", "B/@@-h5", "B@h5+"),
            ("e7e8q", "e8=Q+", "P/e7-e8=Q", "e8=Q+"),
            ("h7g6", "hxg6", "P/h7-g6", "hxg6"),
            ("e8c8", "O-O-O", "o-o-o", "O-O-O"),
        ] {
            let last = last(coordinates, san_text, 0);
            assert_eq!(
                (verbose(&last), san(san_text)),
                (verbose_text.to_owned(), san_told.to_owned())
            );
        }
    }

    #[test]
    fn holdings_are_told_pawns_first_with_the_piece_that_arrives() {
        let position = position("4k3/8/8/8/8/8/8/4K3[PPPNBqq] w - - 0 1");
        assert_eq!(holdings_line(1, &position, None), "<b1> game 1 white [PPPNB] black [QQ]");
        let arrival = Some((Color::White, PieceType::Pawn));
        assert_eq!(
            holdings_line(2, &position, arrival),
            "<b1> game 2 white [PPPNB] black [QQ] <- WP"
        );
    }
}
