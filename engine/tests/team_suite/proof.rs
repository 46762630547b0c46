//! Proofs that the expected answers follow from the rules.

use tandem_rules::{Boards, Move, PieceType, Position};

use super::boards::Scene;
use super::handoffs::Length;
use super::row::{Answer, Proof, Row};

/// Checks that the answer of a row follows from the rules.
///
/// # Panics
/// If the answer does not follow.
pub(crate) fn assert_follows(row: &Row) {
    let (scene, name) = (&row.scene, row.name());
    assert!(scene.boards.is_on_turn(scene.seat), "{name}: not on turn");
    assert!(row.theme != "race" || scene.is_threatened(), "{name}: nobody else mates");
    assert_other_board_is_undecided(row, &name);
    match (row.proof, &row.answer) {
        (Proof::MatesAtOnce, Answer::Play(moves)) => assert_same(&scene.mating(), moves, &name),
        (Proof::Mates(piece), Answer::Play(moves)) => {
            let all: Vec<_> = scene.moves().into_iter().filter(|&m| scene.forces_mate(m)).collect();
            assert_same(&all, moves, &name);
            assert_needed(scene, piece, &name);
            let is_faster = |found: Vec<Move>| found.iter().any(|m| !moves.contains(m));
            let helps =
                is_faster(scene.gifts(Length::AtOnce)) || !scene.awaited(Length::AtOnce).is_empty();
            assert!(!helps, "{name}: the two boards win together");
        }
        (Proof::Gives(length), Answer::Play(moves)) => assert_gives(row, length, moves),
        (Proof::Awaits(length), Answer::Sit(_)) => assert_awaits(row, length),
        (Proof::Leaks, answer) => assert_loses(row, &scene.leaking(), answer),
        (Proof::Mated(within), Answer::Sit(_)) => {
            assert!(scene.is_mated(within), "{name}: some move holds");
            assert_loses(row, &scene.moves(), &row.answer);
        }
        (Proof::Mated(within), answer) => assert_loses(row, &scene.mated(within), answer),
        (Proof::Behind, Answer::Go) => {
            let holds = |&m: &Move| !scene.leaks(m) && !scene.is_mated_after(m, 2);
            assert!(scene.moves().iter().any(holds), "{name}: every move loses");
            assert!(!row.may_sit() && !scene.has_mate(), "{name}: no need to");
        }
        (Proof::Saves, Answer::Play(moves)) => assert_saves(row, moves),
        _ => panic!("{name}: what is to be proved?"),
    }
}

/// Checks that nobody has a mate on the other board already: the partner would play it, and the
/// diagonal opponent would be faster than anything but a mate at once.
fn assert_other_board_is_undecided(row: &Row, name: &str) {
    let (scene, is_partners) = (&row.scene, row.scene.partner_is_on_turn());
    let is_decided = match row.proof {
        Proof::MatesAtOnce => is_partners && scene.other_mates_at_once(),
        Proof::Mates(_) => scene.other_mates_at_once(),
        _ => scene.other_mates(),
    };
    assert!(!is_decided, "{name}: the other board is decided");
}

fn assert_gives(row: &Row, length: Length, moves: &[Move]) {
    let (scene, name) = (&row.scene, row.name());
    let gifts = scene.gifts(length);
    assert!(!gifts.is_empty(), "{name}: no gift");
    assert!(!scene.has_mate() && !awaits_anything(scene), "{name}: no need to");
    let is_only = scene.gifts(length.other()).is_empty();
    assert!(is_only, "{name}: another capture mates, sooner or later");
    let is_sacrifice = gifts.iter().all(|&m| scene.is_sacrifice(m));
    assert!(row.theme != "sacrifice" || is_sacrifice, "{name}: nothing is sacrificed");
    let wins: Vec<Move> = gifts.into_iter().chain(scene.mating()).collect();
    assert_same(&wins, moves, &name);
}

fn assert_awaits(row: &Row, length: Length) {
    let (scene, name) = (&row.scene, row.name());
    assert!(!scene.awaited(length).is_empty(), "{name}: nothing comes");
    assert!(scene.has_no_mate() && !gives_anything(scene), "{name}: no need to");
    let is_only = scene.awaited(length.other()).is_empty();
    assert!(is_only, "{name}: another capture mates, sooner or later");
}

fn gives_anything(scene: &Scene) -> bool {
    Length::ALL.iter().any(|&length| !scene.gifts(length).is_empty())
}

fn awaits_anything(scene: &Scene) -> bool {
    Length::ALL.iter().any(|&length| !scene.awaited(length).is_empty())
}

/// Checks an answer for a seat some of whose moves lose.
fn assert_loses(row: &Row, losing: &[Move], answer: &Answer) {
    let (scene, name) = (&row.scene, row.name());
    assert!(!scene.has_mate(), "{name}: it may be in time");
    let helps = gives_anything(scene) || awaits_anything(scene);
    assert!(!helps, "{name}: the two boards win together");
    let others: Vec<Move> = scene.moves().into_iter().filter(|m| !losing.contains(m)).collect();
    match answer {
        Answer::Not(moves) => {
            assert_same(losing, moves, &name);
            assert!(!others.is_empty(), "{name}: nothing is left");
        }
        Answer::Play(moves) => {
            assert_same(&others, moves, &name);
            assert!(!losing.is_empty() && !row.may_sit(), "{name}: it may sit");
            let holds = |&m: &Move| !scene.after(m).has_mate();
            assert!(others.iter().any(holds), "{name}: the other moves are mated too");
        }
        Answer::Sit(at_least) => {
            let [own, diagonal] = [scene.seat, scene.seat.diagonal()].map(|seat| row.shows(seat));
            let is_in_time = scene.partner_is_on_turn() || *at_least >= diagonal;
            assert!(row.may_sit() && is_in_time && own > *at_least, "{name}: no time to sit");
            assert!(others.is_empty(), "{name}: {others:?} do not lose");
        }
        Answer::Go => panic!("{name}: which of the moves?"),
    }
}

fn assert_saves(row: &Row, moves: &[Move]) {
    let (scene, name) = (&row.scene, row.name());
    assert!(scene.mating().is_empty(), "{name}: no need to");
    assert!(!moves.is_empty(), "{name}: nothing saves");
    assert_same(&scene.saving(), moves, &name);
    let [partner, opponent] =
        [scene.seat.partner(), scene.seat.opponent()].map(|seat| row.shows(seat));
    assert!(partner < opponent, "{name}: the partner can sit longer");
    let holds = |&m: &Move| !scene.is_mated_after(m, 1);
    assert!(moves.iter().any(holds), "{name}: every capture is mated");
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
