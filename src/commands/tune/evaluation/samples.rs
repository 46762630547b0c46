//! Quiet positions of records, with their scores and results.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use tandem_data::Header;
use tandem_engine::tune::{Counts, Judgement};
use tandem_train::{Dataset, Differentiable, Labelled, Selection};

use crate::games::reading::cannot_read;
use crate::selfplay::records::Records;

/// The counts of evaluation terms on a position, with its score and result.
pub(super) type Sample = Labelled<HandWritten>;

/// The hand-written evaluation of a position: the terms that the engine counts there.
pub(super) struct HandWritten(pub(super) Counts);

impl Differentiable for HandWritten {
    type Tape = Judgement;

    fn evaluate(&self, weights: &[f64]) -> (f64, Judgement) {
        let judgement = self.0.judge(weights);
        (judgement.value, judgement)
    }

    fn add_gradient(&self, judgement: Judgement, factor: f64, gradient: &mut [f64]) {
        self.0.add_gradient(judgement, factor, gradient);
    }
}

/// All positions, and the files that they come from.
pub(super) struct Samples {
    pub(super) set: Dataset<Sample>,
    /// One line for each file.
    pub(super) sources: Vec<String>,
}

/// One game out of this many is held out.
const HELD_OUT: NonZeroUsize = NonZeroUsize::new(10).expect("more than none");
/// Largest score of a sample in centipawns; beyond it, the search has seen more than an evaluation
/// could.
const MOST_SCORE: i32 = 3_000;

impl Samples {
    /// Reads files, until there are `most` positions.
    pub(super) fn read(files: &[PathBuf], most: usize) -> anyhow::Result<Self> {
        let selection = Selection {
            most,
            ahead: 0.0,
            most_score: MOST_SCORE,
            noisy: None,
            distinct: false,
            held_out: HELD_OUT,
            variant: None,
        };
        let mut samples = Self { set: Dataset::new(selection), sources: Vec::new() };
        for path in files {
            samples.read_file(Records::open(path)?).with_context(|| cannot_read(path))?;
        }
        Ok(samples)
    }

    fn read_file(&mut self, mut records: Records) -> anyhow::Result<()> {
        let games = self.set.read(&mut records.reader, |example| Labelled {
            evaluation: HandWritten(Counts::of(example.position)),
            label: example.label,
        })?;
        self.sources.push(source(records.reader.header(), games));
        Ok(())
    }
}

/// Options of `tandem datagen` that determine its games, and the header lines that record them.
const OPTIONS: [(&str, &str); 13] = [
    ("--seed", "Seed"),
    ("--nodes", "Nodes"),
    ("--noisy-nodes", "NoisyNodes"),
    ("--crazyhouse", "Crazyhouse"),
    ("--chess960", "Chess960"),
    ("--gifts", "Gifts"),
    ("--chosen", "Chosen"),
    ("--random-plies", "RandomPlies"),
    ("--balance", "Balance"),
    ("--hash", "Hash"),
    ("--tc", "TimeControl"),
    ("--rules", "Rules"),
    ("--eval-file", "Evaluation"), // a network by its hash
];

/// Option before each rule that overrides one of the set; the header has both in one line.
const RULE: &str = " --rule ";

/// The command that makes the games of a file again, with the bench of their engine.
fn source(header: &Header, games: usize) -> String {
    let options: String = OPTIONS
        .iter()
        .filter_map(|(option, name)| {
            Some(format!(" {option} {}", header.value(name)?.replace(' ', RULE)))
        })
        .collect();
    let bench = header.value("Bench").unwrap_or("?");
    format!("`tandem datagen --games {games}{options}` of bench {bench}")
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command};

    use super::*;
    use crate::commands::datagen::DatagenArgs;

    /// Options that a header has no line for, or whose values are in another line.
    const OTHERS: [&str; 5] = ["--out", "--games", "--concurrency", "--shard", "--rule"];

    #[test]
    fn the_command_of_a_file_has_every_option_that_its_games_depend_on() {
        let command = DatagenArgs::augment_args(Command::new("datagen"));
        let longs = command.get_arguments().filter_map(|argument| argument.get_long());
        for option in longs.map(|long| format!("--{long}")) {
            let is_known = OPTIONS.iter().any(|(known, _)| *known == option);
            assert_ne!(is_known, OTHERS.contains(&&*option), "{option}");
        }
    }
}
