//! Replays the games of a BPGN file: prints the last position of both boards and the result.
//!
//! ```sh
//! cargo run --example replay_bpgn -- examples/short.bpgn
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use tandem_rules::BoardId;
use tandem_rules::notation::bpgn::Reader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a BPGN file")?;
    replay(BufReader::new(File::open(path)?), &mut io::stdout().lock())?;
    Ok(())
}

/// Writes a few lines for each game, or one for a game that cannot be read.
pub(crate) fn replay(input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    for read in Reader::new(input) {
        let game = match read {
            Ok(read) => read.record,
            Err(fault) => {
                writeln!(out, "{fault}")?;
                continue;
            }
        };
        let name = |tag: &str| game.tag(tag).unwrap_or("?").to_owned();
        for board in BoardId::ALL {
            let [white, black] = ["White", "Black"].map(|color| name(&format!("{color}{board}")));
            writeln!(out, "{board}: {white} - {black}")?;
            writeln!(out, "{}", game.boards().position(board))?;
        }
        let moves = game.plies().len();
        writeln!(out, "{} after {moves} moves: {}", game.result(), game.reason().unwrap_or("?"))?;
    }
    Ok(())
}
