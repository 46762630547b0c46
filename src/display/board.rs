//! One board with its players and holdings as styled lines.

use tandem_rules::{BoardId, Color, File, Move, MoveKind, Position, Rank, Square};

use super::look::{Cell, Form, Frame, Look};
use super::styled::{Ground, Line, Role};
use super::theme::Theme;

/// The name of a player and the time on its clock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Label {
    pub(crate) name: &'static str,
    pub(crate) clock: String,
}

/// A board as one looks at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) board: BoardId,
    pub(crate) position: &'a Position,
    /// The last move on this board.
    pub(crate) last: Option<Move>,
    /// The color at the bottom.
    pub(crate) bottom: Color,
    /// Labels of White and Black.
    pub(crate) labels: &'a [Label; 2],
}

impl Scene<'_> {
    /// The lines of the board, all `columns` wide: as wide as the form at least.
    pub(crate) fn draw(&self, form: Form, look: Look, columns: usize) -> Vec<Line> {
        let (top, bottom) = (!self.bottom, self.bottom);
        let (ranks, files) = self.order();
        let mut lines = vec![self.player(top, form.frame, (look, columns))];
        if form.frame == Frame::Full {
            lines.push(self.held(top, look));
        }
        for &rank in &ranks {
            let squares = files.iter().map(|&file| Square::new(file, rank));
            let squares: Vec<_> = squares.map(|at| self.square(at, form.cell, look)).collect();
            let middle = form.cell.lines() / 2;
            for row in 0..form.cell.lines() {
                let name = if row == middle { rank.to_char() } else { ' ' };
                let mut line = Line::new(format!("{name} "), Role::Faint);
                for (text, role) in &squares {
                    let blank = || " ".repeat(text.chars().count());
                    line.push(if row == middle { text.clone() } else { blank() }, *role);
                }
                lines.push(line);
            }
        }
        if form.frame != Frame::Bare {
            lines.push(self.letters(&files, form.cell));
        }
        if form.frame == Frame::Full {
            lines.push(self.held(bottom, look));
        }
        lines.push(self.player(bottom, form.frame, (look, columns)));
        lines.into_iter().map(|line| line.fitted(columns)).collect()
    }

    /// Ranks from top to bottom and files from left to right.
    fn order(&self) -> (Vec<Rank>, Vec<File>) {
        let mut ranks: Vec<Rank> = Rank::all().collect();
        let mut files: Vec<File> = File::all().collect();
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        (ranks, files)
    }

    /// The line of a player: a sign if it is on turn, its name, clock and holdings, and a check.
    fn player(&self, color: Color, frame: Frame, (look, columns): (Look, usize)) -> Line {
        let is_on_turn = self.position.side_to_move() == color;
        let (sign, role) = if is_on_turn { ("> ", Role::Strong) } else { ("  ", Role::Text) };
        let Label { name, clock } = &self.labels[color.index()];
        let holdings = self.position.holdings(color);
        let hand = |short| match look.hand(holdings, color, short) {
            _ if frame == Frame::Full => String::new(),
            hand if short && hand.is_empty() => hand,
            hand => format!(" [{hand}]"),
        };
        let is_in_check = is_on_turn && self.position.in_check();
        let (check, plus) = if is_in_check { (" check", "+") } else { ("", "") };
        let short_name = name.strip_prefix("your ").unwrap_or(name);
        let without_tenths = clock.split('.').next().unwrap_or_default();
        // From the most to the least that is said; the last one is cut where it has no room. The place
        // of a player tells who it is, and nothing else tells its hand.
        let forms = [
            (*name, clock.as_str(), hand(false), check),
            (short_name, clock, hand(false), check),
            (short_name, clock, hand(true), check),
            (short_name, clock, hand(true), plus),
            (short_name, without_tenths, hand(true), plus),
            ("", clock, hand(true), plus),
            ("", without_tenths, hand(true), plus),
        ];
        let mut lines = forms.into_iter().map(|(name, clock, hand, check)| {
            let gap = if name.is_empty() { "" } else { " " };
            let mut line = Line::new(format!("{sign}{name}{gap}{clock}"), role);
            if !check.is_empty() {
                line.push(check, Role::Alert);
            }
            line.push(hand, role);
            line
        });
        let fits = |line: &Line| line.width() <= columns;
        lines.clone().find(fits).or_else(|| lines.next_back()).unwrap_or_default()
    }

    fn held(&self, color: Color, look: Look) -> Line {
        let hand = look.hand(self.position.holdings(color), color, false);
        Line::plain(format!("  [{hand}]"))
    }

    /// The line with the letters of the files, after that of the board.
    fn letters(&self, files: &[File], cell: Cell) -> Line {
        let letters = files.iter().map(|file| match cell {
            Cell::Large => format!("  {}   ", file.to_char()),
            Cell::Wide => format!(" {} ", file.to_char()),
            Cell::Narrow => format!("{} ", file.to_char()),
        });
        let mut line = Line::new(format!("{} ", self.board), Role::Strong);
        line.push(letters.collect::<String>(), Role::Faint);
        line
    }

    /// Text and role of a square. A promoted piece is followed by `~`.
    fn square(&self, square: Square, cell: Cell, look: Look) -> (String, Role) {
        let piece = self.position.piece_at(square);
        let ground = self.ground(square);
        let is_plain = look.theme == Theme::Plain;
        let sign = match piece {
            Some(piece) => look.sign(piece),
            None if is_plain && is_dark(square) => '.',
            None => ' ',
        };
        // Without colors, signs mark what ground would.
        let mark = match ground {
            Ground::Checked if is_plain => '!',
            Ground::Moved if is_plain => '*',
            _ => ' ',
        };
        let promoted = if self.position.promoted().contains(square) { '~' } else { ' ' };
        let text = match (cell, mark) {
            (Cell::Large, _) => format!(" {mark}{sign}{promoted}  "),
            (Cell::Wide, _) => format!("{mark}{sign}{promoted}"),
            (Cell::Narrow, ' ') => format!("{sign}{promoted}"),
            (Cell::Narrow, _) => format!("{sign}{mark}"),
        };
        (text, Role::Square(ground, piece.map_or(Color::Black, |piece| piece.color)))
    }

    fn ground(&self, square: Square) -> Ground {
        let us = self.position.side_to_move();
        if self.position.in_check() && square == self.position.king(us) {
            Ground::Checked
        } else if self.last.is_some_and(|m| touches(m, square)) {
            Ground::Moved
        } else if is_dark(square) {
            Ground::Dark
        } else {
            Ground::Light
        }
    }
}

