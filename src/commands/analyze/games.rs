//! Analysis of games: every move is compared with the best one.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_arbiter::schedule::Shard;
use tandem_engine::{Info, Score};
use tandem_rules::notation::bpgn::{Comment, GameRecord, ReadGame, ReadOptions};
use tandem_rules::{Color, Millis, Move, Seat};

use super::analyst::{Analyst, Scene, win_rate};
use super::args::AnalyzeArgs;
use super::json::{self, GameJson, PlyJson};
use super::report::Report;
use super::results::{self, Earlier, Kept};
use super::text::san_line;
use crate::display::scores::in_words;
use crate::endpoint::appraisal;
use crate::games::reading::{Games, Input, Skipped, listed, players};
use crate::interrupt;
use crate::parallel::in_order::InOrder;
use crate::parallel::workers;

/// The least loss of win rate, 0 to 1, for each mark of a mistake.
const MISTAKES: [(f64, &str); 3] = [(0.3, "??"), (0.2, "?"), (0.1, "?!")];
/// The most moves shown of a better line.
const SHOWN: usize = 5;

/// A game that was read or left out, or the fault of an input.
type Entry = anyhow::Result<Result<ReadGame, Skipped>>;

/// The judgement of a move that was played.
struct Verdict {
    seat: Seat,
    san: String,
    clock: Option<i64>,
    best: Info,
    /// The score of the move that was played.
    played: Score,
    /// The better line in SAN; `None` if the move was as good as the best.
    better: Option<Vec<String>>,
    /// Win rate of team one before the move, 0 to 1.
    team_one_wins: f64,
}

impl Verdict {
    /// The win rate that the move has cost, 0 to 1.
    fn lost(&self) -> f64 {
        (self.best.score.win_rate() - self.played.win_rate()).max(0.0)
    }

    fn mark(&self) -> &'static str {
        MISTAKES.iter().find(|(least, _)| self.lost() >= *least).map_or("", |(_, mark)| mark)
    }

    /// The comment on the move. Its first word is a score and a depth as engines write them, which
    /// other programs and `tandem match explain` read.
    fn comment(&self) -> String {
        let evaluation = format!("{}/{}", appraisal(self.played), self.best.depth);
        match (&self.better, self.mark()) {
            (None, _) | (_, "") => evaluation,
            (Some(better), mark) => {
                let better = better.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
                format!(
                    "{evaluation} {mark} better {}: {}",
                    in_words(self.best.score),
                    better.join(" ")
                )
            }
        }
    }
}

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
        kept: Kept,
        is_new: bool,
    },
    Skipped(Skipped),
    /// Ctrl-C came before the end; whole games are kept, no half ones.
    Interrupted,
}

pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rule_set()?.moves;
    let options = ReadOptions { variant: args.rules.variant(), rules };
    let inputs = listed(&args.games)?;
    let bar = progress(&inputs, options)?;
    let journal = args.results.as_deref();
    let journal = journal.map(|path| results::open(path, &args.settings()?)).transpose()?;
    let (mut journal, earlier) = journal.unzip();
    let mut outputs = Outputs::create(args, &inputs)?;
    let interrupt = interrupt::first()?;
    let set_up = || {
        let mut analyst = args.analyst()?;
        analyst.listen_to(interrupt.clone());
        Ok(analyst)
    };
    let mut code = ExitCode::SUCCESS;
    let mut in_order = InOrder::new(args.shard.places().map(|place| place + 1));
    let jobs = jobs(all_games(&inputs, options), args.shard, earlier);
    workers::run(
        args.concurrency,
        jobs,
        set_up,
        |analyst, job| do_job(analyst, job, &bar),
        |done| {
            let (number, done) = done?;
            in_order.add(number, done);
            while let Some(done) = in_order.take_next() {
                match done {
                    Done::Analyzed { read, kept, is_new } => {
                        if let Some(journal) = journal.as_mut().filter(|_| is_new) {
                            journal.add(&kept).context("cannot write the results")?;
                        }
                        let text = outputs.add(&read, &kept)?;
                        bar.suspend(|| writeln!(stdout(), "{text}"))?;
                    }
                    Done::Skipped(skipped) => {
                        bar.suspend(|| writeln!(stderr(), "{skipped}"))?;
                        code = ExitCode::FAILURE;
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
    Ok(code)
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

fn do_job(analyst: &mut Analyst, job: Job, bar: &ProgressBar) -> anyhow::Result<(usize, Done)> {
    let Job { number, entry, earlier } = job;
    let read = match entry? {
        Ok(read) => read,
        Err(skipped) => return Ok((number, Done::Skipped(skipped))),
    };
    if let Some(kept) = earlier {
        bar.inc(kept.comments.len() as u64);
        return Ok((number, Done::Analyzed { read: Box::new(read), kept, is_new: false }));
    }
    analyst.forget();
    let Some(verdicts) = verdicts(analyst, &read.record, bar) else {
        return Ok((number, Done::Interrupted));
    };
    let kept = Kept {
        number,
        text: in_text(&read.record, read.game, &verdicts),
        comments: verdicts.iter().map(Verdict::comment).collect(),
        analysis: in_json(&read.record, (read.game, read.line), &verdicts),
    };
    Ok((number, Done::Analyzed { read: Box::new(read), kept, is_new: true }))
}

/// Outputs for analyzed games: an annotated file and a page, each if asked for.
struct Outputs<'a> {
    args: &'a AnalyzeArgs,
    annotated: Option<(BufWriter<File>, &'a Path)>,
    report: Option<(Report, &'a Path)>,
}

impl<'a> Outputs<'a> {
    fn create(args: &'a AnalyzeArgs, inputs: &[Input]) -> anyhow::Result<Self> {
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
            let mut record = record.clone();
            for (at, comment) in kept.comments.iter().enumerate() {
                record.annotate(at, Comment::annotation(comment));
            }
            // Flushed, so that the file has whole games whenever the program is ended.
            let written = record.write_to(file).and_then(|()| file.flush());
            written.with_context(cannot_write(out))?;
        }
        if let Some((report, out)) = &mut self.report {
            report.add(record, &kept.analysis).with_context(cannot_write(out))?;
        }
        Ok(match self.args.json {
            true => serde_json::to_string(&kept.analysis)?,
            false => kept.text.clone(),
        })
    }
}

fn cannot_write(out: &Path) -> impl Fn() -> String {
    move || format!("cannot write `{}`", out.display())
}

/// The games of all inputs. An error is the last item: an input cannot be read on.
fn all_games(inputs: &[Input], options: ReadOptions) -> impl Iterator<Item = Entry> + Send {
    let mut inputs = inputs.iter();
    let mut open: Option<Games> = None;
    let mut has_failed = false;
    std::iter::from_fn(move || {
        while !has_failed {
            if let Some(entry) = open.as_mut().and_then(Iterator::next) {
                has_failed = entry.is_err();
                return Some(entry);
            }
            match Games::open(inputs.next()?, options, false) {
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
fn progress(inputs: &[Input], options: ReadOptions) -> anyhow::Result<ProgressBar> {
    if !(inputs.iter().all(Input::is_regular) && stderr().is_terminal()) {
        return Ok(ProgressBar::hidden());
    }
    let games = all_games(inputs, options).filter_map(|game| game.ok()?.ok());
    let plies: usize = games.map(|read| read.record.plies().len()).sum();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions  {eta} left")?;
    Ok(ProgressBar::new(plies as u64).with_style(style))
}

/// Judges each move of a game; `None` if interrupted.
fn verdicts(analyst: &mut Analyst, record: &GameRecord, bar: &ProgressBar) -> Option<Vec<Verdict>> {
    let mut scene = Scene::new(record.start().clone(), [None; 2]);
    // The last score of each board, for White.
    let mut worth = [Score::DRAW; 2];
    let mut verdicts = Vec::with_capacity(record.plies().len());
    for ply in record.plies() {
        let board = ply.seat.board;
        let position = scene.boards.position(board).clone();
        let best = analyst.search(&scene, board, Vec::new()).swap_remove(0);
        let is_best = best.pv.first() == Some(&ply.m);
        let played = match is_best {
            true => best.score,
            false => judge(analyst, &scene, (ply.seat, ply.m)),
        };
        if analyst.is_interrupted() {
            return None;
        }
        bar.inc(1);
        let to_white = |score: Score| if ply.seat.color == Color::White { score } else { -score };
        worth[board.index()] = to_white(best.score);
        verdicts.push(Verdict {
            seat: ply.seat,
            san: scene.boards.san(board, ply.m),
            clock: ply.clock,
            better: (played < best.score).then(|| san_line(&position, &best.pv)),
            best,
            played,
            team_one_wins: win_rate([worth[0], -worth[1]].into_iter()),
        });
        worth[board.index()] = to_white(played);
        if scene.play(ply.seat, ply.m).is_err() {
            break; // a record has accepted moves only
        }
        if let Some(left) = ply.clock {
            let clocks = scene.clocks[board.index()].get_or_insert([Millis(left); 2]);
            clocks[ply.seat.color.index()] = Millis(left);
        }
    }
    Some(verdicts)
}

/// The score of a move that is not the best. The search tries legal moves only; for a move of a
/// record that is merely accepted, the position after it is searched instead.
fn judge(analyst: &mut Analyst, scene: &Scene, (seat, m): (Seat, Move)) -> Score {
    let board = seat.board;
    if scene.boards.position(board).is_legal(m) {
        return analyst.search(scene, board, vec![m]).swap_remove(0).score;
    }
    let mut next = scene.clone();
    match next.play(seat, m) {
        Ok(()) => analyst.search(&next, board, Vec::new()).swap_remove(0).score.a_ply_earlier(),
        Err(_) => Score::DRAW, // a record has accepted moves only
    }
}

fn in_json(record: &GameRecord, (game, line): (usize, usize), verdicts: &[Verdict]) -> GameJson {
    let ply = |verdict: &Verdict| {
        let (board, color) = json::seat_names(verdict.seat);
        PlyJson {
            board: board.into(),
            color: color.into(),
            san: verdict.san.clone(),
            clock_ms: verdict.clock,
            depth: verdict.best.depth,
            best: json::score(verdict.best.score),
            played: json::score(verdict.played),
            lost: json::permille(verdict.lost()),
            better: verdict.better.clone(),
            team_one_wins: json::permille(verdict.team_one_wins),
        }
    };
    GameJson {
        game,
        line,
        result: record.result().to_string(),
        players: players(record),
        plies: verdicts.iter().map(ply).collect(),
    }
}

/// The mistakes, a line each.
fn in_text(record: &GameRecord, game: usize, verdicts: &[Verdict]) -> String {
    let [white_a, black_a, white_b, black_b] = players(record);
    let result = record.result();
    let plies = verdicts.len();
    let players = match record.start().in_play() {
        [_, _] => format!("{white_a} and {black_b} against {black_a} and {white_b}"),
        _ => format!("{white_a} against {black_a}"),
    };
    let mistakes = (1..).zip(verdicts).filter(|(_, verdict)| !verdict.mark().is_empty());
    let lines = mistakes.map(|(number, verdict)| {
        let Verdict { seat, san, best, played, .. } = verdict;
        let better = verdict.better.iter().flatten().take(SHOWN).map(String::as_str);
        let better = better.collect::<Vec<_>>().join(" ");
        let (mark, played, best) = (verdict.mark(), in_words(*played), in_words(best.score));
        format!(
            "  ply {number:>3}  {seat}: {san}{mark:<3} {played:>7} instead of {best:>7}  {better}"
        )
    });
    let head = format!("game {game}: {players}, {result}, {plies} plies");
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
}
