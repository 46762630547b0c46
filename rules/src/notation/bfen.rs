//! BFEN and pairs of FENs: both boards as one line, `A | B`.
//!
//! ```text
//! placement[held] w KQkq - 0 1 | placement[held] w KQkq - 0 1     written by default
//! placement/held w KQkq - 45 60 | placement w KQ - 45 60          BFEN of the source
//! ```

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::{BoardId, Boards, MoveRules, Position, Variant};

use super::fen::{self, Fen, FenError, FenNumbers, FenWarning, Numbers};

/// The positions of both boards, with the clocks if the text has them.
///
/// ```
/// use tandem_rules::notation::Bfen;
///
/// let text = "4k3/8/8/8/8/8/8/4K3/Qp w - - 120 7 | 4k3/8/8/8/8/8/8/4K3 b - - 60 60";
/// let bfen: Bfen = text.parse()?;
/// assert_eq!(bfen.clocks, [Some([120_000, 7_000]), Some([60_000; 2])]);
/// let fens = "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1";
/// assert_eq!(bfen.boards.to_string(), fens);
/// assert_eq!(bfen.to_bfen(), text);
/// # Ok::<(), tandem_rules::notation::BfenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bfen {
    /// The positions.
    pub boards: Boards,
    /// For each board, the milliseconds left to White and to Black; `None` if the text has no
    /// times. BFEN has whole seconds.
    pub clocks: [Option<[i64; 2]>; 2],
}

/// Error for text that does not describe two boards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BfenError {
    /// The text does not consist of two boards with a bar between them; contains their number.
    #[error("{0} boards, expected two, divided by `|`")]
    Count(usize),
    /// One of the boards cannot be read, or is not a position.
    #[error("board {board}: {error}")]
    Board {
        /// The board.
        board: BoardId,
        /// The error.
        error: FenError,
    },
}

/// Something that the text says about a board and that was left out of its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("board {board}: {warning}")]
pub struct BfenWarning {
    /// The board.
    pub board: BoardId,
    /// The warning.
    pub warning: FenWarning,
}

impl Bfen {
    /// The boards given, without clocks.
    pub const fn new(boards: Boards) -> Self {
        Self { boards, clocks: [None; 2] }
    }

    /// True for a text of two boards; a bar in quotes, in an operation of an EPD, divides none.
    pub fn is_in(text: &str) -> bool {
        parts(text).count() > 1
    }

    /// Reads two positions, each in any form that [`Fen::parse`] knows.
    ///
    /// # Errors
    /// [`BfenError`] if there are not two boards, or if one cannot be read or is not a position.
    pub fn parse(text: &str, rules: MoveRules) -> Result<Self, BfenError> {
        let fens = Self::fens(text)?;
        let [a, b] = BoardId::ALL.map(|board| {
            Position::from_setup(&fens[board.index()].setup, Variant::Bughouse, rules)
                .map_err(|error| BfenError::Board { board, error: error.into() })
        });
        Ok(Self { boards: Boards::new(a?, b?), clocks: fens.map(|fen| clocks(fen.numbers)) })
    }

    /// Reads two positions without the castling rights, en passant squares and marks that no
    /// position can have; these are returned. See [`Fen::position_leniently`].
    ///
    /// # Errors
    /// [`BfenError`] if there are not two boards, or if one cannot be read or is not a position
    /// without them either.
    pub fn parse_leniently(
        text: &str,
        rules: MoveRules,
    ) -> Result<(Self, Vec<BfenWarning>), BfenError> {
        let mut warnings = Vec::new();
        let mut position = |board, (fen, left_out): (Fen, Vec<FenWarning>)| {
            let read = Position::from_setup_leniently(fen.setup, Variant::Bughouse, rules);
            let (position, faults) =
                read.map_err(|error| BfenError::Board { board, error: error.into() })?;
            let left_out = left_out.into_iter().chain(faults.into_iter().map(FenWarning::from));
            warnings.extend(left_out.map(|warning| BfenWarning { board, warning }));
            Ok((position, clocks(fen.numbers)))
        };
        let [a, b] = read_both(text)?;
        let ((a, clocks_a), (b, clocks_b)) = (position(BoardId::A, a)?, position(BoardId::B, b)?);
        let bfen = Self { boards: Boards::new(a, b), clocks: [clocks_a, clocks_b] };
        Ok((bfen, warnings))
    }

