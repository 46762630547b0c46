//! `tandem genfens`: start positions for the data generation of testing frameworks.

use std::fs;
use std::io::{Write, stdout};

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::openings::{OpeningFile, RandomOpenings};
use tandem_rules::notation::bpgn::ReadOptions;
use tandem_rules::{BoardId, Boards, Preset, Variant};

/// Random plies from the usual start.
const PLIES: usize = 8;

/// Writes start positions, as OpenBench asks for them.
///
/// The words are `genfens N seed S book FILE`, in one argument or several; `book None`, or no book,
/// means random moves from the start. `variant crazyhouse` or `variant bughouse` asks for positions of
/// another game than chess. The same words give the same positions on any machine.
#[derive(Args)]
pub(crate) struct GenfensArgs {
    /// `genfens N seed S book FILE`
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    words: Vec<String>,
}

/// The words as values.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    count: usize,
    seed: u64,
    book: Option<String>,
    variant: Variant,
}

impl Wish {
    fn read(text: &str) -> anyhow::Result<Self> {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"genfens");
        let count = words.next().unwrap_or_default();
        let count =
            count.parse().with_context(|| format!("`{count}` is no number of positions"))?;
        let mut wish = Self { count, seed: 0, book: None, variant: Variant::Chess };
        while let Some(word) = words.next().filter(|word| *word != "quit") {
            let value = words.next().with_context(|| format!("`{word}` lacks its value"))?;
            match word {
                "seed" => {
                    wish.seed = value.parse().with_context(|| format!("`{value}` is no seed"))?;
                }
                "book" => {
                    wish.book = (!value.eq_ignore_ascii_case("none")).then(|| value.to_owned());
                }
                "variant" => wish.variant = value.parse()?,
                _ => bail!("`{word}` is not among `seed`, `book` and `variant`"),
            }
        }
        Ok(wish)
    }
}

pub(crate) fn run(args: &GenfensArgs) -> anyhow::Result<()> {
    let wish = Wish::read(&args.words.join(" "))?;
    let rules = Preset::usual(wish.variant).rules().moves;
    let random = RandomOpenings {
        seed: wish.seed,
        plies: PLIES,
        variant: wish.variant,
        rules,
        chess960: false,
        gifts: false,
    };
    let book = match &wish.book {
        None => None,
        Some(path) => {
            let bytes = fs::read(path).with_context(|| format!("cannot read `{path}`"))?;
            let options = ReadOptions { variant: wish.variant, rules };
            let read = OpeningFile::read(&bytes, options);
            Some(read.with_context(|| format!("`{path}`"))?.shuffled(wish.seed))
        }
    };
    for at in 0..wish.count {
        let boards = match &book {
            Some(book) => book.of_pair(at).boards().clone(),
            None => random.of_pair(at, |_| true).boards().clone(),
        };
        writeln!(stdout(), "info string genfens {}", text(&boards))?;
    }
    Ok(())
}

fn text(boards: &Boards) -> String {
    let fens = boards.in_play().iter().map(|&board: &BoardId| boards.position(board).to_string());
    fens.collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_framework_are_read() {
        for (text, count, seed, book) in [
            ("genfens 100 seed 5 book None quit", 100, 5, None),
            ("7 seed 18446744073709551615 book a.epd", 7, u64::MAX, Some("a.epd")),
            ("genfens 1", 1, 0, None),
        ] {
            let book = book.map(str::to_owned);
            let wish = Wish { count, seed, book, variant: Variant::Chess };
            assert_eq!(Wish::read(text).expect(text), wish, "{text}");
        }
    }

    #[test]
    fn words_that_lack_something_are_refused_by_name() {
        for (text, quoted) in [
            ("genfens", "``"),
            ("genfens x", "`x`"),
            ("genfens 1 seed", "`seed`"),
            ("genfens 1 seed -1", "`-1`"),
            ("genfens 1 evil 2", "`evil`"),
        ] {
            let error = Wish::read(text).expect_err(text).to_string();
            assert!(error.contains(quoted), "{text}: {error}");
        }
    }
}
