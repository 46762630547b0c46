//! Lists the drops that are legal in a position.
//!
//! ```sh
//! cargo run --example drops -- '4k3/8/8/8/8/8/4r3/4K3[Np] w - - 0 1'
//! ```

use std::io::{self, Write};

use tandem_rules::{PieceType, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).ok_or("give a FEN with holdings in brackets")?;
    list(&fen.parse()?, &mut io::stdout().lock())?;
    Ok(())
}

/// Writes a line for each piece type that the side to move holds; `+` marks a check.
pub(crate) fn list(position: &Position, out: &mut impl Write) -> io::Result<()> {
    for (piece, count) in position.holdings(position.side_to_move()).iter() {
        write!(out, "{count} {piece}:")?;
        for m in position.legal_drops().into_iter().filter(|m| is_of(*m, piece)) {
            let check = if position.gives_check(m) { "+" } else { "" };
            write!(out, " {m}{check}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn is_of(m: tandem_rules::Move, piece: PieceType) -> bool {
    matches!(m.kind(), tandem_rules::MoveKind::Drop { piece: dropped, .. } if dropped == piece)
}