    /// Reads the start of a game of this variant as [`Self::parse_leniently`] does: two boards in
    /// bughouse, else one FEN, that of board A.
    ///
    /// # Errors
    /// [`BfenError`] if the boards cannot be read or are not positions.
    pub fn start_leniently(
        text: &str,
        variant: Variant,
        rules: MoveRules,
    ) -> Result<(Self, Vec<BfenWarning>), BfenError> {
        if variant == Variant::Bughouse {
            return Self::parse_leniently(text, rules);
        }
        let board = BoardId::A;
        let (position, warnings) = Fen::position_leniently(text, variant, rules)
            .map_err(|error| BfenError::Board { board, error })?;
        let warnings = warnings.into_iter().map(|warning| BfenWarning { board, warning });
        Ok((Self::new(Boards::beside_start(position)), warnings.collect()))
    }

    /// Reads two boards without a check that they are positions.
    ///
    /// # Errors
    /// [`BfenError`] if there are not two boards, or if one cannot be read.
    pub fn fens(text: &str) -> Result<[Fen; 2], BfenError> {
        let [a, b] = read_both(text)?;
        let at = |board| move |error| BfenError::Board { board, error };
        let a = fen::strictly(a).map_err(at(BoardId::A))?;
        Ok([a, fen::strictly(b).map_err(at(BoardId::B))?])
    }

    /// Writes BFEN as its source (the WBN laws) defines it: holdings after a slash, times in whole
    /// seconds, no counters.
    ///
    /// Empty holdings are left out with their slash, unless times could then be taken for counters.
    /// Times of 0 and 1 seconds look like the counters of a start position: they are read as times
    /// only if the numbers of the other board are.
    pub fn to_bfen(&self) -> String {
        let is_timed = self.clocks != [None; 2];
        let keep_slash = is_timed && !BoardId::ALL.into_iter().any(|board| self.tells_times(board));
        let [a, b] = BoardId::ALL.map(|board| {
            let position = self.boards.position(board);
            let held = position.held();
            let slash = if keep_slash || !held.is_empty() { "/" } else { "" };
            let mut text = format!("{}{slash}{held} {}", position.placement(), position.state());
            if let Some([white, black]) = self.seconds(board) {
                write!(text, " {white} {black}").expect("a string takes all");
            }
            text
        });
        format!("{a} | {b}")
    }

    /// True if a reader takes the numbers of this board for times because of its holdings alone.
    fn tells_times(&self, board: BoardId) -> bool {
        let looks_timed = self.seconds(board).is_some_and(|seconds| seconds != [0, 1]);
        looks_timed && !self.boards.position(board).held().is_empty()
    }

    fn seconds(&self, board: BoardId) -> Option<[i64; 2]> {
        self.clocks[board.index()].map(|pair| pair.map(whole_seconds))
    }
}

/// Formats both boards and their clocks as [`Bfen::to_bfen`] does.
///
/// ```
/// use tandem_rules::Boards;
/// use tandem_rules::notation::Bfen;
///
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// assert_eq!(Bfen::new(Boards::default()).to_string(), format!("{start} | {start}"));
/// ```
impl fmt::Display for Bfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_bfen())
    }
}

/// Formats both boards as [`Boards::to_fen`] does.
impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

/// Parses both boards under the rules of servers, [`MoveRules::default`]; see [`Bfen::parse`] for
/// others, and for clocks.
impl FromStr for Boards {
    type Err = BfenError;
    fn from_str(text: &str) -> Result<Self, BfenError> {
        Ok(text.parse::<Bfen>()?.boards)
    }
}

