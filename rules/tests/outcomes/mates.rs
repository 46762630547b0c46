//! Mates, and sides that have no move.

use tandem_rules::{Color, PieceType};

use crate::support::{Case, START, check, for_each_preset, game, run, seat};

const ALL: &str = "fide uscf hawaii scholastic wbn fics";
const MATED: &str = "1-0 Black on A is mated";

/// All of White's pieces of two sets but one king are on A, shut in behind two rows of pawns.
const ALL_MEN: &str = "RRRRn1k1/QQBB4/BBNN4/NN6/8/PPPPPPPP/PPPPPPPP/K7[r] b - - 0 1";
const REST: &str = "k7/8/8/8/8/8/8/7K[nnnbbbbrrrqqpppppppppppppppp] w - - 0 1";

#[test]
fn a_check_that_nothing_can_block_is_mate_everywhere() {
    check(&[
        Case {
            what: "contact check",
            a: "7k/8/5K2/8/8/8/8/6Q1[] w - - 0 1",
            b: START,
            script: "Ag1g7",
            expected: &[(ALL, MATED)],
        },
        Case {
            what: "knight check, a queen held does not help",
            a: "6rk/6pp/8/6N1/8/8/8/K7[q] w - - 0 1",
            b: START,
            script: "Ag5f7",
            expected: &[(ALL, MATED)],
        },
        Case {
            what: "double check, neither alone would be mate",
            a: "3qkb2/3p1pp1/8/8/4N3/8/8/K3R3[] w - - 0 1",
            b: START,
            script: "Ae4f6",
            expected: &[(ALL, MATED)],
        },
    ]);
}

#[test]
fn a_check_that_could_be_blocked_waits_but_for_holdings_at_hand() {
    check(&[
        Case {
            what: "back rank, nothing held",
            a: "6k1/5ppp/8/8/8/8/8/4R1K1[] w - - 0 1",
            b: START,
            script: "Ae1e8",
            expected: &[("hawaii", MATED), ("fide uscf scholastic wbn fics", "none")],
        },
        Case {
            what: "back rank, a pawn held cannot go there",
            a: "6k1/5ppp/8/8/8/8/8/4R1K1[p] w - - 0 1",
            b: START,
            script: "Ae1e8",
            expected: &[("hawaii", MATED), ("fide uscf scholastic wbn fics", "none")],
        },
        Case {
            what: "back rank, a knight held",
            a: "6k1/5ppp/8/8/8/8/8/4R1K1[n] w - - 0 1",
            b: START,
            script: "Ae1e8",
            expected: &[(ALL, "none")],
        },
    ]);
}

#[test]
fn a_check_is_mate_once_every_piece_that_could_block_is_on_the_board() {
    const LOST: &str = "0-1 White on A is mated";
    check(&[
        Case {
            what: "all men on this board; the servers imagine a queen",
            a: ALL_MEN,
            b: REST,
            script: "aR@h1",
            expected: &[("fide uscf hawaii scholastic wbn", LOST), ("fics", "none")],
        },
        Case {
            what: "a pawn could come, but not on the first rank",
            a: "RRRRn1k1/QQBB4/BBNN4/NN6/8/PPPPPPP1/PPPPPPPP/K7[r] b - - 0 1",
            b: "k7/8/8/8/8/8/8/7K[Pnnnbbbbrrrqqpppppppppppppppp] w - - 0 1",
            script: "aR@h1",
            expected: &[("fide uscf hawaii scholastic wbn", LOST), ("fics", "none")],
        },
        Case {
            what: "a knight could come",
            a: "RRRRn1k1/QQBB4/BBNN4/N7/8/PPPPPPPP/PPPPPPPP/K7[r] b - - 0 1",
            b: "k7/8/8/8/8/8/8/7K[Nnnnbbbbrrrqqpppppppppppppppp] w - - 0 1",
            script: "aR@h1",
            expected: &[("hawaii", LOST), ("fide uscf scholastic wbn fics", "none")],
        },
        Case {
            what: "no two sets: a pawn is missing, and nothing can be excluded",
            a: ALL_MEN,
            b: "k7/8/8/8/8/8/8/7K[nnnbbbbrrrqqppppppppppppppp] w - - 0 1",
            script: "aR@h1",
            expected: &[("hawaii", LOST), ("fide uscf scholastic wbn fics", "none")],
        },
        Case {
            what: "the mating move takes a promoted queen: a pawn more could come",
            a: "RRRRn1k1/QQBB3r/BBNN4/NN6/PP6/PPPPPPP1/PPPPPP2/K6Q~[] b - - 0 1",
            b: REST,
            script: "ah7h1",
            expected: &[("fide uscf hawaii scholastic wbn", LOST), ("fics", "none")],
        },
    ]);
}

#[test]
fn a_side_without_a_move_waits_unless_a_queen_beside_the_king_would_not_fit() {
    const STALE: &str = "1/2-1/2 Black on A is stalemated";
    check(&[
        Case {
            what: "no empty square beside the king",
            a: "6Nk/5KNN/8/8/8/8/8/R7[] w - - 0 1",
            b: START,
            script: "Aa1h1",
            expected: &[("fics", STALE), ("fide uscf hawaii scholastic wbn", "none")],
        },
        Case {
            what: "the same with a knight held, which could be dropped",
            a: "6Nk/5KNN/8/8/8/8/8/R7[n] w - - 0 1",
            b: START,
            script: "Aa1h1",
            expected: &[("fics", STALE), ("fide uscf hawaii scholastic wbn", "none")],
        },
        Case {
            what: "stalemate of chess, with room for a queen",
            a: "7k/8/8/8/8/8/8/K4Q2[] w - - 0 1",
            b: START,
            script: "Af1f7",
            expected: &[(ALL, "none")],
        },
    ]);
}

#[test]
fn the_servers_hand_over_nothing_that_the_last_move_took() {
    let table = [("fide uscf hawaii scholastic wbn", 1), ("fics", 0)];
    for_each_preset(&table, |preset, pawns| {
        let mut game = game(preset, "7k/6p1/5K2/8/8/8/8/6Q1[] w - - 0 1", START);
        run(&mut game, "Ag1g7");
        let handed = game.position(seat("b").board).holdings(Color::Black);
        assert_eq!(handed.count(PieceType::Pawn), pawns, "{}", preset.name());
    });
}
