//! Quiet positions of records, with their scores and results.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use tandem_data::Header;
use tandem_engine::tune::Counts;
use tandem_nets::train::{Pool, Selection, Worth};

use super::super::reading::{Records, cannot_read};

/// The counts of evaluation terms on a position, with its score and result.
pub(super) struct Sample {
    pub(super) counts: Counts,
    pub(super) worth: Worth,
}

/// All positions, and the files that they come from.
pub(super) struct Samples {
    pub(super) pool: Pool<Sample>,
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
        let selection = Selection { most, ahead: 0.0, most_score: MOST_SCORE, held_out: HELD_OUT };
        let mut samples = Self { pool: Pool::new(selection), sources: Vec::new() };
        for path in files {
            samples.read_file(Records::open(path)?).with_context(|| cannot_read(path))?;
        }
        Ok(samples)
    }

    fn read_file(&mut self, mut records: Records) -> anyhow::Result<()> {
        let games = self.pool.read(&mut records.reader, |lesson| Sample {
            counts: Counts::of(lesson.position),
            worth: lesson.worth,
        })?;
        self.sources.push(source(records.reader.header(), games));
        Ok(())
    }
}

/// Options of `tandem datagen` that determine its games, and the header lines that record them.
const OPTIONS: [(&str, &str); 11] = [
    ("--seed", "Seed"),
    ("--nodes", "Nodes"),
    ("--crazyhouse", "Crazyhouse"),
    ("--chess960", "Chess960"),
    ("--gifts", "Gifts"),
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
