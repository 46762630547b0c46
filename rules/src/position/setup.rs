//! Setups, and the checks that turn one into a [`Position`].

use crate::castling::back_rank;
use crate::{
    Bitboard, Castling, CastlingSide, Color, File, Holdings, Key, MoveRules, Permission, Piece,
    PieceType, Rank, Square, Variant,
};

use super::Position;
use super::fault::{PositionError, SetupFault};

/// A description of one board, which need not be a possible position.
///
/// [`Position::from_setup`] checks it and builds the position.
///
/// ```
/// use tandem_rules::{MoveRules, Piece, Position, Setup, Variant};
///
/// let mut setup = Setup::empty();
/// for (square, piece) in [("e1", "K"), ("e8", "k"), ("a7", "P")] {
///     setup.put(square.parse()?, piece.parse::<Piece>()?);
/// }
/// let position = Position::from_setup(&setup, Variant::Crazyhouse, MoveRules::CRAZYHOUSE)?;
/// assert_eq!(position.to_fen(), "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; 64],
    /// Squares of promoted pieces.
    pub promoted: Bitboard,
    /// Holdings of White and of Black.
    pub holdings: [Holdings; 2],
    /// The color to move.
    pub side_to_move: Color,
    /// Castling rights, with the files of the rooks.
    pub castling: Castling,
    /// The square that a pawn passed with a double step on the last move, if it made one.
    pub en_passant: Option<Square>,
    /// Plies since the last capture, pawn move or drop.
    pub halfmove_clock: u16,
    /// Number of the current full move, from 1; 0 is taken as 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board with White to move, empty holdings and no rights.
    pub fn empty() -> Self {
        Self {
            board: [None; 64],
            promoted: Bitboard::EMPTY,
            holdings: [Holdings::EMPTY; 2],
            side_to_move: Color::White,
            castling: Castling::standard(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The standard start position.
    pub fn start() -> Self {
        use PieceType::{Bishop, King, Knight, Queen, Rook};
        Self::with_back_rank(
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook],
            Castling::standard(),
        )
    }

    /// The Chess960 start position with this number in Scharnagl's table, 0 to 959; 518 has the
    /// pieces of standard chess. `None` if `number` is 960 or more.
    pub fn chess960(number: u16) -> Option<Self> {
        (number < 960).then(|| Self::with_back_rank(scharnagl(number), Castling::chess960()))
    }

    /// A start position with this back rank for both colors and all castling rights.
    fn with_back_rank(pieces: [PieceType; 8], castling: Castling) -> Self {
        let mut setup = Self { castling, ..Self::empty() };
        for (file, piece) in File::all().zip(pieces) {
            for color in Color::ALL {
                let pawns = if color == Color::White { Rank::SECOND } else { Rank::SEVENTH };
                setup.put(Square::new(file, back_rank(color)), Piece::new(color, piece));
                setup.put(Square::new(file, pawns), Piece::new(color, PieceType::Pawn));
            }
        }
        let mut rooks = File::all().filter(|file| pieces[file.index()] == PieceType::Rook);
        if let (Some(queen_side), Some(king_side)) = (rooks.next(), rooks.next()) {
            for color in Color::ALL {
                setup.castling.grant(color, CastlingSide::Queen, queen_side);
                setup.castling.grant(color, CastlingSide::King, king_side);
            }
        }
        setup
    }

    /// Puts a piece on a square and replaces any other there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
    }

    /// The same situation with the colors exchanged: each man changes its color and goes to the
    /// opposite rank, and the other side is to move.
    ///
    /// ```
    /// use tandem_rules::notation::Fen;
    ///
    /// let setup = Fen::parse("4k3/8/8/8/4p3/8/8/4K2R[Qn] w K - 0 9")?.setup;
    /// let flipped = Fen::parse("4k2r/8/8/4P3/8/8/8/4K3[Nq] b k - 0 9")?.setup;
    /// assert_eq!(setup.flipped(), flipped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        let [white, black] = self.holdings;
        let mut flipped = Self {
            board: [None; 64],
            promoted: self.promoted.into_iter().map(opposite).collect(),
            holdings: [black, white],
            side_to_move: !self.side_to_move,
            castling: self.castling.exchanged(),
            en_passant: self.en_passant.map(opposite),
            ..*self
        };
        for square in Square::all() {
            if let Some(Piece { color, piece_type }) = self.board[square.index()] {
                flipped.put(opposite(square), Piece::new(!color, piece_type));
            }
        }
        flipped
    }

    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        Square::all()
            .find(|square| self.board[square.index()] == Some(Piece::new(color, PieceType::King)))
    }

    /// The file of the rook that a castling letter `K` or `Q` means: the outermost one on that side
    /// of the king (X-FEN). `None` without such a rook or without a king on the back rank.
    pub fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<File> {
        let king = self.king(color).filter(|king| king.rank() == back_rank(color))?;
        let is_rook = |file: &File| {
            let square = Square::new(*file, back_rank(color));
            self.board[square.index()] == Some(Piece::new(color, PieceType::Rook))
        };
        match side {
            CastlingSide::King => File::all().rev().take_while(|&f| f > king.file()).find(is_rook),
            CastlingSide::Queen => File::all().take_while(|&f| f < king.file()).find(is_rook),
        }
    }
}

