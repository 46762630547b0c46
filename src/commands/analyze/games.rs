//! Analysis of games: every move is compared with the best one.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write, stderr, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_analysis::analyst::Analyst;
use tandem_analysis::json::{self, GameJson};
use tandem_analysis::review::{annotated, review};
use tandem_analysis::text;
use tandem_arbiter::schedule::Shard;
use tandem_rules::notation::bpgn::{ReadGame, ReplayRules};
use tandem_rules::notation::legible;

use super::args::AnalyzeArgs;
use super::results::{self, Earlier, Kept};
use crate::games::reading::{Games, Input, Skipped, listed};
use crate::games::report::Report;
use crate::parallel::in_order::InOrder;
use crate::parallel::workers;
use crate::{going_on, interrupt, whole_file, wrapping};

/// A game that was read, with the name of its file, or left out; or the fault of an input.
type Entry = anyhow::Result<Result<(String, ReadGame), Skipped>>;

/// A game to analyze: its number in all inputs from 1, and its results from an earlier run.
struct Job {
    number: usize,
    entry: Entry,
    earlier: Option<Kept>,
}

/// A job that was done.
enum Done {
    Analyzed {
        read: Box<ReadGame>,
        kept: Box<Kept>,
        is_new: bool,
    },
    Skipped(Skipped),
    /// Ctrl-C came before the end; whole games are kept, no half ones.
    Interrupted,
}

pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let rules = args.replay_rules()?;
    let inputs = listed(&args.games)?;
    let bar = progress(&inputs, rules)?;
    let journal = args.results.as_deref();
    let journal = journal.map(|path| results::open(path, &args.settings()?)).transpose()?;
    let (mut journal, earlier) = journal.unzip();
    let mut outputs = Outputs::create(args, &inputs)?;
    let interrupt = interrupt::first()?;
    let set_up = || {
        let mut asker = args.asker()?;
        asker.listen_to(interrupt.clone());
        Ok(args.analyst(asker)?)
    };
    let (mut code, mut analyzed) = (ExitCode::SUCCESS, 0);
    let mut in_order = InOrder::new(args.shard.places().map(|place| place + 1));
    let jobs = jobs(all_games(&inputs, rules), args.shard, earlier);
    workers::run(
        args.concurrency,
        jobs,
        set_up,
        |analyst, job| do_job(analyst, job, args, &bar),
        |done| {
            let (number, done) = done?;
            in_order.add(number, done);
            while let Some(done) = in_order.take_next() {
                match done {
                    Done::Analyzed { read, kept, is_new } => {
                        let file = kept.analysis.file.as_deref().unwrap_or("-");
                        if let Some(rest) = Skipped::rest_of(file, &read) {
                            bar.suspend(|| writeln!(stderr(), "{rest}"))?;
                        }
                        if let Some(journal) = journal.as_mut().filter(|_| is_new) {
                            journal.add(&kept).context("cannot write the results")?;
                        }
                        let text = outputs.add(&read, &kept)?;
                        bar.suspend(|| writeln!(stdout(), "{text}"))?;
                        analyzed += 1;
                    }
                    Done::Skipped(skipped) => {
                        bar.suspend(|| writeln!(stderr(), "{skipped}"))?;
                        if skipped.is_fault() {
                            code = ExitCode::FAILURE;
                        }
                    }
                    Done::Interrupted => {
                        code = ExitCode::from(interrupt::EXIT_CODE);
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish_and_clear();
    if code == ExitCode::from(interrupt::EXIT_CODE) {
        tell_interruption(args, analyzed)?;
    }
    Ok(code)
}

/// Says how far the analysis has come, and how it goes on.
fn tell_interruption(args: &AnalyzeArgs, analyzed: usize) -> io::Result<()> {
    let games = if analyzed == 1 { "game" } else { "games" };
    writeln!(stderr(), "interrupted after {analyzed} {games}; the outputs have these games whole")?;
    match args.results {
        Some(_) => writeln!(stderr(), "to go on: {}", going_on::command()),
        None => writeln!(stderr(), "an analysis can go on after a break only with --results FILE"),
    }
}

/// The games of a shard, with what an earlier run has found. An error ends them.
fn jobs(
    games: impl Iterator<Item = Entry> + Send,
    shard: Shard,
    mut earlier: Option<Earlier>,
) -> impl Iterator<Item = Job> + Send {
    let mut places = shard.places().peekable();
    let numbered = (1..).zip(games);
    let mine = numbered.filter(move |(number, entry)| {
        places.next_if_eq(&(number - 1)).is_some() || entry.is_err()
    });
    mine.map(move |(number, entry)| {
        let known = match (&entry, &mut earlier) {
            (Ok(Ok(_)), Some(earlier)) => earlier.take(number),
            _ => Ok(None),
        };
        match known {
            Ok(earlier) => Job { number, entry, earlier },
            Err(error) => Job { number, entry: Err(error), earlier: None },
        }
    })
}

fn do_job(
    analyst: &mut Analyst,
    job: Job,
    args: &AnalyzeArgs,
    bar: &ProgressBar,
) -> anyhow::Result<(usize, Done)> {
    let Job { number, entry, earlier } = job;
    let (file, read) = match entry? {
        Ok(found) => found,
        Err(skipped) => return Ok((number, Done::Skipped(skipped))),
    };
    if let Some(kept) = earlier {
        bar.inc(kept.comments.len() as u64);
        return Ok((
            number,
            Done::Analyzed { read: Box::new(read), kept: Box::new(kept), is_new: false },
        ));
    }
    analyst.forget();
    analyst.set_rules(args.outcome_rules(&read.record)?);
    let progress = || bar.inc(1);
    let Some(review) = review(analyst, &read.record, args.manner(), &progress) else {
        return Ok((number, Done::Interrupted));
    };
    let kept = Kept {
        number,
        text: text::game::of_game(&file, &read, &review),
        comments: review.comments(),
        analysis: GameJson { file: Some(file), ..json::of_game(&read, &review) },
    };
    Ok((number, Done::Analyzed { read: Box::new(read), kept: Box::new(kept), is_new: true }))
}

/// Outputs for analyzed games: an annotated file and a page, each if asked for.
struct Outputs<'a> {
    args: &'a AnalyzeArgs,
    annotated: Option<(BufWriter<File>, &'a Path)>,
    report: Option<(Report, &'a Path)>,
}

impl<'a> Outputs<'a> {
    fn create(args: &'a AnalyzeArgs, inputs: &[Input]) -> anyhow::Result<Self> {
        let outputs = [&args.annotate, &args.report, &args.results];
        whole_file::refuse_doubled(outputs.map(Option::as_ref))?;
        for out in args.annotate.iter().chain(&args.report) {
            if inputs.iter().any(|input| input.reads(out)) {
                bail!("`{}` is both input and output", out.display());
            }
        }
        let annotated = args.annotate.as_deref().map(|out| {
            File::create(out)
                .map(|file| (BufWriter::new(file), out))
                .with_context(cannot_write(out))
        });
        let report = args.report.as_deref().map(|out| {
            Report::create(out).map(|report| (report, out)).with_context(cannot_write(out))
        });
        Ok(Self { args, annotated: annotated.transpose()?, report: report.transpose()? })
    }

    /// Writes a game to the files, and returns the text to print for it.
    fn add(&mut self, read: &ReadGame, kept: &Kept) -> anyhow::Result<String> {
        let record = &read.record;
        if let Some((file, out)) = &mut self.annotated {
            let record = annotated(record, &kept.comments);
            // Flushed, so that the file has whole games whenever the program is ended.
            let written = record.write_to(file).and_then(|()| file.flush());
            written.with_context(cannot_write(out))?;
        }
        if let Some((report, out)) = &mut self.report {
            report.add(record, &kept.analysis).with_context(cannot_write(out))?;
        }
        // Results of an earlier run come from a file, which anybody may have written.
        Ok(match self.args.json {
            true => legible(&serde_json::to_string(&kept.analysis)?).into_owned(),
            false => wrapping::for_terminal(&legible(&kept.text)),
        })
    }
}

fn cannot_write(out: &Path) -> impl Fn() -> String {
    move || format!("cannot write `{}`", out.display())
}

/// The games of all inputs. An error is the last item: an input cannot be read on.
fn all_games(inputs: &[Input], rules: ReplayRules) -> impl Iterator<Item = Entry> + Send {
    let mut inputs = inputs.iter();
    let mut open: Option<Games> = None;
    let mut has_failed = false;
    std::iter::from_fn(move || {
        while !has_failed {
            if let Some(games) = &mut open
                && let Some(entry) = games.next()
            {
                has_failed = entry.is_err();
                return Some(entry.map(|read| read.map(|read| (games.name().to_owned(), read))));
            }
            match Games::open(inputs.next()?, rules, false) {
                Ok(games) => open = Some(games),
                Err(error) => {
                    has_failed = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })
}

/// A progress bar of the positions analyzed, on standard error if that is a terminal. The files are
/// read once more to count their positions; an input that is not a regular file cannot be read again
/// and gets no bar.
fn progress(inputs: &[Input], rules: ReplayRules) -> anyhow::Result<ProgressBar> {
    if !(inputs.iter().all(Input::is_regular) && stderr().is_terminal()) {
        return Ok(ProgressBar::hidden());
    }
    let games = all_games(inputs, rules).filter_map(|game| game.ok()?.ok());
    let plies: usize = games.map(|(_, read)| read.record.plies().len()).sum();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions  {eta} left")?;
    Ok(ProgressBar::new(plies as u64).with_style(style))
}
