//! The sentences that plans say on patterns that every player knows.

mod desk;

use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{Certainty, Clocks, Fact, Plan, Question};
use tandem_analysis::scene::Scene;
use tandem_analysis::text::plans::{Names, why};
use tandem_rules::notation::Bfen;
use tandem_rules::{Millis, MoveRules, Preset, Team};

use desk::Desk;

/// Nodes for each board.
const NODES: u64 = 84_000;

/// Patterns: the boards, the clocks in seconds, the team that is asked, and the first sentence.
const PATTERNS: &[(&str, &str, [i64; 4], Team, &str)] = &[
    (
        "give the queen that mates",
        "5r1k/pBp1Nppp/7P/8/8/2Q2n2/PPP1nPnP/1K5R[QPbb] b - - 1 25 | r2q1b1r/ppp1k1pp/3bpp2/3pN1B1/1B6/3P4/PPP3PP/RN3KNR[RBPPPqrnppp] w - - 0 19",
        [60, 84, 68, 76],
        Team::Two,
        "Black on A takes the queen: White on B mates with Q@f7#.",
    ),
    (
        "the partner gives the knight",
        "r1b1k2r/ppp2ppp/2n5/3n4/2B1P1q1/5N1P/PPPP1PP1/RNBQ1RK1[] w kq - 0 9 | r1bq1rk1/pppp1ppp/8/8/8/8/PPPP2PP/R1BQ2RK[] b - - 0 12",
        [100, 90, 92, 98],
        Team::One,
        "White on A takes the knight: Black on B mates with N@f2#.",
    ),
    (
        "do not trade queens",
        "r2qk2r/p1p1bbpp/2pp1n2/8/8/2NB1NPp/PPP2P2/R1BQR1K1[BPnp] b kq - 0 18 | r4rk1/p1p3pp/2p1pn2/8/1b1q4/2P2N2/PPPQ1PPP/R3K2R[BNPPPbnpp] b KQ - 0 14",
        [102, 93, 102, 93],
        Team::One,
        "Bxc3 would trade the queen, and with a queen Black on A mates White on A at once.",
    ),
    (
        "sit: every move is mated",
        "1r3rn1/p4pkp/p3p2p/3p2b1/3Pb2N/P1P2N2/1P2pnP1/R5NK[RBPPPqrnppp] w - - 0 38 | r4qk1/1pb3b1/2p3Bp/3p2n1/1p1P4/3P2NP/PP3P1P/2RQ3K[QRBBP] w - - 1 39",
        [34, 40, 33, 41],
        Team::One,
        "Every move of White on A loses, so White on A sits: the clock lasts 1.0 s longer than that of White on B.",
    ),
    (
        "up on time: they have to move",
        "6k1/pp3p1p/2pp1nn1/4Pq2/8/6Q1/PPP3PP/4R1K1[QRBbp] w - - 0 28 | r2q1b1r/ppp3pp/3pP3/4p1Pk/2B4N/2PP4/PPP2PpP/R1B1KBr1[RNNNPrbbnnp] w Q - 1 19",
        [61, 72, 30, 79],
        Team::One,
        "White on A is 31 s up, and White on B has to move first.",
    ),
    (
        "behind on time: go",
        "r1bq1rk1/p1p2pBp/2p2n2/3pN3/3P4/2P5/P1P2PPP/R2QK2R[QBNq] b KQ - 0 12 | r1bN1k1r/ppppb1pp/2n2n1P/4P1N1/8/2p5/PPP2PPP/R1BbK2R[BPnppp] b KQ - 0 11",
        [169, 173, 173, 169],
        Team::One,
        "Black on B has to move, since Black on A can sit 4.0 s longer.",
    ),
    (
        "sacrifice to feed",
        "r3kr2/pppn1qp1/3pp1pp/8/3PnN2/P1n2NPP/1pP2PP1/R3QRK1[BNb] w q - 0 24 | r3k1r1/pQpb1pPp/2n1bqb1/8/3P4/5N1p/P1P2PPP/R1B2RK1[BBPPpp] b q - 0 18",
        [102, 85, 85, 102],
        Team::One,
        "White on A gives the queen for the knight: Black on B mates in 4 with N@e2+.",
    ),
    (
        "sacrifice to open the king",
        "4k2r/pp1rbppp/2p5/2n1p3/8/2p2PPN/P1P1RKBP/6R1[NNb] b k - 0 38 | rn3Rq1/pppk1pPp/4b1pb/4Pp2/3Pn3/2P5/PPP1QpPP/RNBK1B1n[QBPPqr] b - - 0 30",
        [66, 8, 66, 11],
        Team::One,
        "Black on B gives up the rook and mates in 5, whatever arrives.",
    ),
    (
        "a drop in the last second",
        "3N2k1/p1p1brpp/2p5/3pp3/5n2/2P1q3/PpPPB1PP/1R1KR3[Prn] b - - 0 36 | rnb1k3/ppp1q1Bp/4b2B/4N3/3pN1p1/3P2Kn/PPP2r1P/R6R[QQBNPPPPbpp] b - - 0 30",
        [46, 100, 42, 104],
        Team::Two,
        "Black on A mates with N@f2#.",
    ),
    (
        "save the partner from mate",
        "1nbq3r/1pp2kpp/B2b1n2/3pP3/1n1P4/2N1P3/PPQ2PPP/R1B1K2R[QNPPbnpppppp] b KQ - 0 14 | 1k2q1rr/pBb1pp1p/6p1/2N1R3/4B3/2N5/PPR2PPP/5r1K[P] w - - 0 29",
        [38, 47, 35, 51],
        Team::Two,
        "Black on A takes the queen: White on B answers the check with Q@g1.",
    ),
    (
        "only checks are in time",
        "r3kr2/pppn1qp1/3pp1pp/3P4/8/P4NPP/2P1QPP1/q~1b2RK1[BBNNPrp] b q - 0 31 | 1r4k1/p1QbppPp/2n1bq1P/1n6/1B1Pb3/5N1p/P1P2PPP/R1B2R1K[Rnp] b - - 0 28",
        [57, 72, 46, 84],
        Team::One,
        "Black on B mates in 3, whatever arrives.",
    ),
];

