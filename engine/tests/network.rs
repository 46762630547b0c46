//! Searches with a network.

mod answer;

use std::sync::Arc;

use tandem_engine::{Decision, Limits, Searcher, View};
use tandem_nets::architecture::{FEATURES, OUTPUTS, THREAT_WIDTH, THREATS, WIDTH};
use tandem_nets::{Network, Networks, Perspective, Row, ThreatRow};
use tandem_rules::notation::Fen;
use tandem_rules::{
    BoardId, Color, MoveRules, OutcomeRules, Piece, PieceType, Position, Square, Variant,
};

use answer::done;

/// Values of pawns, knights, bishops, rooks and queens.
const VALUES: [i16; 5] = [4, 8, 8, 10, 18];

/// A network for all variants that counts material only.
fn material() -> Arc<Networks> {
    Arc::new(material_worth(100).into())
}

/// A network that counts material only, in units of this size.
fn material_worth(unit: i16) -> Network {
    let mut features = vec![Row([0; WIDTH]); FEATURES].into_boxed_slice();
    for king in ["a1", "h1"] {
        let king: Square = king.parse().expect("a square");
        let perspective = Perspective::new(Color::White, king);
        for (piece_type, value) in PieceType::DROPPABLE.into_iter().zip(VALUES) {
            for square in Square::all() {
                let man = perspective.man(Piece::new(Color::White, piece_type), square);
                features[man.index()].0[0] = value;
            }
            for count in 0..=u8::MAX {
                if let Some(held) = perspective.held(Color::White, piece_type, count) {
                    features[held.index()].0[0] = value;
                }
            }
        }
    }
    let weigh = |weight| {
        let mut row = Row([0; WIDTH]);
        row.0[0] = weight;
        row
    };
    let outputs = vec![[weigh(unit), weigh(-unit)]; OUTPUTS].into_boxed_slice();
    let threats = vec![ThreatRow([0; THREAT_WIDTH]); 2 * THREATS].into_boxed_slice();
    Network::new(features, Row([0; WIDTH]), threats, outputs, [0; OUTPUTS])
}

fn view(fen: &str, variant: Variant) -> View {
    let own = Fen::position(fen, variant, MoveRules::default()).expect("a position");
    let seat = BoardId::A.seat(own.side_to_move());
    View::of_board(seat, own, OutcomeRules::default())
}

/// Positions full of captures, drops, promotions, castling and checks.
const POSITIONS: &[(&str, Variant)] = &[
    ("r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20", Variant::Bughouse),
    ("r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12", Variant::Bughouse),
    (
        "r1b1k2r/ppppqppp/2n2n2/4p3/1bB1P3/2NP1N2/PPPB1PPP/R2QK2R[Pp] b KQkq - 2 7",
        Variant::Crazyhouse,
    ),
];

#[test]
fn what_was_searched_before_leaves_no_trace_in_a_network() {
    let (mut searcher, events) = Searcher::new(1);
    searcher.set_networks(Some(material()));
    let mut search = |fen, variant| {
        searcher.clear();
        searcher.start(view(fen, variant), Limits::to_depth(7));
        let (_, info) = done(&events);
        (info.nodes, info.score, info.pv)
    };
    let first: Vec<_> = POSITIONS.iter().map(|&(fen, variant)| search(fen, variant)).collect();
    let again: Vec<_> =
        POSITIONS.iter().rev().map(|&(fen, variant)| search(fen, variant)).collect();
    assert_eq!(first, again.into_iter().rev().collect::<Vec<_>>());
}

#[test]
fn a_network_that_counts_men_takes_them() {
    let (mut searcher, events) = Searcher::new(1);
    searcher.set_networks(Some(material()));
    let fen = "4k3/3q4/8/8/8/8/3R4/3K4[] w - - 0 1";
    searcher.start(view(fen, Variant::Bughouse), Limits::to_depth(1));
    let (decision, _) = done(&events);
    assert!(matches!(decision, Decision::Play(m) if format!("{m:?}") == "d2d7"), "{decision:?}");
}

#[test]
fn chess_is_judged_by_hand_and_so_is_everything_without_a_network() {
    let start = Position::start(Variant::Chess, MoveRules::default());
    let view = View::of_board(BoardId::A.seat(Color::White), start, OutcomeRules::default());
    let bughouse = Position::start(Variant::Bughouse, MoveRules::default());
    let bughouse = View::of_board(BoardId::A.seat(Color::White), bughouse, OutcomeRules::default());
    let (mut searcher, events) = Searcher::new(1);
    let mut nodes = |view: &View, networks: Option<Arc<Networks>>| {
        searcher.set_networks(networks);
        searcher.clear();
        searcher.start(view.clone(), Limits::to_depth(6));
        done(&events).1.nodes
    };
    assert_eq!(nodes(&view, Some(material())), nodes(&view, None));
    assert_ne!(nodes(&bughouse, Some(material())), nodes(&bughouse, None));
}

#[test]
fn each_variant_is_evaluated_by_its_own_network() {
    let (mut searcher, _events) = Searcher::new(1);
    let mut evaluate = |networks: Networks| {
        searcher.set_networks(Some(Arc::new(networks)));
        let fen = "4k3/3q4/8/8/8/8/8/R2K4[] w - - 0 1";
        [Variant::Bughouse, Variant::Crazyhouse]
            .map(|variant| searcher.evaluate(&view(fen, variant)))
    };
    let [small, large] = [50, 100].map(material_worth);
    let both = Networks::from(small.clone()).with(Variant::Crazyhouse, large.clone());
    let [[small, _], [_, large]] = [small, large].map(|network| evaluate(network.into()));
    assert_eq!(evaluate(both.expect("a variant with drops")), [small, large]);
    assert_ne!(small, large);
}
