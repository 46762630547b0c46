//! Leaf counts against published tables and a second program.
//!
//! Every number here was confirmed with Fairy-Stockfish 11.1 (`UCI_Chess960` on, `go perft`).

use tandem_rules::notation::Fen;
use tandem_rules::perft::{perft, perft_counting, perft_split};
use tandem_rules::{MoveRules, Position, Variant};

type Case = (&'static str, &'static [u64]);

/// The start position and the positions 2 to 6 that the chess programming wiki lists under
/// "Perft Results", the fourth with its mirror image.
const CHESS: &[Case] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
];

/// From the wiki's "Chess960 Perft Results".
const CHESS960: &[Case] = &[
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318, 6_417_013],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958, 9_183_776],
    ),
    (
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
        &[28, 1_120, 31_058, 1_171_749],
    ),
    (
        "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9",
        &[29, 899, 26_578, 824_055],
    ),
    (
        "q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9",
        &[30, 860, 24_566, 732_757],
    ),
];

/// Difficult castling. The first five positions are in use among engine authors, the others were
/// made for this table: king or rook stay on their squares, pass each other, or stand in the
/// way; a rook that castles would uncover a check along the back rank.
const CHESS960_CASTLING: &[Case] = &[
    (
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
        &[23, 522, 12_333, 285_754, 7_096_972],
    ),
    ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1", &[28, 738, 20_218, 541_480]),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", &[34, 318, 9_002, 118_388]),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", &[17, 242, 3_931, 57_700]),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", &[19, 628, 12_858, 405_636]),
    ("r2rk3/8/8/8/8/8/8/RK5R w HAd - 0 1", &[23, 439, 9_204, 202_069]),
    ("rkr5/p6p/8/8/8/8/P6P/RKR5 w CAca - 0 1", &[17, 259, 4_427, 74_682]),
    ("1rk4r/8/8/8/8/8/8/qRK4R w HB - 0 1", &[16, 505, 8_707, 302_946]),
    ("5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1", &[20, 329, 6_961, 142_655]),
    ("k7/8/8/8/8/8/8/rR1K3R w HB - 0 1", &[18, 133, 3_072, 36_477]),
    ("4k3/8/8/8/8/8/8/rRK4R w HB - 0 1", &[17, 185, 4_077, 57_884]),
    ("5k1r/8/8/8/8/8/8/r1RK2R1 w GCh - 0 1", &[17, 285, 5_839, 125_183]),
    ("r6k/8/8/8/8/8/5b2/1R3KR1 w GB - 0 1", &[22, 435, 10_321, 200_642]),
];

