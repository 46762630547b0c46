//! Our own board as the protocol tells of it: the position, the moves that led to it, and the
//! holdings of both players.

use tandem_protocol::cecp::HoldingUpdate;
use tandem_protocol::line;
use tandem_rules::notation::{Fen, FenError, FenWarning, MoveTextError};
use tandem_rules::{
    Color, Handoff, Holdings, Key, Move, MoveKind, OutcomeRules, PieceType, Position,
    PositionError, Setup,
};

use super::kind::Kind;
use super::rule_book::RuleBook;

/// State of the server's answer to the opponent's last move, which tells the holdings after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Given,
    Owed,
}

/// The squares from which a king may castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastlesFrom {
    /// That of standard chess, with the rooks in the corners.
    Home,
    /// Any of the back rank, as in Chess960.
    AnyFile,
}

/// The game so far on our own board.
#[derive(Clone)]
pub(crate) struct Record {
    kind: Kind,
    book: RuleBook,
    start: Setup,
    /// The parts of the FEN of the start that the start lacks.
    left_out: Vec<FenWarning>,
    position: Position,
    /// Every move, with the position in which it was played.
    plies: Vec<(Position, Move)>,
    /// An own drop that the sender of the last line may not have seen.
    in_flight: Option<(Color, PieceType)>,
    /// Answer to the opponent's last move.
    answer: Answer,
    /// Our holdings as told since our last move; `None` if they were not.
    told_since_own: Option<Holdings>,
}

/// Reads a move of the side to move, in coordinate notation or else in SAN.
///
/// # Errors
/// The text is not a move, or the rules do not accept the move here.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.replace('*', "@");
    position.parse_coordinate(&text).or_else(|_| position.parse_san(&text))
}

impl Record {
    /// A game of this kind from the initial position.
    pub(crate) fn new(kind: Kind, book: RuleBook) -> Self {
        Self::from_setup(kind, book, Setup::start()).expect("the usual start is sound")
    }

    /// A game from the position of a FEN, in which a king may castle from any file.
    ///
    /// # Errors
    /// The FEN is malformed, or its position is not possible.
    pub(crate) fn from_fen(kind: Kind, book: RuleBook, text: &str) -> Result<Self, FenError> {
        Self::from_fen_with(kind, book, CastlesFrom::AnyFile, text)
    }

    /// A game from the position of a FEN. Rights that the position cannot have are
    /// [left out](Self::left_out).
    ///
    /// # Errors
    /// The FEN is malformed, or its position is not possible.
    pub(crate) fn from_fen_with(
        kind: Kind,
        book: RuleBook,
        castling: CastlesFrom,
        text: &str,
    ) -> Result<Self, FenError> {
        let variant = kind.variant();
        let (Fen { mut setup, .. }, mut left_out) = Fen::parse_leniently(text, variant)?;
        if castling == CastlesFrom::Home {
            let foreign = setup.keep_standard_castling(book.of(variant).moves);
            left_out.extend(foreign.into_iter().map(FenWarning::from));
        }
        left_out.extend(setup.leave_out_impossible().into_iter().map(FenWarning::from));
        Ok(Self { left_out, ..Self::from_setup(kind, book, setup)? })
    }

    /// The parts of the FEN of the start that the start lacks, such as a right to castle without a
    /// rook.
    pub(crate) fn left_out(&self) -> &[FenWarning] {
        &self.left_out
    }

    /// A game from the position of a setup.
    ///
    /// # Errors
    /// The position is not possible.
    pub(crate) fn from_setup(
        kind: Kind,
        book: RuleBook,
        mut start: Setup,
    ) -> Result<Self, PositionError> {
        if !kind.has_holdings() {
            start.holdings = [Holdings::EMPTY; 2];
        }
        let position = Position::from_setup(&start, kind.variant(), book.of(kind.variant()).moves)?;
        Ok(Self {
            kind,
            book,
            start,
            left_out: Vec::new(),
            position,
            plies: Vec::new(),
            in_flight: None,
            answer: Answer::Given,
            told_since_own: None,
        })
    }

    /// The position as a setup.
    pub(crate) fn setup(&self) -> Setup {
        let fen = Fen::parse(&self.position.to_fen());
        fen.map_or_else(|_| self.start.clone(), |fen| fen.setup)
    }

