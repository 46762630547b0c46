//! The bench: positions whose searches to a fixed depth count the same nodes on every machine.

use tandem_rules::Variant;

/// Depth of the searches, in plies.
pub const DEPTH: u32 = 10;
/// Size of the transposition table, in MiB.
pub const TABLE_MEBIBYTES: usize = 16;

/// The positions, as FENs: openings, middlegames full of drops, attacks on bare kings, endings, and
/// one side in check.
pub const POSITIONS: &[(Variant, &str)] = &[
    (Variant::Bughouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    (
        Variant::Bughouse,
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
    ),
    (Variant::Bughouse, "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20"),
    (Variant::Bughouse, "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12"),
    (Variant::Bughouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
    (Variant::Bughouse, "3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1"),
    (Variant::Bughouse, "r4k1r/ppN2ppp/3Pp3/2Np4/1n1P4/4Pq2/PPPKBb1P/R2Q1Bq1[Nrnp] w - - 4 27"),
    (Variant::Bughouse, "r1bqkb1r/ppp2ppp/2np1n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R[] w KQkq - 0 5"),
    (Variant::Crazyhouse, "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/3P4/2N1PN2/PPQ1BPPP/R1B2RK1[] w - - 4 10"),
    (
        Variant::Crazyhouse,
        "r1b1k2r/ppppqppp/2n2n2/4p3/1bB1P3/2NP1N2/PPPB1PPP/R2QK2R[Pp] b KQkq - 2 7",
    ),
    (Variant::Crazyhouse, "3rr1k1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1[QNBqnbp] w - - 0 22"),
    (Variant::Chess, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9"),
];