fn first_plan(desk: &mut Desk, boards: &str, clocks: [i64; 4], team: Team) -> Plan {
    let boards = Bfen::parse(boards, MoveRules::FICS).expect("the table is sound").boards;
    let clocks = clocks.map(Millis::from_seconds);
    let [white_a, black_a, white_b, black_b] = clocks;
    let known = [Some([white_a, black_a]), Some([white_b, black_b])];
    let question = Question {
        scene: Scene::new(boards, known),
        rules: Preset::Fics.rules().outcomes,
        team,
        clocks: vec![Clocks::Known(clocks)],
        must_move: None,
        also: None,
        scale: Scale::Engines,
    };
    desk.plan(question, NODES)
}

/// The moves to a mate that a plan tells, by its worth and by its first fact, if it is about one.
fn moves_to_mate(plan: &Plan) -> Option<(i32, i32)> {
    let (Certainty::Mates(told) | Certainty::WinsUnlessHelped(told)) = plan.worth.certainty else {
        return None;
    };
    match plan.facts.first()? {
        Fact::MatesNow { .. } => Some((told, 1)),
        Fact::MatesSoon { moves, .. } => Some((told, *moves)),
        _ => None,
    }
}

#[test]
fn a_plan_says_what_there_is_to_know() {
    let mut desk = Desk::new();
    for (pattern, boards, clocks, team, sentence) in PATTERNS {
        let plan = first_plan(&mut desk, boards, *clocks, *team);
        let sentences = why(&plan, &Names::of_seats());
        assert_eq!(sentences.first().map(String::as_str), Some(*sentence), "{pattern}");
        let (told, said) = moves_to_mate(&plan).unwrap_or_default();
        assert_eq!(told, said, "{pattern}");
    }
}
