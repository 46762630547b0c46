//! Boards in blocks: starts, arrivals, moves, times and orders.

use bytes::{Buf, BufMut};
use tandem_rules::notation::Fen;
use tandem_rules::{Color, Handoff, Move, MoveRules, PieceType, Position, Setup, Variant};

use crate::board::{Arrival, Arrivals, Board, BoardFault, PlayedMove};
use crate::time::TimeCode;
use crate::varint;

/// Mark of an arrival among the moves: no move has this bit.
const ARRIVAL: u16 = 1 << 15;
/// Mark of an order, which a board without moves has as well.
const ORDER: u8 = 1;
/// Bit of the color of a piece that arrives.
const BLACK: u16 = 1 << 3;

/// The start, the arrivals, the moves and the order of a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Events {
    pub(crate) start: Option<Box<Setup>>,
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) moves: Vec<PlayedMove>,
    pub(crate) order: Option<Vec<u16>>,
}

/// Appends a board to its block, behind its length: the length and text of its start, the number of
/// its events, these events, the times of its moves, and their order.
pub(crate) fn put(board: &Board, block: &mut Vec<u8>) -> Result<(), BoardFault> {
    let mut bytes = Vec::new();
    put_events(board, &mut bytes)?;
    varint::put(block, bytes.len() as u64);
    block.extend(bytes);
    Ok(())
}

fn put_events(board: &Board, block: &mut Vec<u8>) -> Result<(), BoardFault> {
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
    if let Some(order) = &board.order {
        block.push(ORDER);
        let mut last = 0;
        for &made in order {
            varint::put(block, u64::from(made - last));
            last = made;
        }
    }
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
        let length = number(&mut block)?;
        block.split_off(..length)?;
    }
    let length = number(&mut block)?;
    let mut block = block.split_off(..length)?;
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
    let order = match block {
        [] => None,
        [ORDER, rest @ ..] => Some(order(rest, moves.len())?),
        _ => return None,
    };
    Some(Events { start, arrivals, moves, order })
}

/// The order of moves, which is the rest of a board; `None` if it cannot be read.
fn order(mut block: &[u8], moves: usize) -> Option<Vec<u16>> {
    let (mut order, mut made) = (Vec::with_capacity(moves), 0_u16);
    for _ in 0..moves {
        made = made.checked_add(u16::try_from(number(&mut block)?).ok()?)?;
        order.push(made);
    }
    block.is_empty().then_some(order)
}

fn number(block: &mut &[u8]) -> Option<usize> {
    let number = varint::get(|| block.split_off_first().copied().ok_or(())).ok()??;
    usize::try_from(number).ok()
}