/// True if a move leaves or reaches a square; castling, those of the king.
fn touches(m: Move, square: Square) -> bool {
    let to = match m.kind() {
        MoveKind::Castle { king, rook } => {
            let file = if rook.file() > king.file() { File::G } else { File::C };
            Square::new(file, king.rank())
        }
        _ => m.to(),
    };
    square == to || m.from() == Some(square)
}

fn is_dark(square: Square) -> bool {
    (square.file().index() + square.rank().index()).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::Fen;
    use tandem_rules::{MoveRules, Variant};

    use super::super::look::Pieces;
    use super::*;

    /// White gives check with a bishop that came to b5 by a drop; a queen on d1 is promoted.
    const CHECK: &str = "r3k2r/ppp2ppp/8/1B6/8/8/PPP2PPP/RNBQ~K2R[QRBNPPPPnn] b KQkq - 0 1";

    fn at(square: &str) -> Square {
        square.parse().expect("a square")
    }

    fn drawn(form: Form, look: Look, columns: usize) -> Vec<Line> {
        let position = Fen::position(CHECK, Variant::Bughouse, MoveRules::default());
        let position = position.expect("the position is legal");
        let label = |name| Label { name, clock: "0:59.9".to_owned() };
        let labels = [label("your partner"), label("Tandem")];
        let last = Some(Move::drop(tandem_rules::PieceType::Bishop, at("b5")));
        let (board, bottom) = (BoardId::A, Color::White);
        let scene = Scene { board, position: &position, last, bottom, labels: &labels };
        scene.draw(form, look, columns)
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn a_board_is_drawn_with_all_its_files_in_every_form() {
        for theme in [Theme::Light, Theme::Dark, Theme::Plain] {
            for pieces in [Pieces::Unicode, Pieces::Letters] {
                for cell in [Cell::Large, Cell::Wide, Cell::Narrow] {
                    for frame in [Frame::Full, Frame::Tight, Frame::Bare] {
                        let form = Form::new(cell, frame);
                        let lines = drawn(form, Look { theme, pieces }, form.width());
                        assert_eq!(lines.len(), form.height());
                        assert!(lines.iter().all(|line| line.width() == form.width()));
                        let is_square =
                            |&(_, role): &(&str, Role)| matches!(role, Role::Square(..));
                        let squares = lines.iter().flat_map(Line::spans).filter(is_square);
                        assert_eq!(squares.count(), 64 * cell.lines());
                    }
                }
            }
        }
    }

    #[test]
    fn without_colors_signs_mark_the_last_move_and_a_check() {
        let plain = Look { theme: Theme::Plain, pieces: Pieces::Letters };
        let lines = texts(&drawn(Form::new(Cell::Wide, Frame::Full), plain, 26));
        assert_eq!(lines[0], "> Tandem 0:59.9 check");
        assert_eq!(lines[1], "  [nn]");
        assert_eq!(lines[2], "8  r  .     . !k  .     r");
        assert_eq!(lines[5], "5  . *B  .     .     .");
        assert_eq!(lines[9], "1  R  N  B  Q~ K     .  R");
        assert_eq!(lines[10], "A  a  b  c  d  e  f  g  h");
        assert_eq!(lines[12], "  your partner 0:59.9");
        let narrow = texts(&drawn(Form::new(Cell::Narrow, Frame::Bare), plain, 18));
        assert_eq!(narrow[1], "8 r .   . k!.   r");
    }

    #[test]
    fn a_line_of_a_player_says_what_there_is_room_for() {
        let look = Look { theme: Theme::Dark, pieces: Pieces::Letters };
        let tight = Form::new(Cell::Wide, Frame::Tight);
        for (columns, top, bottom) in [
            (40, "> Tandem 0:59.9 check [nn]", "  your partner 0:59.9 [QRBNPPPP]"),
            (30, "> Tandem 0:59.9 check [nn]", "  partner 0:59.9 [QRBNPPPP]"),
            (26, "> Tandem 0:59.9 check [nn]", "  partner 0:59.9 [QRBNP4]"),
            (23, "> Tandem 0:59.9+ [nn]", "  partner 0:59 [QRBNP4]"),
            (19, "> Tandem 0:59+ [nn]", "  0:59.9 [QRBNP4]"),
            (17, "> 0:59.9+ [nn]", "  0:59.9 [QRBNP4]"),
            (15, "> 0:59.9+ [nn]", "  0:59 [QRBNP4]"),
        ] {
            let form = if columns < 26 { Form::new(Cell::Narrow, Frame::Tight) } else { tight };
            let lines = texts(&drawn(form, look, columns));
            assert_eq!((lines[0].as_str(), lines[10].as_str()), (top, bottom));
        }
    }

    #[test]
    fn marks_are_on_the_squares_of_the_move() {
        let castles = Move::castle(at("e1"), at("h1"));
        let marked = |m: Move| Square::all().filter(|&square| touches(m, square)).collect();
        let both: Vec<Square> = marked(castles);
        assert_eq!(both, [at("e1"), at("g1")]);
        let long: Vec<Square> = marked(Move::castle(at("e8"), at("a8")));
        assert_eq!(long, [at("c8"), at("e8")]);
        let normal: Vec<Square> = marked(Move::normal(at("g1"), at("f3")));
        assert_eq!(normal, [at("g1"), at("f3")]);
    }
}