impl Boards {
    /// Writes both boards as FEN with holdings in brackets and counters, joined as `A | B`.
    pub fn to_fen(&self) -> String {
        format!("{} | {}", self.position(BoardId::A).to_fen(), self.position(BoardId::B).to_fen())
    }
}

/// Reads two boards, with what is of no use in them.
fn read_both(text: &str) -> Result<[(Fen, Vec<FenWarning>); 2], BfenError> {
    let mut halves = parts(text);
    let (Some(a), Some(b), None) = (halves.next(), halves.next(), halves.next()) else {
        return Err(BfenError::Count(parts(text).count()));
    };
    let read = |numbers| {
        let at = |board, text| {
            fen::read(text, numbers).map_err(|error| BfenError::Board { board, error })
        };
        Ok([at(BoardId::A, a)?, at(BoardId::B, b)?])
    };
    let boards = read(Numbers::Told)?;
    // A board without holdings looks alike in both forms: the other board tells which it is.
    let are_timed = boards.iter().any(|(fen, _)| matches!(fen.numbers, FenNumbers::Seconds(..)));
    if are_timed { read(Numbers::Times) } else { Ok(boards) }
}

/// The parts of the text between bars. One in quotes does not count.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |c| {
        is_quoted ^= c == '"';
        c == '|' && !is_quoted
    })
}

/// The milliseconds left to White and to Black.
fn clocks(numbers: FenNumbers) -> Option<[i64; 2]> {
    match numbers {
        FenNumbers::Seconds(white, black) => Some([white, black].map(|s| i64::from(s) * 1000)),
        FenNumbers::Counters | FenNumbers::None => None,
    }
}

/// Whole seconds, rounded down, from 0 to 65,535 (18 hours).
fn whole_seconds(milliseconds: i64) -> i64 {
    (milliseconds / 1000).clamp(0, i64::from(u16::MAX))
}

/// Parses both boards under the rules of servers, [`MoveRules::default`].
impl FromStr for Bfen {
    type Err = BfenError;
    fn from_str(text: &str) -> Result<Self, BfenError> {
        Self::parse(text, MoveRules::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, PieceType};

    const SOURCE: &str = "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN - - w \
                          45 56 | Q~4rk1/8/8/8/8/8/8/R3K2R KQ - w 45 60";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn the_example_of_the_source_is_read() {
        let [a, b] = Bfen::fens(SOURCE).expect("readable, though the men do not add up");
        assert_eq!(a.numbers, FenNumbers::Seconds(45, 56));
        assert_eq!(b.numbers, FenNumbers::Seconds(45, 60));
        assert_eq!(a.setup.holdings[0].count(PieceType::Bishop), 3);
        assert_eq!(a.setup.holdings[1].count(PieceType::Pawn), 3);
        assert_eq!(b.setup.promoted.count(), 1);
        assert_eq!(b.setup.side_to_move, Color::White);
    }

    #[test]
    fn all_forms_of_the_start_are_the_start() {
        let start = Boards::start(MoveRules::FICS);
        for text in [
            format!("{START}[] w KQkq - 0 1 | {START}[] w KQkq - 0 1"),
            format!("{START}[-] w KQkq - 0 1|{START}[-] w KQkq - 0 1"),
            format!("{START}/ w KQkq - 0 1 | {START} w KQkq -"),
            format!("  {START}/ w KQkq - 180 179 |{START} KQkq - w 180 180"),
        ] {
            assert_eq!(text.parse::<Bfen>().expect("sound").boards, start, "{text}");
        }
    }

    #[test]
    fn times_are_told_from_counters() {
        let timed = format!("{START}/Qp w KQkq - 120 7 | {START} w KQkq - 1 0");
        let bfen: Bfen = timed.parse().expect("sound");
        assert_eq!(bfen.clocks, [Some([120_000, 7_000]), Some([1_000, 0])]);
        let counted = format!("{START}[Qp] w KQkq - 12 7 | {START} w KQkq - 0 1");
        let bfen: Bfen = counted.parse().expect("sound");
        assert_eq!(bfen.clocks, [None; 2]);
        assert_eq!(bfen.boards.position(BoardId::A).fullmove_number(), 7);
        let halves = format!("{START}/Qp w KQkq - - 5 | {START}/ w KQkq - 120 -");
        let bfen: Bfen = halves.parse().expect("sound");
        assert_eq!(bfen.clocks, [None; 2], "one time alone is no clock");
        assert_eq!(bfen.boards.position(BoardId::A).fullmove_number(), 5);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            format!("{START}[] w KQkq - 0 1 | {START}[] w KQkq - 0 1"),
            format!("{START}[QQPPbn] w Kq - 3 9 | {START}[p] b - - 0 4"),
            "4k2r/8/8/3pP3/8/8/8/1R2K3[] w Bh d6 0 1 | Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1".into(),
        ] {
            let bfen: Bfen = text.parse().expect("sound");
            assert_eq!(bfen.boards.to_fen(), text);
            for clocks in [[None; 2], [Some([61_999, 7_000]), Some([2_000, 0])]] {
                let written = Bfen { clocks, ..bfen.clone() }.to_bfen();
                let read: Bfen = written.parse().expect("what is written is sound");
                assert_eq!(read.to_bfen(), written);
                let shown = clocks.map(|pair| pair.map(|pair| pair.map(|ms| ms / 1000 * 1000)));
                assert_eq!(read.clocks, shown, "{written}");
            }
        }
    }

