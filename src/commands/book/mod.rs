//! `tandem book`: an opening book from searches and from recorded games.

mod games;
mod lines;
mod openings;
mod study;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_nets::Book;
use tandem_rules::Variant;

use self::games::Games;
use self::lines::Lines;
use self::openings::Openings;
use self::study::{Student, Study};
use crate::args::evaluation::EvalArgs;
use crate::parallel::workers;
use crate::whole_file;

/// Builds an opening book for bughouse and crazyhouse.
///
/// Positions are searched from the usual start on, the likeliest to be reached first. Moves that
/// are nearly as good as the best one go into the book, better ones with more weight. The book
/// plays both sides, and positions after other likely moves of an opponent are searched too. The
/// same command builds the same book on any number of cores.
#[derive(Args)]
pub(crate) struct BookArgs {
    /// Output file for the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The variant; bughouse and crazyhouse if not given
    #[arg(long, value_name = "VARIANT", value_parser = PossibleValuesParser::new(["bughouse", "crazyhouse"]).try_map(|name| name.parse::<Variant>()))]
    variant: Option<Variant>,
    /// Book to begin with: its positions are kept, unless they are searched again
    #[arg(long, value_name = "FILE")]
    add_to: Option<PathBuf>,
    /// Number of positions for each variant
    #[arg(long, default_value_t = 1000, value_name = "N")]
    positions: usize,
    /// Nodes for each position
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Largest difference between a book move and the best one, in centipawns
    #[arg(long, default_value_t = 25, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..=1000))]
    margin: i32,
    /// Games (BPGN, PGN) whose openings are searched first
    #[arg(long, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Moves from the usual start that the book plays for both sides, as in `e4 Nc6`, instead of what a
    /// search finds there; given again, another line
    #[arg(long, value_name = "MOVES", requires = "variant")]
    line: Vec<String>,
    /// Number of positions searched at once; by default, one for each core
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    eval: EvalArgs,
}

/// Number of positions that are chosen before any of them is searched; constant, so that the book
/// does not depend on the number of cores.
const AT_ONCE: usize = 16;

pub(crate) fn run(args: &BookArgs) -> anyhow::Result<()> {
    let games = Games::read(&args.games)?;
    let study = Study { nodes: args.nodes, networks: args.eval.networks()? };
    let lines = args.lines()?;
    let mut book = args.first()?;
    for variant in args.variants() {
        let mut openings = Openings::new(variant, &games);
        args.search(&mut openings, &study)?;
        openings.write(&mut book);
    }
    lines.write(&mut book);
    let bytes = book.to_bytes();
    whole_file::write(&args.out, &bytes)?;
    writeln!(stdout(), "{} positions, {} bytes", book.positions(), bytes.len())?;
    Ok(())
}

impl BookArgs {
    fn variants(&self) -> Vec<Variant> {
        let both = [Variant::Bughouse, Variant::Crazyhouse];
        self.variant.map_or_else(|| both.to_vec(), |variant| vec![variant])
    }

    /// The book that is added to, an empty one if none is given.
    fn first(&self) -> anyhow::Result<Book> {
        let Some(path) = &self.add_to else { return Ok(Book::default()) };
        Book::open(path).with_context(|| format!("`{}`", path.display()))
    }

    /// The lines that the book is told to play.
    fn lines(&self) -> anyhow::Result<Lines> {
        let Some(variant) = self.variant else { return Ok(Lines::default()) };
        Lines::read(&self.line, variant)
    }

    /// Searches the positions of one variant.
    fn search(&self, openings: &mut Openings, study: &Study) -> anyhow::Result<()> {
        let bar = ProgressBar::new(self.positions as u64).with_style(ProgressStyle::with_template(
            "{wide_bar} {pos}/{len} positions  {eta} left",
        )?);
        loop {
            let wanted = self.positions.saturating_sub(openings.studied()).min(AT_ONCE);
            let chosen = openings.most_likely(wanted);
            if chosen.is_empty() {
                break;
            }
            let mut found = vec![None; chosen.len()];
            workers::run(
                self.concurrency.unwrap_or_else(workers::cores),
                chosen.iter().enumerate(),
                || Ok(Student::new(study)),
                |student, (at, open)| (at, student.moves(&open.position)),
                |(at, moves)| {
                    found[at] = Some(moves);
                    bar.inc(1);
                    Ok(ControlFlow::Continue(()))
                },
            )?;
            for (open, moves) in chosen.into_iter().zip(found) {
                openings.note(open, &moves.unwrap_or_default(), self.margin);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}
