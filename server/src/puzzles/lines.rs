//! The lines of a solution, move by move, and the hint at their first move.

use tandem_rules::{BoardId, Boards, Handoff, PieceType, Seat};

use crate::look::{PositionError, boards_of, fens, squares};
use crate::message::{PuzzleKind, PuzzleStep};
use crate::services::FoundPuzzle;

/// The seat that a line of the solution begins with. What must not be given mates the partner.
fn beginner(found: &FoundPuzzle) -> Seat {
    match found.kind {
        PuzzleKind::Give => found.seat.diagonal(),
        PuzzleKind::Mate | PuzzleKind::Take | PuzzleKind::Need | PuzzleKind::Sit => found.seat,
    }
}

/// The lines of a solution, move by move, each from the position of the puzzle. A line whose move
/// cannot be made ends before it.
pub(super) fn steps(found: &FoundPuzzle) -> Result<Vec<Vec<PuzzleStep>>, PositionError> {
    let (start, _) = boards_of(&found.position)?;
    let seat = beginner(found);
    let pieces = match found.kind {
        PuzzleKind::Need => &found.solution.answers,
        _ => &found.solution.pieces,
    };
    let line = |(at, line): (usize, &Vec<String>)| {
        let mut boards = start.clone();
        if let Some(piece) = pieces.get(at).and_then(|letter| dropped(&format!("{letter}@"))) {
            boards.hand_over(seat.board, Handoff { color: seat.color, piece });
        }
        line.iter().map_while(|san| step(&mut boards, seat.board, san)).collect()
    };
    Ok(found.solution.lines.iter().enumerate().map(line).collect())
}

/// The first move of a solution; `None` where its answer is no move.
pub(super) fn first(found: &FoundPuzzle) -> Result<Option<PuzzleStep>, PositionError> {
    match found.kind {
        PuzzleKind::Sit => Ok(None),
        PuzzleKind::Mate | PuzzleKind::Take | PuzzleKind::Need | PuzzleKind::Give => {
            Ok(steps(found)?.into_iter().flatten().next())
        }
    }
}

/// Makes a move of a line; a piece that is not held arrives before it is dropped.
fn step(boards: &mut Boards, board: BoardId, san: &str) -> Option<PuzzleStep> {
    let mover = boards.on_turn(board);
    if let Some(piece) = dropped(san)
        && !boards.position(board).holdings(mover.color).has(piece)
    {
        boards.hand_over(board, Handoff { color: mover.color, piece });
    }
    let m = boards.position(board).parse_san(san).ok()?;
    boards.play(mover, m).ok()?;
    Some(PuzzleStep { san: san.to_owned(), squares: squares(m), fens: fens(boards) })
}

/// The piece that a move drops, as in `N@f8`.
pub(super) fn dropped(text: &str) -> Option<PieceType> {
    let (letter, _) = text.split_once('@')?;
    PieceType::DROPPABLE.into_iter().find(|piece| letter.chars().eq([piece.to_char()]))
}