    #[test]
    fn times_stay_times_whoever_has_holdings_and_a_clock() {
        let held = ["", "Q"];
        let clocks = [None, Some([120_000, 7_000]), Some([0, 1_000])];
        for (a, b) in held.into_iter().flat_map(|a| held.map(|b| (a, b))) {
            let text = format!("{START}[{a}] w KQkq - 0 1 | {START}[{b}] w KQkq - 0 1");
            let bfen: Bfen = text.parse().expect("sound");
            for clocks in clocks.into_iter().flat_map(|a| clocks.map(|b| [a, b])) {
                // Alone, 0 and 1 are the counters of a start, and no running clock shows them.
                let is_told = clocks.iter().all(|&pair| pair != Some([0, 1_000]))
                    || clocks.contains(&Some([120_000, 7_000]));
                let written = Bfen { clocks, ..bfen.clone() }.to_bfen();
                let read: Bfen = written.parse().expect("what is written is sound");
                assert!(read.boards == bfen.boards, "{written}");
                assert_eq!(read.clocks, if is_told { clocks } else { [None; 2] }, "{written}");
            }
        }
    }

    #[test]
    fn a_lone_right_beside_a_king_off_its_file_survives() {
        let text = "r2k4/8/8/8/8/8/8/2K5[] w q - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        let bfen: Bfen = text.parse().expect("sound");
        let written = bfen.boards.to_fen();
        assert!(written.starts_with("r2k4/8/8/8/8/8/8/2K5[] w a - 0 1"), "{written}");
        assert_eq!(written.parse::<Bfen>().expect("sound").boards, bfen.boards);
    }

    #[test]
    fn a_fault_names_its_board() {
        let one = format!("{START} w KQkq - 0 1");
        assert_eq!(one.parse::<Bfen>(), Err(BfenError::Count(1)));
        assert_eq!(format!("{one}|{one}|{one}").parse::<Bfen>(), Err(BfenError::Count(3)));
        let error = format!("{one} | 8/8").parse::<Bfen>().expect_err("two ranks");
        assert_eq!(error, BfenError::Board { board: BoardId::B, error: FenError::Ranks(2) });
        assert_eq!(
            error.to_string(),
            "board B: 2 ranks, expected 8, or 9 with the holdings as the last"
        );
    }
}