    /// A game from the current position with the colors exchanged; `None` if that is not possible.
    pub(crate) fn flipped(&self) -> Option<Self> {
        Self::from_setup(self.kind, self.book, self.setup().flipped()).ok()
    }

    /// The same moves in another kind of game.
    fn replayed_as(&self, kind: Kind) -> Result<Self, PositionError> {
        let mut replayed = Self::from_setup(kind, self.book, self.start.clone())?;
        for &(_, m) in &self.plies {
            let _partner_elsewhere = replayed.play(m);
        }
        Ok(replayed)
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The rules that end the game; with one board, those that hold without partners.
    pub(crate) fn outcome_rules(&self) -> OutcomeRules {
        let rules = self.book.of(self.kind.variant()).outcomes;
        if self.kind == Kind::Bughouse { rules } else { rules.without_partners() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The `repetition_key`s that count for a repetition, oldest first, without that of the current
    /// position: those since the last irreversible move, or all of them if drops and captures do
    /// not restart the count.
    pub(crate) fn keys(&self) -> Vec<Key> {
        let counted = self.outcome_rules().counted_plies(&self.position, self.plies.len());
        let since = &self.plies[self.plies.len() - counted..];
        since.iter().map(|(position, _)| position.repetition_key()).collect()
    }

    /// Reads a move of the side to move, in coordinate notation or else in SAN.
    ///
    /// # Errors
    /// The text is not a move, or the rules do not accept the move here.
    pub(crate) fn read(&self, text: &str) -> Result<Move, MoveTextError> {
        read(&self.position, text)
    }

    /// Writes a move of the side to move.
    pub(crate) fn write(&self, m: Move) -> String {
        write_move(self.kind, &self.position, m)
    }

    /// Writes a line from the current position, up to the first move that cannot be played.
    pub(crate) fn write_line(&self, line: &[Move]) -> Vec<String> {
        line::written(&self.position, line, |position, m| write_move(self.kind, position, m))
    }

    /// The game after this move of the side to move; `None` if the rules do not accept the move.
    pub(crate) fn after(&self, m: Move) -> Option<Self> {
        self.position.is_accepted(m).then(|| {
            let mut next = self.clone();
            let _partner_elsewhere = next.play_told(m);
            next
        })
    }

    /// Plays a move that was told and that the rules accept. Returns the handoff to the other
    /// board.
    pub(crate) fn play_told(&mut self, m: Move) -> Option<Handoff> {
        let handoff = self.play(m);
        // The sender of this move has seen everything before it.
        self.in_flight = None;
        self.answer = Answer::Owed;
        handoff
    }

    /// Plays a legal move that is being sent. Returns the handoff to the other board.
    pub(crate) fn play_own(&mut self, m: Move) -> Option<Handoff> {
        let us = self.position.side_to_move();
        let handoff = self.play(m);
        self.told_since_own = None;
        self.in_flight = match m.kind() {
            MoveKind::Drop { piece, .. } => Some((us, piece)),
            _ => None,
        };
        handoff
    }

    fn play(&mut self, m: Move) -> Option<Handoff> {
        let before = self.position.clone();
        let handoff = self.position.make(m, &mut ());
        self.plies.push((before, m));
        handoff
    }

    /// Adds a piece from the other board to the holdings, where no server tells of it.
    pub(crate) fn receive(&mut self, handoff: Handoff) {
        self.position.receive(handoff, &mut ());
    }

    /// Takes back the last move, if there is one. In bughouse, pieces that have arrived since stay.
    pub(crate) fn take_back(&mut self) {
        let Some((before, m)) = self.plies.pop() else { return };
        let after = std::mem::replace(&mut self.position, before);
        if self.kind == Kind::Bughouse {
            let mover = self.position.side_to_move();
            for color in Color::ALL {
                let mut held = after.holdings(color);
                if let MoveKind::Drop { piece, .. } = m.kind()
                    && color == mover
                {
                    held.add(piece);
                }
                self.position.set_holdings(color, held, &mut ());
            }
        }
        self.in_flight = None;
        self.answer = Answer::Given;
    }

    /// True if the last move, our own, drops a piece that we do not hold by the holdings told
    /// since.
    pub(crate) fn is_drop_refused(&self) -> bool {
        let last = self.plies.last().map(|&(_, m)| m.kind());
        let Some(MoveKind::Drop { piece, .. }) = last else { return false };
        self.told_since_own.is_some_and(|held| !held.has(piece))
    }

    /// Takes such a drop back, and sets our holdings to those told since.
    pub(crate) fn take_back_refused(&mut self) {
        let told = self.told_since_own;
        self.take_back();
        if let Some(held) = told {
            let us = self.position.side_to_move();
            self.position.set_holdings(us, held, &mut ());
        }
    }

    /// Takes in the told holdings of both players. True if anything has changed.
    pub(crate) fn hold(&mut self, update: &HoldingUpdate) -> bool {
        let before = (self.position.key(), self.kind);
        if !self.kind.has_holdings() {
            // Chess has no holdings, so this is bughouse, which the server may have failed to
            // announce.
            match self.replayed_as(Kind::Bughouse) {
                Ok(replayed) => *self = replayed,
                Err(_) => return false,
            }
        }
        let held = Color::ALL.map(|color| self.without_drop_in_flight(color, update));
        if held == Color::ALL.map(|color| update.of(color)) {
            self.in_flight = None; // it has been seen, or there was none
        }
        if update.arrived.is_none() {
            self.answer = Answer::Given;
        }
        // In the opponent's turn, the holdings that matter are those of the player who has just
        // moved.
        self.told_since_own = Some(update.of(!self.position.side_to_move()));
        for (color, held) in Color::ALL.into_iter().zip(held) {
            self.position.set_holdings(color, held, &mut ());
        }
        (self.position.key(), self.kind) != before
    }

    /// The told holdings of a color, without a piece of its drop that crossed with them on the
    /// wire.
    ///
    /// An arrival may be told at any time. A board is answered once: the answer to the opponent's
    /// move may cross with our reply to it, and the next answer is to our own move.
    fn without_drop_in_flight(&self, color: Color, update: &HoldingUpdate) -> Holdings {
        let mut held = update.of(color);
        let Some((_, piece)) = self.in_flight.filter(|&(dropper, _)| dropper == color) else {
            return held;
        };
        let may_predate = update.arrived.is_some() || self.answer == Answer::Owed;
        let arrived = u8::from(update.arrived == Some((color, piece)));
        let expected = self.position.holdings(color).count(piece) + arrived;
        if may_predate && held.count(piece) > expected {
            held.remove(piece);
        }
        held
    }
}

/// Writes a move in coordinate notation. Where a king may castle from any file, castling is `O-O`
/// or `O-O-O`, which no step of a king is.
fn write_move(kind: Kind, position: &Position, m: Move) -> String {
    let any_file = kind == Kind::Fischerandom || position.castling().is_chess960();
    match m.kind() {
        MoveKind::Castle { king, rook } if any_file => {
            if rook.file() > king.file() { "O-O" } else { "O-O-O" }.to_owned()
        }
        _ => position.coordinate(m).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Variant;

    use super::*;

    const EMPTY: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

    fn told(record: &mut Record, holding: &str) -> (String, String) {
        record.hold(&holding.parse().expect("the table holds good texts"));
        let text = |color| {
            let held = record.position().holdings(color);
            held.iter().flat_map(|(p, n)| std::iter::repeat_n(p.to_char(), n.into())).collect()
        };
        (text(Color::White), text(Color::Black))
    }

    fn drop_own(record: &mut Record, text: &str) {
        let m = record.read(text).expect("the tests drop what is held");
        let _partner_elsewhere = record.play_own(m);
    }

    fn play_told(record: &mut Record, text: &str) {
        let m = record.read(text).expect("the tests play legal moves");
        let _partner_elsewhere = record.play_told(m);
    }

    /// An event of a story. `Holding` is followed by the holdings of White and Black after it.
    enum Step {
        Own(&'static str),
        Told(&'static str),
        Holding(&'static str, &'static str, &'static str),
    }
    use Step::{Holding, Own, Told};

    const STORIES: &[&[Step]] = &[
        // An arrival crosses with the drop of a knight, then the drop is seen.
        &[
            Holding("[PN] [P] WN", "PN", "P"),
            Own("N@c7"),
            Holding("[PN] [PN] BN", "P", "PN"),
            Holding("[P] [PN]", "P", "PN"),
        ],
        // Two arrivals cross, one of the dropped kind.
        &[
            Holding("[PP] [] WP", "PP", ""),
            Own("P@e4"),
            Holding("[PPP] [] WP", "PP", ""),
            Holding("[PPP] [Q] BQ", "PP", "Q"),
            Holding("[PP] [Q]", "PP", "Q"),
        ],
        // The server has seen the drop before the arrival.
        &[
            Holding("[P] [] WP", "P", ""),
            Own("P@e4"),
            Holding("[P] [] WP", "P", ""),
            Holding("[PP] [] WP", "PP", ""),
            Holding("[PP] []", "PP", ""),
        ],
        // A quick reply crosses with the answer to the opponent's move.
        &[
            Holding("[NN] []", "NN", ""),
            Own("e1d1"),
            Told("e8d8"),
            Own("N@f6"),
            Holding("[NN] []", "N", ""),
            Holding("[N] []", "N", ""),
            Told("d8c8"),
            Holding("[N] []", "N", ""),
            Holding("[NN] [] WN", "NN", ""),
        ],
        // The opponent's move shows that the drop was seen, even if it was not answered.
        &[
            Holding("[B] [B] WB", "B", "B"),
            Own("B@a4"),
            Told("B@d7"),
            Holding("[B] [] WB", "B", ""),
            Holding("[BB] [] WB", "BB", ""),
        ],
    ];

    #[test]
    fn holdings_that_cross_with_a_drop_do_not_give_it_back() {
        for (number, story) in STORIES.iter().enumerate() {
            let mut record = Record::from_fen(Kind::Bughouse, RuleBook::default(), EMPTY)
                .expect("a sound position");
            for step in *story {
                match step {
                    Own(text) => drop_own(&mut record, text),
                    Told(text) => play_told(&mut record, text),
                    Holding(text, white, black) => {
                        let expected = ((*white).to_owned(), (*black).to_owned());
                        assert_eq!(told(&mut record, text), expected, "{text} in story {number}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_arrived_survives_a_move_taken_back() {
        let mut record =
            Record::from_fen(Kind::Bughouse, RuleBook::default(), EMPTY).expect("a sound position");
        told(&mut record, "[N] []");
        drop_own(&mut record, "N@f6");
        told(&mut record, "[] [Q] BQ");
        record.take_back();
        record.take_back();
        assert_eq!(told(&mut record, "[N] [Q]"), ("N".into(), "Q".into()));
        assert!(!record.hold(&"[N] [Q]".parse().expect("holdings")), "nothing has changed");
        assert_eq!(record.position().side_to_move(), Color::White);
    }

    #[test]
    fn captures_go_where_the_kind_of_game_sends_them() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        for (kind, count) in
            [(Kind::Bughouse, 0), (Kind::Crazyhouse, 1), (Kind::Normal, 0), (Kind::Fischerandom, 0)]
        {
            let mut record =
                Record::from_fen(kind, RuleBook::default(), fen).expect("a sound position");
            drop_own(&mut record, "exd5");
            assert_eq!(record.position().holdings(Color::White).total(), count, "{kind:?}");
            // By the rules of one board, captures do not restart the count.
            assert_eq!(record.keys().len(), usize::from(kind != Kind::Bughouse), "{kind:?}");
        }
    }

    #[test]
    fn chess_has_no_holdings_and_what_has_is_bughouse() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3[QQ] w - - 0 1";
        let mut record = Record::from_fen(Kind::Normal, RuleBook::default(), fen).expect("a board");
        assert!(record.position().holdings(Color::White).is_empty());
        play_told(&mut record, "exd5");
        assert_eq!(told(&mut record, "[] [N]"), (String::new(), "N".into()));
        assert_eq!((record.kind(), record.keys().len()), (Kind::Bughouse, 0));
        play_told(&mut record, "N@f6");
        record.take_back();
        record.take_back();
        assert_eq!(record.position().variant(), Variant::Bughouse);
    }

    #[test]
    fn castling_is_written_as_each_kind_of_game_has_it() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let shuffled = "1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1";
        for (kind, fen, read, written) in [
            (Kind::Normal, fen, "O-O", "e1g1"),
            (Kind::Fischerandom, fen, "e1g1", "O-O"),
            (Kind::Fischerandom, shuffled, "g1b1", "O-O-O"),
            (Kind::Bughouse, shuffled, "O-O", "O-O"),
        ] {
            let record =
                Record::from_fen(kind, RuleBook::default(), fen).expect("a sound position");
            let m = record.read(read).expect("castling is legal");
            assert_eq!(record.write(m), written, "{fen}");
        }
    }
}
