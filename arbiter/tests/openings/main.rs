//! Openings of matches: forms of files, errors of files that are refused, and the order in which
//! openings are used.

mod forms;
mod order;
mod refused;
mod shared;

use tandem_arbiter::openings::{OpeningError, OpeningFile};
use tandem_rules::notation::bpgn::ReadOptions;
use tandem_rules::{Boards, MoveRules, Variant};

pub(crate) const fn options(variant: Variant) -> ReadOptions {
    ReadOptions { variant, rules: MoveRules::FICS }
}

pub(crate) fn read(text: &str, variant: Variant) -> Result<OpeningFile, OpeningError> {
    OpeningFile::read(text.as_bytes(), options(variant))
}

/// The openings of a text, each as the FENs of the boards in play.
pub(crate) fn fens(text: &str, variant: Variant) -> Vec<String> {
    let file = read(text, variant).unwrap_or_else(|error| panic!("{error} in {text}"));
    file.openings().iter().map(|opening| fen(opening.boards())).collect()
}

pub(crate) fn fen(boards: &Boards) -> String {
    let fens = boards.in_play().iter().map(|&board| boards.position(board).to_fen());
    fens.collect::<Vec<_>>().join(" | ")
}

pub(crate) const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1";
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// The position after 1. e4 d5 2. exd5 Qxd5, each side with the pawn it took.
pub(crate) const TAKEN: &str = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