/// The square of the same file on the opposite rank.
fn opposite(square: Square) -> Square {
    Square::from_low_bits(square.index() as u16 ^ 0o70)
}

/// The Chess960 back rank with this number (Scharnagl 2004), placed in this order: light-squared
/// bishop, dark-squared bishop, queen, knights, then rook, king, rook on the files left.
fn scharnagl(number: u16) -> [PieceType; 8] {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    let free = |rank: &[Option<PieceType>; 8], nth: usize| {
        (0..8).filter(|&file| rank[file].is_none()).nth(nth).expect("enough files are free")
    };
    let queen = free(&rank, number / 16 % 6);
    rank[queen] = Some(PieceType::Queen);
    let (first, second) = KNIGHTS[number / 96];
    let (first, second) = (free(&rank, first), free(&rank, second));
    (rank[first], rank[second]) = (Some(PieceType::Knight), Some(PieceType::Knight));
    let mut rest = [PieceType::Rook, PieceType::King, PieceType::Rook].into_iter();
    rank.map(|piece| piece.or_else(|| rest.next()).expect("three files are left"))
}

/// The start of a game of bughouse under the rules of servers, [`MoveRules::default`].
impl Default for Position {
    fn default() -> Self {
        Self::start(Variant::default(), MoveRules::default())
    }
}

impl Position {
    /// The standard start position with empty holdings.
    pub fn start(variant: Variant, rules: MoveRules) -> Self {
        Self::from_setup(&Setup::start(), variant, rules).expect("the start position is sound")
    }

    /// The position that `setup` describes, after a check. It need not be reachable in a game.
    ///
    /// # Errors
    /// [`PositionError`] with everything about the setup that no position can have. See
    /// [`Self::from_setup_leniently`] for a reading without the rights that cannot be.
    pub fn from_setup(
        setup: &Setup,
        variant: Variant,
        rules: MoveRules,
    ) -> Result<Self, PositionError> {
        let mut faults = setup.faults();
        let mut position = Self::unchecked(setup, variant, rules);
        let has_kings = Color::ALL.into_iter().all(|color| setup.fault_of_kings(color).is_none());
        if has_kings && position.king_en_prise() {
            faults.push(SetupFault::KingEnPrise(setup.side_to_move));
        }
        if !faults.is_empty() {
            return Err(PositionError::new(faults));
        }
        position.settle_castling();
        position.en_passant =
            setup.en_passant.and_then(|target| position.en_passant_after_double_step(target));
        position.checkers = position.compute_checkers();
        let (key, placement_key) = position.keys_from_scratch();
        position.placement_key = placement_key;
        position.extra_key = key ^ placement_key;
        Ok(position)
    }

    /// The position that `setup` describes without the rights and marks that no position can have,
    /// and these; see [`Setup::leave_out_impossible`]. Most chess programs read positions so.
    ///
    /// ```
    /// use tandem_rules::notation::Fen;
    /// use tandem_rules::{CastlingSide, Color, MoveRules, Position, SetupFault, Variant};
    ///
    /// let setup = Fen::parse("4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1")?.setup;
    /// let (position, left_out) =
    ///     Position::from_setup_leniently(setup, Variant::Chess, MoveRules::CHESS)?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let castling = SetupFault::Castling { color: Color::White, side: CastlingSide::Queen };
    /// assert_eq!(left_out, [castling, SetupFault::EnPassant("e6".parse()?)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] with the other faults, such as a missing king.
    pub fn from_setup_leniently(
        mut setup: Setup,
        variant: Variant,
        rules: MoveRules,
    ) -> Result<(Self, Vec<SetupFault>), PositionError> {
        let left_out = setup.leave_out_impossible();
        Ok((Self::from_setup(&setup, variant, rules)?, left_out))
    }

