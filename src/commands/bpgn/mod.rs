//! `tandem bpgn`: checks records of games, and converts them to a strict form.

mod counts;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tandem_rules::notation::bpgn::{GameRecord, ReadGame, Warning};

use self::counts::Counts;
use crate::games::reading::{Games, Reading, ReadingArgs, Skipped, is_standard};

/// Checks and converts records of bughouse games (BPGN).
///
/// Loose notation is accepted. Every move is played on the boards; a game that cannot be played
/// through is skipped, and the next one is read. Of a game with a move that cannot be read, the
/// moves before it are kept. Records of crazyhouse and chess (PGN) are read likewise: each record
/// tells its game, unless --variant or --rules does. A game of any other variant is a fault.
#[derive(Args)]
pub(crate) struct BpgnArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArgs),
    Convert(ConvertArgs),
}

/// Reads every game and reports faults.
///
/// Each fault is a line with the file, the line number, the number of the game, and the reason.
/// Oddities that do not keep a game from being read are reported likewise, as warnings. Counts of
/// games, plies, results, faults and warnings follow.
///
/// The exit code is 0 if all games could be read, 1 if some could not, and 2 if a file could not.
#[derive(Args)]
struct CheckArgs {
    #[command(flatten)]
    reading: ReadingArgs,
}

/// Writes all games that can be read in one strict form: BPGN, or PGN for games on one board.
///
/// Comments, clocks, tags, variations and glyphs are kept. Faults, warnings and counts go to
/// standard error, in the form of check. The exit codes are those of check.
#[derive(Args)]
struct ConvertArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output file, which is overwritten; `-` is standard output
    #[arg(short, long, default_value = "-", value_name = "OUT")]
    output: PathBuf,
}

pub(crate) fn run(args: &BpgnArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => check(args),
        Command::Convert(args) => convert(args),
    }
}

fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut pass = Pass { notes: io::stdout(), may_draw: true, counts: Counts::default() };
    pass.files(&args.reading.prepare()?, |_| Ok(()))?;
    pass.finish()
}

fn convert(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let ConvertArgs { reading, output } = args;
    let to_stdout = is_standard(output);
    let reading = reading.prepare()?;
    if !to_stdout && reading.reads(output) {
        bail!("`{}` is both input and output", output.display());
    }
    let cannot_write = || format!("cannot write `{}`", output.display());
    let file: Box<dyn Write> = match to_stdout {
        true => Box::new(io::stdout()),
        false => Box::new(File::create(output).with_context(cannot_write)?),
    };
    let mut out = BufWriter::new(file);
    let may_draw = !(to_stdout && io::stdout().is_terminal());
    let mut pass = Pass { notes: io::stderr(), may_draw, counts: Counts::default() };
    pass.files(&reading, |game| game.write_to(&mut out).with_context(cannot_write))?;
    out.flush().with_context(cannot_write)?;
    pass.finish()
}

/// One pass over all files.
struct Pass<W> {
    /// Output for faults, warnings and counts.
    notes: W,
    may_draw: bool,
    counts: Counts,
}

impl<W: Write> Pass<W> {
    fn files(
        &mut self,
        reading: &Reading,
        mut keep: impl FnMut(&GameRecord) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for input in &reading.inputs {
            let mut games = Games::open(input, reading.rules, self.may_draw)?;
            while let Some(game) = games.next().transpose()? {
                let notes = self.count(games.name(), &game);
                if !notes.is_empty() {
                    games.bar.suspend(|| self.notes.write_all(notes.as_bytes()))?;
                }
                if let Ok(game) = game {
                    keep(&game.record)?;
                }
            }
        }
        Ok(())
    }

    /// Counts a game, and returns its fault or its warnings, one a line.
    fn count(&mut self, file: &str, game: &Result<ReadGame, Skipped>) -> String {
        match game {
            Ok(read) => {
                self.counts.add(read);
                let note = |Warning { line, kind }: &Warning| {
                    format!("{file}:{line}: game {}: warning: {kind}\n", read.game)
                };
                read.warnings.iter().map(note).collect()
            }
            Err(skipped) => {
                if skipped.is_fault() {
                    self.counts.add_fault();
                }
                format!("{skipped}\n")
            }
        }
    }

    fn finish(mut self) -> anyhow::Result<ExitCode> {
        write!(self.notes, "{}", self.counts)?;
        Ok(if self.counts.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
