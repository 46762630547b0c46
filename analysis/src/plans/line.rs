//! The line that follows a plan, on both boards in the order in which it happens.

use tandem_engine::Info;
use tandem_rules::{BoardId, Boards, Move, PieceTypes, Seat};

use super::Step;
use super::branch::Branch;
use crate::scene::Scene;

/// The most moves of a line.
const LONGEST: usize = 12;

/// The moves of a plan, then those of the lines of both boards: one on each board in turn, as far as
/// they can be played.
pub(super) fn of(scene: &Scene, branch: &Branch, lines: &[Option<Info>; 2]) -> Vec<Step> {
    let mut boards = scene.boards.clone();
    let mut steps = Vec::new();
    for made in &branch.made {
        steps.extend(step(&mut boards, made.seat, made.m));
    }
    let mut rest = BoardId::ALL.map(|board| {
        let pv = lines[board.index()].as_ref().map(|line| line.pv.as_slice());
        pv.unwrap_or_default().iter().copied()
    });
    let mut board = next_board(branch);
    let mut is_over = [false; 2];
    while steps.len() < LONGEST && is_over != [true; 2] {
        let mover = boards.on_turn(board);
        let made = rest[board.index()].next().and_then(|m| step(&mut boards, mover, m));
        match made {
            Some(made) => {
                steps.push(made);
                let standing = boards.position(board);
                if standing.in_check() && standing.count_legal() == 0 {
                    break; // the game is over
                }
            }
            None => is_over[board.index()] = true,
        }
        board = board.other();
    }
    steps
}

/// The board on which the line goes on: that of the player who has got a piece, or else board A.
fn next_board(branch: &Branch) -> BoardId {
    let boards = &branch.scene.boards;
    let handed = branch.made.iter().rev().find_map(|made| {
        let receiver = made.seat.partner();
        (made.handoff.is_some() && boards.is_on_turn(receiver)).then_some(receiver.board)
    });
    handed.unwrap_or(BoardId::A)
}

fn step(boards: &mut Boards, seat: Seat, m: Move) -> Option<Step> {
    let position = boards.position(seat.board).clone();
    let handoff = boards.play(seat, m).ok()?;
    let (coordinates, san) =
        (position.coordinate(m).to_string(), position.san(m, PieceTypes::DROPPABLE));
    Some(Step { seat, m, coordinates, san, handoff })
}