    /// The position as a setup, from which [`Self::from_setup`] builds an equal one.
    ///
    /// A setup, like a FEN, knows nothing about past moves. If the rules remember such a thing (a
    /// pawn that was dropped on its second rank, a right to castle or to capture en passant that is
    /// merely accepted), the position built from the setup lacks it.
    ///
    /// ```
    /// use tandem_rules::{Color, PieceType, Position, Setup};
    ///
    /// let position: Position = "4k3/8/8/3Pp3/8/8/8/4K2R[n] w K e6 0 12".parse()?;
    /// let mut setup: Setup = position.to_setup();
    /// let again = Position::from_setup(&setup, position.variant(), position.rules())?;
    /// assert_eq!(again, position);
    ///
    /// setup.holdings[Color::White.index()].add(PieceType::Queen);
    /// let richer = Position::from_setup(&setup, position.variant(), position.rules())?;
    /// assert_eq!(richer.to_fen(), "4k3/8/8/3Pp3/8/8/8/4K2R[Qn] w K e6 0 12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.mailbox,
            promoted: self.promoted,
            holdings: self.holdings,
            side_to_move: self.side_to_move,
            castling: self.castling.as_given(),
            en_passant: self.en_passant.filter(|right| right.fresh).map(|right| right.target),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The position before a check, without keys, checkers and what follows from the rules.
    fn unchecked(setup: &Setup, variant: Variant, rules: MoveRules) -> Self {
        let mut position = Self {
            by_type: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            promoted: match variant {
                Variant::Bughouse | Variant::Crazyhouse => setup.promoted,
                Variant::Chess => Bitboard::EMPTY,
            },
            dropped_pawns: Bitboard::EMPTY,
            checkers: Bitboard::EMPTY,
            placement_key: Key(0),
            extra_key: Key(0),
            mailbox: setup.board,
            holdings: setup.holdings,
            castling: setup.castling.as_given(),
            en_passant: None,
            rules,
            variant,
            side_to_move: setup.side_to_move,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
        };
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.by_type[piece.piece_type.index()] |= Bitboard::of(square);
                position.by_color[piece.color.index()] |= Bitboard::of(square);
            }
        }
        position
    }

    /// Decides the kind of castling for each king, and the rights that a drop could regain.
    fn settle_castling(&mut self) {
        let rights = self.castling.rights;
        let crossing = self.rules.crossed_castling != Permission::No;
        let crossed = Color::ALL.map(|color| crossing && self.castles_from(color, File::D));
        let usual = Color::ALL.map(|color| self.castles_from(color, File::E));
        // A king that fits neither is that of a Chess960 game, and then so is the other.
        let fits = |color: Color| crossed[color.index()] || usual[color.index()];
        if Color::ALL.into_iter().any(|color| rights.has_any(color) && !fits(color)) {
            self.castling = self.castling.as_chess960();
        }
        for color in Color::ALL {
            if crossed[color.index()] && !self.castling.is_chess960() {
                self.castling.cross(color);
            }
        }
        self.castling.regainable = match self.rules.castling_with_dropped_rook {
            Permission::No => crate::CastlingRights::NONE,
            // A missing right means that the server has seen that rook move.
            Permission::Accepted => rights,
            Permission::Yes => self.unmoved_kings(),
        };
    }

    /// True if this color has a right to castle, its king on `file` and the rooks in the corners.
    fn castles_from(&self, color: Color, file: File) -> bool {
        let rights = self.castling.rights;
        let cornered = CastlingSide::ALL.into_iter().all(|side| {
            let home = self.castling.home(color, side).map(Square::file);
            !rights.has(color, side) || home == Some(File::A) || home == Some(File::H)
        });
        rights.has_any(color) && cornered && self.king(color).file() == file
    }

    /// The sides with a known rook home, of each color that has a right: its king has never moved.
    fn unmoved_kings(&self) -> crate::CastlingRights {
        let mut unmoved = crate::CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let has_home = self.castling.home(color, side).is_some();
                if self.castling.rights.has_any(color) && has_home {
                    unmoved.grant(color, side);
                }
            }
        }
        unmoved
    }
}
