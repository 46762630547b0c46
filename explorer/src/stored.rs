//! Boards in blocks: starts, arrivals, moves and times.

use bytes::{Buf, BufMut};
use tandem_rules::notation::Fen;
use tandem_rules::{Color, Handoff, Move, MoveRules, PieceType, Position, Setup, Variant};

use crate::board::{Arrival, Arrivals, Board, BoardFault, PlayedMove};
use crate::time::TimeCode;
use crate::varint;

/// Mark of an arrival among the moves: no move has this bit.
const ARRIVAL: u16 = 1 << 15;
/// Bit of the color of a piece that arrives.
const BLACK: u16 = 1 << 3;

/// The start, the arrivals and the moves of a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Events {
    pub(crate) start: Option<Box<Setup>>,
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) moves: Vec<PlayedMove>,
}

/// Appends a board to its block: the length and text of its start, the number of its events, these
/// events, and the times of its moves.
pub(crate) fn put(board: &Board, block: &mut Vec<u8>) -> Result<(), BoardFault> {
    let start = match &board.start {
        Some(start) => Position::from_setup(start, Variant::Bughouse, board.rules.moves)?.to_fen(),
        None => String::new(),
    };
    varint::put(block, start.len() as u64);
    block.extend(start.bytes());
    let arrivals: &[Arrival] = match &board.arrivals {
        Arrivals::Known(arrivals) => arrivals,
        Arrivals::Unknown => &[],
    };
    varint::put(block, (arrivals.len() + board.moves.len()) as u64);
    let mut arrivals = arrivals.iter().peekable();
    for (ply, played) in board.moves.iter().enumerate() {
        while let Some(arrival) = arrivals.next_if(|arrival| usize::from(arrival.ply) <= ply) {
            block.put_u16_le(arrival_bits(arrival.piece));
        }
        block.put_u16_le(played.m.bits());
    }
    block.extend(board.moves.iter().map(|played| TimeCode::of(played.time).0));
    Ok(())
}

fn arrival_bits(piece: Handoff) -> u16 {
    let color = if piece.color == Color::Black { BLACK } else { 0 };
    ARRIVAL | color | piece.piece.index() as u16
}

fn arrival(bits: u16) -> Option<Handoff> {
    let color = if bits & BLACK == 0 { Color::White } else { Color::Black };
    let piece = PieceType::from_index(bits & !(ARRIVAL | BLACK))?;
    (piece != PieceType::King).then_some(Handoff { color, piece })
}

/// Reads the board with this index in a block; `None` if there is none.
pub(crate) fn get(mut block: &[u8], index: u32, rules: MoveRules) -> Option<Events> {
    for _ in 0..index {
        skip(&mut block)?;
    }
    let length = number(&mut block)?;
    let start = match block.split_off(..length)? {
        [] => None,
        text => {
            let text = std::str::from_utf8(text).ok()?;
            let position = Fen::position(text, Variant::Bughouse, rules).ok()?;
            Some(Box::new(position.to_setup()))
        }
    };
    let count = number(&mut block)?;
    let mut events = block.split_off(..count.checked_mul(2)?)?;
    let (mut arrivals, mut moves) = (Vec::new(), Vec::new());
    while let Ok(bits) = events.try_get_u16_le() {
        match bits & ARRIVAL {
            0 => moves.push(PlayedMove { m: Move::from_bits(bits)?, time: None }),
            _ => arrivals.push(Arrival { ply: moves.len() as u16, piece: arrival(bits)? }),
        }
    }
    let times = block.split_off(..moves.len())?;
    for (played, &code) in moves.iter_mut().zip(times) {
        played.time = TimeCode(code).time();
    }
    Some(Events { start, arrivals, moves })
}

/// Skips a board.
fn skip(block: &mut &[u8]) -> Option<()> {
    let length = number(block)?;
    block.split_off(..length)?;
    let count = number(block)?;
    let events = block.split_off(..count.checked_mul(2)?)?;
    let is_move = |event: &&[u8]| event[1] & (ARRIVAL >> 8) as u8 == 0;
    let moves = events.chunks_exact(2).filter(is_move).count();
    block.split_off(..moves)?;
    Some(())
}

fn number(block: &mut &[u8]) -> Option<usize> {
    let number = varint::get(|| block.split_off_first().copied().ok_or(())).ok()??;
    usize::try_from(number).ok()
}
