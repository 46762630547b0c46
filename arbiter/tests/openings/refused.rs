//! Texts that are refused as openings.

use proptest::prelude::*;
use tandem_arbiter::openings::OpeningFile;
use tandem_rules::Variant;

use crate::{options, read};

/// Cases: the variant of the match, the text of a file, and the error.
const REFUSED: &[(Variant, &str, &str)] = &[
    (Variant::Bughouse, "", "no openings, expected positions or games"),
    (Variant::Chess, "\n# nothing\n\n", "no openings, expected positions or games"),
    (Variant::Chess, "{nothing}", "no openings, expected positions or games"),
    (
        Variant::Chess,
        "\nhello there\n",
        "line 2: `hello there` is neither a position nor the beginning of a game",
    ),
    (
        Variant::Chess,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\n\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - best e4",
        "line 3, `r3k2r/8/8/8/8/8/8/R3K2R w KQkq - best e4`: `best e4` after the end of the FEN",
    ),
    (
        Variant::Chess,
        "r3k2r/8/8/8/8/8/8/R3X2R w KQkq - 0 1",
        "line 1, `r3k2r/8/8/8/8/8/8/R3X2R w KQkq - 0 1`: unknown piece `X`",
    ),
    (
        Variant::Chess,
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1\n4k3/8/8/8/8/8/8/8 w - - 0 1",
        "line 2, `4k3/8/8/8/8/8/8/8 w - - 0 1`: White has 0 kings, expected one",
    ),
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "line 1: `4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 …` is two boards, \
         expected one",
    ),
    (
        Variant::Bughouse,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8 w - - 0 1",
        "line 1, `4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8 w - - 0 1`: board B: 3 ranks, expected \
         8, or 9 with the holdings as the last",
    ),
    (
        Variant::Crazyhouse,
        "1. e4 *\n\n1. e4 e5\n2. Ke3 *",
        "line 4, game 2: White on A, move 2: `Ke3` is not legal here",
    ),
    (
        Variant::Chess,
        "1. e4 d5 2. exd5 Qxd5 3. P@e4",
        "line 1, game 1: White on A, move 3: `P@e4` is not legal here",
    ),
    (
        Variant::Chess,
        "1. e4 e5 2. Sf3 Nc6 *",
        "line 1, game 1: White on A, move 2: `Sf3` is not a move",
    ),
    (Variant::Crazyhouse, "1A. e4 1B. e4", "line 1, game 1: White on B plays `e4` out of turn"),
    (
        Variant::Bughouse,
        "1. e4 *\n\n1. e4 d5 2. exd5 Nf6 3. P@e6 *",
        "line 3, game 2: played on both boards, White on A may not play P@e6 here",
    ),
    (
        Variant::Bughouse,
        "1. e4 e5 2. Ke3 *",
        "line 1, game 1: no move number such as `12A.` before `e4`",
    ),
    (Variant::Chess, "1. f3 e5 2. g4 Qh4# 0-1", "line 1: White on A has no move in this opening"),
    (
        Variant::Bughouse,
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        "line 1: Black on A has no move in this opening",
    ),
];

#[test]
fn an_invalid_opening_is_refused_with_its_line() {
    for &(variant, text, expected) in REFUSED {
        let error = read(text, variant).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_fail(
        beginning in prop_oneof![Just(""), Just("1."), Just("[A \"x\"]"), Just("4k3/")],
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        variant in proptest::sample::select(&[Variant::Bughouse, Variant::Chess][..]),
    ) {
        let file = [beginning.as_bytes(), &bytes[..]].concat();
        if let Ok(file) = OpeningFile::read(&file, options(variant)) {
            prop_assert!(!file.openings().is_empty());
        }
    }
}