/// (position with holdings, leaf counts in crazyhouse, leaf counts in bughouse).
const WITH_HOLDINGS: &[(&str, &[u64], &[u64])] = &[
    (
        // bare kings
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        &[5, 25, 170, 1_156],
        &[5, 25, 170, 1_156],
    ),
    (
        // every type in both holdings
        "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        &[301, 75_353, 15_634_852],
        &[301, 75_353, 15_634_852],
    ),
    (
        // more pieces held than moves can tell apart
        "2k5/8/8/8/8/8/8/4K3[QQQQRRRRBBBBNNNNPPPPPPPPPPPPPPPPqqqqrrrrbbbbnnnnpppppppppppppppp] w - - 0 1",
        &[301, 75_353],
        &[301, 75_353],
    ),
    (
        // on the back rank only pieces may block
        "3R2k1/5ppp/8/8/8/8/5PPP/6K1[qrbnp] b - - 0 1",
        &[8, 156, 31_776],
        &[8, 156, 31_776],
    ),
    (
        // a pawn in the holdings does not block there
        "3R2k1/5ppp/8/8/8/8/5PPP/6K1[p] b - - 0 1",
        &[0, 0, 0],
        &[0, 0, 0],
    ),
    (
        // a check from afar, answered by drops alone
        "4k3/8/8/8/4R3/8/8/4K3[QRPqrbnp] b - - 0 1",
        &[19, 3_434, 704_585],
        &[19, 3_434, 704_585],
    ),
    (
        // no drop answers a double check
        "4k3/8/5N2/8/4R3/8/8/4K3[qrbnp] b - - 0 1",
        &[3, 75, 19_948, 422_150],
        &[3, 75, 19_948, 422_150],
    ),
    (
        // a pinned rook may not block
        "4k3/4r3/8/1B6/4R3/8/8/4K3[Ppqn] b - - 0 1",
        &[9, 558, 71_272],
        &[9, 558, 71_272],
    ),
    (
        // a knight's check cannot be blocked
        "4k3/8/8/8/8/8/5n2/R3K2R[QPnp] b KQ - 0 1",
        &[117, 14_123, 815_267],
        &[117, 14_123, 809_317],
    ),
    (
        // castling with pieces held, knight beside
        "4k3/8/8/8/8/8/8/R3K2R[QPnp] w KQ - 0 1",
        &[134, 12_297, 1_126_983],
        &[134, 12_297, 1_126_983],
    ),
    (
        // castling of both sides, drops in between
        "r3k2r/8/8/8/8/8/8/R3K2R[RBNPrbnp] w KQkq - 0 1",
        &[248, 54_080, 9_580_408],
        &[248, 54_080, 9_580_408],
    ),
    (
        // promotions in check, a promoted queen
        "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20",
        &[3, 478, 62_884],
        &[3, 478, 53_756],
    ),
    (
        // promoted pieces are pawns when taken
        "3q~k3/2P5/8/1n6/8/3N~4/2p5/3Q~K3[] w - - 0 1",
        &[28, 670, 18_608, 538_261],
        &[28, 670, 16_015, 386_398],
    ),
    (
        // promoted rooks at home do not castle
        "r~3k2r/7P/8/8/8/8/p6P/R~3K2R[Rr] w Kk - 0 1",
        &[69, 4_100, 132_882],
        &[69, 4_100, 130_169],
    ),
    (
        // en passant uncovers a check on the enemy
        "8/8/8/k1Pp3Q/8/8/8/4K3[pP] w - d6 0 1",
        &[69, 3_239, 125_549, 1_246_280],
        &[69, 3_239, 125_549, 1_246_280],
    ),
    (
        // en passant would bare the own king along the rank
        "4k3/8/8/K1Pp3r/8/8/8/8[Pp] w - d6 0 1",
        &[50, 2_826, 35_006, 945_110],
        &[50, 2_826, 35_006, 945_110],
    ),
    (
        // en passant would bare the own king along the diagonal
        "8/8/2k5/8/3Pp3/8/8/4K2Q[n] b - d3 0 1",
        &[66, 1_094, 18_026, 420_830],
        &[66, 1_094, 18_026, 386_934],
    ),
    (
        // en passant takes the pawn that gives check
        "8/8/8/2k5/3Pp3/8/8/4K3[Pnq] b - d3 0 1",
        &[9, 457, 59_911],
        &[9, 457, 55_542],
    ),
    (
        // two pawns may take en passant
        "4k3/8/8/8/2pPp3/8/8/3K4[PNbp] b - d3 0 1",
        &[113, 11_280, 690_802],
        &[113, 11_280, 690_802],
    ),
    (
        // a pawn pinned along its file may not
        "4k3/4r3/8/3pP3/8/8/8/4K3[Bp] w - d6 0 1",
        &[65, 3_401, 57_516, 1_378_118],
        &[65, 3_401, 57_516, 1_373_457],
    ),
    (
        // dropped pawns on the second rank step twice
        "4k3/p7/8/8/8/8/7P/4K3[PPpp] w - - 0 1",
        &[53, 2_654, 133_759, 6_576_616],
        &[53, 2_654, 133_759, 6_576_616],
    ),
    (
        // an opening
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
        &[98, 8_874, 683_267],
        &[98, 8_874, 683_267],
    ),
    (
        // an attack
        "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12",
        &[98, 9_643, 741_680],
        &[98, 9_643, 735_305],
    ),
    (
        // a king hunt
        "r2q1rk1/ppp2pPp/3p1n1b/4p3/2B1P1n1/2NPBq~2/PPP2P1P/R2QR1K1[NNPPPrbpp] w - - 0 18",
        &[101, 12_736, 1_196_142],
        &[101, 12_736, 1_182_625],
    ),
    (
        // a mating net
        "rn2k1nr/ppp1bppp/8/8/3p4/4B3/PPP1BNPK/R1B2R2[QNNPqnp] b kq - 0 18",
        &[143, 18_966, 2_018_643],
        &[143, 18_966, 2_013_121],
    ),
    (
        // a promoted queen among many pieces
        "4bB2/3Q~2pp/kpN1p3/p2pP1B1/4p3/8/PPp1nPPP/K6R[] w - - 4 35",
        &[50, 1_005, 47_234, 1_017_799],
        &[50, 1_005, 43_472, 847_783],
    ),
    (
        // Chess960 with holdings
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR[NPrp] w HFhf - 2 9",
        &[83, 6_919, 414_149],
        &[83, 6_919, 414_149],
    ),
    (
        // Chess960, the king passes its rook
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q[RBqp] w KQkq - 0 1",
        &[111, 10_807, 821_820],
        &[111, 10_807, 821_820],
    ),
    (
        // Chess960, a drop blocks the way
        "5rkr/8/8/8/8/8/8/5RKR[Nn] w HFhf - 0 1",
        &[78, 5_581, 198_586],
        &[78, 5_581, 198_348],
    ),
];

