//! Counts the sequences of moves on two boards, between which captured pieces are handed over.
//!
//! ```sh
//! cargo run --release --features rayon --example perft_two_boards -- 3
//! ```

use std::io::{self, Write};

use tandem_rules::perft::perft_boards_split;
use tandem_rules::{BoardId, Boards, MoveRules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let depth = words.next().map_or(Ok(3), |depth| depth.parse())?;
    let boards = match words.next() {
        Some(bfen) => bfen.parse()?,
        None => Boards::start(MoveRules::default()),
    };
    count(&boards, depth, &mut io::stdout().lock())?;
    Ok(())
}

/// Writes the count of each first move, and the sum.
pub(crate) fn count(boards: &Boards, depth: u32, out: &mut impl Write) -> io::Result<()> {
    let split = perft_boards_split(boards, &BoardId::ALL, depth);
    for ((board, m), leaves) in &split {
        let m = boards.position(*board).coordinate(*m);
        writeln!(out, "{board} {m}: {leaves}")?;
    }
    let sum: u64 = split.iter().map(|(_, leaves)| leaves).sum();
    writeln!(out, "{sum}")
}
