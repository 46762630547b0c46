//! Laws of a board: values that are updated incrementally equal those computed from scratch, the
//! generator agrees with the legality of single moves, and an observer can follow.

mod common;

use std::collections::HashSet;

use common::{accepted_moves, after, attackers_of_king, lines, lines_under, rules, take};
use proptest::prelude::*;
use tandem_rules::notation::Fen;
use tandem_rules::{
    Bitboard, BoardId, Boards, Color, Holdings, Move, MoveKind, MoveList, MoveRules, Observer,
    Piece, PieceType, PieceTypes, Position, Setup, Square, Stage, Variant,
};

fn stage(position: &Position, stage: Stage) -> Vec<Move> {
    let mut list = MoveList::new();
    position.generate(stage, &mut list);
    list.to_vec()
}

fn set(moves: &[Move]) -> HashSet<Move> {
    moves.iter().copied().collect()
}

/// All values of a move: 65,536 less those that encode none.
fn all_moves() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

fn is_capture(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::Normal { to, .. } => position.piece_at(to).is_some(),
        MoveKind::EnPassant { .. } | MoveKind::Promotion { .. } => true,
        MoveKind::Castle { .. } | MoveKind::Drop { .. } => false,
    }
}

proptest! {
    #[test]
    fn keys_are_what_they_would_be_from_scratch(line in lines()) {
        line.visit(|position| {
            let kept = (position.key(), position.placement_key());
            prop_assert_eq!(kept, position.keys_from_scratch(), "{}", position.to_fen());
            Ok(())
        })?;
    }

    #[test]
    fn a_position_is_built_again_from_its_setup(line in lines()) {
        line.visit(|position| {
            let setup = position.to_setup();
            let again = Position::from_setup(&setup, position.variant(), position.rules())
                .expect("the setup of a position is one");
            prop_assert_eq!(again.to_fen(), position.to_fen());
            prop_assert_eq!(again.placement_key(), position.placement_key());
            prop_assert_eq!(again.checkers(), position.checkers());
            prop_assert_eq!(Position::from_setup(&again.to_setup(), again.variant(), again.rules()), Ok(again));
            Ok(())
        })?;
    }

    #[test]
    fn questions_about_a_position_agree_with_its_legal_moves(line in lines()) {
        line.visit(|position| {
            let moves = position.legal_moves();
            let mut by_origin = position.legal_drops().to_vec();
            let mut by_target = Vec::new();
            for square in Square::all() {
                by_origin.extend(&position.legal_moves_from(square));
                by_target.extend(&position.legal_moves_to(square));
            }
            prop_assert_eq!(set(&by_origin), set(&moves));
            prop_assert_eq!(set(&by_target), set(&moves));
            for piece in PieceType::ALL {
                let is_of = |m: &Move| {
                    matches!(m.kind(), MoveKind::Drop { piece: dropped, .. } if dropped == piece)
                };
                let drops = position.legal_drops();
                let targets: Bitboard = drops.into_iter().filter(is_of).map(Move::to).collect();
                prop_assert_eq!(targets, position.drop_targets(piece));
            }
            for m in &moves {
                let mut next = position.clone();
                next.make(m, &mut ());
                prop_assert_eq!(position.gives_check(m), next.in_check());
                let lost = position.occupied().count() + usize::from(m.is_drop())
                    - next.occupied().count();
                prop_assert_eq!(position.is_capture(m), lost == 1);
                prop_assert_eq!(position.play(m).map(|(after, _)| after), Ok(next));
            }
            Ok(())
        })?;
    }

    #[test]
    fn attackers_and_attacked_squares_are_two_views_of_one_thing(line in lines()) {
        let position = line.end();
        for color in Color::ALL {
            let mut attacked = Bitboard::EMPTY;
            for square in Square::all() {
                let attackers = position.attackers(square, color);
                attacked |= if attackers.any() { Bitboard::of(square) } else { Bitboard::EMPTY };
                for from in position.men(color) {
                    let attacks = position.attacks_from(from).contains(square);
                    prop_assert_eq!(attacks, attackers.contains(from));
                }
            }
            prop_assert_eq!(attacked, position.attacks_by(color));
        }
    }

    #[test]
    fn a_key_foreseen_is_that_of_the_move(line in lines()) {
        line.visit(|position| {
            for m in stage(position, Stage::All) {
                let mut next = position.clone();
                next.make(m, &mut ());
                let fen = position.to_fen();
                prop_assert_eq!(position.key_after(m), next.key(), "{:?} in {}", m, fen);
            }
            Ok(())
        })?;
    }

    #[test]
    fn checkers_are_the_men_that_attack_the_king(line in lines()) {
        line.visit(|position| {
            let attackers = attackers_of_king(position, !position.side_to_move());
            prop_assert_eq!(position.checkers(), attackers, "{}", position.to_fen());
            prop_assert_eq!(position.in_check(), attackers.any());
            Ok(())
        })?;
    }

    #[test]
    fn stages_share_nothing_and_together_are_all_moves(line in lines()) {
        line.visit(|position| {
            let fen = position.to_fen();
            let stages = [Stage::Captures, Stage::Quiets, Stage::Drops].map(|s| stage(position, s));
            let [captures, quiets, drops] = &stages;
            prop_assert!(captures.iter().all(|&m| is_capture(position, m)), "{}", fen);
            prop_assert!(quiets.iter().all(|&m| !m.is_drop() && !is_capture(position, m)), "{}", fen);
            prop_assert!(drops.iter().all(|m| m.is_drop()), "{}", fen);
            let all = stage(position, Stage::All);
            prop_assert_eq!(set(&stages.concat()), set(&all), "{}", fen);
            prop_assert_eq!(set(&all).len(), all.len(), "a move was generated twice: {}", fen);
            prop_assert_eq!(stages.concat().len(), all.len(), "{}", fen);
            prop_assert_eq!(position.count_legal(), all.len(), "{}", fen);
            Ok(())
        })?;
    }

    #[test]
    fn evasions_are_all_moves_in_check_and_none_out_of_it(line in lines()) {
        line.visit(|position| {
            let expected = if position.in_check() { stage(position, Stage::All) } else { vec![] };
            prop_assert_eq!(stage(position, Stage::Evasions), expected, "{}", position.to_fen());
            Ok(())
        })?;
    }

    #[test]
    fn checking_drops_are_the_drops_that_check(line in lines()) {
        line.visit(|position| {
            let mut drops = stage(position, Stage::Drops);
            drops.retain(|&m| after(position, m).in_check());
            let checking = stage(position, Stage::CheckingDrops);
            prop_assert_eq!(set(&checking), set(&drops), "{}", position.to_fen());
            prop_assert_eq!(checking.len(), drops.len(), "{}", position.to_fen());
            Ok(())
        })?;
    }

    #[test]
    fn of_all_moves_there_are_those_are_legal_that_the_generator_finds(line in lines()) {
        let position = line.end();
        let legal: HashSet<_> = all_moves().filter(|&m| position.is_legal(m)).collect();
        prop_assert_eq!(legal, set(&position.legal_moves()), "{}", position.to_fen());
    }

    #[test]
    fn of_all_moves_there_are_those_are_accepted_that_the_generators_find(line in lines()) {
        let position = line.end();
        let accepted: HashSet<_> = all_moves().filter(|&m| position.is_accepted(m)).collect();
        let found = accepted_moves(&position);
        prop_assert_eq!(&accepted, &set(&found), "{}", position.to_fen());
        prop_assert_eq!(accepted.len(), found.len(), "a move was generated twice");
        prop_assert!(position.legal_moves().iter().all(|m| accepted.contains(m)));
    }

    /// Castling is left out: it must not pass an attacked square either.
    #[test]
    fn a_possible_move_is_accepted_if_nothing_can_take_the_king_then(line in lines()) {
        let position = line.end();
        for m in all_moves().filter(|&m| position.is_pseudo_legal(m)) {
            let next = after(&position, m);
            let safe = attackers_of_king(&next, next.side_to_move()).is_empty();
            prop_assert_eq!(next.king_en_prise(), !safe, "{:?} in {}", m, position.to_fen());
            let accepted = position.is_accepted(m);
            prop_assert!(!accepted || safe, "{:?} in {}", m, position.to_fen());
            prop_assert!(accepted || !safe || m.is_castle(), "{:?} in {}", m, position.to_fen());
            let taken = all_moves().any(|reply| next.captures_king(reply));
            prop_assert_eq!(taken, !safe, "{:?} in {}", m, position.to_fen());
        }
    }

    #[test]
    fn a_captured_piece_is_the_one_handed_off(line in lines()) {
        line.visit(|position| {
            let mut handoffs = PieceTypes::NONE;
            for m in stage(position, Stage::All) {
                let handoff = position.clone().make(m, &mut ());
                if let Some(handoff) = handoff {
                    handoffs = handoffs.with(handoff.piece);
                    prop_assert_eq!(position.captured(m), Some(handoff.piece), "{:?}", m);
                }
                let men = |position: &Position| position.occupied().count();
                let lost = men(position) + usize::from(m.is_drop()) - men(&after(position, m));
                prop_assert_eq!(position.captured(m).is_some(), lost == 1, "{:?}", m);
            }
            prop_assert_eq!(position.possible_handoffs(), handoffs, "{}", position.to_fen());
            Ok(())
        })?;
    }

    #[test]
    fn a_quiet_move_is_one_that_is_not_generated_among_the_captures(line in lines()) {
        line.visit(|position| {
            prop_assert!(stage(position, Stage::Captures).iter().all(|&m| !position.is_quiet(m)));
            for quiet in [Stage::Quiets, Stage::Drops] {
                prop_assert!(stage(position, quiet).iter().all(|&m| position.is_quiet(m)));
            }
            Ok(())
        })?;
    }

    /// Castling, en passant and promotions may open lines of their own.
    #[test]
    fn a_move_gives_check_from_a_check_square_or_by_discovery(line in lines()) {
        line.visit(|position| {
            let check_squares = position.check_squares();
            let discoverers = position.discoverers();
            for m in stage(position, Stage::All) {
                let gives_check = after(position, m).in_check();
                let is_direct = check_squares.is_check(position, m);
                let fen = position.to_fen();
                match m.kind() {
                    MoveKind::Drop { .. } => prop_assert_eq!(is_direct, gives_check, "{}", fen),
                    MoveKind::Normal { from, .. } => {
                        prop_assert!(gives_check || !is_direct, "{:?} in {}", m, fen);
                        let may_discover = discoverers.contains(from);
                        prop_assert!(is_direct || may_discover || !gives_check, "{:?} {}", m, fen);
                    }
                    _ => {}
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn an_observer_can_keep_the_board(line in lines()) {
        let mut position = line.start.clone();
        let mut mirror = Mirror::of(&position);
        for &step in &line.steps {
            take(&mut position, step, &mut mirror);
            prop_assert_eq!(&mirror, &Mirror::of(&position), "{}", position.to_fen());
        }
    }

    #[test]
    fn a_position_read_back_from_its_fen_is_written_the_same(line in lines()) {
        line.visit(|position| {
            let fen = position.to_fen();
            let again = read(&fen, position);
            prop_assert_eq!(again.to_fen(), &fen[..]);
            Ok(())
        })?;
    }

    /// Under these rules a FEN is complete: no right outlives a drop, and a dropped pawn is like
    /// any other.
    #[test]
    fn a_position_that_remembers_nothing_keeps_key_and_moves_in_a_fen(
        line in lines_under(proptest::sample::select(&[MoveRules::USCF, MoveRules::WBN][..]))
    ) {
        line.visit(|position| {
            let again = read(&position.to_fen(), position);
            let name = |position: &Position| match position.variant() {
                Variant::Bughouse | Variant::Crazyhouse => position.key(),
                Variant::Chess => position.repetition_key(), // no FEN has its promoted marks
            };
            prop_assert_eq!(name(&again), name(position), "{}", position.to_fen());
            prop_assert_eq!(again.placement_key(), position.placement_key());
            prop_assert_eq!(set(&again.legal_moves()), set(&position.legal_moves()));
            Ok(())
        })?;
    }

    #[test]
    fn two_boards_stay_two_sets(
        rules in rules(),
        numbers in (0u16..960, 0u16..960),
        choices in proptest::collection::vec((any::<bool>(), any::<u16>()), 0..300),
    ) {
        let board = |number| {
            let setup = Setup::chess960(number).expect("a number below 960");
            Position::from_setup(&setup, Variant::Bughouse, rules).expect("every start is sound")
        };
        let mut boards = Boards::new(board(numbers.0), board(numbers.1));
        for (first, number) in choices {
            let seat = boards.on_turn(if first { BoardId::A } else { BoardId::B });
            let position = boards.position(seat.board);
            let captures = stage(position, Stage::Captures);
            let accepted = accepted_moves(position).to_vec();
            let moves = if number % 2 == 0 && !captures.is_empty() { captures } else { accepted };
            if moves.is_empty() {
                continue;
            }
            let m = moves[usize::from(number / 2) % moves.len()];
            let handoff = boards.play(seat, m).expect("an accepted move on turn");
            prop_assert!(handoff.is_none_or(|handoff| handoff.color == !seat.color));
            prop_assert!(boards.is_two_sets(), "after {:?} by {}", m, seat);
            prop_assert_eq!(men(&boards), 64);
        }
    }
}

/// Number of pieces on both boards and in all four holdings.
fn men(boards: &Boards) -> usize {
    let of_one = |board| {
        let position = boards.position(board);
        let held = Color::ALL.map(|color| position.holdings(color).total());
        position.occupied().count() + held.iter().sum::<usize>()
    };
    BoardId::ALL.into_iter().map(of_one).sum()
}

fn read(fen: &str, like: &Position) -> Position {
    Fen::position(fen, like.variant(), like.rules())
        .unwrap_or_else(|error| panic!("{fen} was written by us: {error}"))
}

/// A board that is kept up to date by an observer alone.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Mirror {
    men: [Option<(Piece, bool)>; 64],
    holdings: [Holdings; 2],
}

impl Mirror {
    fn of(position: &Position) -> Self {
        let mut men = [None; 64];
        for square in Square::all() {
            let promoted = position.promoted().contains(square);
            men[square.index()] = position.piece_at(square).map(|piece| (piece, promoted));
        }
        Self { men, holdings: Color::ALL.map(|color| position.holdings(color)) }
    }
}

impl Observer for Mirror {
    fn placed(&mut self, piece: Piece, square: Square, promoted: bool) {
        let before = self.men[square.index()].replace((piece, promoted));
        assert_eq!(before, None, "a man was placed on {square}, which was not empty");
    }

    fn removed(&mut self, piece: Piece, square: Square, promoted: bool) {
        let before = self.men[square.index()].take();
        assert_eq!(before, Some((piece, promoted)), "something else left {square}");
    }

    fn held(&mut self, color: Color, piece: PieceType, count: u8) {
        self.holdings[color.index()].set(piece, count);
    }
}

#[test]
fn chess960_has_960_starts_and_number_518_is_the_usual_one() {
    let start = |number| {
        let setup = Setup::chess960(number).expect("a number below 960");
        Position::from_setup(&setup, Variant::Bughouse, MoveRules::FICS).expect("a sound start")
    };
    let keys: HashSet<_> = (0..960).map(|number| start(number).key()).collect();
    assert_eq!(keys.len(), 960);
    assert!(Setup::chess960(960).is_none());
    let usual = Position::start(Variant::Bughouse, MoveRules::FICS);
    assert_eq!(start(518).key(), usual.key());
    for number in 0..960 {
        let start = start(number);
        let bishops = start.pieces(Color::White, PieceType::Bishop);
        let light = Bitboard(0x55aa_55aa_55aa_55aa);
        assert_eq!((bishops & light).count(), 1, "{number} has its bishops on one color");
        let homes = tandem_rules::CastlingSide::ALL
            .map(|side| start.castling().home(Color::White, side).expect("rooks start at home"));
        let king = start.king(Color::White);
        assert!(homes[1] < king && king < homes[0], "{number} has its king between the rooks");
    }
}

/// Some rule sets let a king be captured that was left in check.
#[test]
fn a_pawn_takes_a_king_on_the_last_rank_by_promoting() {
    let fen = "4k3/2P5/8/8/8/8/8/4K3[] b - - 0 1";
    let position = Fen::position(fen, Variant::Bughouse, MoveRules::HAWAII).expect("it is sound");
    let [c7, c8, d8, e8] =
        ["c7", "c8", "d8", "e8"].map(|name| name.parse::<Square>().expect("these are squares"));
    let next = after(&position, Move::normal(e8, d8));
    let takes = |m| next.captures_king(m);
    assert!(takes(Move::promotion(c7, d8, PieceType::Queen)));
    assert!(!takes(Move::promotion(c7, c8, PieceType::Queen)));
    assert!(!takes(Move::normal(c7, d8)), "a pawn cannot stay one there");
}
