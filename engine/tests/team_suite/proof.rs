//! Proofs that the expected answers follow from the rules.

use tandem_rules::{Boards, Millis, Move, PieceType, Position};

use crate::boards::Scene;
use crate::row::{Answer, Proof, Row};

/// Checks that the answer of a row follows from the rules.
///
/// # Panics
/// If the answer does not follow.
pub(crate) fn assert_follows(row: &Row) {
    let (scene, name) = (&row.scene, row.name());
    assert!(scene.boards.is_on_turn(scene.seat), "{name}: not on turn");
    assert!(row.theme != "race" || scene.is_threatened(), "{name}: nobody else mates");
    match (&row.proof, &row.answer) {
        (Proof::MatesAtOnce, Answer::Play(moves)) => assert_same(&scene.mating(), moves, &name),
        (Proof::Mates(piece), Answer::Play(moves)) => {
            let misses: Vec<_> = moves.iter().filter(|&&m| !scene.forces_mate(m)).collect();
            assert!(misses.is_empty(), "{name}: {misses:?} do not mate");
            assert_needed(scene, *piece, &name);
        }
        (Proof::Gives, Answer::Play(moves)) => {
            let wins: Vec<Move> = scene.gifts().into_iter().chain(scene.mating()).collect();
            assert!(!scene.gifts().is_empty(), "{name}: no gift");
            assert!(!scene.has_mate() && !scene.partner_mates(), "{name}: no need to");
            assert_same(&wins, moves, &name);
        }
        (Proof::Leaks, Answer::Not(moves)) => {
            assert_same(&scene.leaking(), moves, &name);
            assert!(scene.moves().len() > moves.len(), "{name}: nothing is left");
            assert!(!scene.has_mate(), "{name}: it may be in time");
        }
        (Proof::Leaks, Answer::Sit(at_least)) => {
            assert_same(&scene.leaking(), &scene.moves(), &name);
            assert!(!scene.has_mate(), "{name}: it may be in time");
            assert_time_to_sit(row, *at_least, &name);
        }
        (Proof::Awaits, Answer::Sit(_)) => {
            assert!(scene.awaits(), "{name}: nothing comes");
            assert!(scene.has_no_mate() && scene.gifts().is_empty(), "{name}: no need to");
        }
        (Proof::Mated(within), Answer::Sit(at_least)) => {
            assert!(scene.is_mated(*within), "{name}: some move holds");
            assert!(scene.gifts().is_empty(), "{name}: some move wins elsewhere");
            assert_time_to_sit(row, *at_least, &name);
        }
        (Proof::Behind, Answer::Go) => {
            let [own, diagonal] = [scene.seat, scene.seat.diagonal()].map(|seat| row.shows(seat));
            assert!(!scene.partner_is_on_turn() && own < diagonal, "{name}: it may sit");
            assert!(!scene.is_mated(2), "{name}: every move is mated");
        }
        _ => panic!("{name}: what is to be proved?"),
    }
}

fn assert_same(found: &[Move], expected: &[Move], name: &str) {
    let missing: Vec<_> = found.iter().filter(|m| !expected.contains(m)).collect();
    let wrong: Vec<_> = expected.iter().filter(|m| !found.contains(m)).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "{name}: {missing:?} missing, {wrong:?} wrong");
}

/// Checks that there is no mate by checks without such a piece in hand.
fn assert_needed(scene: &Scene, piece: Option<PieceType>, name: &str) {
    let Some(piece) = piece else { return };
    let without = Scene { boards: without(scene, piece), seat: scene.seat };
    assert!(without.has_no_mate(), "{name}: {piece} is not needed");
}

fn without(scene: &Scene, piece: PieceType) -> Boards {
    let mut own: Position = scene.own().clone();
    let mut held = own.holdings(scene.seat.color);
    assert!(held.has(piece), "{piece} is held");
    held.set(piece, 0);
    own.set_holdings(scene.seat.color, held, &mut ());
    let mut boards = scene.boards.clone();
    boards.set_position(scene.seat.board, own);
    boards
}

/// Checks that we can sit: help may come meanwhile, or the diagonal's flag falls first and within
/// this time.
fn assert_time_to_sit(row: &Row, at_least: Millis, name: &str) {
    let seat = row.scene.seat;
    let [own, diagonal] = [seat, seat.diagonal()].map(|seat| row.shows(seat));
    let is_in_time = row.scene.partner_is_on_turn() || own > diagonal && at_least >= diagonal;
    assert!(is_in_time && own > at_least, "{name}: no time to sit");
}
