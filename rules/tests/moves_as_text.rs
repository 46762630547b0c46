//! Laws of move texts over random games, and SAN as an independent program writes it.

use proptest::prelude::*;
use shakmaty::variant::Crazyhouse;
use shakmaty::{Position as _, san::SanPlus, uci::UciMove};
use tandem_rules::{
    BoardId, Boards, Color, Handoff, Move, MoveList, MoveRules, PieceType, PieceTypes, Position,
    Setup, Variant,
};

fn accepted_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    position.generate_accepted_only(&mut moves);
    moves
}

fn pick(moves: &MoveList, choice: u16) -> Option<Move> {
    moves.get(usize::from(choice) % moves.len().max(1)).copied()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_move_of_a_game_survives_its_text(
        start in proptest::option::of(0u16..960),
        choices in proptest::collection::vec(any::<(bool, u16)>(), 0..120),
        gifts in proptest::collection::vec(0u16..5, 0..8),
    ) {
        let setup = start.and_then(Setup::chess960).unwrap_or_else(Setup::start);
        let start = Position::from_setup(&setup, Variant::Bughouse, MoveRules::FICS)
            .expect("a start position is sound");
        let mut boards = Boards::new(start.clone(), start);
        for (gift, color) in gifts.into_iter().zip(Color::ALL.into_iter().cycle()) {
            let piece = PieceType::from_index(gift).expect("below five");
            boards.hand_over(BoardId::A, Handoff { color, piece });
        }
        for (on_a, choice) in choices {
            let board = if on_a { BoardId::A } else { BoardId::B };
            let position = boards.position(board);
            let moves = accepted_moves(position);
            for &m in &*moves {
                let san = boards.san(board, m);
                prop_assert_eq!(position.parse_san(&san), Ok(m), "{} in {}", san, boards.to_fen());
                let text = position.coordinate(m).to_string();
                prop_assert_eq!(position.parse_coordinate(&text), Ok(m), "{}", text);
                prop_assert_eq!(position.parse_san(&text), Ok(m), "{}", text);
            }
            let Some(m) = pick(&moves, choice) else { continue };
            boards.play(boards.on_turn(board), m).expect("an accepted move");
        }
    }

    /// One difference is of style: `shakmaty` writes a dropped pawn without its letter.
    #[test]
    fn san_is_what_shakmaty_writes(
        choices in proptest::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut ours = Position::start(Variant::Crazyhouse, MoveRules::USCF);
        let mut theirs = Crazyhouse::default();
        for choice in choices {
            let moves = ours.legal_moves();
            for &m in &*moves {
                let text = ours.coordinate(m).to_string();
                let uci: UciMove = text.parse().expect("UCI is what we write");
                let san = SanPlus::from_move(
                    theirs.clone(),
                    uci.to_move(&theirs).expect("a legal move"),
                );
                let expected = match san.to_string() {
                    pawn if pawn.starts_with('@') => format!("P{pawn}"),
                    san => san,
                };
                prop_assert_eq!(ours.san(m, PieceTypes::NONE), expected, "{}", ours.to_fen());
            }
            let Some(m) = pick(&moves, choice) else { break };
            let uci: UciMove = ours.coordinate(m).to_string().parse().expect("UCI");
            let same = uci.to_move(&theirs).expect("legal");
            theirs = theirs.play(same).expect("legal");
            let _ = ours.make(m, &mut ());
        }
    }
}
