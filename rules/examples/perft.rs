//! Leaf counts of one position on one thread, to check them and to measure the generator:
//!
//! ```text
//! cargo run --release -p tandem-rules --example perft -- \
//!     --variant bughouse --fen "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1" --depth 4 [--count] [--split]
//! ```
//!
//! It prints `leaves seconds`. `--count` counts the last ply without listing its moves; `--split`
//! names the leaves below each move instead.
#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::process::ExitCode;
use std::time::Instant;

use tandem_rules::notation::Fen;
use tandem_rules::perft::{perft, perft_counting, perft_split};
use tandem_rules::{MoveRules, Position, Variant};

struct Options {
    variant: Variant,
    fen: Option<String>,
    depth: u32,
    count: bool,
    split: bool,
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let position = position(options)?;
    if options.split {
        for (m, leaves) in perft_split(&position, options.depth) {
            println!("{m:?}: {leaves}");
        }
        return Ok(());
    }
    let start = Instant::now();
    let leaves = match options.count {
        true => perft_counting(&position, options.depth),
        false => perft(&position, options.depth),
    };
    println!("{leaves} {:.3}", start.elapsed().as_secs_f64());
    Ok(())
}

fn position(options: &Options) -> Result<Position, String> {
    let rules = MoveRules::USCF;
    let Some(fen) = &options.fen else { return Ok(Position::start(options.variant, rules)) };
    Fen::position(fen, options.variant, rules).map_err(|error| format!("`{fen}`: {error}"))
}

fn options(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options =
        Options { variant: Variant::Bughouse, fen: None, depth: 5, count: false, split: false };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
        match word.as_str() {
            "--variant" => options.variant = variant(&value()?)?,
            "--fen" => options.fen = Some(value()?),
            "--depth" => {
                let text = value()?;
                options.depth = text.parse().map_err(|_| format!("`{text}` is no depth"))?;
            }
            "--count" => options.count = true,
            "--split" => options.split = true,
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(options)
}

fn variant(name: &str) -> Result<Variant, String> {
    match name {
        "bughouse" => Ok(Variant::Bughouse),
        "crazyhouse" => Ok(Variant::Crazyhouse),
        "chess" => Ok(Variant::Chess),
        _ => Err(format!("unknown variant `{name}`, expected bughouse, crazyhouse or chess")),
    }
}