fn position(fen: &str, variant: Variant, rules: MoveRules) -> Position {
    Fen::position(fen, variant, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Checks both perft functions; `counts` starts at depth 1.
fn check(position: &Position, counts: &[u64]) {
    for (depth, &expected) in (1..).zip(counts) {
        let fen = position.to_fen();
        assert_eq!(perft(position, depth), expected, "{fen} at depth {depth}");
        assert_eq!(perft_counting(position, depth), expected, "{fen} at depth {depth}");
    }
}

fn check_all(cases: &[Case]) {
    for (fen, counts) in cases {
        check(&position(fen, Variant::Chess, MoveRules::FICS), counts);
    }
}

#[test]
fn chess_agrees_with_the_published_table() {
    check_all(CHESS);
}

#[test]
fn chess960_agrees_with_the_published_table() {
    check_all(CHESS960);
}

#[test]
fn castling_in_chess960_agrees_where_it_is_tricky() {
    check_all(CHESS960_CASTLING);
}

#[test]
fn holdings_agree_with_the_other_program() {
    for (fen, crazyhouse, bughouse) in WITH_HOLDINGS {
        check(&position(fen, Variant::Crazyhouse, MoveRules::USCF), crazyhouse);
        check(&position(fen, Variant::Bughouse, MoveRules::USCF), bughouse);
    }
}

/// Moves that are merely accepted are never generated, so all rule sets have the same counts.
#[test]
fn memory_of_the_server_adds_no_leaves() {
    for (fen, _, bughouse) in WITH_HOLDINGS {
        let counts = &bughouse[..bughouse.len().min(3)];
        check(&position(fen, Variant::Bughouse, MoveRules::FICS), counts);
    }
}

#[test]
fn split_counts_add_up_and_name_every_move_once() {
    for (fen, _, bughouse) in WITH_HOLDINGS {
        let position = position(fen, Variant::Bughouse, MoveRules::FICS);
        for (depth, &expected) in (1..=2).zip(*bughouse) {
            let split = perft_split(&position, depth);
            assert_eq!(split.iter().map(|(_, leaves)| leaves).sum::<u64>(), expected, "{fen}");
            let moves: Vec<_> = split.into_iter().map(|(m, _)| m).collect();
            assert_eq!(moves, position.legal_moves().to_vec(), "{fen}");
        }
    }
}

#[test]
fn at_depth_zero_there_is_one_leaf_and_nothing_to_split() {
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    assert_eq!((perft(&start, 0), perft_counting(&start, 0)), (1, 1));
    assert!(perft_split(&start, 0).is_empty());
}

/// The file has rows of `variant<TAB>FEN<TAB>leaf counts`.
#[test]
#[ignore = "needs ../shared"]
fn every_row_of_the_shared_oracle_agrees() {
    const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/oracles/perft.tsv");
    let text = std::fs::read_to_string(PATH).expect("the data lies beside the repository");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut checked = 0;
    for row in rows {
        let [variant, fen, counts] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns expected in `{row}`");
        };
        let variant = match variant {
            "crazyhouse" => Variant::Crazyhouse,
            "bughouse" => Variant::Bughouse,
            _ => panic!("unknown variant in `{row}`"),
        };
        let counts: Vec<u64> =
            counts.split(' ').map(|count| count.parse().expect("counts are numbers")).collect();
        check(&position(fen, variant, MoveRules::FICS), &counts);
        checked += 1;
    }
    assert!(checked > 0, "an empty oracle proves nothing");
}
